"""The cut tool and the merge tool: halves, several areas, gaps, what is kept, what is refused."""

from __future__ import annotations

import pytest
import shapely
from area_stage import SHIFT, area_stage
from PySide6.QtCore import QPointF, Qt

from wardesk.drawing.commands.all_commands import DeleteArea, NameCell
from wardesk.geometry.borders.topology import outlines


@pytest.fixture
def stage(qtbot, light, tmp_path):
    with area_stage(qtbot, tmp_path) as made:
        yield made


def area(stage, cell):
    rings = outlines(stage.document.network)[cell]
    return shapely.Polygon(rings[0], rings[1:]).area


def test_a_drag_across_an_area_cuts_it_and_the_half_with_the_anchor_keeps_its_id(stage):
    stage.use("cut")
    stage.drag((-5, 48), (66, 48))
    assert area(stage, "1") == pytest.approx(64 * 16, rel=0.05)
    assert stage.document.cells["1"].terrain == stage.document.cells["A"].terrain
    assert stage.titles == ["Split area Wood, north"]
    assert stage.model.selection.cells == ("A", "1")
    assert stage.undo_all() == stage.before


def test_a_drag_across_several_areas_cuts_them_as_one_stroke(stage):
    stage.use("cut")
    stage.drag((-6, 16), (140, 16))
    assert {"1", "2"} <= stage.document.faces.keys()
    assert len(stage.titles) == 1
    assert stage.undo_all() == stage.before


def test_clicks_cut_along_a_bent_line_and_the_one_on_the_outline_ends_it(stage):
    tool = stage.use("cut")
    for place in ((20, 0), (20, 20), (40, 44), (40, 64)):
        stage.click(*place)
    assert not tool.live
    assert "1" in stage.document.faces
    assert stage.undo_all() == stage.before


def test_new_borders_have_the_ink_and_old_ones_keep_their_kinds(stage):
    stage.use("cut")
    stage.model.ink(side="wall")
    stage.drag((-5, 32), (66, 32))
    network = stage.document.network
    cut = {abs(s) for s in network.faces["A"].outer} & {abs(s) for s in network.faces["1"].outer}
    assert [network.edges[number].kind for number in cut] == ["wall"]
    kinds = sorted(e.kind for e in network.edges.values())
    assert kinds.count("wall") == 2
    assert kinds.count("rim") == 9


def test_the_halves_are_shown_while_drawing(stage):
    tool = stage.use("cut")
    stage.press(-5, 48)
    stage.pull(20, 48)
    stage.pull(66, 48)
    stage.settle(tool.dry_run)
    assert {"A", "1"} <= set(tool.dry_run.now.faces)
    assert "A keeps 75 %, 1 gets 25 %" in tool._words()
    assert not stage.view.grab().isNull()
    stage.key(Qt.Key.Key_Escape)
    stage.release(66, 48)
    assert stage.titles == []


def test_a_line_that_cuts_nothing_is_dropped(stage):
    tool = stage.use("cut")
    stage.drag((10, 10), (40, 20))
    assert not tool.live
    assert not stage.model.in_stroke
    assert stage.titles == []


def test_backspace_and_esc_take_a_cut_back(stage):
    tool = stage.use("cut")
    stage.click(20, 0)
    stage.click(20, 20)
    stage.key(Qt.Key.Key_Backspace)
    assert len(tool.draft.corners) == 1
    stage.key(Qt.Key.Key_Escape)
    assert not tool.live
    assert not stage.model.in_stroke


def test_two_clicks_merge_neighbours_and_the_first_keeps_its_id(stage):
    stage.use("merge")
    stage.click(96, 40)
    stage.click(32, 40)
    assert "A" not in stage.document.faces
    assert area(stage, "B") == pytest.approx(2 * 64 * 64)
    assert stage.document.edges[2].kind == "wall"
    assert stage.undo_all() == stage.before


def test_the_larger_is_kept_if_that_is_wanted(stage):
    tool = stage.use("merge")
    tool.keeps_larger = True
    stage.click(95, 97)
    stage.click(80, 115)
    assert "D" in stage.document.faces
    assert "I" not in stage.document.faces


def test_a_name_is_not_lost_when_the_kept_area_has_none(stage):
    stage.model.do(NameCell("A", ""))
    stage.model.do(NameCell("B", "Hill"))
    stage.use("merge")
    stage.click(20, 40)
    stage.click(96, 40)
    assert stage.document.cells["A"].name == "Hill"
    assert len(stage.titles) == 3


def test_the_union_is_shown_before_the_second_click(stage):
    tool = stage.use("merge")
    stage.click(32, 40)
    stage.hover(96, 40)
    stage.settle(tool.dry_run)
    assert tool.dry_run.now.gone == ("B",)
    assert not stage.view.grab().isNull()
    stage.key(Qt.Key.Key_Escape)
    assert tool.first is None


def test_areas_that_share_no_border_are_not_merged_and_the_reason_is_told(stage):
    stage.use("merge")
    stage.click(32, 40)
    stage.click(80, 115)
    assert stage.titles == []
    assert "No common border" in stage.refusals[0]


def test_several_picked_areas_are_merged_as_one_stroke(stage):
    stage.use("merge")
    for place in ((32, 40), (80, 115), (96, 40)):
        stage.click(*place, SHIFT)
    stage.key(Qt.Key.Key_Return)
    assert set(stage.document.faces) == {"A", "C", "I"}
    assert len(stage.titles) == 1
    assert stage.undo_all() == stage.before


def test_picked_areas_are_taken_off_the_map_with_delete(stage):
    stage.use("merge")
    stage.click(95, 97, SHIFT)
    stage.key(Qt.Key.Key_Delete)
    assert "I" not in stage.document.cells
    assert stage.undo_all() == stage.before


def test_a_gap_is_given_to_the_area_clicked_next(stage):
    tool = stage.use("merge")
    stage.model.do(DeleteArea("I"))
    stage.qtbot.waitUntil(lambda: bool(tool.gaps.rings), timeout=5000)
    stage.hover(95, 95)
    assert not stage.view.grab().isNull()
    stage.click(95, 95)
    stage.click(80, 115)
    assert area(stage, "D") == pytest.approx(64 * 64)
    assert stage.titles == ["Delete area Islet", "Fill a gap with D"]


def test_the_sheet_follows_undo_and_redo(stage):
    stage.use("cut")
    stage.drag((-5, 48), (66, 48))
    assert stage.view.sheet.locate(QPointF(30, 56)) == "1"
    stage.model.undo()
    assert stage.view.sheet.locate(QPointF(30, 56)) == "A"
    stage.model.redo()
    assert stage.view.sheet.locate(QPointF(30, 56)) == "1"
