"""The map sheet: what it paints after any edits is what a fresh sheet would paint."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from wardesk.drawing.commands.all_commands import (
    DrawLine,
    DrawZone,
    NameCell,
    PaintSides,
    PaintTerrain,
    PlaceLabel,
    PutTerrainKind,
    ResizeSheet,
    SetElevation,
    SetPresence,
)
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.model.palette import TerrainKind
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.lattice.forms import SOFT, Forms
from wardesk.render.map.lattice.frame import LatticeFrame
from wardesk.render.map.lattice.houses import build_houses
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import load_map_theme, theme_ids

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import document_of, random_command

KINDS = ["area", "hex", "pointy", "square"]
LAYERS = ("terrain", "elevation", "grid", "sides", "lines", "labels", "zones", "numbers")
WIDE, HIGH = 420, 300


def view(sheet, scale=None, centre=None, size=(WIDE, HIGH), turn=0, hurry=False):
    """A picture of a sheet: fitted, or at a scale around a point."""
    rect = sheet.rect
    scale = scale or min(size[0] / rect.width(), size[1] / rect.height())
    centre = centre or rect.center()
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.gray)
    painter = QPainter(image)
    painter.translate(size[0] / 2, size[1] / 2)
    painter.rotate(turn)
    painter.scale(scale, scale)
    painter.translate(-centre)
    half = max(size) / 2 / scale if turn else 0
    wide, high = (half or size[0] / 2 / scale), (half or size[1] / 2 / scale)
    seen = QRectF(centre.x() - wide, centre.y() - high, 2 * wide, 2 * high)
    sheet.paint(painter, seen, scale, hurry=hurry)
    painter.end()
    return image


def pixels(image):
    """The picture as an array of bytes."""
    return np.array(image.constBits(), np.int16).reshape(image.height(), image.width(), 4)


def alike(picture, other):
    """Equal but for the last bits of a few pixels under brushes and stamps.

    Qt walks through a brush that is not drawn 1:1 in steps of 1/65536 from where it begins to
    paint a row, and mixes with weights of 1/256, so a picture that begins elsewhere may round
    differently: by 1 for each of the few brushes and stamps that lie over each other.
    """
    differs = np.abs(picture - other).max(axis=2)
    return differs.max() <= 3 and (differs > 0).mean() < 0.02


def scales(document):
    """Fitted, with numbers, and from afar, in pixels per document unit."""
    return (None, 0.34, 0.02) if document.layout else (None, 6.0, 0.4)


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a shrunk map tells no more
)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 6))
def test_after_any_commands_it_paints_what_a_fresh_sheet_paints(kind, seed, count):
    rng, theme = random.Random(seed), load_map_theme("printed")
    editor = Editor(document_of(kind), lambda _record: None)
    sheet = MapSheet(editor.document, theme)
    for _ in range(count):
        try:
            change = editor.do(random_command(rng, editor.document))
        except UserError:
            continue
        sheet.changed(change)
        scale = rng.choice(scales(editor.document))
        view(sheet, scale)
        if rng.random() < 0.3 and editor.can_undo:
            sheet.changed(editor.undo())
        fresh = MapSheet(editor.document, theme)
        assert sheet.rect == fresh.rect
        assert sheet.counter == fresh.counter
        assert alike(pixels(view(sheet, scale)), pixels(view(fresh, scale)))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_cell_under_a_point_is_the_boards(kind, data):
    document = document_of(kind)
    sheet, board = MapSheet(document, load_map_theme()), compile_board(document)
    box = sheet.rect
    x = data.draw(st.floats(box.left(), box.right()) | st.integers(0, 1500).map(float))
    y = data.draw(st.floats(box.top(), box.bottom()) | st.integers(0, 1500).map(float))
    assert sheet.locate(QPointF(x, y)) == (board.cell_at(x, y) or "")


def test_points_that_are_no_places_are_on_no_cell():
    for kind in KINDS:
        sheet = MapSheet(document_of(kind), load_map_theme())
        assert sheet.locate(QPointF(float("nan"), 0)) == ""
        assert sheet.locate(QPointF(1e18, float("inf"))) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_counters_have_the_size_of_the_print(kind):
    document = document_of(kind)
    board = compile_board(document)
    found = MapSheet(document, load_map_theme()).counter
    assert found == pytest.approx(BoardPainter(board, load_map_theme()).counter, rel=0.002)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", theme_ids())
def test_every_theme_paints_every_kind_of_map(kind, theme):
    sheet = MapSheet(document_of(kind), load_map_theme("printed"))
    before = pixels(view(sheet))
    sheet.set_theme(load_map_theme(theme))
    after = pixels(view(sheet))
    assert np.array_equal(before, after) == (theme == "printed")
    fresh = MapSheet(document_of(kind), load_map_theme(theme))
    assert np.array_equal(after, pixels(view(fresh)))


@pytest.mark.parametrize("layer", LAYERS)
def test_a_hidden_layer_is_not_seen_and_comes_back(layer):
    editor = Editor(document_of("hex"), lambda _record: None)
    editor.do(DrawZone("Set-up", ("0202", "0203")))
    sheet = MapSheet(editor.document, load_map_theme())
    size = (900, 900)
    whole = pixels(view(sheet, 0.3, size=size))
    sheet.set_layers({layer: 0.0})
    assert not np.array_equal(pixels(view(sheet, 0.3, size=size)), whole)
    sheet.set_layers({layer: 1.0})
    assert np.array_equal(pixels(view(sheet, 0.3, size=size)), whole)


@pytest.mark.parametrize(
    "command",
    [
        PaintTerrain(("0505",), "wood"),
        SetElevation(("0505",), 2),
        SetPresence(("0505",), False),
        PaintSides((("0505", "0506"),), "cliff"),
        DrawLine("road", ((300.0, 300.0), (1200.0, 900.0))),
        NameCell("0505", "Orp"),
        PlaceLabel("Here", (900.0, 900.0)),
        DrawZone("Reserve", ("0505", "0605")),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_a_command_draws_is_seen_at_once(command):
    editor = Editor(document_of("hex"), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    before = pixels(view(sheet, 0.2))
    sheet.changed(editor.do(command))
    assert not np.array_equal(pixels(view(sheet, 0.2)), before)
    sheet.changed(editor.undo())
    assert alike(pixels(view(sheet, 0.2)), before)


@pytest.mark.parametrize("scale", [1.5, 2.5, 3.5, 5.0, 8.0])
@pytest.mark.parametrize("name", ["Old Battery", "North Gate", "A long name for a small place"])
def test_a_new_name_is_painted_whole_at_every_zoom(name, scale):
    editor = Editor(document_of("area"), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    view(sheet, scale)  # the tiles of this zoom are kept
    cell = next(iter(editor.document.faces))
    sheet.changed(editor.do(NameCell(cell, name)))
    middle = sheet.anchor(cell)
    fresh = MapSheet(editor.document, load_map_theme())
    painted, wanted = pixels(view(sheet, scale, middle)), pixels(view(fresh, scale, middle))
    # A name that was cut off differs in hundreds of pixels. A handful may: a border below it that
    # was painted in two parts has another slope by a hair in one of them.
    assert (np.abs(painted - wanted).max(axis=2) > 3).mean() < 0.0002


def test_houses_stand_along_the_road_of_a_village():
    editor = Editor(document_of("hex"), lambda _record: None)
    editor.do(PutTerrainKind(TerrainKind("hamlet", "Hamlet", "village")))
    editor.do(PaintTerrain(("0505", "0605"), "hamlet"))
    bare = pixels(view(MapSheet(editor.document, load_map_theme()), 0.34))
    ends = [editor.document.cells[cell].anchor for cell in ("0505", "0605")]
    editor.do(DrawLine("road", tuple(ends)))
    built = pixels(view(MapSheet(editor.document, load_map_theme()), 0.34))
    assert not np.array_equal(bare, built)


def test_paper_grows_with_the_sheet_and_for_boxes_beside_it():
    editor = Editor(document_of("square"), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    before = sheet.rect
    sheet.changed(editor.do(ResizeSheet(left=1)))
    assert sheet.rect.left() < before.left()
    box = ((3000.0, 0.0), (3600.0, 0.0), (3600.0, 500.0))
    sheet.changed(editor.do(DrawZone("Off map", points=box)))
    assert sheet.rect.right() > 3600


@pytest.mark.parametrize("kind", ["hex", "pointy", "square"])
def test_the_side_next_to_a_point_is_found_from_both_cells(kind):
    document = document_of(kind)
    sheet = MapSheet(document, load_map_theme())
    cell = "0605" if kind != "square" else list(document.cells)[36]
    found = 0
    for other in document.cells:
        ends = sheet.side_line(cell, other)
        if ends is None:
            continue
        found += 1
        middle = (ends[0] + ends[1]) / 2
        for to in (sheet.anchor(cell), sheet.anchor(other)):
            point = middle + (to - middle) * 0.1
            assert sheet.side_at(point, 60) == tuple(sorted((cell, other)))
        assert sheet.side_at(sheet.anchor(cell), 20) is None
    assert found == (4 if kind == "square" else 6)


def test_a_side_at_the_edge_of_the_map_has_one_cell():
    document = document_of("square")
    sheet = MapSheet(document, load_map_theme())
    assert sheet.side_at(QPointF(128, 3), 20) == ("0101", "")
    assert sheet.side_at(QPointF(-500, -500), 20) is None
    assert sheet.side_line("0101", "0808") is None
    assert sheet.side_line("0101", "no-such") is None


@pytest.mark.parametrize("kind", KINDS)
def test_cells_in_a_box_are_those_whose_anchor_lies_in_it(kind):
    document = document_of(kind)
    sheet = MapSheet(document, load_map_theme())
    box = QRectF(sheet.rect.center(), sheet.rect.bottomRight())
    wanted = {cell.id for cell in document.cells.values() if box.contains(QPointF(*cell.anchor))}
    assert wanted
    assert set(sheet.cells_in(box)) == wanted


@pytest.mark.parametrize("kind", KINDS)
def test_the_outline_of_a_cell_holds_its_anchor(kind):
    document = document_of(kind)
    sheet = MapSheet(document, load_map_theme())
    for cell in document.cells:
        assert sheet.cell_path(cell).contains(sheet.anchor(cell))
    assert sheet.cell_path("no-such").isEmpty()


def test_numbers_are_written_close_up_only():
    document = document_of("hex")
    for scale, shown in ((0.3, True), (0.1, False)):
        sheet = MapSheet(document, load_map_theme())
        with_numbers = pixels(view(sheet, scale))
        sheet.set_layers({"numbers": 0.0})
        assert np.array_equal(pixels(view(sheet, scale)), with_numbers) != shown


def test_a_name_covers_no_number():
    editor = Editor(document_of("hex"), lambda _record: None)
    x, y = editor.document.cells["0505"].anchor
    for shift in range(-160, 161, 20):
        editor.do(PlaceLabel("A long name here", (x, y + shift)))
    sheet = MapSheet(editor.document, load_map_theme())
    scale = 0.3
    sheet.set_layers({"labels": 0.0})
    plain = pixels(view(sheet, scale))
    sheet.set_layers({"labels": 0.0, "numbers": 0.0})
    numbers = (np.abs(pixels(view(sheet, scale)) - plain) > 24).any(axis=2)
    sheet.set_layers({"numbers": 0.0})
    written = pixels(view(sheet, scale))
    sheet.set_layers({"labels": 0.0, "numbers": 0.0})
    names = (np.abs(pixels(view(sheet, scale)) - written) > 60).any(axis=2)
    assert numbers.any()
    assert names.any()
    assert not (numbers & names).any()


def test_a_turned_view_is_painted_without_tiles():
    sheet = MapSheet(document_of("hex"), load_map_theme())
    turned = view(sheet, 0.1, turn=90)
    assert len({turned.pixel(x, 150) for x in range(0, WIDE, 7)}) > 8


def test_tiles_join_without_seams_when_the_view_moves():
    document = document_of("hex")
    sheet = MapSheet(document, load_map_theme())
    centre = sheet.rect.center()
    for step in range(5):
        moved = centre + QPointF(step * 130 / 0.3, step * 70 / 0.3)
        kept = pixels(view(sheet, 0.3, moved))
        fresh = pixels(view(MapSheet(document, load_map_theme()), 0.3, moved))
        assert alike(kept, fresh)


def test_a_new_kind_of_terrain_is_drawn():
    editor = Editor(document_of("hex"), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    before = pixels(view(sheet))
    for kind in ("swamp", "rocky ground", "beach", "moon"):
        sheet.changed(editor.do(PutTerrainKind(TerrainKind(kind.split()[0], kind, art=kind))))
        sheet.changed(editor.do(PaintTerrain(("0505", "0506"), kind.split()[0])))
        after = pixels(view(sheet))
        assert not np.array_equal(after, before)
        before = after


def test_an_area_map_without_areas_is_blank_paper():
    document = document_of("area")
    document = replace(document, nodes={}, edges={}, faces={}, cells={}, overrides=[], features=[])
    sheet = MapSheet(document, load_map_theme())
    assert sheet.rect.isValid()
    assert sheet.locate(sheet.rect.center()) == ""
    paper = load_map_theme().colour("ground.outside")
    assert abs(view(sheet).pixelColor(WIDE // 2, HIGH // 2).red() - paper.red()) < 40


def test_a_blank_area_map_is_as_large_as_its_paper():
    document = document_of("area")
    document = replace(document, nodes={}, edges={}, faces={}, cells={}, overrides=[], features=[])
    document.styles["paper"] = [0, 0, 5000, 3000]
    assert MapSheet(document, load_map_theme()).rect.contains(QRectF(0, 0, 5000, 3000))
    document.styles["paper"] = ["wide", None]
    assert MapSheet(document, load_map_theme()).rect.isValid()


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_in_a_hurry_ends_with_the_picture_of_one_that_waits(kind):
    document = document_of(kind)
    sheet = MapSheet(document, load_map_theme())
    scale = scales(document)[1]
    view(sheet)
    view(sheet, scale, hurry=True)
    assert sheet.late  # the first look at another zoom only stretches what there was
    frames = 0
    while sheet.late:
        last = view(sheet, scale, hurry=True)
        frames += 1
        assert frames < 500
    fresh = view(MapSheet(document, load_map_theme()), scale)
    assert alike(pixels(last), pixels(fresh))


@pytest.mark.parametrize("pointy", [False, True])
@pytest.mark.parametrize("shoved", ["odd", "even"])
def test_measures_in_arrays_are_those_of_the_grid(pointy, shoved):
    grid = HexGrid(7, 5, pointy, shoved, (13, -40))
    frame = LatticeFrame(grid)
    for number in range(grid.count):
        q, r = grid.coordinates(number)
        assert np.allclose(frame.centres[number] * frame.unit, grid.centre(q, r))
        beside = [grid.index(q + dq, r + dr) for dq, dr in grid.side_steps]
        assert frame.beside[number].tolist() == beside
        for side in range(6):
            points = frame.side(number, side)
            ends = {(round(x * frame.unit), round(y * frame.unit)) for x, y in points}
            assert ends == set(grid.side(q, r, side))
    every = [
        number
        for chunk in range(frame.chunks_across * frame.chunks_down)
        for number in frame.members(chunk).tolist()
    ]
    assert sorted(every) == list(range(grid.count))


def test_the_houses_of_a_village_stand_along_the_road_that_runs_through_it():
    corners = [(70.0, 70.0), (-70.0, 70.0), (-70.0, -70.0), (70.0, -70.0)]
    form = Forms(corners, SOFT).at(0, 0)
    road = tuple((float(x), 300.0) for x in range(100, 500, 10))
    houses = build_houses("village", 7, (300.0, 300.0), form, [road])
    boxes = [path.boundingRect() for path in (*houses.roofs, houses.churches)]
    assert any(not box.isEmpty() for box in boxes)
    # Two rows on either side of the road, none of them further away than the back row.
    assert all(box.top() > 240 and box.bottom() < 360 for box in boxes if not box.isEmpty())


def test_a_small_picture_beside_it_leaves_what_is_in_view_sharp():
    sheet = MapSheet(document_of("hex"), load_map_theme("printed"))
    first = view(sheet, 0.2)
    small = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(small)
    painter.scale(0.03, 0.03)
    sheet.paint_once(painter, sheet.rect, 0.03)
    painter.end()
    again = view(sheet, 0.2, hurry=True)
    assert not sheet.late
    assert alike(pixels(again), pixels(first))
