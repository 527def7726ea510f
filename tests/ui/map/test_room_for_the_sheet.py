"""In the whole window at 1280 x 800 the sheet has at least half of it, whatever tool is in use."""

from __future__ import annotations

import pytest
from maps import document_of

from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow

WIDE, HIGH = 1280, 800


@pytest.mark.parametrize(("kind", "maps"), [("hex", 1), ("hex", 2), ("area", 1), ("area", 2)])
def test_the_sheet_has_half_of_the_window_with_every_tool(kind, maps, light, qtbot, tmp_path):
    made = MainWindow()
    qtbot.addWidget(made)
    desk = Opener(made)
    try:
        for number in range(maps):
            path = tmp_path / f"own-{number}.wdmap"
            desk.maps.show_session(EditSession.new(document_of(kind), path))
        made.resize(WIDE, HIGH)
        made.show()
        qtbot.waitExposed(made)
        workspace = made.workspace("map")
        shares = {}
        for tool in workspace.tools:
            workspace.use(tool)
            qtbot.wait(20)
            view = workspace.view
            assert (made.width(), made.height()) == (WIDE, HIGH)
            shares[tool] = view.width() * view.height() / (WIDE * HIGH)
        assert min(shares.values()) >= 0.5, shares
    finally:
        desk.shut()
