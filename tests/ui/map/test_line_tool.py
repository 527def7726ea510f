"""The line tool: drawing point by point, snapping, editing, joining, resuming."""

from __future__ import annotations

import pytest
from hand import ALT, CTRL, SHIFT
from PySide6.QtCore import Qt

from wardesk.ui.map.model import Selection


def lines(hand, kind="road"):
    """The points of all lines of a kind."""
    return [
        [tuple(point) for point in feature.geometry["coordinates"]]
        for feature in hand.document.features
        if feature.kind == kind
    ]


def anchor(hand, cell):
    return tuple(hand.document.cells[cell].anchor)


def near(hand, cell, dx=20, dy=14):
    """A point near the middle of a cell, in map units."""
    x, y = anchor(hand, cell)
    return (x + dx, y + dy)


@pytest.fixture
def roads(hexes):
    hexes.use("line")
    hexes.model.ink(line="road")
    return hexes


def drawn(hand, *cells):
    for cell in cells:
        hand.click(near(hand, cell))
    hand.key(Qt.Key.Key_Return)


def test_clicks_draw_a_line_that_enter_finishes(roads):
    drawn(roads, "0205", "0306", "0406")
    assert lines(roads)[-1] == [anchor(roads, cell) for cell in ("0205", "0306", "0406")]
    assert len(roads.titles) == 1


def test_a_double_click_finishes(roads):
    roads.click(near(roads, "0205"))
    roads.double(near(roads, "0206"))
    assert lines(roads)[-1] == [anchor(roads, "0205"), anchor(roads, "0206")]


def test_ctrl_draws_without_snapping(roads):
    roads.click(near(roads, "0205"), CTRL)
    roads.click(near(roads, "0206"), CTRL)
    roads.key(Qt.Key.Key_Return)
    assert lines(roads)[-1][0] != anchor(roads, "0205")


def test_semicolon_switches_snapping_off(roads):
    roads.type(";")
    drawn(roads, "0205", "0206")
    assert lines(roads)[-1][0] != anchor(roads, "0205")
    assert roads.workspace.tools["line"].options is not None


def test_points_snap_to_corners_if_asked(roads):
    roads.workspace.tools["line"].set_snap("corners")
    drawn(roads, "0205", "0206")
    corners = roads.view.sheet.cell_path("0205").toFillPolygon().toList()
    assert lines(roads)[-1][0] in [(point.x(), point.y()) for point in corners]


def test_backspace_and_undo_take_the_last_point_back(roads):
    for cell in ("0205", "0206", "0207"):
        roads.click(near(roads, cell))
    roads.key(Qt.Key.Key_Backspace)
    roads.key(Qt.Key.Key_Z, CTRL)
    assert roads.view.tool.points == [anchor(roads, "0205")]
    assert not roads.titles


def test_escape_puts_the_line_aside_and_enter_goes_on_with_it(roads):
    roads.click(near(roads, "0205"))
    roads.click(near(roads, "0206"))
    roads.key(Qt.Key.Key_Escape)
    assert roads.view.tool.points == []
    roads.use("brush")
    roads.use("line")
    roads.key(Qt.Key.Key_Return)
    roads.click(near(roads, "0207"))
    roads.key(Qt.Key.Key_Return)
    assert len(lines(roads)[-1]) == 3
    assert not roads.model.remembered.polygon


def test_a_point_snaps_to_the_end_of_another_line(roads):
    end = lines(roads)[0][-1]
    roads.workspace.tools["line"].set_snap("corners")
    roads.click(near(roads, "0504"))
    roads.click((end[0] + 8, end[1] + 6))
    roads.key(Qt.Key.Key_Return)
    assert lines(roads)[-1][-1] == end


def pick_dyke(hand):
    hand.click(lines(hand, "dyke")[0][0])
    assert hand.model.selection.features == ("#2",)


def test_a_click_picks_a_line_and_dragging_moves_its_point(roads):
    pick_dyke(roads)
    roads.drag(lines(roads, "dyke")[0][1], near(roads, "0705"))
    assert lines(roads, "dyke")[0][1] == anchor(roads, "0705")
    assert len(roads.titles) == 1


def test_dragging_a_stretch_bends_the_line(roads):
    pick_dyke(roads)
    (ax, ay), (bx, by) = lines(roads, "dyke")[0]
    roads.drag(((ax + bx) / 2, (ay + by) / 2), near(roads, "0605"))
    assert len(lines(roads, "dyke")[0]) == 3


def test_alt_click_takes_a_point_out(roads):
    drawn(roads, "0205", "0306", "0406")
    roads.click(anchor(roads, "0306"), ALT)
    assert lines(roads)[-1] == [anchor(roads, "0205"), anchor(roads, "0406")]


def test_delete_takes_the_active_point_and_then_the_line(roads):
    drawn(roads, "0205", "0306", "0406")
    roads.click(anchor(roads, "0306"))
    roads.key(Qt.Key.Key_Delete)
    assert len(lines(roads)[-1]) == 2
    roads.key(Qt.Key.Key_Delete)
    assert len(lines(roads)) == 1


def test_a_click_on_an_end_draws_on(roads):
    drawn(roads, "0205", "0206")
    roads.click(anchor(roads, "0205"))
    roads.click(near(roads, "0204"))
    roads.key(Qt.Key.Key_Return)
    assert len(lines(roads)) == 2
    assert lines(roads)[-1] == [anchor(roads, cell) for cell in ("0204", "0205", "0206")]


def test_j_joins_two_lines_that_meet(roads):
    drawn(roads, "0205", "0206")
    roads.model.select(Selection())
    roads.click(anchor(roads, "0206"), SHIFT)
    roads.click(near(roads, "0207"))
    roads.key(Qt.Key.Key_Return)
    roads.key(Qt.Key.Key_J)
    assert len(lines(roads)) == 2
    assert set(lines(roads)[-1]) == {anchor(roads, cell) for cell in ("0205", "0206", "0207")}
    roads.model.undo()
    assert len(lines(roads)) == 3


def test_joining_a_line_that_meets_none_is_refused_in_words(roads):
    pick_dyke(roads)
    roads.key(Qt.Key.Key_J)
    assert "No single line" in roads.refusals[-1].message


def test_enter_walks_a_line_from_cell_to_cell(roads):
    roads.view.set_focus_cell("0204")
    roads.key(Qt.Key.Key_Return)
    roads.key(Qt.Key.Key_Down)
    roads.key(Qt.Key.Key_Return)
    roads.key(Qt.Key.Key_Down)
    roads.key(Qt.Key.Key_Return, times=2)
    assert lines(roads)[-1] == [anchor(roads, cell) for cell in ("0204", "0205", "0206")]
