"""The border tool: whole borders, strokes, directed kinds, picking up, the keyboard."""

from __future__ import annotations

import pytest
from area_stage import ALT, CTRL, area_stage
from maps import area_map
from msgspec.structs import replace
from PySide6.QtCore import Qt

from wardesk.geometry.borders.topology import sides
from wardesk.model.palette import BorderKind


@pytest.fixture
def stage(qtbot, light, tmp_path):
    document = area_map()
    borders = {**document.palette.borders, "cliff": BorderKind("cliff", "Cliff", False)}
    borders["cliff"] = replace(borders["cliff"], directed=True)
    document.palette = replace(document.palette, borders=borders)
    with area_stage(qtbot, tmp_path, document) as made:
        yield made


def kind(stage, edge):
    return stage.document.edges[edge].kind


def high(stage, edge):
    return sides(stage.document.network)[edge].left


def test_a_click_paints_the_whole_border(stage):
    stage.use("border")
    stage.model.ink(side="wall")
    stage.click(96, 65)
    assert kind(stage, 5) == "wall"
    assert stage.titles == ["Paint wall on 1 border"]
    assert stage.undo_all() == stage.before


def test_a_quick_drag_along_several_borders_is_one_stroke(stage):
    stage.use("border")
    stage.model.ink(side="wall")
    stage.press(70, 64)
    stage.pull(124, 64)
    stage.pull(128, 70)
    stage.pull(128, 120)
    stage.release(128, 120)
    assert kind(stage, 5) == kind(stage, 12) == "wall"
    assert len(stage.titles) == 1
    assert stage.undo_all() == stage.before


def test_alt_gives_the_first_kind_back_and_ctrl_picks_the_kind_up(stage):
    stage.use("border")
    stage.model.ink(side="rim")
    stage.click(32, 64, ALT)
    assert kind(stage, 2) == "open"
    stage.click(30, 0, CTRL)
    stage.model.ink(side="wall")
    stage.click(30, 0, CTRL)
    assert stage.model.inks.side == "rim"
    assert len(stage.titles) == 1


def test_a_directed_kind_is_high_where_the_hand_is_and_a_second_click_turns_it(stage):
    stage.use("border")
    stage.model.ink(side="cliff")
    stage.click(96, 65.5)
    assert high(stage, 5) == "D"
    stage.click(96, 65.5)
    assert high(stage, 5) == "B"
    stage.model.undo()
    stage.model.undo()
    stage.click(96, 62.5)
    assert high(stage, 5) == "B"
    assert stage.undo_all() == stage.before


def test_the_border_under_the_pointer_is_shown(stage):
    tool = stage.use("border")
    stage.hover(96, 65)
    assert tool.over.id == 5
    lit = stage.view.grab().toImage()
    stage.hover(96, 40)
    assert tool.over is None
    assert stage.view.grab().toImage() != lit


def test_undo_in_the_middle_of_a_stroke_drops_it(stage):
    stage.use("border")
    stage.model.ink(side="wall")
    stage.press(96, 64)
    stage.model.undo()
    stage.release(96, 64)
    assert kind(stage, 5) == "open"
    assert stage.titles == [] or not stage.session.editor.can_undo


def test_enter_paints_all_borders_of_the_cell_under_the_keyboard(stage):
    stage.use("border")
    stage.model.ink(side="wall")
    stage.view.set_focus_cell("I")
    stage.key(Qt.Key.Key_Return)
    assert kind(stage, 13) == "wall"
