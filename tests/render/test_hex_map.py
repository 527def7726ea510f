"""Printed maps of hexes and squares: pretty outlines that still tell what the rules say."""

from __future__ import annotations

import hashlib
import math
from itertools import combinations

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from wardesk.model.board import Board, Cell, Line
from wardesk.model.palette import LineKind, Palette, TerrainKind
from wardesk.render import area_map
from wardesk.render.area_map import BoardPainter
from wardesk.render.fields import MOST_ALIEN, Field, patch, probes
from wardesk.render.hex_layout import ORCHARD, VILLAGE, WOOD, cell_length
from wardesk.render.hex_map import HexScene
from wardesk.render.picture import board_picture
from wardesk.render.theme import load_map_theme, theme_ids

GROUND = ("clear", "wood", "village", "orchard", "water", "swamp")


def gridded(kind: str, *, pointy: bool = False, digest: str = "00" * 32, columns: int = 8) -> Board:
    """A small board of hexes or squares with every kind of ground, two levels and two roads."""
    rows, edge = 6, 40.0
    cells: dict[str, Cell] = {}
    outlines = {}
    for i in range(columns):
        for j in range(rows):
            name = f"{i + 1:02}{j + 1:02}"
            if kind == "square":
                x, y, turn, corners, reach = i * edge, j * edge, 45, 4, edge / math.sqrt(2)
            elif pointy:
                x, y = (i + j % 2 / 2) * edge * math.sqrt(3), j * 1.5 * edge
                turn, corners, reach = 30, 6, edge
            else:
                x, y = i * 1.5 * edge, (j + i % 2 / 2) * edge * math.sqrt(3)
                turn, corners, reach = 0, 6, edge
            ring = [math.radians(turn + number * 360 / corners) for number in range(corners)]
            outlines[name] = (
                tuple(
                    (round(x + reach * math.cos(a), 6), round(y + reach * math.sin(a), 6))
                    for a in ring
                ),
            )
            number = i * rows + j
            terrain = GROUND[number % 7] if number % 7 < len(GROUND) else "clear"
            place = ("Longeville-sur-Gette (N)" if j < 3 else "Aix") if terrain == "village" else ""
            rules = {"level": int(i > 4), "victory_points": number % 5}
            cells[name] = Cell(name, place or name, terrain, (x, y), rules)
    main = tuple(f"{i + 1:02}03" for i in range(columns))
    lines = (
        Line("a", "road", "Great highway", main, ()),
        Line("b", "road", "Lane", ("0301", "0302", "0303", "0304"), ()),
    )
    return Board(
        id="grid",
        title="Gridland, a test of everything",
        kind="square" if kind == "square" else "hex",
        unit="1/40 hex (500 m)",
        provenance="reconstruction: for the tests.",
        cells=cells,
        outlines=outlines,
        borders=(),
        contacts=(),
        features=(),
        palette=Palette(
            "p",
            "P",
            {art: TerrainKind(art, art.capitalize(), art) for art in GROUND},
            lines={"road": LineKind("road", "Road", "road")},
        ),
        digest=digest,
        lines=lines,
    )


@pytest.fixture(scope="module")
def hannut() -> Board:
    maps = pytest.importorskip("wardesk.documents.maps.store")
    from wardesk.paths import campaigns

    place = campaigns() / "hannut-stonne" / "maps" / "hannut"
    if not place.exists():
        pytest.skip("the pack is not there")
    return maps.load_board(place)


def scene_of(board: Board) -> HexScene:
    made = area_map.scene_of(board)
    assert isinstance(made, HexScene)
    return made


def shares(made: HexScene, holds) -> tuple[dict[str, float], dict[str, bool]]:
    """Per cell how much of it an area covers, and whether it holds the middle."""
    share, middle = {}, {}
    for cell, at in made.layout.centres.items():
        inside = holds(probes() + at)
        share[cell], middle[cell] = float(inside.mean()), bool(inside[0])
    return share, middle


def check_truth(made: HexScene) -> None:
    layout = made.layout
    classes = [
        ("wood", made.trees.wood, set(layout.of(WOOD)), 0.82),
        ("orchard", made.trees.orchard, set(layout.of(ORCHARD)), 0.67),
        ("village", made.villages.ground, set(layout.of(VILLAGE)), 0.67),
    ]
    for rank, step in enumerate(made.ground.steps, 1):
        members = {cell for cell, high in made.ground.ranks.items() if high >= rank}
        classes.append((f"level {rank}", step.edge, members, 0.82))
    for name, area, members, least in classes:
        share, middle = shares(made, area.holds)
        assert {cell for cell, inside in middle.items() if inside} == members, name
        for cell in layout.centres:
            if cell in members:
                assert share[cell] >= least, f"{name} covers {share[cell]:.0%} of {cell}"
            else:
                assert share[cell] <= MOST_ALIEN, f"{name} in {cell}: {share[cell]:.0%}"


def test_the_pretty_map_of_hannut_tells_the_truth(hannut):
    check_truth(scene_of(hannut))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "pointy"), [("hex", False), ("hex", True), ("square", False)])
def test_any_grid_and_seed_tells_the_truth(kind, pointy, seed):
    check_truth(scene_of(gridded(kind, pointy=pointy, digest=f"{seed:064}")))


def test_hachures_point_down_the_slope(hannut):
    step = scene_of(hannut).ground.steps[0]
    tips = [
        (path.elementAt(number).x, path.elementAt(number).y)
        for path in step.hachures.within(QRectF(-1e6, -1e6, 2e6, 2e6))
        for number in range(1, path.elementCount(), 2)
    ]
    assert len(tips) > 100
    assert step.edge.holds(np.array(tips)).mean() < 0.03


@pytest.mark.parametrize("fine", [24, 30, 54, 106])
def test_names_of_hannut_are_printed_once_and_apart(hannut, fine):
    painter_of = BoardPainter(hannut, load_map_theme())
    made = scene_of(hannut)
    lod = fine / 100 / made.layout.scale
    boxes = painter_of.label_rects(lod)
    names = [one.place.text for one in made.labels.plan(lod)]
    assert len(names) == len(set(names)) == 15, "Jauche, Jandrain, Orp-le-Grand: two hexes each"
    for (a, box), (b, other) in combinations(boxes.items(), 2):
        assert not box.intersects(other), f"the names of {a} and {b} overlap"
    for name in made.labels.plan(lod):
        box = boxes[name.place.key]
        assert made.sheet.frame.contains(box)
        for cell in hannut.cells if fine >= 34 else name.place.cells:
            assert not box.intersects(painter_of.slot(cell)), f"{name.place.text} under {cell}"


def tile(painter_of: BoardPainter, lod: float, x: float, y: float, size: int = 128) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(size / 2, size / 2)
    painter.scale(lod, lod)
    painter.translate(-x, -y)
    before = QTransform(painter.transform())
    painter_of.paint_ground(painter, lod)
    painter_of.paint_ink(painter, lod)
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
        area_map.forget_scenes()
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
    made = scene_of(gridded("hex", columns=columns))
    assert not made.panel.box.intersects(made.layout.bounds)
    assert made.layout.rect.contains(made.panel.box)
    assert made.panel.per_cell == "500 m per hex"
    assert {words for _, words in made.panel.strokes} >= {"Main road", "Road"}


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


def test_an_outline_runs_round_what_is_high():
    field = Field(QRectF(0, 0, 400, 400))
    area = patch(field, field.blobs([(200, 200)], 60.0), 0.5)
    assert len(area.loops) == 1
    far = [math.dist(at, (200, 200)) for at in area.loops[0]]
    assert max(far) - min(far) < 3
    assert area.holds_one(200, 200)
    assert not area.holds_one(300, 200)


def test_the_ground_length_of_a_cell_is_read_from_the_unit():
    assert cell_length("1/336 hex (500 m)") == (500.0, "m")
    assert cell_length("1/64 hex (1.5 km)") == (1.5, "km")
    assert cell_length("m") is None


def test_streams_on_sides_become_one_line(hannut):
    chain = ("0902", "0903"), ("0803", "0903"), ("0803", "0904"), ("0804", "0904")
    wet = structs.replace(hannut, sides=dict.fromkeys(chain, ("stream",)))
    made = HexScene(wet)
    assert not made.sides.whole.is_empty
    assert ("stream", "Stream") in made.panel.strokes
    assert len(list(made.sides.streams.within(made.layout.rect, 1e6))) <= 2
    middle = made.layout.centres["0903"]
    lod = 0.5 / made.layout.scale
    scale = made.layout.scale
    tile(BoardPainter(wet, load_map_theme()), lod, middle[0] * scale, middle[1] * scale, 400)
