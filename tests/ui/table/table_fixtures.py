"""A table over the tiny game, shown and ready for clicks and keys."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

sys.path.insert(0, str(Path(__file__).parent))

from tiny_game import load_tiny

from wardesk.services.play.session import PlaySession
from wardesk.ui.table.workspace import TableWorkspace


@pytest.fixture
def tables(light, qtbot):
    """Makes tables whose clock runs a second on whenever it is read; shuts them before Qt goes."""
    made = []

    def make(session=None, size=(1280, 724), **settings):
        settings = {"seed": 3, "keep": False, "loader": load_tiny, **settings}
        session = session or PlaySession.new("tiny/one", **settings)
        table = TableWorkspace(session, clock=count().__next__)
        qtbot.addWidget(table)
        table.resize(*size)
        table.show()
        made.append(table)
        return table

    yield make
    for table in made:
        table.shut()


@pytest.fixture
def windows(tables, qtbot):
    """Tables in a window that has other controls before them, as the mode bar is in the real one.

    Gives the table; ``window.home`` is the first control, ``window.left`` says it was pressed.
    """

    def make(**settings):
        table = tables(**settings)
        window = QWidget()
        qtbot.addWidget(window)
        window.left = []
        window.home = QPushButton("Home", window)
        window.home.clicked.connect(lambda: window.left.append(True))
        column = QVBoxLayout(window)
        for part in (window.home, table.table_bar, table):
            column.addWidget(part)
        table.table_bar.show()
        window.resize(1280, 800)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        table.show()
        table.model.runner.set_pace(0)
        table.enter()
        QApplication.processEvents()
        return table

    return make
