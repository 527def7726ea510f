"""A table over the tiny game, shown and ready for clicks and keys."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tiny_game import Skirmish

from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import Table, TableInfo
from wardesk.ui.table.workspace import TableWorkspace


def load_tiny(scenario, options):
    """The loader that a session is given instead of the bundled scenarios."""
    info = TableInfo(scenario=scenario, title="Mill valley", game="skirmish", game_title="Skirmish")
    return Table(Skirmish(), info)


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
