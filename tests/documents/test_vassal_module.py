"""VASSAL modules of maps: their numbers are ours, their areas are ours, and XML stays XML."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ET
import zipfile
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of
from shipped import maps

from wardesk.documents.exports.vassal import Tabled, VassalSheet, write_module
from wardesk.documents.exports.vassal_grid import NumberedGrid, numbered_grid
from wardesk.documents.exports.vassal_pieces import ModulePiece
from wardesk.documents.exports.vassal_words import decode, encode
from wardesk.documents.maps.store import read_map
from wardesk.drawing.compile import compile_board
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.geometry.grids.square_lattice import SquareGrid

DAY = date(2026, 1, 2)
GRIDS = [
    *(HexGrid(7, 5, pointy, shoved) for pointy, shoved in product([False, True], ["odd", "even"])),
    SquareGrid(6, 9),
]
NUMBERINGS = [
    Numbering(),
    Numbering(row_first=True, separator="."),
    Numbering(columns=Count(letters=True), rows=Count(start=3, digits=1), prefix="N "),
    Numbering(rows=Count(backwards=True)),
    Numbering(columns=Count(start=50, digits=3, backwards=True), rows=Count(start=0)),
    Numbering(stagger=True),
    Numbering(columns=Count(backwards=True), rows=Count(start=9, backwards=True), stagger=True),
]


def sheet_of(scale=0.25, corner=(-61.0, -37.0), size=(900, 800)):
    return VassalSheet(png=b"", size=size, scale=scale, corner=corner)


def middles(grid, sheet):
    for number in range(grid.count):
        yield number, sheet.pixel(*grid.centre(*grid.coordinates(number)))


@pytest.mark.parametrize("numbering", NUMBERINGS)
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("scale", [0.25, 0.31])
def test_vassal_calls_every_cell_as_the_map_does(grid, numbering, scale):
    sheet = sheet_of(scale)
    there = numbered_grid(grid, numbering, sheet.size, sheet.scale, sheet.corner)
    labels = numbering.labels(grid)
    for number, (x, y) in middles(grid, sheet):
        for dx, dy in ((0, 0), (12, 0), (-12, 6), (0, -14)):
            assert there.name_at(x + dx, y + dy) == labels[number]


@pytest.mark.parametrize("place", maps("hex", "square"))
def test_shipped_maps_keep_their_numbers(place):
    document = read_map(Path(place))
    board, sheet = compile_board(document), sheet_of(0.3, (0.0, 0.0), (3000, 2000))
    layout = document.layout
    there = numbered_grid(layout.grid, layout.numbering, sheet.size, sheet.scale, sheet.corner)
    for name, cell in board.cells.items():
        if there is not None:
            assert there.name_at(*sheet.pixel(*cell.anchor)) == name


@pytest.mark.parametrize(
    "numbering",
    [Numbering("oblique"), Numbering(columns=Count(step=2)), Numbering(prefix="$1 "),
     Numbering(columns=Count(letters=True, start=24))],
)  # fmt: skip
def test_where_vassal_cannot_count_like_that_every_cell_is_named_by_itself(numbering):
    document = document_of("hex")
    assert numbered_grid(document.grid, numbering, (9, 9), 0.2, (0, 0)) is None
    root = build_file(write_module(compile_board(document), numbering, sheet_of(), DAY))
    regions = [one.get("name") for one in root.iter() if one.tag.endswith(".Region")]
    assert regions == list(document.cells)


def build_file(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return ET.fromstring(archive.read("buildFile.xml"))  # our own file


def test_areas_are_zones_with_their_outline_the_inner_ones_first():
    document = document_of("area")
    board, sheet = compile_board(document), sheet_of(1.0)
    root = build_file(write_module(board, None, sheet, DAY))
    zones = [one for one in root.iter() if one.tag.endswith(".Zone")]
    assert {one.get("name") for one in zones} == set(board.cells)
    for zone in zones:
        points = [tuple(map(int, pair.split(","))) for pair in zone.get("path").split(";")]
        assert points == [sheet.pixel(*at) for at in board.outlines[zone.get("name")][0]]


NASTY = 'A & "B" <c>; d/e\tf\\g, h\'\x07\x1b\ufffe'


def test_names_that_would_break_a_file_do_not():
    document = document_of("hex")
    document.title = NASTY
    pieces = [
        ModulePiece(name=NASTY, side=NASTY, faces=(b"1", b"2"), size=40, at=(10, 20)),
        ModulePiece(name="'quoted'", side="", faces=(b"3",), size=40),
    ]
    table = Tabled(pieces=pieces)
    data = write_module(compile_board(document), document.layout.numbering, sheet_of(), DAY, table)
    root = build_file(data)
    assert root.get("name").startswith('A & "B" <c>; d/e f\\g')
    slots = [one for one in root.iter() if one.tag.endswith(".PieceSlot")]
    assert len(slots) == 3  # two in the tray, one at its place
    assert len({slot.get("gpid") for slot in slots}) == 3
    assert int(root.get("nextPieceSlotId")) > max(int(slot.get("gpid")) for slot in slots)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {"images/p1-1.png", "images/p1-2.png", "images/p2-1.png"} <= {*archive.namelist()}


@pytest.mark.parametrize("words", [["a", "b;c", ""], ["'x'", "\\y"], [";", ";;", "d"]])
def test_sequences_come_back_as_vassal_reads_them(words):
    assert decode(encode(words, ";"), ";") == words


def test_the_same_day_gives_the_same_bytes_and_another_day_another_stamp():
    document = document_of("square")
    board = compile_board(document)
    made = [write_module(board, document.layout.numbering, sheet_of(), day)
            for day in (DAY, DAY, date(2026, 1, 3))]  # fmt: skip
    assert made[0] == made[1] != made[2]


def test_a_grid_says_itself_what_it_counts():
    assert NumberedGrid(kind="hex", x0=0, y0=0, dx=30, dy=34).name_at(0, 0) == "0000"
    assert isinstance(replace(NumberedGrid(kind="square", x0=0, y0=0, dx=9, dy=9)), NumberedGrid)
