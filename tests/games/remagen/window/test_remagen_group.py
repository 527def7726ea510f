"""Several units in one hand: a rubber band, one click, and what stays."""

from __future__ import annotations

from random import Random

import pytest
from clicks import click_cell
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.services.play.session import PlaySession


def drag(table, start, end):
    view, shift = table.view, Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(view, Qt.MouseButton.LeftButton, shift, start)
    for k in range(1, 6):
        QTest.mouseMove(view, start + (end - start) * k / 5)
        QApplication.processEvents()
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, shift, end)


@pytest.fixture
def at_remagen(tables):
    """American units on the board, of which each may move."""
    session = PlaySession.new("remagen/7-march-1945", seed=5, keep=False)
    rng = Random(2)
    while not (session.ask.kind == "move" and len(session.ask.pieces) > 8):
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    table = tables(session=session, size=(1440, 900))
    table.model.runner.set_pace(0)
    table.enter()
    QApplication.processEvents()
    return table


def test_a_band_with_shift_takes_a_group_that_goes_with_one_click(at_remagen):
    table = at_remagen
    session, view, side = table.session, table.view, table.session.ask.who
    box = view.rect().adjusted(2, 2, -2, -2)
    drag(table, box.topLeft(), box.bottomRight())
    group = table.model.group
    assert len(group) > 3
    assert all(session.state.pieces[piece].side == side for piece in group)
    assert set(group) <= table.view.scene().marks.selected
    places = {session.state.pieces[piece].at for piece in group}
    goals = [c for c in session.board.cells if c not in places and table.model.deeds(c)]
    goal = max(goals, key=lambda c: sum(bool(table.model.chosen.deeds(
        table.model.seen(), (piece,), c)) for piece in group))  # fmt: skip
    head = session.journal.head
    click_cell(table, goal)
    there = [piece for piece in group if session.state.pieces[piece].at == goal]
    assert len(there) > 1, "more than one with one click"
    assert len([e for e in session.journal.line() if e.id > head]) >= len(there) - 1
    assert set(table.model.group) == set(group) - set(there), "the rest stays in hand"
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert table.model.group == ()
