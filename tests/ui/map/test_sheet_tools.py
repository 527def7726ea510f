"""Labels, zones, links, hexsides, measuring: drawn with real clicks and keys."""

from __future__ import annotations

import math
from collections import Counter

import msgspec
import pytest
from hand import ALT, CTRL, SHIFT
from PySide6.QtCore import Qt

from wardesk.drawing.document import Override
from wardesk.model.palette import BorderKind
from wardesk.ui.map.tools.measure import cells_between, in_words


def feature(hand, kind, name):
    return next(one for one in hand.document.features if (one.kind, one.name) == (kind, name))


def middle(hand, a, b):
    """The middle of the side between two cells, map units."""
    p, q = hand.document.cells[a].anchor, hand.document.cells[b].anchor
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)


# ---- labels --------------------------------------------------------------------------------------


def write(hand, words):
    editor = hand.view.tool.editor
    hand.type(words, editor)
    hand.key_in(editor, Qt.Key.Key_Return)


def test_a_click_writes_a_label_of_the_cell(hexes):
    hexes.use("label")
    hexes.click("0504")
    write(hexes, "Mill")
    assert feature(hexes, "label", "Mill").cell == "0504"
    assert len(hexes.titles) == 1
    assert hexes.view.tool.editor is None


def test_escape_writes_nothing(hexes):
    hexes.use("label")
    hexes.click("0504")
    editor = hexes.view.tool.editor
    hexes.type("Mi", editor)
    hexes.key_in(editor, Qt.Key.Key_Escape)
    assert not hexes.titles
    assert hexes.view.hasFocus()


def test_a_click_elsewhere_keeps_what_was_typed_and_opens_nothing(hexes, qtbot):
    hexes.use("label")
    hexes.click("0504")
    hexes.type("Mill", hexes.view.tool.editor)
    hexes.click("0203")
    qtbot.waitUntil(lambda: hexes.view.tool.editor is None)
    assert feature(hexes, "label", "Mill")
    assert len(hexes.titles) == 1


def test_dragging_moves_a_label_in_one_step(hexes):
    hexes.use("label")
    hexes.click("0504")
    write(hexes, "Mill")
    before = feature(hexes, "label", "Mill").geometry["coordinates"]
    hexes.drag("0504", "0505", "0604")
    assert math.dist(feature(hexes, "label", "Mill").geometry["coordinates"], before) > 200
    assert len(hexes.titles) == 2


def test_a_double_click_writes_a_label_anew(hexes):
    hexes.use("label")
    hexes.click("0504")
    write(hexes, "Mill")
    hexes.double("0504")
    write(hexes, "Old mill")
    assert feature(hexes, "label", "Old mill")


def test_enter_writes_at_the_keyboards_cell(hexes):
    hexes.use("label")
    hexes.view.set_focus_cell("0203")
    hexes.key(Qt.Key.Key_Return)
    write(hexes, "Ford")
    assert feature(hexes, "label", "Ford").cell == "0203"


# ---- zones ---------------------------------------------------------------------------------------


def test_dragging_over_cells_makes_a_named_zone(hexes):
    hexes.use("zone")
    hexes.drag("0201", "0203")
    write(hexes, "North")
    assert feature(hexes, "zone", "North").properties["cells"] == ["0201", "0202", "0203"]


def test_a_zone_takes_more_cells_and_gives_them_back(hexes):
    hexes.use("zone")
    hexes.drag("0201", "0203")
    write(hexes, "North")
    hexes.click("0204")
    assert "0204" in feature(hexes, "zone", "North").properties["cells"]
    hexes.drag("0201", "0202")
    assert feature(hexes, "zone", "North").properties["cells"] == ["0203", "0204"]
    assert len(hexes.titles) == 3


def test_a_zone_is_renamed_and_removed_by_keys(hexes):
    hexes.use("zone")
    hexes.click("0201")
    write(hexes, "North")
    hexes.key(Qt.Key.Key_F2)
    write(hexes, "South")
    assert feature(hexes, "zone", "South")
    hexes.key(Qt.Key.Key_Delete)
    assert not [one for one in hexes.document.features if one.kind == "zone"]


def test_a_box_beside_the_map_becomes_a_zone(hexes):
    tool = hexes.use("zone")
    tool.set_boxes("box")
    rect = hexes.view.sheet.rect
    hexes.drag((rect.left() - 300, rect.top() + 50), (rect.left() - 20, rect.top() + 400))
    write(hexes, "Reinforcements")
    assert feature(hexes, "zone", "Reinforcements").geometry["type"] == "Polygon"


def test_select_picks_a_zone_of_cells_by_its_rim(hexes):
    tool = hexes.use("zone")
    hexes.drag("0202", "0203")
    write(hexes, "North")
    name = tool.zone().name
    hexes.use("select")
    hexes.click(middle(hexes, "0203", "0204"))
    assert hexes.model.selection.features == (name,)
    hexes.click(middle(hexes, "0202", "0203"))  # inside of it
    assert not hexes.model.selection.features


def test_ctrl_click_takes_up_the_zone_of_a_cell(hexes):
    tool = hexes.use("zone")
    hexes.click("0201")
    write(hexes, "North")
    tool.choose("")
    hexes.click("0201", CTRL)
    assert tool.zone().feature.name == "North"


# ---- links and cuts ------------------------------------------------------------------------------


def give_reason(hand, words):
    dialog = hand.view.tool.dialog
    hand.type(words, dialog.field)
    hand.key_in(dialog.field, Qt.Key.Key_Return)


def overrides(hand):
    return {one.pair: one for one in hand.document.overrides}


def test_dragging_between_neighbours_cuts_them_with_the_reason(hexes):
    hexes.use("link")
    hexes.drag("0504", "0505")
    give_reason(hexes, "a ravine")
    assert overrides(hexes)["0504", "0505"] == Override(("0504", "0505"), "remove", "a ravine")


def test_dragging_between_far_cells_links_them(hexes):
    hexes.use("link")
    hexes.drag("0503", "0506")
    give_reason(hexes, "a ferry")
    assert overrides(hexes)["0503", "0506"].change == "add"


def test_without_a_reason_nothing_is_linked(hexes):
    hexes.use("link")
    hexes.drag("0503", "0506")
    dialog = hexes.view.tool.dialog
    assert not dialog.take.isEnabled()
    hexes.key_in(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.reject()
    assert not hexes.titles


def test_a_picked_word_is_taken_back_with_delete(hexes):
    hexes.use("link")
    hexes.click(middle(hexes, "0102", "0103"))
    hexes.key(Qt.Key.Key_Delete)
    assert ("0102", "0103") not in overrides(hexes)
    assert ("0101", "0807") in overrides(hexes)


def test_cutting_cells_that_do_not_touch_is_refused(hexes):
    tool = hexes.use("link")
    tool._choose("cut")
    hexes.drag("0503", "0506")
    assert "share no side" in hexes.refusals[-1].message


def test_links_by_keyboard_go_from_enter_to_enter(hexes):
    hexes.use("link")
    hexes.view.set_focus_cell("0503")
    hexes.key(Qt.Key.Key_Return)
    hexes.key(Qt.Key.Key_Down, times=3)
    hexes.key(Qt.Key.Key_Return)
    give_reason(hexes, "a tunnel")
    assert overrides(hexes)["0503", "0506"].reason == "a tunnel"


# ---- sides ---------------------------------------------------------------------------------------


@pytest.fixture
def sides(hexes):
    hexes.use("hexside")
    hexes.model.ink(side="cliff")
    return hexes


def test_a_click_near_a_side_lays_the_kind_on_it(sides):
    sides.click(middle(sides, "0504", "0505"))
    assert sides.document.sides["0504", "0505"] == ("cliff",)


def test_dragging_along_sides_lays_the_kind_on_each_in_one_step(sides):
    around = [middle(sides, "0504", other) for other in ("0503", "0604", "0605", "0505")]
    sides.drag(*around)
    assert len([pair for pair in sides.document.sides if "0504" in pair]) >= 3
    assert len(sides.titles) == 1


def test_alt_takes_the_kind_off(sides):
    sides.click(middle(sides, "0701", "0702"), ALT)
    assert sides.document.sides["0701", "0702"] == ("crest",)


def test_ctrl_click_picks_up_the_kind_of_a_side(sides):
    sides.click(middle(sides, "0501", "0502"), CTRL)
    assert sides.model.inks.side == "crest"


def test_walking_through_the_middle_of_a_cell_paints_nothing(sides):
    sides.click(middle(sides, "0504", "0505"))
    before = dict(sides.document.sides)
    x, y = sides.document.cells["0504"].anchor
    sides.press(middle(sides, "0504", "0505"))
    sides.view.pointer = sides.at(middle(sides, "0504", "0505")).toPointF()
    sides.drag_to((x, y), (x + 10, y))
    sides.release((x + 10, y))
    assert sides.document.sides == before


def test_enter_paints_a_side_of_the_keyboards_cell(sides):
    sides.view.set_focus_cell("0504")
    sides.type(".")
    pair = sides.view.tool.key_side()
    sides.key(Qt.Key.Key_Return)
    assert sides.document.sides[pair] == ("cliff",)
    sides.key(Qt.Key.Key_Return)
    assert pair not in sides.document.sides


@pytest.fixture
def cliffs(sides):
    """A border kind with a high side is in ink."""
    borders = dict(sides.document.palette.borders)
    borders["scarp"] = BorderKind("scarp", "Scarp", passable=True, directed=True)
    sides.document.palette = msgspec.structs.replace(sides.document.palette, borders=borders)
    sides.model.ink(side="scarp")
    return sides


def beside_side(hand, cell, other):
    """A point in *cell* close to the side that it shares with *other*."""
    (ax, ay), (bx, by) = hand.document.cells[cell].anchor, hand.document.cells[other].anchor
    return (ax + (bx - ax) * 0.4, ay + (by - ay) * 0.4)


@pytest.mark.parametrize(("high", "low"), [("0504", "0505"), ("0505", "0504")])
def test_the_cell_that_the_hand_came_from_lies_high(cliffs, high, low):
    cliffs.click(beside_side(cliffs, high, low))
    assert cliffs.document.high["0504", "0505"] == high


def test_a_second_click_turns_the_high_side_round(cliffs):
    place = beside_side(cliffs, "0504", "0505")
    cliffs.click(place)
    cliffs.click(place)
    assert cliffs.document.high["0504", "0505"] == "0505"


def corners_of(hand, *cells):
    """The corners of a cell, in the order of its outline."""
    grid = hand.document.layout.grid
    numbers = {cell: n for n, cell in enumerate(hand.document.layout.numbering.labels(grid))}
    return [corner for cell in cells for corner in grid.outline(*grid.coordinates(numbers[cell]))]


def laid(hand, kind):
    """The sides that a kind lies on, without the cliff that the sheet begins with."""
    found = {pair for pair, kinds in hand.document.sides.items() if kind in kinds}
    return found - {("0701", "0702")}


def test_following_sides_from_corner_to_corner_lays_no_stubs(sides):
    way = corners_of(sides, "0504")
    sides.drag(*way[:5])
    assert len(laid(sides, "cliff")) == 4
    assert all("0504" in pair for pair in laid(sides, "cliff"))
    assert sides.titles == ("Paint cliff on 4 sides",)


def test_going_back_over_a_side_takes_it_back_and_what_lay_there_is_there_again(sides):
    way = corners_of(sides, "0504")
    sides.click(middle(sides, "0504", "0505"))
    before = dict(sides.document.sides)
    sides.drag(*way[:6], *way[4::-1])
    assert sides.document.sides == before


def test_shift_and_a_click_lay_the_shortest_way_from_the_last_end(sides):
    way = corners_of(sides, "0504")
    sides.drag(*way[:2])
    far = corners_of(sides, "0206")
    sides.click(far[0], SHIFT)
    found = laid(sides, "cliff")
    ends = Counter(end for pair in found for end in sides.view.sheet.side_line(*pair)
                   for end in [(round(end.x()), round(end.y()))])  # fmt: skip
    odd = {end for end, times in ends.items() if times == 1}
    assert odd == {way[0], far[0]}
    assert max(ends.values()) == 2
    assert len(sides.titles) == 2


def test_o_stands_for_alt_until_it_is_pressed_again(sides):
    sides.click(middle(sides, "0504", "0505"))
    sides.type("o")
    assert sides.view.tool.held.alt
    sides.click(middle(sides, "0504", "0505"))
    assert laid(sides, "cliff") == set()
    sides.type("o")
    sides.click(middle(sides, "0504", "0505"))
    assert ("0504", "0505") in laid(sides, "cliff")


def test_a_cliff_that_is_followed_keeps_its_high_side_on_one_hand(cliffs):
    way = corners_of(cliffs, "0504")
    start = beside_side(cliffs, "0504", "0505")
    near = [(x + (start[0] - x) * 0.02, y + (start[1] - y) * 0.02) for x, y in way[:5]]
    cliffs.drag(*near)
    high = {cliffs.document.high[pair] for pair in laid(cliffs, "scarp")}
    assert high == {"0504"}


def test_the_side_at_the_edge_of_the_map_takes_nothing(sides):
    x, y = sides.document.cells["0501"].anchor
    sides.click((x, y - 160))
    assert not any("" in pair for pair in sides.document.sides)
    assert not sides.refusals


# ---- measuring -----------------------------------------------------------------------------------


def test_measure_counts_cells_along_a_drag(hexes):
    tool = hexes.use("measure")
    hexes.drag("0503", "0506")
    assert tool.words().startswith("3 cells\n3.0 hex")
    assert not hexes.titles


def test_measure_adds_up_the_legs_of_a_path(hexes):
    tool = hexes.use("measure")
    for cell in ("0503", "0505", "0705"):
        hexes.click(cell)
    hexes.double("0705")
    assert tool.words().startswith("4 cells")
    assert not tool.live


def test_lengths_are_told_in_natures_units(hexes):
    hexes.document.unit = "1/336 hex (500 m)"
    assert in_words(hexes.document, 336) == "500 m"
    assert in_words(hexes.document, 3 * 336) == "1.5 km"


def test_on_areas_steps_are_counted_from_neighbour_to_neighbour(maps):
    hand = maps("area")
    a, b = next(iter(hand.view.model.document.cells)), list(hand.document.cells)[1]
    assert cells_between(hand.document, a, a) == 0
    assert cells_between(hand.document, a, b) >= 1
