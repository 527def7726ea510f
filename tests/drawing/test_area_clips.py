"""Tests of copied areas: laid down, turned, on other maps, stitched on as a second board."""

import pytest
from maps import area_map, canon, document_of

from wardesk.documents.maps.store import document_from_parts, parts_from_document
from wardesk.drawing.commands.all_commands import (
    DrawLine,
    PaintSides,
    PaintTerrain,
    Paste,
    PasteAreas,
    PlaceLabel,
    PutBorderKind,
    PutTerrainKind,
    command_json,
    read_command,
)
from wardesk.drawing.commands.area_clips import copy_areas, stitching_areas
from wardesk.drawing.commands.clips import copy_cells, stitching
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.whole_map import errors
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import outlines, sides
from wardesk.model.palette import BorderKind, TerrainKind

FAR = (400.0, 300.0)


def areas(document):
    return {name: polygon(rings).area for name, rings in outlines(document.network).items()}


def empty():
    return MapDocument(id="new", title="New", provenance="drawn", kind="area")


@pytest.mark.parametrize("turn", [0, 60, 90, 180, 270, 300])
def test_areas_are_laid_down_turned_with_their_common_borders(turn):
    document = area_map()
    before = areas(document)
    clip = copy_areas(document, tuple(document.cells))
    PasteAreas(clip, FAR, turn, "x").apply(document)
    assert errors(document) == []
    after = areas(document)
    assert len(after) == 2 * len(before)
    for name, size in before.items():
        assert after[name] == size
        exactly = turn % 90 == 0
        assert after[f"x{name}"] == (size if exactly else pytest.approx(size, rel=0.01))
    board = compile_board(document)
    for name in before:
        beside = {f"x{other}" for other in board.neighbours(name)}
        assert set(board.neighbours(f"x{name}")) == beside
    kinds = {frozenset((b.left or "", b.right or "")): b.kind for b in board.borders}
    for pair, kind in kinds.items():
        if "" not in pair and not any(name.startswith("x") for name in pair):
            assert kinds[frozenset(f"x{name}" for name in pair)] == kind


def test_a_piece_takes_its_palette_kinds_to_another_map():
    source = area_map()
    PutTerrainKind(TerrainKind("marsh", "Marsh")).apply(source)
    PaintTerrain(("A",), "marsh").apply(source)
    PutBorderKind(BorderKind("open", "Else", False)).apply(source)
    document = empty()
    editor = Editor(document)
    start = canon(document)
    command = PasteAreas(copy_areas(source, ("A", "B")), (0.0, 0.0))
    editor.do(read_command(command_json(command)))
    assert document.palette.terrain["marsh"].name == "Marsh"
    assert document.palette.borders["open"].name == "Else"
    assert errors(document) == []
    assert document_from_parts(parts_from_document(document)).cells == document.cells
    editor.undo()
    assert canon(document) == start


def test_kinds_that_a_map_has_stay_as_it_knows_them():
    source, document = area_map(), area_map()
    PutBorderKind(BorderKind("open", "Else", False)).apply(source)
    mine = document.palette.borders["open"]
    PasteAreas(copy_areas(source, ("A",)), FAR, prefix="x").apply(document)
    assert document.palette.borders["open"] == mine


@pytest.mark.parametrize("over", ["take", "fill"])
def test_what_lies_below_gives_way_or_stays(over):
    document = area_map()
    ground = sum(areas(document).values())
    a = areas(document)["A"]
    clip = copy_areas(document, ("A",))
    x, y = document.cells["A"].anchor
    PasteAreas(clip, (x - 20, y), 0, "x", over).apply(document)
    assert errors(document) == []
    after = areas(document)
    assert after["xA"] == (a if over == "take" else sum(after.values()) - ground)
    assert sum(after.values()) > ground
    assert (after["A"] == a) == (over == "fill")


def test_pieces_that_do_not_fit_are_refused_and_change_nothing():
    document = area_map()
    clip = copy_areas(document, ("A", "B"))
    before = canon(document)
    for command, words in (
        (PasteAreas(clip, FAR), "a cell A already"),
        (PasteAreas(clip, FAR, prefix="a b"), "cannot be an id"),
        (PasteAreas(clip, document.cells["A"].anchor, 0, "x"), "Nothing would be left"),
        (PasteAreas(clip, document.cells["A"].anchor, 0, "x", "fill"), "no free ground"),
        (PasteAreas(clip, (2e6, 0.0), 0, "x"), "within"),
        (PasteAreas(clip, FAR, float("nan"), "x"), "must be a number"),
    ):
        with pytest.raises(UserError, match=words):
            command.apply(document)
        assert canon(document) == before
    with pytest.raises(UserError, match="no borders to draw"):
        PasteAreas(clip, FAR).apply(document_of("hex"))


def test_hostile_pieces_are_refused():
    good = command_json(PasteAreas(copy_areas(area_map(), ("A", "B")), FAR, 0, "x")).decode()
    document = area_map()
    before = canon(document)
    for old, new in (
        ('"faces":{"A":{"outer":[', '"faces":{"A":{"outer":[99999,'),
        ('"nodes":[[1,', '"nodes":[[1,[0,0]],[1,'),
        ('"terrain":"', '"terrain":"lava'),
        ('"anchor":[0.0', '"anchor":[1e300'),
    ):
        assert old in good
        with pytest.raises(UserError):
            read_command(good.replace(old, new, 1)).apply(document)
        assert canon(document) == before


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_second_board_of_areas_meets_the_first_at_a_seam(side):
    document, board = area_map(), area_map()
    count = len(document.cells)
    command = stitching_areas(document, board, side, prefix="N-")
    command.apply(document)
    assert len(document.cells) == 2 * count
    assert errors(document) == []
    seam = [
        pair
        for pair in sides(document.network).values()
        if pair.left and pair.right and pair.left.startswith("N-") != pair.right.startswith("N-")
    ]
    assert seam
    assert sum(f.cell.startswith("N-") for f in document.features) == sum(
        bool(f.cell) for f in board.features
    )


def test_drawn_lines_and_labels_come_along_on_sheets():
    source, document = document_of("hex"), document_of("hex")
    points = tuple(source.cells[c].anchor for c in ("0201", "0202", "0203"))
    DrawLine("road", points, "Lane", "r1").apply(source)
    PlaceLabel("Mill", source.cells["0202"].anchor, "0202").apply(source)
    del document.palette.lines["road"]
    document.features.clear()
    Paste(copy_cells(source, ("0201", "0202", "0203")), "0504").apply(document)
    road, label = document.features
    assert road.properties["cells"] == ["0504", "0505", "0506"]
    assert (label.cell, label.name) == ("0505", "Mill")
    assert tuple(label.geometry["coordinates"]) == document.cells["0505"].anchor
    assert "road" in document.palette.lines
    assert errors(document) == []
    Paste(copy_cells(source, ("0201", "0202", "0203")), "0403", 1).apply(document_of("hex"))


def test_a_stitched_sheet_brings_its_lines_and_its_own_numbers_as_names():
    document, board = document_of("square"), document_of("square")
    PaintSides((("0101", "0102"),), "scarp", high="second").apply(board)
    stitching(board, "right", 0, "B").apply(document)
    assert document.cells["0902"].name == "B0102"
    assert document.cells["0901"].name == "Hill"  # a name of its own stays
    assert document.high["0901", "0902"] == "0902"
    roads = [f for f in document.features if f.kind == "road"]
    assert roads[1].properties["cells"][0] == "1401"
    assert errors(document) == []
