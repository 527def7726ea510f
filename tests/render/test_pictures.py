"""Overlays and whole pictures: nothing crashes, order and places are right."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from wardesk.errors import UserError
from wardesk.model.look import (
    BadgeLook,
    CellMark,
    CounterLook,
    Overlay,
    TableLook,
)
from wardesk.render.export.encoded import write_png
from wardesk.render.export.pictures import (
    BoardPictures,
    board_picture,
    board_thumbnail,
    stack_places,
    stacks_in,
)
from wardesk.render.fonts import font, load_fonts, roles
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.overlays import paint_areas, paint_labels, paint_lines, paint_selection
from wardesk.render.theme import load_map_theme

KINDS = get_args(get_type_hints(Overlay)["kind"])


def table(sides) -> TableLook:
    counters = [
        CounterLook(piece=f"p{n}", side=("grey", "sand", "sky")[n % 3], at=f"c{n % 4}0", title="T")
        for n in range(12)
    ]
    counters.append(CounterLook(piece="x", side="grey", at=None, title="In a box"))
    overlays = tuple(
        Overlay(
            kind,
            cells=(f"c{n % 5}1", "nowhere"),
            line=("c00", "c11", f"c{n % 5}3"),
            label="Two\nlines",
        )
        for n, kind in enumerate(KINDS)
    )
    marks = tuple(
        CellMark("c22", "x", "x", BadgeLook("X", "x", "#222222", "square")) for _ in range(3)
    )
    return TableLook(sides=sides, counters=tuple(counters), overlays=overlays, marks=marks)


@pytest.mark.parametrize("lod", [0.05, 0.8, 3.0])
@pytest.mark.parametrize("kind", KINDS)
def test_every_overlay_at_every_zoom(board, kind, lod):
    sheet = BoardPainter(board, load_map_theme()).sheet
    image = QImage(300, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(lod, lod)
    before = bytes(image.constBits())
    shown = [Overlay(kind, cells=("c00", "c10"), line=("c00", "c11"), label="Reason")]
    paint_areas(painter, sheet, shown, lod)
    paint_lines(painter, sheet, shown, lod)
    paint_labels(painter, sheet, shown, lod)
    paint_selection(painter, sheet.slot("c00"), lod)
    assert not painter.hasClipping()
    painter.end()
    assert bytes(image.constBits()) != before


def test_a_table_becomes_a_png(board, sides, tmp_path):
    image = board_picture(board, table(sides), size=(640, 400))
    assert (image.width(), image.height()) == (640, 400)
    file = tmp_path / "deep" / "map.png"
    write_png(image, file)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert QImage(str(file)).size() == image.size()


def test_a_picture_that_cannot_be_written_says_so(board, tmp_path):
    (tmp_path / "taken.png").mkdir()
    with pytest.raises(UserError, match="could not be written"):
        write_png(board_thumbnail(board, 40, 30), tmp_path / "taken.png")


def test_the_scale_sets_the_size(board):
    small, large = (board_picture(board, px_per_unit=scale) for scale in (0.2, 0.4))
    assert large.width() == pytest.approx(small.width() * 2, abs=2)


def test_counters_change_the_picture(board, sides):
    bare = board_picture(board, px_per_unit=0.5)
    assert bytes(bare.constBits()) != bytes(
        board_picture(board, table(sides), px_per_unit=0.5).constBits()
    )


def test_pictures_of_one_board_are_those_made_alone_and_its_map_is_painted_once(
    board, sides, monkeypatch
):
    full, plain = table(sides), replace(table(sides), overlays=())
    looks = [plain, replace(plain, night=True), full, replace(plain, counters=()), plain]
    width = board_picture(board, px_per_unit=0.5).width()
    pictures = BoardPictures(board, width)
    painted = []
    ground = BoardPainter.paint_ground
    monkeypatch.setattr(
        BoardPainter, "paint_ground", lambda *given: (painted.append(1), ground(*given))
    )
    made = [pictures.picture(look) for look in looks]
    assert len(painted) == 3  # by day, by night, and under overlays
    lod = pictures._lod
    alone = [board_picture(board, look, px_per_unit=lod) for look in looks]
    assert made == alone
    assert made[0] == made[-1] != made[3]


def test_stacks_are_parted_by_side_and_boxes_stay_off_the_map(sides):
    stacks = stacks_in(table(sides).counters)
    assert {len(stack) for stack in stacks["c00"]} == {1}
    assert len(stacks["c00"]) == 3
    assert sum(len(stack) for cell in stacks.values() for stack in cell) == 12


@pytest.mark.parametrize("count", range(1, 8))
def test_stacks_in_one_cell_do_not_hide_each_other(count):
    slot = QRectF(0, 0, 44, 44)
    places = stack_places(slot, count)
    boxes = [QRectF(at.x() - size / 2, at.y() - size / 2, size, size) for at, size in places]
    assert len(boxes) == count
    assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
    room = slot.adjusted(-15, -15, 15, 15)
    assert all(room.contains(box) for box in boxes)


def test_fonts_are_ours():
    families = load_fonts()
    assert any("Vollkorn" in family for family in families)
    assert any("Roboto Condensed" in family for family in families)
    for role in roles():
        assert font(role, 20).families()[0] in ("Vollkorn", "Roboto Condensed")


def test_pictures_need_no_display():
    """As a server or a command line has it: no display, no platform chosen, no application yet."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    bare = {key: value for key, value in os.environ.items() if key not in hidden}
    script = (
        "from wardesk.model.look import CounterLook, SideLook\n"
        "from wardesk.render.counters.counter import counter_image\n"
        "look = CounterLook(piece='p', side='a', at=None, title='T')\n"
        "print(counter_image(look, SideLook('a', 'A', '#aaaaaa', '#222222'), 60).width())\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=bare,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60


def test_a_picture_that_cannot_be_written_whole_leaves_the_old_one(board, tmp_path, monkeypatch):
    file = tmp_path / "fort.png"
    file.write_bytes(b"the old one")

    def full(handle, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", lambda _: full(0, b""))
    with pytest.raises(UserError, match="No space left"):
        write_png(board_thumbnail(board, 40, 30), file)
    assert file.read_bytes() == b"the old one"
    assert [each.name for each in tmp_path.iterdir()] == ["fort.png"]


@pytest.mark.parametrize("name", ["x.svg", "x.jpg", "x.pdf", "x.wdmap"])
def test_a_png_is_not_written_under_the_name_of_something_else(board, tmp_path, name):
    with pytest.raises(UserError, match="no name for a PNG picture"):
        write_png(board_thumbnail(board, 40, 30), tmp_path / name)
    assert not list(tmp_path.iterdir())
