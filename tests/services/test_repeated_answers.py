"""An answer that is given again by itself until something happens."""

from __future__ import annotations

from random import Random

import pytest

from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession

EBEN = "eben-emael/historical"
DONE = Choose("done")


@pytest.fixture
def waiting():
    """Turn 4, the Germans are to move, and no Belgian is on the roof."""
    with PlaySession.new(EBEN, seed=7, keep=False) as session:
        orders = {one.id: one.orders for one in session.rules.showing.order_sets}
        session.set_orders("german", orders["stand"])
        rng = Random(3)
        while session.ask.kind != "move" or session.state.tracks["turn"] < 4:
            if session.step() is None:
                session.answer(session.rules.thinking.policy(session.state, rng))
        yield session


def ended(session, head):
    line = session.journal.line()
    return [e for e in line if e.id > head and e.asked.kind == "move" and e.answer == DONE]


def test_it_is_given_until_its_side_has_something_else_to_say(waiting):
    head = waiting.journal.head
    waiting.repeat(DONE)
    waiting.run()
    assert len(ended(waiting, head)) > 1
    assert waiting.waiting == "person"
    assert (waiting.ask.who, waiting.ask.kind) != ("belgian", "move")
    assert {e.via for e in ended(waiting, head)} == {f"repeat:{head}"}


def test_one_undo_takes_all_of_it_back(waiting):
    head = waiting.journal.head
    waiting.repeat(DONE)
    waiting.run()
    assert waiting.undo("look again") == head
    waiting.redo()
    assert len(ended(waiting, head)) > 1


def test_no_enemy_has_come_when_it_is_given_again(waiting):
    head = waiting.journal.head
    while len(ended(waiting, head)) < 6 and waiting.ask is not None:
        start = waiting.journal.head
        if waiting.ask.kind == "move" and waiting.ask.who == "german":
            waiting.repeat(DONE)
            waiting.run()
        else:
            waiting.answer(waiting.bot_answer(waiting.ask.who))
            waiting.run()
        for event in ended(waiting, start):
            if event.parent != start:
                before, now = (waiting.journal.state(at) for at in (start, event.parent))
                foes = [p for p in now.pieces.values() if p.side == "belgian" and p.at]
                assert all(before.pieces[p.id].at == p.at for p in foes)


def test_any_other_answer_and_going_back_end_it(waiting):
    waiting.repeat(DONE)
    waiting.run()
    assert waiting.repeated is not None
    waiting.answer(waiting.bot_answer(waiting.ask.who))
    assert waiting.repeated is None
    waiting.undo("look again")
    while waiting.ask.kind != "move":
        waiting.answer(waiting.bot_answer(waiting.ask.who))
        waiting.run()
    waiting.repeat(DONE)
    waiting.undo("look again")
    assert waiting.repeated is None
    assert not waiting.automatic


def test_an_umpire_is_asked_each_time(waiting):
    waiting.set_mode("adjudicate")
    with pytest.raises(UserError):
        waiting.repeat(DONE)
