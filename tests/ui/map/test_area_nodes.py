"""The node tool: moving, making, deleting and picking corners, anchors, thinning out."""

from __future__ import annotations

import pytest
from area_stage import ALT, LEFT, NONE, SHIFT, area_stage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


@pytest.fixture
def stage(qtbot, light, tmp_path):
    with area_stage(qtbot, tmp_path) as made:
        yield made


def close(a, b, by=1.0):
    return abs(a[0] - b[0]) <= by and abs(a[1] - b[1]) <= by


def test_a_node_follows_the_hand_with_all_its_areas_as_one_stroke(stage):
    stage.use("node")
    stage.drag((64, 64), (72, 58))
    assert close(stage.document.nodes[5], (72, 58))
    assert stage.titles == ["Move the node of Heath, Marsh „Süd“, Meadow and Wood, north"]
    assert stage.undo_all() == stage.before


def test_a_bend_follows_the_hand(stage):
    stage.use("node")
    stage.drag((60.5, 40), (52, 44))
    assert close(stage.document.edges[3].points[0], (52, 44))
    assert stage.titles == ["Move a bend of the border Wood, north–Meadow"]


def test_dragging_a_border_bends_it_where_it_was_taken(stage):
    stage.use("node")
    stage.drag((96, 64), (96, 74))
    assert len(stage.document.edges[5].points) == 1
    assert close(stage.document.edges[5].points[0], (96, 74))
    assert stage.undo_all() == stage.before


def test_a_place_that_is_refused_is_told_while_dragging_and_changes_nothing(stage):
    tool = stage.use("node")
    stage.press(64, 64)
    stage.pull(50, 60)
    stage.pull(64, 140)
    stage.settle(tool.dry_run)
    assert "cross" in tool.dry_run.refusal(tool.command)
    assert not stage.view.grab().isNull()
    stage.release(64, 140)
    assert stage.titles == []
    assert stage.refusals == []
    assert stage.undo_all() == stage.before


def test_the_preview_shows_every_area_that_meets_at_the_node(stage):
    tool = stage.use("node")
    stage.press(64, 64)
    stage.pull(60, 60)
    stage.pull(70, 58)
    stage.settle(tool.dry_run)
    assert set(tool.dry_run.now.faces) == {"A", "B", "C", "D"}
    assert stage.model.in_stroke
    stage.release(70, 58)


def test_esc_and_undo_drop_what_is_held(stage):
    tool = stage.use("node")
    for drop in (lambda: stage.key(Qt.Key.Key_Escape), stage.model.undo):
        stage.press(64, 64)
        stage.pull(60, 60)
        stage.pull(70, 58)
        drop()
        assert tool.command is None
        assert not stage.model.in_stroke
        stage.release(70, 58)
        assert stage.titles == []


def test_shift_keeps_a_drag_straight(stage):
    stage.use("node")
    stage.press(64, 64)
    QTest.mouseMove(stage.view, stage.px(66, 64))
    stage.release(78, 66, SHIFT)
    assert stage.document.nodes[5][1] == 64.0


def test_a_double_click_on_a_border_makes_a_bend_and_on_the_bend_a_node(stage):
    stage.use("node")
    stage.double(96, 64)
    assert len(stage.document.edges[5].points) == 1
    nodes = len(stage.document.nodes)
    stage.double(96, 64)
    assert len(stage.document.nodes) == nodes + 1
    assert stage.undo_all() == stage.before


def test_alt_and_a_click_on_a_border_make_a_node(stage):
    stage.use("node")
    stage.click(96, 64, ALT)
    assert stage.titles == ["Insert a node into the border Meadow–Heath"]


def test_a_box_picks_corners_that_move_together(stage):
    tool = stage.use("node")
    stage.drag((110, 112), (76, 80))
    assert tool.picked.nodes == (10,)
    assert tool.picked.bends == {(13, 1), (13, 2), (13, 3)}
    stage.drag((90, 90), (78, 102))
    assert close(stage.document.nodes[10], (78, 102))
    assert close(stage.document.edges[13].points[1], (88, 112))
    assert stage.titles == ["Move 4 corners"]
    assert stage.undo_all() == stage.before


def test_shift_and_a_click_add_and_take_away(stage):
    tool = stage.use("node")
    stage.click(64, 64)
    stage.click(60.5, 40, SHIFT)
    assert (tool.picked.nodes, tool.picked.bends) == ((5,), {(3, 1)})
    stage.click(64, 64, SHIFT)
    assert (tool.picked.nodes, tool.picked.bends) == ((), {(3, 1)})


def test_delete_takes_out_picked_bends_as_one_stroke(stage):
    stage.use("node")
    stage.drag((52, 14), (72, 50))
    stage.key(Qt.Key.Key_Delete)
    assert stage.document.edges[3].points == ()
    assert len(stage.titles) == 1
    assert stage.undo_all() == stage.before


def test_a_node_where_borders_meet_is_not_deleted_and_the_reason_is_told(stage):
    stage.use("node")
    stage.click(64, 64)
    stage.key(Qt.Key.Key_Delete)
    assert stage.titles == []
    assert "borders meet" in stage.refusals[0]


def test_arrows_push_what_is_picked_and_pushes_in_a_row_are_undone_together(stage):
    stage.use("node")
    stage.click(64, 64)
    x = stage.document.nodes[5][0]
    stage.key(Qt.Key.Key_Right)
    stage.key(Qt.Key.Key_Right)
    stage.key(Qt.Key.Key_Right, SHIFT)
    step = stage.document.nodes[5][0] - x
    assert step == pytest.approx(12 * stage.view.pixel, abs=0.1)
    stage.use("select")
    assert len(stage.titles) == 1
    assert stage.undo_all() == stage.before


def test_undo_right_after_a_push_takes_the_pushes_back(stage):
    stage.use("node")
    stage.click(64, 64)
    stage.key(Qt.Key.Key_Down)
    stage.model.undo()
    assert stage.document.nodes[5] == (64.0, 64.0)
    assert not stage.model.in_stroke


def test_an_anchor_is_dragged_and_stays_inside_its_area(stage):
    tool = stage.use("node")
    stage.drag((32, 32), (20, 40))
    assert close(stage.document.cells["A"].anchor, (20, 40))
    assert stage.titles == ["Move the anchor of Wood, north"]
    stage.press(20, 40)
    stage.pull(30, 40)
    stage.pull(100, 40)
    stage.settle(tool.dry_run)
    stage.release(100, 40)
    assert stage.titles == ["Move the anchor of Wood, north"]
    assert close(stage.document.cells["A"].anchor, (20, 40))


def test_corners_are_reached_with_the_keyboard_alone(stage):
    tool = stage.use("node")
    stage.view.set_focus_cell("A")
    stage.key(Qt.Key.Key_Return)
    first = tool.picked.nodes
    assert len(first) == 1
    stage.key(".")
    assert tool.picked.count == 1
    assert tool.picked.nodes != first
    stage.key(",")
    assert tool.picked.nodes == first


def test_thinning_out_is_shown_first_and_done_by_the_button(stage):
    tool = stage.use("node")
    options = tool.simplify
    assert not options.button.isEnabled()
    options.slider.setValue(100)
    stage.settle(options.dry_run)
    assert options.dry_run.now.bends == (5, 3)
    assert stage.titles == []
    assert not stage.view.grab().isNull()
    QTest.mouseClick(options.button, LEFT, NONE)
    assert stage.document.edges[3].points == ()
    assert options.slider.value() == 0
    assert stage.undo_all() == stage.before


def test_thinning_out_concerns_only_the_picked_areas(stage):
    tool = stage.use("node")
    stage.click(96, 110)
    assert stage.model.selection.cells == ("D",)
    tool.simplify.slider.setValue(100)
    stage.settle(tool.simplify.dry_run)
    assert len(tool.simplify.edges) == 5
    assert 3 not in tool.simplify.edges


def test_a_border_is_drawn_anew_by_drawing_over_it(stage):
    tool = stage.use("redraw")
    stage.drag((72, 64), (84, 76), (110, 76), (120, 64))
    points = stage.document.edges[5].points
    assert len(points) >= 4
    assert any(close(point, (84, 76), 2) for point in points)
    assert not tool.live
    assert stage.titles == ["Reshape the border Meadow–Heath"]
    assert stage.undo_all() == stage.before


def test_a_line_that_ends_on_another_border_redraws_nothing_and_says_so(stage):
    stage.use("redraw")
    stage.drag((90, 64), (80, 80), (66, 96))
    assert stage.titles == []
    assert "one border" in stage.refusals[0]
    assert not stage.model.in_stroke
