"""Tests of directed sides and borders: painting with a high cell, flipping, cutting, copying."""

import pytest
from maps import area_map, canon, document_of

from wardesk.drawing.commands.all_commands import (
    ClearSides,
    DeleteNode,
    FlipBorders,
    FlipSides,
    InsertNode,
    PaintBorders,
    PaintSides,
    Paste,
    SetElevation,
    SplitArea,
)
from wardesk.drawing.commands.clips import copy_cells
from wardesk.drawing.compare import differences
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import live_issues
from wardesk.drawing.issues.whole_map import errors
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import edge_points, outlines, sides
from wardesk.model.palette import BorderKind

PAIR = ("0501", "0502")


def areas():
    document = area_map()
    document.palette.borders["scarp"] = BorderKind("scarp", "Scarp", True, directed=True)
    return document


def lying_high(document, edge):
    return sides(document.network)[edge].left


def test_the_cell_named_lies_high_whichever_way_the_pair_is_written():
    document = document_of("hex")
    PaintSides((PAIR,), "scarp", high="second").apply(document)
    assert document.high[PAIR] == "0502"
    PaintSides((PAIR[::-1],), "scarp", high="second").apply(document)
    assert document.high[PAIR] == "0501"
    PaintSides((PAIR,), "cliff").apply(document)  # another kind leaves the direction alone
    assert document.high[PAIR] == "0501"
    FlipSides((PAIR,)).apply(document)
    assert compile_board(document).high == {PAIR: "0502"}
    PaintSides((PAIR,), "scarp", "remove").apply(document)
    assert PAIR not in document.high
    for command in (FlipSides((PAIR,)), PaintSides((PAIR,), "cliff", high="first")):
        with pytest.raises(UserError, match=r"no high end|has a high end"):
            command.apply(document)


def test_clearing_a_side_forgets_its_high_end_and_undo_brings_it_back():
    editor = Editor(document_of("hex"))
    editor.do(PaintSides((PAIR,), "scarp", high="first"))
    before = canon(editor.document)
    editor.do(ClearSides((PAIR,)))
    assert PAIR not in editor.document.high
    editor.undo()
    assert canon(editor.document) == before


@pytest.mark.parametrize("turn", range(6))
def test_a_copied_cliff_keeps_its_high_cell_when_turned(turn):
    document = document_of("hex")
    PaintSides((PAIR,), "scarp", "only", "second").apply(document)
    Paste(copy_cells(document, PAIR), "0405", turn).apply(document)
    (pair,) = [p for p, kinds in document.sides.items() if kinds == ("scarp",) and p != PAIR]
    assert "0405" in pair
    assert document.high[pair] != "0405"


def test_an_unsaid_high_side_is_an_issue_that_heights_can_answer():
    document = document_of("hex")
    PaintSides((PAIR,), "scarp").apply(document)
    SetElevation(("0502",), 3).apply(document)
    (found,) = [one for one in live_issues(document) if one.issue.code == "side-high"]
    assert found.fix_text == "Let 0502 lie high"
    found.fix.apply(document)
    assert document.high[PAIR] == "0502"
    assert "side-high" not in [one.issue.code for one in live_issues(document)]


def test_a_border_is_turned_round_so_that_the_high_cell_is_on_its_left():
    document = areas()
    edge = next(n for n, beside in sides(document.network).items() if beside.left and beside.right)
    cells = sides(document.network)[edge]
    shapes = outlines(document.network)
    for high in (cells.left, cells.right):
        PaintBorders((edge,), "scarp", high).apply(document)
        assert lying_high(document, edge) == high
        board = compile_board(document)
        assert next(b for b in board.borders if b.id == str(edge)).left == high
    FlipBorders((edge,)).apply(document)
    assert lying_high(document, edge) == cells.left
    assert {n: {*map(frozenset, r)} for n, r in outlines(document.network).items()} == {
        n: {*map(frozenset, r)} for n, r in shapes.items()
    }
    assert errors(document) == []
    assert any("border" in d.what for d in differences(areas(), document))
    other = next(c for c in document.cells if c not in (cells.left, cells.right))
    with pytest.raises(UserError, match="does not lie beside"):
        PaintBorders((edge,), "scarp", other).apply(document)
    with pytest.raises(UserError, match="has no high side"):
        PaintBorders((edge,), "open", cells.left).apply(document)
    PaintBorders((edge,), "open").apply(document)
    with pytest.raises(UserError, match="has no high side"):
        FlipBorders((edge,)).apply(document)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_cliff_that_is_cut_keeps_its_high_side_in_both_parts(side):
    document = areas()
    edge = next(
        n
        for n, beside in sides(document.network).items()
        if {beside.left, beside.right} == {"A", "B"}
    )
    high = getattr(sides(document.network)[edge], side)
    PaintBorders((edge,), "scarp", high).apply(document)
    a, b = edge_points(document.network, edge)[:2]
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    ring = outlines(document.network)["A"][0]
    far = max(ring, key=lambda p: (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2)
    SplitArea("A", (middle, far), "A2", "open").apply(document)
    scarps = [n for n, e in document.edges.items() if e.kind == "scarp"]
    assert len(scarps) == 2
    halves = {"A", "A2"}
    for number in scarps:
        left = lying_high(document, number)
        assert (left in halves) == (high == "A")


def test_a_node_where_the_high_side_changes_stays():
    document = areas()
    edge = next(n for n, beside in sides(document.network).items() if beside.left and beside.right)
    PaintBorders((edge,), "scarp").apply(document)
    a, b = edge_points(document.network, edge)[:2]
    before = set(document.nodes)
    InsertNode(edge, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)).apply(document)
    (node,) = set(document.nodes) - before
    FlipBorders((edge,)).apply(document)
    with pytest.raises(UserError, match="At this node the high side of the scarp changes"):
        DeleteNode(node).apply(document)
    FlipBorders((edge,)).apply(document)
    DeleteNode(node).apply(document)
    assert errors(document) == []
