"""Select and wand, and what is done with what is picked: erase, name, copy, paste, the menu."""

from __future__ import annotations

import msgspec
import pytest
from hand import ALT, CTRL, SHIFT
from PySide6.QtCore import QByteArray, QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from wardesk.drawing.commands.clips import copy_cells
from wardesk.errors import UserError
from wardesk.ui.map.clipboard import MIME, put, read_clip
from wardesk.ui.map.model import Selection


def label(hand):
    return next(one for one in hand.document.features if one.kind == "label")


# ---- select --------------------------------------------------------------------------------------


def test_clicks_pick_add_and_take_away_cells(hexes):
    hexes.click("0203")
    hexes.click("0204", SHIFT)
    hexes.click("0205", SHIFT)
    hexes.click("0204", CTRL)
    assert hexes.model.selection.cells == ("0203", "0205")


def test_a_box_picks_the_cells_in_it_and_features_that_lie_in_it_whole(hexes):
    box = hexes.document.cells["0601"].anchor, hexes.document.cells["0603"].anchor
    hexes.drag((box[0][0] - 60, box[0][1] - 60), (box[1][0] + 60, box[1][1] + 60))
    assert set(hexes.model.selection.cells) == {"0601", "0602", "0603"}
    assert hexes.model.selection.features == ("#1",)


def test_a_click_on_a_line_picks_it_and_alt_the_cell_below(hexes):
    hexes.click("0602")
    assert hexes.model.selection == Selection(features=("#1",))
    hexes.click("0602", ALT)
    assert hexes.model.selection == Selection(("0602",))


def test_a_box_stays_on_the_map_while_space_moves_the_sheet(hexes):
    hexes.view.zoom(2)
    hexes.press("0404")
    hexes.drag_to("0504")
    before = hexes.view.camera.centre
    QTest.keyPress(hexes.view, Qt.Key.Key_Space)
    hexes.drag_to(QPoint(300, 300))
    QTest.keyRelease(hexes.view, Qt.Key.Key_Space)
    assert hexes.view.camera.centre != before
    assert hexes.view.sheet.locate(hexes.view.tool._from) == "0404"
    hexes.release(QPoint(300, 300))


def test_a_double_click_on_a_line_opens_it_in_its_tool(hexes):
    hexes.double("0602")
    assert hexes.view.tool.id == "line"
    assert hexes.view.tool.picked().feature.name == "Lane"


def test_a_double_click_on_words_opens_them_for_typing(hexes):
    hexes.double((1.0, 2.0))
    assert hexes.view.tool.id == "label"
    hexes.view.tool.editor.drop()


def test_arrows_nudge_picked_words_and_shift_further(hexes):
    hexes.click((1.0, 2.0))
    hexes.key(Qt.Key.Key_Right)
    near = label(hexes).geometry["coordinates"][0] - 1
    hexes.key(Qt.Key.Key_Right, SHIFT)
    far = label(hexes).geometry["coordinates"][0] - 1
    assert 0 < near < far / 5


def test_all_and_nothing_are_picked_by_keys(hexes):
    hexes.key(Qt.Key.Key_A, CTRL)
    assert len(hexes.model.selection.cells) == len(hexes.document.cells)
    hexes.key(Qt.Key.Key_A, CTRL | SHIFT)
    assert hexes.model.selection.is_empty


def test_escape_lets_go_of_what_is_picked(hexes):
    hexes.click("0203")
    hexes.key(Qt.Key.Key_Escape)
    assert hexes.model.selection.is_empty


def test_wand_picks_a_patch_and_shift_the_terrain_everywhere(hexes):
    hexes.use("wand")
    hexes.click("0404")
    assert set(hexes.model.selection.cells) == {"0404", "0405"}
    hexes.click("0402", ALT)
    assert set(hexes.model.selection.cells) == {"0402", "0404", "0405"}
    hexes.click("0101", SHIFT)
    assert set(hexes.model.selection.cells) == hexes.painted("clear")
    hexes.click("0101", CTRL)
    assert hexes.model.selection.is_empty


# ---- erasing and naming --------------------------------------------------------------------------


def test_delete_removes_features_and_erases_cells_in_one_step(hexes):
    hexes.model.select(Selection(("0402", "0404"), ("#1", "#3")))
    hexes.key(Qt.Key.Key_Delete)
    assert hexes.painted("orchard") == {"0405"}
    assert [one.kind for one in hexes.document.features] == ["dyke"]
    assert len(hexes.titles) == 1


def test_delete_with_nothing_picked_says_so(hexes):
    hexes.key(Qt.Key.Key_Delete)
    assert hexes.refusals[-1].message == "Nothing is picked."


def test_f2_names_the_picked_cell_on_the_sheet(hexes):
    hexes.click("0203")
    hexes.key(Qt.Key.Key_F2)
    editor = hexes.workspace.selection_commands.editor
    hexes.type("Sugarloaf", editor)
    hexes.key_in(editor, Qt.Key.Key_Return)
    assert hexes.document.cells["0203"].name == "Sugarloaf"
    assert hexes.view.hasFocus()


def test_letters_typed_into_a_name_take_up_no_tool(hexes):
    hexes.click("0203")
    hexes.key(Qt.Key.Key_F2)
    hexes.type("be", hexes.workspace.selection_commands.editor)
    assert hexes.view.tool.id == "select"
    hexes.key_in(hexes.workspace.selection_commands.editor, Qt.Key.Key_Escape)


# ---- copy and paste ------------------------------------------------------------------------------


def test_copied_cells_hang_at_the_pointer_and_a_click_drops_them(hexes):
    hexes.model.select(Selection(("0402", "0403", "0404")))
    hexes.key(Qt.Key.Key_C, CTRL)
    hexes.key(Qt.Key.Key_V, CTRL)
    assert hexes.view.tool.id == "paste"
    hexes.click("0703")
    assert (hexes.terrain("0703"), hexes.terrain("0705")) == ("wood", "orchard")
    assert hexes.view.tool.id == "select"
    assert len(hexes.titles) == 1


def test_a_piece_is_turned_before_it_is_dropped(hexes):
    hexes.model.select(Selection(("0404", "0405")))
    hexes.key(Qt.Key.Key_D, CTRL)
    hexes.key(Qt.Key.Key_R, CTRL, times=3)
    hexes.click("0204")
    assert {"0203", "0204"} <= hexes.painted("orchard")


def test_shift_click_drops_again_and_again_and_escape_lets_go(hexes):
    hexes.model.select(Selection(("0402",)))
    hexes.key(Qt.Key.Key_D, CTRL)
    hexes.click("0203", SHIFT)
    hexes.click("0205", SHIFT)
    hexes.key(Qt.Key.Key_Escape)
    assert hexes.view.tool.id == "select"
    assert {"0203", "0205"} <= hexes.painted("wood")


def test_cutting_empties_the_cells_in_one_step(hexes):
    hexes.model.select(Selection(("0501", "0502", "0101", "0402")))
    hexes.key(Qt.Key.Key_X, CTRL)
    assert ("0501", "0502") not in hexes.document.sides
    assert not hexes.document.cells["0101"].properties
    assert hexes.painted("wood") == set()
    assert len(hexes.titles) == 1


def test_a_piece_goes_from_one_map_to_another(maps):
    first, second = maps("hex"), maps("hex")
    first.model.select(Selection(("0404",)))
    first.key(Qt.Key.Key_C, CTRL)
    second.key(Qt.Key.Key_V, CTRL)
    second.click("0202")
    assert second.terrain("0202") == "orchard"


def test_a_piece_of_squares_is_refused_on_hexes(maps):
    squares, hexes = maps("square"), maps("hex")
    put(copy_cells(squares.document, ["0402"]))
    hexes.key(Qt.Key.Key_V, CTRL)
    hexes.click("0202")
    assert "does not fit" in hexes.refusals[-1].message
    assert not hexes.titles


def test_pasting_without_a_copy_says_what_to_do(hexes):
    QGuiApplication.clipboard().clear()
    hexes.key(Qt.Key.Key_V, CTRL)
    assert "Ctrl+C" in hexes.refusals[-1].advice


@pytest.mark.parametrize("raw", [
    b"", b"{", b"\xff\xfe", b'{"kind":"hex","cells":[]}', b'{"kind":"cube","cells":[]}',
    b'{"kind":"hex","cells":[{"step":[0,0],"terrain":"a"},{"step":[0,0],"terrain":"b"}]}',
    b'{"kind":"hex","cells":[{"step":[0,99999999999],"terrain":"wood"}]}',
    b'{"kind":"hex","cells":[{"step":[0,0],"terrain":"a"}],"sides":[{"a":[0,0],"b":[1,0],"kinds":["x"]}]}',
])  # fmt: skip
def test_a_damaged_clipboard_is_refused(raw):
    with pytest.raises(UserError, match="damaged"):
        read_clip(raw)


def test_a_copy_reads_back_from_the_clipboard_as_it_was(hexes):
    clip = copy_cells(hexes.document, ["0501", "0502", "0101"])
    assert read_clip(msgspec.json.encode(clip)) == clip


def test_a_damaged_clipboard_is_told_in_the_window(hexes):
    data = QMimeData()
    data.setData(MIME, QByteArray(b"nonsense"))
    QGuiApplication.clipboard().setMimeData(data)
    hexes.key(Qt.Key.Key_V, CTRL)
    assert "damaged" in hexes.refusals[-1].message
    assert hexes.view.tool.id == "select"


def test_areas_cannot_be_copied_and_say_so(maps):
    hand = maps("area")
    hand.key(Qt.Key.Key_A, CTRL)
    hand.key(Qt.Key.Key_C, CTRL)
    assert "areas" in hand.refusals[-1].message


def test_lines_and_words_are_doubled_beside_themselves(hexes):
    hexes.model.select(Selection(features=("#1", "#3")))
    hexes.key(Qt.Key.Key_D, CTRL)
    assert len(hexes.document.features) == 5
    assert len(hexes.titles) == 1


# ---- the menu ------------------------------------------------------------------------------------


MENU = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
"""Without a screen there is nothing to raise a menu above."""


def menu_at(hand, place):
    QTest.mouseClick(hand.view, Qt.MouseButton.RightButton, pos=hand.at(place))
    return {action.text().split("\t")[0]: action for action in hand.workspace.menu.menu.actions()}


@MENU
def test_a_right_click_offers_what_can_be_done_with_the_cell(hexes):
    hexes.model.ink(terrain="orchard")
    found = menu_at(hexes, "0204")
    found["Paint Orchard"].trigger()
    assert hexes.terrain("0204") == "orchard"
    assert not found["Copy"].isEnabled()
    hexes.workspace.menu.menu.close()


@MENU
def test_the_menu_of_a_picked_cell_acts_on_all_that_are_picked(hexes):
    hexes.model.select(Selection(("0204", "0205")))
    menu_at(hexes, "0204")["One level higher"].trigger()
    levels = [hexes.document.cells[cell].properties.get("level") for cell in ("0204", "0205")]
    assert levels == [1, 1]
    hexes.workspace.menu.menu.close()


@MENU
def test_the_menu_removes_the_line_under_the_pointer(hexes):
    menu_at(hexes, "0602")["Remove Lane"].trigger()
    assert "road" not in {one.kind for one in hexes.document.features}
    hexes.workspace.menu.menu.close()


@MENU
def test_the_menu_takes_a_cell_out_of_the_map_and_brings_it_back(hexes):
    menu_at(hexes, "0204")["Take out of the map"].trigger()
    assert "0204" not in hexes.document.cells
    hexes.workspace.menu.menu.close()
    hexes.model.undo()
    assert "0204" in hexes.document.cells


@MENU
def test_the_menu_key_opens_it_at_the_cell_of_the_keyboard(hexes):
    hexes.view.set_focus_cell("0204")
    hexes.key(Qt.Key.Key_Menu)
    assert hexes.workspace.menu.menu.isVisible()
    hexes.workspace.menu.menu.close()
