"""A small map open in the editor, shown and ready for clicks and keys."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2] / "drawing"))

from hand import Hand
from maps import document_of

from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.map.workspace import MapWorkspace


@pytest.fixture
def maps(light, qtbot, tmp_path):
    """Makes editors over small maps of a kind; shuts them before Qt goes."""
    made = []

    def make(kind="hex", size=(1100, 760)):
        session = EditSession.new(document_of(kind), tmp_path / f"{len(made)}.wdmap")
        workspace = MapWorkspace(session)
        qtbot.addWidget(workspace)
        workspace.resize(*size)
        workspace.show()
        made.append(workspace)
        return Hand(workspace)

    yield make
    for workspace in made:
        workspace.shut()


@pytest.fixture
def hexes(maps):
    """A sheet of 8 by 7 hexes: 0402 wood, 0404 and 0405 orchards, a road, a dyke, a label."""
    return maps("hex")
