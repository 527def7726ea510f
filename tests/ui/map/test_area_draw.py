"""Drawing a new area: corners, snapping, following borders, freehand, putting aside, mending."""

from __future__ import annotations

import pytest
import shapely
from area_stage import CTRL, area_stage
from PySide6.QtCore import Qt

from wardesk.geometry.borders.topology import outlines


@pytest.fixture
def stage(qtbot, light, tmp_path):
    with area_stage(qtbot, tmp_path) as made:
        yield made


def outline(stage, cell):
    return outlines(stage.document.network)[cell][0]


def test_clicks_and_enter_make_an_area_with_the_ink_and_the_next_free_number(stage):
    stage.use("area")
    stage.model.ink(side="wall")
    for place in ((140, 10), (155, 10), (155, 40), (140, 40)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    cell = stage.document.cells["1"]
    assert cell.terrain == stage.model.inks.terrain
    assert abs(shapely.Polygon(outline(stage, "1")).area - 15 * 30) < 15
    assert {e.kind for e in stage.document.edges.values() if e.id > 13} == {"wall"}
    assert stage.model.selection.cells == ("1",)
    assert stage.titles == ["Draw area 1"]
    assert stage.undo_all() == stage.before


def test_a_double_click_closes_the_outline_with_its_corner(stage):
    stage.use("area")
    stage.click(140, 10)
    stage.click(155, 10)
    stage.double(155, 40)
    assert len(outline(stage, "1")) == 3


def test_a_click_on_the_first_corner_closes_the_outline(stage):
    stage.use("area")
    for place in ((140, 10), (155, 10), (155, 40), (140, 10)):
        stage.click(*place)
    assert len(outline(stage, "1")) == 3


def test_a_corner_near_a_node_is_put_on_it_unless_ctrl_is_held(stage):
    tool = stage.use("area")
    stage.click(128.8, 0.7)
    assert tool.draft.corners[0].at == (128.0, 0.0)
    stage.key(Qt.Key.Key_Escape)
    stage.click(128.8, 0.7, CTRL)
    assert tool.draft.corners[0].at != (128.0, 0.0)
    assert tool.draft.corners[0].catch is None


def test_the_semicolon_switches_snapping_and_its_button_follows(stage):
    tool = stage.use("area")
    stage.key(";")
    assert not tool.snapping.snaps
    stage.click(128.8, 0.7)
    assert tool.draft.corners[0].at != (128.0, 0.0)


def test_two_corners_on_borders_are_joined_along_them(stage):
    stage.use("area")
    for place in ((100, 0), (128, 20), (150, 20), (150, -20), (100, -20)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    assert (128.0, 0.0) in outline(stage, "1")
    assert shapely.Polygon(outline(stage, "1")).is_valid
    shapes = [shapely.Polygon(rings[0], rings[1:]) for rings in _all(stage).values()]
    assert shapely.coverage_is_valid(shapes)
    assert stage.document.cells.keys() == {"A", "B", "C", "D", "I", "1"}
    assert abs(sum(s.area for s in shapes) - shapely.union_all(shapes).area) < 1e-6


def test_with_following_off_the_outline_runs_straight_and_takes_the_ground(stage):
    stage.use("area")
    stage.click(100, 0)
    stage.key("t")
    for place in ((128, 20), (150, 20), (150, -20), (100, -20)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    assert (128.0, 0.0) not in outline(stage, "1")
    assert shapely.Polygon(outline(stage, "B")).area < 64 * 64 - 200


def test_filling_leaves_the_ground_of_others_to_them(stage):
    tool = stage.use("area")
    tool._set_over("fill")
    before = outline(stage, "B")
    for place in ((100, 30), (150, 30), (150, 50), (100, 50)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    made = shapely.Polygon(outline(stage, "1"))
    assert abs(made.area - 22 * 20) < 15
    assert shapely.Polygon(outline(stage, "B")).equals(shapely.Polygon(before))


def test_the_kept_border_becomes_that_of_both(stage):
    stage.use("area")
    for place in ((128, 0), (150, 0), (150, 64), (128, 64)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    shared = {abs(s) for s in stage.document.faces["1"].outer} & {
        abs(s) for s in stage.document.faces["B"].outer
    }
    assert [stage.document.edges[number].kind for number in shared] == ["rim"]


def test_a_freehand_line_is_thinned_out_and_closes_where_it_began(stage):
    tool = stage.use("area")
    circle = [(150, 30), (153, 20), (150, 10), (143, 10), (140, 20), (143, 30), (150, 30)]
    stage.drag(*circle)
    assert not tool.live
    assert 5 <= len(outline(stage, "1")) <= 12
    assert stage.undo_all() == stage.before


def test_backspace_takes_corners_back_to_the_last_one(stage):
    tool = stage.use("area")
    stage.click(140, 10)
    stage.click(155, 10)
    stage.key(Qt.Key.Key_Backspace)
    assert [corner.catch for corner in tool.draft.corners] == [None]
    stage.key(Qt.Key.Key_Backspace)
    assert not tool.live
    assert not stage.model.in_stroke


def test_esc_puts_the_outline_aside_and_enter_takes_it_up_again(stage):
    tool = stage.use("area")
    for place in ((140, 10), (155, 10), (155, 40)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Escape)
    assert not tool.live
    assert stage.titles == []
    stage.use("select")
    stage.use("area")
    stage.key(Qt.Key.Key_Return)
    assert tool.live
    assert len(tool.draft.corners) == 3
    stage.click(140, 40)
    stage.key(Qt.Key.Key_Return)
    assert len(outline(stage, "1")) == 4


def test_undo_while_drawing_takes_back_corners_before_it_undoes_anything(stage):
    tool = stage.use("area")
    for place in ((140, 10), (155, 10), (155, 40)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    for place in ((140, 60), (155, 60), (155, 80)):
        stage.click(*place)
    for left in (2, 1, 0):
        stage.model.undo()
        assert len(tool.draft.corners) == left
        assert "1" in stage.document.cells
    stage.model.undo()
    assert "1" not in stage.document.cells


def test_an_outline_that_crosses_itself_is_refused_and_stays_to_be_mended(stage):
    tool = stage.use("area")
    for place in ((140, 10), (155, 40), (155, 10), (140, 40)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    assert len(stage.refusals) == 1
    assert tool.live
    assert stage.titles == []
    stage.key(Qt.Key.Key_Backspace)
    stage.key(Qt.Key.Key_Return)
    assert stage.titles == ["Draw area 1"]


def test_the_reason_for_a_refusal_is_known_before_closing(stage):
    tool = stage.use("area")
    for place in ((140, 10), (155, 40), (155, 10)):
        stage.click(*place)
    stage.hover(140, 40)
    stage.qtbot.waitUntil(lambda: tool.dry_run.now is not None, timeout=5000)
    assert "crosses itself" in tool.dry_run.now.refused
    assert not stage.view.grab().isNull()


def test_a_typed_id_and_name_are_used_once_and_the_next_is_numbered_after_them(stage):
    tool = stage.use("area")
    stage.workspace.options.grab()
    tool.cell.call("N07")
    tool.cell.rename("Nordwerk")
    for place in ((140, 10), (155, 10), (155, 40)):
        stage.click(*place)
    stage.key(Qt.Key.Key_Return)
    assert stage.document.cells["N07"].name == "Nordwerk"
    assert (tool.cell.id, tool.cell.name) == ("N08", "")


def test_the_first_area_of_an_empty_map_can_be_drawn(qtbot, light, tmp_path):
    from maps import area_map

    from wardesk.drawing.document import MapDocument

    empty = MapDocument(id="e", title="Empty", provenance="", palette=area_map().palette)
    with area_stage(qtbot, tmp_path, empty) as stage:
        stage.use("area")
        for place in ((0, 0), (40, 0), (40, 40)):
            stage.click(*place)
        stage.key(Qt.Key.Key_Return)
        assert list(stage.document.faces) == ["1"]


def _all(stage):
    return outlines(stage.document.network)
