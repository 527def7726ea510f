"""An umpire at the keys, for the tests of any game in the window."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from wardesk.engine.types import CHANCE, Outcome
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.workspace import TableWorkspace


def settle():
    for _ in range(4):
        QApplication.processEvents()


def played_to_roll(scenario, kind):
    """A game in which a roll of *kind* is next; not every game comes to one."""
    for seed in range(3, 9):
        session = PlaySession.new(scenario, seed=seed, mode="adjudicate", keep=False)
        while session.ask and not (session.ask.kind == kind and session.ask.who == CHANCE):
            if session.ask.who == CHANCE:
                session.roll()
            elif session.ask.who == "umpire":
                session.answer(Outcome(session.ask.proposed))
            else:
                session.answer(session.bot_answer(session.ask.who, "policy"))
        if session.ask:
            return session
    raise AssertionError(f"no game of {scenario} comes to a roll of {kind}")


def overrule_by_keys(window, scenario, kind):
    """Play on to a roll of *kind*; roll it, change what it comes to and say why, all by keys."""
    session = played_to_roll(scenario, kind)
    # The clock runs on by itself: a question that has just come would not hear the Enter.
    table = TableWorkspace(session, window, clock=count().__next__)
    window.set_workspace("table", table)
    window.show_mode("table")
    table.model.runner.set_paused(True)
    settle()
    assert table.right.shows_card
    QTest.keyClick(table.view, Qt.Key.Key_R)
    settle()
    assert session.ask.shape == "outcome"
    proposed = session.ask.proposed["result"]
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_O)
    form = table.right.card.form
    assert form.isAncestorOf(window.focusWidget())
    box = window.focusWidget()
    assert isinstance(box, QComboBox)
    last = box.currentIndex() == box.count() - 1
    QTest.keyClick(box, Qt.Key.Key_Up if last else Qt.Key.Key_Down)
    assert form.changed
    ctrl = Qt.KeyboardModifier.ControlModifier
    QTest.mouseClick(form.reason.viewport(), Qt.MouseButton.LeftButton)
    form.reason.setFocus()
    QTest.keyClicks(form.reason, "Smoke over the road")
    QTest.keyClick(form.reason, Qt.Key.Key_Return, ctrl)
    settle()
    event = session.journal.line()[-1]
    assert event.proposed == {"result": proposed}
    assert event.answer.value["result"] != proposed
    assert event.reason == "Smoke over the road"
    table.shut()
