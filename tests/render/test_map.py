"""The printed map: it paints anything, the same every time, and its names keep apart."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from PySide6.QtGui import QImage, QPainter, QTransform

from wardesk.model.board import NO_LENGTH, Board
from wardesk.model.palette import Palette
from wardesk.render.map import board_painter
from wardesk.render.map.areas.label_block import breaks
from wardesk.render.map.areas.labels import GROWTH
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.printed_sheet import corner_is_clear
from wardesk.render.theme import load_map_theme, theme_ids

FIT, FULL = (0.75, 1.0), (2.0, 4.0)


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


def check_labels(painter_of: BoardPainter, lod: float) -> None:
    boxes = painter_of.label_rects(lod)
    for (a, box), (b, other) in combinations(boxes.items(), 2):
        assert not box.intersects(other), f"the names of {a} and {b} overlap at {lod}"
    for name, box in boxes.items():
        for cell in painter_of.board.cells:
            assert not box.intersects(painter_of.slot(cell)), f"{name} under a counter in {cell}"
        assert painter_of.sheet.frame.contains(box)


@pytest.mark.parametrize("lod", [*FIT, *FULL])
def test_names_touch_neither_names_nor_counters(board, lod):
    painter_of = BoardPainter(board, load_map_theme())
    check_labels(painter_of, lod)
    assert len(painter_of.label_rects(lod)) >= len(board.cells) * 0.8


@pytest.mark.parametrize("lod", [*FIT, *FULL])
def test_every_name_of_the_fort_is_printed_and_clear(fort, lod):
    painter_of = BoardPainter(fort, load_map_theme())
    check_labels(painter_of, lod)
    assert set(painter_of.label_rects(lod)) == set(fort.cells)


@pytest.mark.parametrize("lod", [0.02, 0.2, 1.0, 6.0, 40.0])
def test_any_zoom_paints_without_a_warning(board, lod):
    painter_of = BoardPainter(board, load_map_theme())
    for x, y in ((225, 180), (45, 315), (500, 100), (-5000, 0)):
        tile(painter_of, lod, x, y)


@pytest.mark.parametrize("theme", theme_ids())
def test_every_theme_paints_the_whole_sheet(board, theme):
    painter_of = BoardPainter(board, load_map_theme(theme))
    middle = painter_of.rect.center()
    image = tile(painter_of, 0.4, middle.x(), middle.y())
    colours = {image.pixel(x, y) for x in range(0, 128, 4) for y in range(0, 128, 4)}
    assert len(colours) > 20


def test_the_same_board_is_the_same_picture(make):
    pictures = []
    for _ in range(2):
        board_painter.forget_scenes()
        pictures.append(digest(tile(BoardPainter(make(), load_map_theme()), 1.0, 150, 150)))
    assert pictures[0] == pictures[1]


def test_another_digest_is_another_print(make):
    one, other = make(), make(digest="11" * 32)
    a = digest(tile(BoardPainter(one, load_map_theme()), 1.0, 135, 45))
    assert a != digest(tile(BoardPainter(other, load_map_theme()), 1.0, 135, 45))


def test_tiles_join_without_a_seam(board):
    """A tile painted alone is what the whole picture shows there."""
    painter_of = BoardPainter(board, load_map_theme("plain"))
    whole = tile(painter_of, 1.0, 200, 150, 256)
    part = tile(painter_of, 1.0, 200 - 64, 150 - 64, 128)
    worst = max(
        abs((whole.pixel(x, y) >> shift & 255) - (part.pixel(x, y) >> shift & 255))
        for x in range(4, 124, 3)
        for y in range(4, 124, 3)
        for shift in (0, 8, 16)
    )
    assert worst <= 24, "only the odd antialiased pixel may differ"


def test_unknown_terrain_and_features_are_plain(make):
    board = make(palette=Palette("none", "None"))
    tile(BoardPainter(board, load_map_theme()), 1.0, 400, 300)


def test_an_empty_board_is_an_empty_sheet():
    board = Board(
        id="void",
        title="",
        kind="area",
        unit="m",
        provenance="",
        cells={},
        outlines={},
        borders=(),
        contacts=(),
        features=(),
        palette=Palette("none", "None"),
    )
    painter_of = BoardPainter(board, load_map_theme())
    tile(painter_of, 1.0, 50, 50)
    assert painter_of.label_rects(1.0) == {}


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_other_kinds_of_board_are_painted_too(make, kind):
    tile(BoardPainter(make(kind=kind), load_map_theme()), 1.0, 200, 200)


def test_lines_break_evenly_and_keep_numbers_with_their_word():
    assert list(breaks("Block 6")) == [("Block 6",)]
    assert ("Old", "Block\u00a06") in list(breaks("Old Block 6"))
    assert ("North-west", "wooded scarp") in list(breaks("North-west wooded scarp"))
    assert list(breaks("A|B")) == [("A", "B")]


def test_a_veil_is_the_same_print_under_a_sheet():
    dark, printed = load_map_theme("dark"), load_map_theme("printed")
    assert dark.code("label.ink") != printed.code("label.ink")
    assert set(dark.values) == set(printed.values)


def test_no_theme_by_that_name_is_explained():
    from wardesk.errors import UserError

    with pytest.raises(UserError, match="printed"):
        load_map_theme("velvet")


def test_many_threads_paint_one_map(board):
    """Tiles are painted off the window's thread: the same picture as one after the other."""
    painter_of = BoardPainter(board, load_map_theme())
    spots = [(x, y) for x in (60, 220, 380) for y in (60, 220)]
    alone = [digest(tile(painter_of, 1.5, *at)) for at in spots]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda at: digest(tile(painter_of, 1.5, *at)), spots))
    assert alone == together


def test_the_key_explains_only_what_is_there(board, make):
    full = BoardPainter(board, load_map_theme()).scene.finish.furniture.legend
    assert full is None or {"wall", "exit"} <= {sign for sign, _ in full.rows}
    bare = BoardPainter(make(features=()), load_map_theme()).scene.finish.furniture.legend
    assert bare is None or {sign for sign, _ in bare.rows} == {"points", "divisor"}


def test_a_title_never_lies_on_cells(board, fort):
    for one in (board, fort):
        made = BoardPainter(one, load_map_theme()).scene.finish
        for box in made.furniture.taken:
            assert corner_is_clear(made.sheet, box)


@pytest.mark.slow
def test_preparing_leaves_nothing_to_plan(board):
    board_painter.forget_scenes()
    painter_of = BoardPainter(board, load_map_theme())
    painter_of.prepare()
    assert set(painter_of.scene.finish.labels._plans) == set(GROWTH)


def test_a_map_without_a_unit_of_length_has_no_scale(make):
    def box(unit):
        board = make(unit=unit, digest=f"of {unit}")
        return BoardPainter(board, load_map_theme()).scene.finish.furniture.scale_box

    assert box(NO_LENGTH).isNull()
    assert not box("m").isNull()
