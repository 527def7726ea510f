"""The lines of a log while it grows: what was there stays as it is, branches are marked."""

from __future__ import annotations

import pytest

from wardesk.engine.types import CHANCE
from wardesk.services.play import log as play_log
from wardesk.services.play.session import PlaySession


@pytest.fixture
def session():
    made = PlaySession.new("eben-emael/historical", seed=2, keep=False)
    for _ in range(40):
        one_answer(made)
    return made


def one_answer(session):
    if session.ask.who == CHANCE:
        return session.roll()
    return session.answer(session.bot_answer(session.ask.who))


def test_a_line_stays_the_same_object_while_the_game_goes_on(session):
    before = session.log_lines()

    one_answer(session)

    after = session.log_lines()
    assert len(after) > len(before)
    assert all(old is new for old, new in zip(before, after, strict=False))


def test_a_step_back_says_how_many_rolls_it_undid(session):
    rolls = session.journal.event.chances
    assert rolls > 1
    head = session.journal.head
    session.undo("again", to=0)
    session.go(head, "and forth")
    said = [line.how for line in session.log_lines() if line.kind == "rewind"]
    assert said == [f"{rolls} rolls undone", ""]


def test_only_new_events_are_put_into_words(session, monkeypatch):
    session.log_lines()
    told = []
    real = play_log._headline
    monkeypatch.setattr(play_log, "_headline", lambda e, names: told.append(e.id) or real(e, names))

    event = one_answer(session)
    session.log_lines()
    session.log_lines()

    assert told == [event.id]


def test_what_was_left_is_marked_and_marked_again_when_it_is_gone_back_to(session):
    session.log_lines()
    head, line = session.journal.head, {e.id for e in session.journal.line()}

    session.go(head // 2, "again")
    one_answer(session)
    other = {e.id for e in session.journal.line()}
    assert {x.event for x in session.log_lines() if x.current and x.kind != "rewind"} == other

    session.go(head, "back")
    assert {x.event for x in session.log_lines() if x.current and x.kind != "rewind"} == line
