"""A table over the tiny game, shown and ready for clicks and keys."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

sys.path.insert(0, str(Path(__file__).parent))

from tiny_game import Skirmish

from wardesk.services.play_session import PlaySession
from wardesk.services.tables import Table, TableInfo
from wardesk.ui.table.workspace import TableWorkspace


def load_tiny(scenario, options):
    """The loader that a session is given instead of the bundled scenarios."""
    info = TableInfo(scenario=scenario, title="Mill valley", game="skirmish", game_title="Skirmish")
    return Table(Skirmish(), info)


@pytest.fixture
def tables(light, qtbot):
    """Makes tables; shuts them before Qt goes."""
    made = []

    def make(session=None, size=(1280, 724), **settings):
        settings = {"seed": 3, "keep": False, "loader": load_tiny, **settings}
        session = session or PlaySession.new("tiny/one", **settings)
        table = TableWorkspace(session)
        qtbot.addWidget(table)
        table.resize(*size)
        table.show()
        made.append(table)
        return table

    yield make
    for table in made:
        table.shut()


def click_cell(table, cell):
    """A real click of the left button on a free part of a cell."""
    at = table.view.cell_point(cell)
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=at)


def click_piece(table, piece):
    """A real click on a counter, after laying its pile out where that is needed."""
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=table.view.piece_point(piece))


def click_offer(table, offer):
    """A real click on a button of the question bar."""
    button = table.question.button(offer)
    assert button is not None, (offer, table.question.prompt())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
