"""Arrivals and set-up: the rest as proposed, by one key, taken back by one."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession


def up_to(kind, **settings):
    session, rng = (
        PlaySession.new("remagen/7-march-1945", seed=5, keep=False, **settings),
        Random(2),
    )
    while session.ask.kind != kind:
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    return session


@pytest.mark.parametrize("kind", ["set-up", "arrive"])
def test_the_rest_comes_on_as_the_script_proposes_and_goes_back_at_once(kind):
    session = up_to(kind)
    head, who = session.journal.head, session.ask.who
    given = session.propose_rest()
    assert given > 1
    new = [event for event in session.journal.line() if event.id > head]
    assert {(event.asked.kind, event.asked.who) for event in new} == {(kind, who)}
    assert not [e for e in new if isinstance(e.answer, Choose) and e.answer.key == "done"]
    session.undo()
    assert session.journal.head == head


def test_nothing_is_proposed_where_a_person_should_think():
    session = up_to("move")
    head = session.journal.head
    with pytest.raises(UserError):
        session.propose_rest()
    assert session.journal.head == head


def test_a_key_at_the_table_does_the_rest_and_ends_nothing(tables):
    session = up_to("arrive")
    table = tables(session=session)
    table.model.runner.set_pace(0)
    table.enter()
    QApplication.processEvents()
    head, who = session.journal.head, session.ask.who
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_0)
    assert session.journal.head > head + 1
    new = [event for event in session.journal.line() if event.id > head]
    assert {(event.asked.kind, event.asked.who) for event in new} == {("arrive", who)}
    assert not [e for e in new if isinstance(e.answer, Choose)], "nothing was ended"
    QTest.keyClick(table.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.journal.head == head


def test_an_umpire_looks_at_each(tables):
    table = tables(session=up_to("arrive", mode="adjudicate"))
    table.enter()
    assert "=" not in [offer.id for offer in table.model.interaction.offers()]
