"""Printed maps of hexes and squares: pretty outlines that still tell what the rules say."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations

import pytest
from msgspec import structs
from PySide6.QtGui import QImage, QPainter, QTransform

from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Board, Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.render.export.pictures import board_picture
from wardesk.render.map import board_painter
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.lattice.sheet_margin import cell_length
from wardesk.render.theme import load_map_theme, theme_ids

GROUND = ("clear", "wood", "village", "orchard", "water", "swamp")


def gridded(kind: str, *, pointy: bool = False, title: str = "", columns: int = 8) -> Board:
    """A small board of hexes or squares with every kind of ground, two levels and two roads."""
    rows = 6
    grid = SquareGrid(columns, rows) if kind == "square" else HexGrid(columns, rows, pointy)
    layout = Layout(grid)
    document = MapDocument(
        id="grid",
        title=title or "Gridland, a test of everything",
        provenance="reconstruction: for the tests.",
        kind="square" if kind == "square" else "hex",
        unit="1/40 hex (500 m)",
        layout=layout,
        palette=Palette(
            "p",
            "P",
            {art: TerrainKind(art, art.capitalize(), art) for art in GROUND},
            {"stream": BorderKind("stream", "Stream", True, "stream")},
            {"road": LineKind("road", "Road", "road")},
        ),
    )
    for name, number in document.cell_numbers.items():
        i, j = grid.offset(*grid.coordinates(number))
        x, y = grid.centre(*grid.coordinates(number))
        at = i * rows + j
        terrain = GROUND[at % 7] if at % 7 < len(GROUND) else "clear"
        place = ("Longeville-sur-Gette (N)" if j < 3 else "Aix") if terrain == "village" else ""
        rules = {"level": int(i > 4), "victory_points": at % 5}
        document.cells[name] = Cell(name, place or name, terrain, (float(x), float(y)), rules)
    main = [f"{i + 1:02}03" for i in range(columns)]
    for name, cells in (("Great highway", main), ("Lane", ["0301", "0302", "0303", "0304"])):
        points = [list(document.cells[cell].anchor) for cell in cells]
        form = {"type": "LineString", "coordinates": points}
        row = Feature("road", form, name, properties={"cells": cells}, id=name)
        document.features.append(row)
    return compile_board(document)


@pytest.fixture(scope="module")
def hannut() -> Board:
    maps = pytest.importorskip("wardesk.documents.maps.store")
    from wardesk.paths import campaigns

    place = campaigns() / "hannut-stonne" / "maps" / "hannut"
    if not place.exists():
        pytest.skip("the pack is not there")
    return maps.load_board(place)


def drawn(painter_of: BoardPainter):
    return painter_of.scene.drawn


@pytest.mark.parametrize("fine", [24, 30, 54, 106])
def test_names_of_hannut_are_printed_once_and_apart(hannut, fine):
    painter_of = BoardPainter(hannut, load_map_theme())
    unit = drawn(painter_of).frame.unit
    lod = fine / 100 / unit
    boxes = painter_of.label_rects(lod)
    names = [name.text for name in drawn(painter_of).names.by_place(fine, numbered=True).values()]
    assert len(names) == len(set(names)) == 15, "Jauche, Jandrain, Orp-le-Grand: two hexes each"
    for (a, box), (b, other) in combinations(boxes.items(), 2):
        assert not box.intersects(other), f"the names of {a} and {b} overlap"
    for key, box in boxes.items():
        assert painter_of.sheet.frame.contains(box)
        for cell in hannut.cells if fine >= 34 else (key,):
            assert not box.intersects(painter_of.slot(cell)), f"{key} under {cell}"


def tile(painter_of: BoardPainter, lod: float, x: float, y: float, size: int = 128) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(size / 2, size / 2)
    painter.scale(lod, lod)
    painter.translate(-x, -y)
    before = QTransform(painter.transform())
    painter_of.paint_ground(painter, lod)
    painter_of.paint_lettering(painter, lod)
    assert painter.transform() == before, "a save without its restore"
    assert not painter.hasClipping()
    painter.end()
    return image


def digest(image: QImage) -> str:
    return hashlib.sha256(bytes(image.constBits())).hexdigest()


@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize("kind", ["hex", "square"])
def test_every_theme_prints_grids(kind, theme):
    image = board_picture(gridded(kind), size=(320, 200), theme=theme)
    colours = {image.pixel(x, y) for x in range(0, 320, 4) for y in range(0, 200, 4)}
    assert len(colours) > 20


@pytest.mark.parametrize("lod", [0.02, 0.2, 1.0, 6.0, 40.0])
def test_any_zoom_paints_without_a_warning(lod):
    painter_of = BoardPainter(gridded("hex", pointy=True), load_map_theme())
    for x, y in ((225, 180), (45, 315), (600, 100), (-5000, 0)):
        tile(painter_of, lod, x, y)


def test_the_same_grid_is_the_same_picture():
    pictures = []
    for _ in range(2):
        board_painter.forget_scenes()
        pictures.append(digest(tile(BoardPainter(gridded("hex"), load_map_theme()), 1.2, 200, 150)))
    assert pictures[0] == pictures[1]


def test_tiles_of_a_grid_join_without_a_seam():
    painter_of = BoardPainter(gridded("hex"), load_map_theme("plain"))
    whole = tile(painter_of, 1.0, 200, 150, 256)
    part = tile(painter_of, 1.0, 200 - 64, 150 - 64, 128)
    worst = max(
        abs((whole.pixel(x, y) >> shift & 255) - (part.pixel(x, y) >> shift & 255))
        for x in range(4, 124, 3)
        for y in range(4, 124, 3)
        for shift in (0, 8, 16)
    )
    assert worst <= 24, "only the odd antialiased pixel may differ"


@pytest.mark.parametrize("columns", [3, 8, 24])
def test_title_key_and_scale_lie_on_no_cell(columns):
    painter_of = BoardPainter(gridded("hex", columns=columns), load_map_theme())
    made = drawn(painter_of)
    assert not made.strip.box.intersects(made.frame.bounds)
    assert made._rect.contains(made.strip.box)
    assert made.strip.per_cell == "500 m per hex"
    assert {one.words for one in made.strip.entries} >= {"Main road", "Village"}


def test_a_board_without_cells_is_an_empty_sheet():
    void = Board(
        id="void",
        title="",
        kind="hex",
        unit="",
        provenance="",
        cells={},
        outlines={},
        borders=(),
        contacts=(),
        features=(),
        palette=Palette("none", "None"),
    )
    painter_of = BoardPainter(void, load_map_theme())
    tile(painter_of, 1.0, 50, 50)
    assert painter_of.label_rects(1.0) == {}


def test_the_ground_length_of_a_cell_is_read_from_the_unit():
    assert cell_length("1/336 hex (500 m)") == (500.0, "m")
    assert cell_length("1/64 hex (1.5 km)") == (1.5, "km")
    assert cell_length("m") is None


def test_streams_on_sides_become_one_line(hannut):
    around = [other for _, other in sorted(hannut.lattice.beside("0903"))][:4]
    chain = [tuple(sorted(("0903", other))) for other in around]
    wet = structs.replace(hannut, sides=dict.fromkeys(chain, ("stream",)))
    painter_of = BoardPainter(wet, load_map_theme())
    made = drawn(painter_of)
    assert "Stream" in {one.words for one in made.strip.entries}
    sides = made.ground.sides
    ends = [
        path.elementAt(at)
        for pair in chain
        for path in [sides.stream(pair, sides._marks[pair])]
        for at in (0, path.elementCount() - 1)
    ]
    places = Counter((round(one.x, 3), round(one.y, 3)) for one in ends)
    assert sorted(places.values()) == [1, 1, 2, 2, 2], "each share begins where the last one ends"
