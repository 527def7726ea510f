"""Tests of commands on areas and their borders: what they do, and why they are refused."""

import pytest
import shapely
from maps import area_map, assert_unbroken, canon

from wardesk.drawing.commands.all_commands import (
    DeleteArea,
    DeleteNode,
    DrawArea,
    FillGap,
    InsertNode,
    MergeAreas,
    MoveBend,
    MoveNode,
    NumberAreas,
    PaintBorders,
    RenameCell,
    ReshapeArea,
    ReshapeBorder,
    Simplify,
    SplitArea,
)
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.whole_map import errors, issues
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import outlines
from wardesk.model.palette import BorderKind, Palette, TerrainKind


def blank():
    """An area map with a palette and nothing drawn."""
    palette = Palette(
        "p",
        "P",
        {"open": TerrainKind("open", "Open"), "wood": TerrainKind("wood", "Wood")},
        {"plain": BorderKind("plain", "Plain", True), "wall": BorderKind("wall", "Wall", False)},
    )
    return MapDocument(id="new", title="New", provenance="drawn", palette=palette)


def box(x, y, w, h):
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def two_boxes():
    document = blank()
    DrawArea("A", box(0, 0, 100, 100), "open", "plain", "Left").apply(document)
    DrawArea("B", box(80, 20, 100, 50), "wood", "plain", "Right", "fill").apply(document)
    return document


def area(document, cell):
    return polygon(outlines(document.network)[cell]).area


def shared(document, a, b):
    board = compile_board(document)
    return [border for border in board.borders if {border.left, border.right} == {a, b}]


def test_a_border_between_two_drawn_areas_exists_once():
    document = two_boxes()
    assert area(document, "A") == 10_000
    assert area(document, "B") == 80 * 50
    assert len(shared(document, "A", "B")) == 1
    assert [issue for issue in issues(document) if issue.level == "error"] == []


def test_a_new_area_takes_ground_unless_told_to_fill():
    document = two_boxes()
    DrawArea("C", box(50, 50, 100, 100), "wood", "wall").apply(document)
    assert area(document, "C") == 10_000
    assert area(document, "A") == 10_000 - 2500
    assert errors(document) == []
    assert {border.kind for border in shared(document, "A", "C")} == {"wall"}
    assert {border.kind for border in shared(document, "A", "B")} == {"plain"}
    with pytest.raises(UserError, match="fall into 2 pieces"):
        DrawArea("D", box(20, -10, 10, 130), "open", "plain").apply(document)
    with pytest.raises(UserError, match="Nothing would be left of area Right"):
        DrawArea("E", box(79, 0, 200, 90), "open", "plain").apply(document)


def test_corners_within_reach_are_put_on_the_border():
    document = two_boxes()
    DrawArea("C", box(0, 101, 100, 50), "open", "plain", reach=2.0).apply(document)
    assert len(shared(document, "A", "C")) == 1
    assert area(document, "C") == pytest.approx(51 * 100, abs=2)


def test_an_area_in_an_area_is_an_island():
    document = two_boxes()
    DrawArea("I", box(20, 20, 20, 20), "wood", "wall").apply(document)
    assert len(document.faces["A"].holes) == 1
    assert compile_board(document).contacts_between("A", "I")
    DeleteArea("I").apply(document)
    gap = next(issue for issue in issues(document) if issue.code == "gap")
    FillGap(gap.at, "A", "plain").apply(document)
    assert area(document, "A") == 10_000
    assert document.faces["A"].holes == ()


def test_splitting_and_merging_gives_the_outline_back():
    document = two_boxes()
    SplitArea("A", ((50, 0), (40, 50), (50, 100)), "A2", "wall", "Half").apply(document)
    assert errors(document) == []
    assert area(document, "A") + area(document, "A2") == 10_000
    (border,) = shared(document, "A", "A2")
    assert (border.kind, len(border.points)) == ("wall", 3)
    assert document.cells["A2"].terrain == "open"
    MergeAreas("A", "A2").apply(document)
    assert area(document, "A") == 10_000
    assert errors(document) == []
    with pytest.raises(UserError, match="begin and end on the outline"):
        SplitArea("A", ((50, 50), (40, 100)), "A2", "wall").apply(document)
    with pytest.raises(UserError, match="leaves area Left"):
        SplitArea("A", ((50, 0), (50, -40), (90, -40), (90, 0)), "A2", "wall").apply(document)


def test_a_merged_area_has_its_anchor_where_there_is_room():
    document = blank()
    DrawArea("S", box(0, 0, 8, 100), "open", "plain").apply(document)
    DrawArea("A", box(8, 0, 100, 100), "open", "plain").apply(document)
    MergeAreas("S", "A").apply(document)
    x, y = document.cells["S"].anchor
    assert abs(x - 54) < 20
    assert abs(y - 50) < 20


def test_an_anchor_with_room_stays_where_it_is_after_a_merge():
    document = two_boxes()
    before = document.cells["A"].anchor
    MergeAreas("A", "B").apply(document)
    assert document.cells["A"].anchor == before


def test_what_names_a_merged_or_renamed_cell_follows():
    document = area_map()
    MergeAreas("C", "D").apply(document)
    pairs = [tuple(sorted(o.pair)) for o in document.overrides]
    assert ("C", "D") not in pairs
    assert ("A", "C") in pairs
    RenameCell("A", "Q").apply(document)
    assert [tuple(sorted(o.pair)) for o in document.overrides] == [("C", "Q")]
    assert list(document.cells) == ["B", "Q", "C", "I"]
    NumberAreas("S").apply(document)
    assert sorted(document.faces) == sorted(document.cells) == ["S01", "S02", "S03", "S04"]


def test_moving_a_node_moves_every_owner():
    document = two_boxes()
    node = next(n for n, p in document.nodes.items() if p == (100, 20))
    before = area(document, "A") + area(document, "B")
    change = MoveNode(node, (90.0, 25.0)).apply(document)
    assert change.cells == {"A", "B"}
    assert change.kinds == {"geometry"}
    assert area(document, "A") + area(document, "B") < before
    assert errors(document) == []


def test_a_border_may_not_cross_another():
    document = two_boxes()
    before = canon(document)
    node = next(n for n, p in document.nodes.items() if p == (100, 20))
    for to in ((300.0, 300.0), (100.0, 70.0)):
        with pytest.raises(UserError, match=r"would (cross|be broken|run nowhere)"):
            MoveNode(node, to).apply(document)
    with pytest.raises(UserError, match="within"):
        MoveNode(node, (float("inf"), 0.0)).apply(document)
    assert canon(document) == before
    assert_unbroken(document)


def test_an_anchor_left_outside_is_brought_back():
    document = two_boxes()
    cell = document.cells["B"]
    edge = shared(document, "A", "B")[0]
    number = int(edge.id)
    before = cell.anchor
    ReshapeBorder(number, ((170.0, 45.0),)).apply(document)
    assert document.cells["B"].anchor != before
    assert errors(document) == []


def test_nodes_come_and_go():
    document = two_boxes()
    number = int(shared(document, "A", "B")[0].id)
    InsertNode(number, (100, 45)).apply(document)
    node = next(n for n, p in document.nodes.items() if p == (100, 45))
    assert len(shared(document, "A", "B")) == 2
    PaintBorders((number,), "wall").apply(document)
    with pytest.raises(UserError, match="border Left–Right is of two kinds"):
        DeleteNode(node).apply(document)
    PaintBorders((number,), "plain").apply(document)
    DeleteNode(node).apply(document)
    assert len(shared(document, "A", "B")) == 1
    with pytest.raises(UserError, match="has no bend"):
        MoveBend(number, 9, (0, 0)).apply(document)


def test_reshaping_an_area_takes_and_gives():
    document = two_boxes()
    ReshapeArea("B", box(100, 0, 50, 100), "plain").apply(document)
    assert area(document, "B") == 5000
    assert errors(document) == []
    ReshapeArea("B", box(90, 0, 60, 100), "plain").apply(document)
    assert area(document, "A") == 9000
    ReshapeArea("B", box(100, 0, 50, 100), "plain", "A").apply(document)
    assert area(document, "A") == 10_000


def test_simplifying_keeps_who_borders_whom():
    document = area_map()
    before = {c: compile_board(document).neighbours(c) for c in document.cells}
    points = sum(len(edge.points) for edge in document.edges.values())
    Simplify(8.0).apply(document)
    assert sum(len(edge.points) for edge in document.edges.values()) < points
    assert {c: compile_board(document).neighbours(c) for c in document.cells} == before
    with pytest.raises(UserError, match="tolerance"):
        Simplify(0).apply(document)


def test_an_anchor_beside_the_cut_goes_to_the_middle_of_its_part():
    document = two_boxes()
    x, _ = document.cells["A"].anchor
    SplitArea("A", ((x + 1, 0), (x + 1, 100)), "A2", "wall").apply(document)
    for name in ("A", "A2"):
        shape = polygon(outlines(document.network)[name])
        best = shapely.maximum_inscribed_circle(shape).length
        assert shape.exterior.distance(shapely.Point(document.cells[name].anchor)) >= best / 3
