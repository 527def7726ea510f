"""The sight overlay without a picked cell: how exposed every cell is."""

from __future__ import annotations

import pytest

from wardesk.drawing.compile import compile_board
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.new_map import NewMap, make_map, palette_choices
from wardesk.ui.map.model import Selection
from wardesk.ui.map.overlays.sight import REACH
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def place(qtbot, tmp_path):
    """A map of 8 × 6 hexes with one wood, open in the editor."""
    new = NewMap(title="Test", columns=8, rows=6, palette="land-hex")
    path = tmp_path / "test.wdmap"
    session = EditSession.new(make_map(new, palette_choices()), path)
    session.save()
    session.close()
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    desk = Opener(window)
    desk.open_game(str(path))
    qtbot.waitUntil(lambda: desk.maps.workspace is not None, timeout=10_000)
    yield desk.maps.workspace
    desk.shut()


def test_every_cell_shows_from_how_many_it_is_seen(place, qtbot):
    view = place.view
    overlay = place.overlays.sight
    plain = view.grab().toImage()
    view.model.select(Selection())
    place.overlays.switches["sight"].setChecked(True)
    qtbot.waitUntil(lambda: bool(overlay.exposure), timeout=20_000)

    board = compile_board(view.model.document)
    assert overlay.exposure == board.exposure(REACH)
    assert view.grab().toImage() != plain


def test_a_picked_cell_is_looked_from_and_letting_go_shows_the_exposure_again(place, qtbot):
    view = place.view
    overlay = place.overlays.sight
    place.overlays.switches["sight"].setChecked(True)
    view.model.select(Selection(cells=("0303",)))
    assert overlay.source == "0303"
    view.model.select(Selection())
    assert overlay.source == ""
