"""A whole game on squares by mouse alone: a tank over the bridge, then held to the end of it."""

from __future__ import annotations

import pytest
from clicks import click_cell, click_line, click_offer, click_piece
from mouse_player import start_by_mouse, wait_for_person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow

pytestmark = [
    pytest.mark.long,  # Until it has been timed on an idle machine.
    pytest.mark.timeout(300),
    pytest.mark.usefixtures("light"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]
LEFT = Qt.MouseButton.LeftButton
TANK = "us-heavy_tank-1"
GO_ON = ("done", "ready", "hold", "enough", "none", "no", "0")
"""Buttons of somebody who lets the rest be."""
MOST = 400


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    made.refresh()
    yield made
    made.shut()


def pick_in_the_yard(table, piece):
    """Click the line of a unit that waits beside the map."""
    ids = [row.id for row in table.model.interaction.rows() if row.checked is not None]
    assert piece in ids[:8], "one of each kind stands first"
    click_line(table, "piece", piece)


def drag(table, first, last):
    view = table.view
    piece = next(look.piece for look in reversed(view.scene().in_cell(first)))
    start, end = view.piece_point(piece), view.cell_point(last)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)


def missing_arrow(table):
    """A cell that touches somebody whom nobody attacks yet, and that one."""
    session, showing = table.session, table.model.rules.showing
    missing, pieces = showing.assignments(session.state).missing, session.state.pieces
    for piece in session.ask.pieces:
        for cell in showing.reach(session.state, (piece,)):
            if cell in missing:
                return pieces[piece].at, cell
    raise AssertionError("nobody can attack what must be attacked")


def do_one_thing(table):
    """What the first turn is for, then the least that the rules ask."""
    session, found = table.session, table.model.interaction
    ask, tank = session.ask, session.state.pieces[TANK]
    turn = session.state.tracks["turn"]
    if ask.kind == "arrive" and turn == 1 and tank.at == "us_yard":
        pick_in_the_yard(table, TANK)
        return click_cell(table, "K4")
    if ask.kind == "move" and turn == 1 and TANK in ask.pieces:
        if not found.picked:
            click_piece(table, TANK)
        return click_cell(table, "K9")
    if ask.kind == "front" and any(c.key == "ready" and c.refused for c in ask.choices):
        return drag(table, *missing_arrow(table))
    open_ = [offer.id for offer in found.offers() if not offer.refused]
    key = next((key for key in GO_ON if key in open_), open_[0] if open_ else "")
    if key:
        return click_offer(table, key)
    return click_cell(table, ask.cells[0])


def test_a_game_by_mouse_from_home_to_a_bridgehead_that_is_lost(window, desk, qtbot):
    players = {"us": "human", "german": "policy"}
    table = start_by_mouse(window, desk, qtbot, "remagen/7-march-1945", players, seed=17)
    session = table.session
    table.model.runner.set_pace(4)
    kinds = set()
    for _ in range(MOST):
        if not wait_for_person(table, qtbot):
            break
        kinds.add(session.ask.kind)
        before = session.journal.head
        QApplication.processEvents()
        do_one_thing(table)
        assert session.journal.head != before or session.automatic, session.ask
    assert kinds >= {"arrive", "move", "fire"}
    assert any(TANK in getattr(e.answer, "pieces", ()) for e in session.journal.line())
    assert session.state.result is not None
    assert session.state.result.winner == "german"
    assert session.state.result.level.lower() in table.question.prompt().lower()
