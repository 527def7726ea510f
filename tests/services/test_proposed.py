"""The rest as proposed, in every game that proposes anything: it ends nothing, and one undo."""

from __future__ import annotations

import contextlib
from random import Random

import pytest

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession

MOST = 400
"""Answers of scripts in which something is to be proposed."""


def asked(scenario):
    """A session just after the rest was had as proposed, what was asked, and where that began.

    None where nothing is proposed early.
    """
    session, rng = PlaySession.new(scenario, seed=4, keep=False), Random(4)
    for _ in range(MOST):
        if session.ask is None:
            break
        if session.waiting == "dice":
            session.roll()
        else:
            before = session.journal.head, session.ask
            if session.ask.kind in session.rules.showing.proposes:
                with contextlib.suppress(UserError):  # a script that would add nothing
                    session.propose_rest()
                    return session, *before
            state = session.seen_by(session.ask.who)
            session.answer(session.rules.thinking.policy(state, rng))
    session.close()
    return None


@pytest.mark.parametrize("scenario", [name for pack in list_packs() for name in pack.scenarios])
def test_the_rest_as_proposed_ends_nothing_and_goes_back_at_once(scenario):
    found = asked(scenario)
    if found is None:
        return
    session, head, question = found
    kind, who = question.kind, question.who
    with session:
        new = [event for event in session.journal.line() if event.id > head]
        assert new
        found = {(event.asked.kind, event.asked.who) for event in new}
        answered = {one for one in found if one[1] in session.rules.sides}
        assert {of for _, of in answered} == {who}
        assert {one.partition("-")[0] for one, _ in answered} == {kind.partition("-")[0]}
        assert {one for one, _ in answered} <= session.rules.showing.proposes
        endings = session.rules.showing.endings
        pressed = {e.answer.key for e in new if isinstance(e.answer, Choose)}
        assert not {f"{kind}/{key}" for key in pressed} & endings
        done = session.journal.head
        session.undo("both agree")
        assert session.journal.head == head
        session.redo()
        assert session.journal.head == done


def test_the_dice_of_what_is_proposed_fall_in_between():
    session, head, _question = asked("eben-emael/historical")
    with session:
        new = [event for event in session.journal.line() if event.id > head]
    landings = [event for event in new if event.asked.kind == "land"]
    assert len(landings) > 5
    assert {event.via for event in landings} == {"proposed"}
    assert {event.asked.who for event in new if event not in landings} == {"chance"}


def test_most_games_propose_something():
    found = {name for pack in list_packs() for name in pack.scenarios if asked(name)}
    assert {name.partition("/")[0] for name in found} >= {"may-1940", "eben-emael"}


def test_what_was_stored_before_a_trouble_is_shown(monkeypatch):
    session, head, question = asked("may-1940/belgium")
    session.undo()
    told, answers = [], iter((True,))
    session.listen(told.append)
    store = session._record.answer

    def answer(*given):
        if not next(answers, False):
            raise UserError("The disk is full.")
        return store(*given)

    monkeypatch.setattr(session._record, "answer", answer)
    with pytest.raises(UserError, match="full"):
        session.propose_rest()
    new = [event for event in session.journal.line() if event.id > head]
    assert [event.asked.kind for event in new] == [question.kind]
    assert [change.event for change in told] == [new[-1].id]
