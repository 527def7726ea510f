"""The tools that act on cells: brush, rectangle, fill, eraser, elevation."""

from __future__ import annotations

import pytest
from clipping import clipped
from hand import ALT, CTRL, NONE, SHIFT
from PySide6.QtCore import Qt

from wardesk.ui.map.tools.elevation import level_of


def test_a_stroke_of_the_brush_is_one_entry_of_the_history(hexes):
    hexes.use("brush")
    hexes.model.ink(terrain="orchard")
    hexes.drag("0201", "0301", "0401", "0501", "0601")
    assert {"0201", "0301", "0401", "0501", "0601"} <= hexes.painted("orchard")
    assert len(hexes.titles) == 1
    hexes.key(Qt.Key.Key_Z, CTRL)
    assert hexes.painted("orchard") == {"0404", "0405"}


def test_shift_paints_a_straight_line_from_the_last_place(hexes):
    hexes.use("brush")
    hexes.click("0206")
    hexes.click("0606", SHIFT)
    assert {"0206", "0306", "0406", "0506", "0606"} <= hexes.painted("wood")


def test_ctrl_and_shift_paint_a_disc_around_the_last_place(hexes):
    hexes.use("brush")
    hexes.model.ink(terrain="orchard")
    hexes.click("0504")
    hexes.click("0506", CTRL | SHIFT)
    assert len(hexes.painted("orchard") - {"0404", "0405"}) >= 15
    assert "0502" in hexes.painted("orchard")
    assert "0501" not in hexes.painted("orchard")


def test_a_stroke_goes_on_to_where_the_hand_lets_go(hexes):
    """A busy system tells only the last place of the hand, and that with the button coming up."""
    hexes.use("brush")
    hexes.model.ink(terrain="wood")
    hexes.press("0101")
    hexes.release("0103")
    assert {"0101", "0102", "0103"} <= hexes.painted("wood")
    hexes.use("hexside")
    hexes.drag("0305", "0405")
    laid = len(hexes.document.sides)
    hexes.press("0505")
    hexes.release("0105")
    assert len(hexes.document.sides) > laid + 2


def test_ctrl_click_picks_up_the_ink(hexes):
    hexes.use("brush")
    hexes.click("0404", CTRL)
    assert hexes.model.inks.terrain == "orchard"
    assert not hexes.titles


def test_alt_paints_with_the_second_ink(hexes):
    hexes.use("brush")
    hexes.model.ink(terrain="wood", other_terrain="orchard")
    hexes.click("0201", ALT)
    assert hexes.terrain("0201") == "orchard"


def test_a_quick_second_click_paints_too(hexes):
    hexes.use("brush")
    hexes.double("0201")
    assert hexes.terrain("0201") == "wood"
    assert not hexes.model.in_stroke


def test_enter_paints_at_the_cell_of_the_keyboard(hexes):
    hexes.use("brush")
    hexes.view.set_focus_cell("0203")
    hexes.key(Qt.Key.Key_Right)
    hexes.key(Qt.Key.Key_Return)
    assert hexes.terrain(hexes.view.focus_cell) == "wood"
    assert hexes.view.focus_cell != "0203"


def test_brackets_change_the_size_of_the_brush(hexes):
    hexes.use("brush")
    hexes.type("]")
    hexes.click("0504")
    assert len(hexes.painted("wood") - {"0402"}) == 7
    hexes.type("[[[")
    assert hexes.model.inks.brush == 1


def test_number_keys_take_up_the_inks_of_the_palette_and_a_tool_for_them(hexes):
    palette = hexes.document.palette
    first_side, first_line = (
        len(palette.terrain) + 1,
        len(palette.terrain) + len(palette.borders) + 1,
    )
    hexes.use("select")
    hexes.type("3")
    assert hexes.model.inks.terrain == list(palette.terrain)[2]
    assert hexes.view.tool.id == "brush"
    hexes.type(str(first_side))
    assert hexes.model.inks.side == next(iter(palette.borders))
    assert hexes.view.tool.id == "hexside"
    hexes.type(str(first_line))
    assert hexes.model.inks.line == next(iter(palette.lines))
    assert hexes.view.tool.id == "line"


def test_x_swaps_the_inks(hexes):
    hexes.model.ink(terrain="wood", other_terrain="orchard")
    hexes.type("x")
    assert (hexes.model.inks.terrain, hexes.model.inks.other_terrain) == ("orchard", "wood")


def test_undo_in_the_middle_of_a_stroke_takes_the_stroke_back(hexes):
    hexes.use("brush")
    hexes.press("0201")
    hexes.drag_to("0301")
    hexes.key(Qt.Key.Key_Z, CTRL)
    hexes.drag_to("0401")
    hexes.release("0401")
    assert hexes.painted("wood") == {"0402"}
    assert not hexes.model.in_stroke


def test_escape_takes_a_stroke_back(hexes):
    hexes.use("brush")
    hexes.press("0201")
    hexes.key(Qt.Key.Key_Escape)
    hexes.release("0201")
    assert hexes.painted("wood") == {"0402"}


def test_hints_follow_the_keys_that_are_held(hexes, qtbot):
    tool = hexes.use("brush")
    with qtbot.waitSignal(tool.hinted):
        qtbot.keyPress(hexes.view, Qt.Key.Key_Shift)
    assert tool.hints() == (("Click", "straight line from the last place"),)
    qtbot.keyRelease(hexes.view, Qt.Key.Key_Shift)
    assert len(tool.hints()) > 3


def test_rectangle_paints_a_box(hexes):
    hexes.use("rectangle")
    hexes.drag("0204", "0406")
    assert {"0204", "0205", "0305", "0406"} <= hexes.painted("wood")
    assert len(hexes.titles) == 1


def test_rectangle_erases_with_alt(hexes):
    hexes.use("rectangle")
    hexes.drag("0302", "0503", held=ALT)
    assert hexes.terrain("0402") == "clear"


def test_rectangle_by_keyboard_goes_from_enter_to_enter(hexes):
    hexes.use("rectangle")
    hexes.view.set_focus_cell("0204")
    hexes.key(Qt.Key.Key_Return)
    hexes.key(Qt.Key.Key_Down, times=2)
    hexes.key(Qt.Key.Key_Return)
    assert {"0204", "0205", "0206"} <= hexes.painted("wood")


def test_escape_drops_a_rectangle(hexes):
    hexes.use("rectangle")
    hexes.press("0204")
    hexes.drag_to("0406")
    hexes.key(Qt.Key.Key_Escape)
    hexes.release("0406")
    assert not hexes.titles


def test_fill_paints_what_hangs_together(hexes):
    hexes.use("fill")
    hexes.click("0404")
    assert {"0404", "0405"} <= hexes.painted("wood")
    assert "0101" not in hexes.painted("wood")


def test_shift_fills_the_terrain_everywhere(hexes):
    hexes.use("brush")
    hexes.model.ink(terrain="orchard")
    hexes.click("0701")
    hexes.use("fill")
    hexes.model.ink(terrain="wood")
    hexes.click("0404", SHIFT)
    assert hexes.painted("orchard") == set()
    assert "0701" in hexes.painted("wood")


def test_fill_shows_what_it_would_paint(hexes):
    tool = hexes.use("fill")
    assert set(tool.ahead("0404")) == {"0404", "0405"}
    hexes.click("0404")
    assert set(tool.ahead("0404")) == {"0404", "0405"}
    assert hexes.terrain("0405") == "wood"


def test_eraser_gives_the_usual_terrain_back(hexes):
    hexes.use("eraser")
    hexes.drag("0404", "0405")
    assert hexes.painted("orchard") == set()


def test_eraser_takes_features_away_in_one_step(hexes):
    tool = hexes.use("eraser")
    tool._choose("features")
    hexes.drag("0601", "0603")
    assert [feature.kind for feature in hexes.document.features] == ["dyke", "label"]
    assert len(hexes.titles) == 1


def test_eraser_clears_sides(hexes):
    tool = hexes.use("eraser")
    tool._choose("sides")
    hexes.click("0501")
    assert ("0501", "0502") not in hexes.document.sides
    assert ("0701", "0702") in hexes.document.sides


def test_eraser_takes_heights_away(hexes):
    tool = hexes.use("eraser")
    tool._choose("heights")
    hexes.click("0101")
    assert "level" not in hexes.document.cells["0101"].properties


def test_elevation_raises_each_cell_once_per_stroke(hexes):
    hexes.use("elevation")
    hexes.drag("0101", "0201", "0301", "0201", "0101")
    assert [level_of(hexes.document, cell) for cell in ("0101", "0201", "0301")] == [2, 1, 1]
    assert len(hexes.titles) == 1


def test_elevation_does_the_opposite_with_alt(hexes):
    hexes.use("elevation")
    hexes.click("0501", ALT)
    assert level_of(hexes.document, "0501") == -1


@pytest.mark.parametrize(("keys", "level"), [("..", 3), (",", 0)])
def test_elevation_keys_choose_a_level_to_set(hexes, keys, level):
    tool = hexes.use("elevation")
    hexes.type(keys)
    hexes.click("0501")
    assert tool.how == "set"
    assert level_of(hexes.document, "0501") == level


@pytest.mark.slow
def test_every_tool_says_what_the_hand_does_and_has_a_name(maps):
    for kind in ("hex", "square", "area"):
        hand = maps(kind)
        for name, tool in hand.workspace.tools.items():
            hand.use(name)
            assert tool.title
            assert tool.hints()
            for held in (SHIFT, CTRL, ALT):
                tool.hold(type(tool.held).of(held))
                assert tool.hints()


def test_every_key_of_a_tool_is_its_own(hexes):
    keys = [tool.key for tool in hexes.workspace.tools.values() if tool.key]
    assert len(keys) == len(set(keys))
    for tool in hexes.workspace.tools.values():
        if tool.key:
            key = tool.key.removeprefix("Shift+")
            hexes.key(getattr(Qt.Key, f"Key_{key}"), SHIFT if key != tool.key else NONE)
            assert hexes.view.tool is tool


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_no_option_of_any_tool_is_cut_off_in_the_smallest_window(maps, kind, qtbot):
    hand = maps(kind, size=(1208, 724))
    for name in hand.workspace.tools:
        hand.use(name)
        qtbot.waitUntil(lambda: not clipped(hand.workspace.options), timeout=1000)


def test_the_switches_of_overlays_stay_in_one_line_where_there_is_room(maps, qtbot):
    hand = maps("hex", size=(1900, 900))
    hand.use("line")
    qtbot.wait(1)
    wide = hand.workspace.options.height()
    hand.workspace.resize(1208, 724)
    hand.use("elevation")
    qtbot.wait(1)
    assert hand.workspace.options.height() > 1.5 * wide
