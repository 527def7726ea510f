"""The dialog that hands a map to other programs."""

from __future__ import annotations

import json

import pytest

from wardesk.drawing.commands.all_commands import SetLayer
from wardesk.render.map.frame import MapParts
from wardesk.ui.map.dialogs.export import ExportDialog


@pytest.fixture
def dialog(qtbot):
    def open_dialog(hand):
        made = ExportDialog(hand.workspace.session, hand.workspace)
        qtbot.addWidget(made)
        made.show()
        return made

    return open_dialog


def test_parts_of_the_sheet_can_be_switched_off(hexes, dialog):
    asked = dialog(hexes)
    asked.parts["numbers"].click()
    asked.parts["key"].click()
    assert asked.options().parts == MapParts(numbers=False, key=False)


def test_areas_have_no_grid_to_switch_off(maps, dialog):
    assert "grid" not in dialog(maps("area")).parts


@pytest.mark.parametrize("too", [False, True])
def test_a_hidden_layer_is_written_only_when_that_is_asked_for(hexes, dialog, qtbot, tmp_path, too):
    assert not dialog(hexes).hidden.isVisible()
    hexes.model.do(SetLayer("lines", visible=False))
    asked = dialog(hexes)
    assert asked.hidden.isVisible()
    asked.form.setCurrentIndex(asked.form.findData("geojson"))
    asked.place.setText(str(tmp_path / "out.geojson"))
    if too:
        asked.hidden.click()
    with qtbot.waitSignal(asked.written, timeout=20_000):
        asked.write.click()
    rows = json.loads((tmp_path / "out.geojson").read_text("utf-8"))["features"]
    kinds = {row["properties"].get("kind") for row in rows}
    assert ("road" in kinds) is too
