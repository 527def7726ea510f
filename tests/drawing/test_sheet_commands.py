"""Tests of commands on hexes and squares: sides, lines, sizes, clips, stitching, numbers."""

import pytest
from lattice_maps import lattice_map
from maps import canon
from msgspec.structs import replace

from wardesk.drawing.commands.all_commands import (
    DrawLine,
    FillTerrain,
    PaintSides,
    PaintTerrain,
    Paste,
    Renumber,
    ResizeSheet,
    SetElevation,
    SetPresence,
)
from wardesk.drawing.commands.clip_kinds import ClipKinds
from wardesk.drawing.commands.clips import copy_cells, stitching
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.whole_map import errors
from wardesk.errors import UserError
from wardesk.geometry.grids.numbering import Count, Numbering


def test_filling_stops_at_other_terrain():
    document = lattice_map("square", absent=())
    PaintTerrain(tuple(f"04{row:02d}" for row in range(1, 8)), "wood").apply(document)
    FillTerrain("0101", "orchard").apply(document)
    assert document.cells["0301"].terrain == "orchard"
    assert document.cells["0501"].terrain == "clear"


def test_heights_go_where_the_palette_reads_them():
    document = lattice_map("hex")
    SetElevation(("0202",), 3).apply(document)
    assert document.cells["0202"].properties["level"] == 3


def test_sides_keep_what_lies_on_them_apart():
    document = lattice_map("hex", absent=())
    PaintSides((("0502", "0501"),), "crest").apply(document)
    PaintSides((("0501", "0502"),), "cliff").apply(document)
    assert document.sides["0501", "0502"] == ("crest", "cliff")
    PaintSides((("0501", "0502"),), "crest", "remove").apply(document)
    assert document.sides["0501", "0502"] == ("cliff",)
    with pytest.raises(UserError, match="share no side"):
        PaintSides((("0101", "0801"),), "cliff").apply(document)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_line_knows_the_cells_it_crosses(kind):
    document = lattice_map(kind, absent=())
    points = tuple(document.cells[c].anchor for c in ("0101", "0104", "0304"))
    DrawLine("road", points, id="r9").apply(document)
    cells = next(f for f in document.features if f.id == "r9").properties["cells"]
    assert cells[:4] == ["0101", "0102", "0103", "0104"]
    assert cells[-1] == "0304"
    assert not [issue for issue in errors(document) if "r9" in issue.text]


@pytest.mark.parametrize("more", [{}, {"pointy": True}, {"shoved": "odd"}])
def test_resizing_leaves_cells_on_their_places_under_their_labels(more):
    document = lattice_map("hex", **more)
    places = {name: cell.anchor for name, cell in document.cells.items()}
    ResizeSheet(left=1, top=1, right=2).apply(document)
    assert {name: document.cells[name].anchor for name in places} == places
    assert len(document.cells) == len(places) + 11 * 8 - 8 * 7  # the empty place stays empty
    assert errors(document) == []
    with pytest.raises(UserError, match="columns and rows"):
        ResizeSheet(left=-99).apply(document)


def test_cutting_a_sheet_takes_along_what_named_its_cells():
    document = lattice_map("hex")
    ResizeSheet(right=-7).apply(document)
    assert errors(document) == []
    assert {c[:2] for c in document.cells} == {"01"}


@pytest.mark.parametrize(("kind", "steps"), [("hex", 6), ("square", 4)])
def test_a_clip_turned_all_round_is_itself(kind, steps):
    document = lattice_map(kind, absent=())
    PaintSides((("0401", "0402"),), "crest").apply(document)
    clip = copy_cells(document, ("0402", "0401", "0403", "0502"))
    assert clip.turned(steps) == clip
    assert clip.turned(1) != clip
    for turn in range(steps):
        Paste(clip, "0605", turn).apply(document)
        assert document.cells["0605"].terrain == "wood"
        assert errors(document) == []


def test_a_piece_fits_on_maps_of_its_kind_and_brings_its_palette_along():
    hexes, squares = lattice_map("hex"), lattice_map("square")
    with pytest.raises(UserError, match="does not fit"):
        Paste(copy_cells(squares, ("0101",)), "0101").apply(hexes)
    with pytest.raises(UserError, match="stand the other way"):
        Paste(copy_cells(lattice_map("hex", pointy=True), ("0101",)), "0101").apply(hexes)
    other = lattice_map("hex")
    del hexes.palette.terrain["wood"]
    Paste(copy_cells(other, ("0402",)), "0101").apply(hexes)
    assert hexes.palette.terrain["wood"] == other.palette.terrain["wood"]
    bare = replace(copy_cells(other, ("0404",)), kinds=ClipKinds())
    del hexes.palette.terrain["orchard"]
    with pytest.raises(UserError, match="no terrain 'orchard'"):
        Paste(bare, "0101").apply(hexes)


@pytest.mark.parametrize("side", ["right", "bottom", "left", "top"])
def test_two_boards_become_one_at_a_seam(side):
    document, board = lattice_map("square", absent=()), lattice_map("square", absent=())
    PaintTerrain(("0101",), "wood").apply(board)
    stitching(board, side, 1).apply(document)
    assert len(document.cells) == (15 * 7 if side in ("left", "right") else 8 * 13)
    assert errors(document) == []
    woods = sum(cell.terrain == "wood" for cell in document.cells.values())
    assert woods == (2 if side in ("right", "bottom") else 3)  # at the seam the first board wins


def test_places_leave_and_come_back():
    editor = Editor(lattice_map("hex"))
    before = canon(editor.document)
    editor.do(SetPresence(("0402", "0101"), False))
    assert "0402" not in editor.document.cells
    editor.do(SetPresence(("0402",), True))
    assert errors(editor.document) == []
    editor.go(0)
    assert canon(editor.document) == before


def test_a_new_numbering_renames_everything():
    document = lattice_map("hex")
    count = len(document.sides), len(document.overrides)
    Renumber(Numbering(columns=Count(letters=True), prefix="B")).apply(document)
    assert "BA01" in document.cells
    assert (len(document.sides), len(document.overrides)) == count
    assert errors(document) == []
    with pytest.raises(UserError, match="cells apart"):
        Renumber(Numbering(columns=Count(digits=1), rows=Count(digits=1, start=-1))).apply(
            lattice_map("hex", columns=30, rows=30)
        )
