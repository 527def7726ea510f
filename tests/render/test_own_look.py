"""Labels and zones with a look of their own: in the editor, on the table and in print alike."""

import sys
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

sys.path.append(str(Path(__file__).parent))
from samplers import palettes, sampler

from wardesk.drawing.commands.all_commands import DrawZone, PlaceLabel, SetFeature
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.label_style import LabelLook, in_rows, label_look
from wardesk.render.map.sheet import MapSheet
from wardesk.render.map.signs import SIGNS, paint_sign
from wardesk.render.theme import load_map_theme

pytestmark = pytest.mark.usefixtures("qapp")
RED = QColor("#e01010")


def editor_of(kind):
    palette = next(palette for _, palette, one in palettes() if one == kind)
    return Editor(sampler(palette, kind))


def picture(box, scale, paint):
    image = QImage(
        round(box.width() * scale), round(box.height() * scale), QImage.Format.Format_RGB32
    )
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.topLeft())
    paint(painter)
    painter.end()
    return np.array(image.constBits(), int).reshape(image.height(), image.width(), 4)


def red(pixels):
    """Where a picture is red: rows and columns."""
    blue, green, rouge = (pixels[:, :, k] for k in range(3))
    return np.argwhere((rouge > 170) & (green < 90) & (blue < 90))


def both(document, scale):
    """What the editor shows and what the table shows."""
    theme = load_map_theme("plain")
    sheet, of = MapSheet(document, theme), BoardPainter(compile_board(document), theme)
    box = QRectF(sheet.rect)

    def played(painter):
        of.paint_ground(painter, scale)
        of.paint_lettering(painter, scale)

    yield red(picture(box, scale, lambda painter: sheet.paint_once(painter, box, scale)))
    yield red(picture(box, scale, played))


def middle(document):
    xs, ys = zip(*(cell.anchor for cell in document.cells.values()), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hex", "area"])
def test_a_turned_coloured_label_is_seen_alike_and_undone(kind):
    editor = editor_of(kind)
    document = editor.document
    scale = 1400 / MapSheet(document, load_map_theme("plain")).rect.width()
    assert all(not len(found) for found in both(document, scale))
    editor.do(PlaceLabel("Great Forest", middle(document), "", "forest"))
    flat = {"colour": RED.name(), "size": "large"}
    editor.do(SetFeature("forest", properties=flat))
    level = [np.ptp(found, axis=0) for found in both(document, scale)]
    assert all(wide > 3 * high for high, wide in level)
    editor.do(SetFeature("forest", properties={"turn": 90}))
    upright = [np.ptp(found, axis=0) for found in both(document, scale)]
    assert all(high > 3 * wide for high, wide in upright)
    editor.do(SetFeature("forest", properties={"turn": None, "rows": 2}))
    stacked = [np.ptp(found, axis=0) for found in both(document, scale)]
    for before, after in zip(level, stacked, strict=True):
        assert after[0] > 1.5 * before[0]
        assert after[1] < 0.8 * before[1]
    editor.do(SetFeature("forest", properties={"rows": None, "size": "region"}))
    larger = [np.ptp(found, axis=0)[1] for found in both(document, scale)]
    assert all(b > 1.5 * a[1] for a, b in zip(level, larger, strict=True))
    while editor.can_undo:
        editor.undo()
    assert all(not len(found) for found in both(document, scale))


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_a_zone_has_its_own_colour(kind):
    editor = editor_of(kind)
    document = editor.document
    cell = next(iter(document.cells))
    scale = 1400 / MapSheet(document, load_map_theme("plain")).rect.width()
    editor.do(DrawZone("Bridgehead", (cell,), (), "zone"))
    assert all(not len(found) for found in both(document, scale))
    editor.do(SetFeature("zone", properties={"colour": RED.name()}))
    assert all(len(found) > 50 for found in both(document, scale))


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_a_sign_stands_over_its_words_or_alone(kind):
    editor = editor_of(kind)
    document = editor.document
    scale = 1400 / MapSheet(document, load_map_theme("plain")).rect.width()
    editor.do(PlaceLabel("Fort Tancremont", middle(document), "", "fort"))
    editor.do(SetFeature("fort", properties={"colour": RED.name()}))
    words = [len(found) for found in both(document, scale)]
    editor.do(SetFeature("fort", properties={"sign": "fort"}))
    with_sign = [len(found) for found in both(document, scale)]
    editor.do(SetFeature("fort", properties={"size": "none"}))
    alone = [len(found) for found in both(document, scale)]
    for before, after, bare in zip(words, with_sign, alone, strict=True):
        assert after > before + 0.8 * bare
        assert bare > 60


def test_every_sign_differs_from_every_other_where_it_is_small():
    box, drawn = QRectF(0, 0, 18, 18), {}
    for sign in SIGNS:
        ink, theme = QColor("black"), load_map_theme("contrast")
        paint = partial(paint_sign, sign=sign, box=box, ink=ink, theme=theme)
        drawn[sign] = picture(box, 1.0, paint)[:, :, 0]
        assert (drawn[sign] < 128).sum() > 12, sign
    for one, other in combinations(drawn, 2):
        assert np.abs(drawn[one] - drawn[other]).mean() > 12, (one, other)
    assert len(SIGNS) >= 60


def test_what_makes_no_sense_is_passed_over():
    odd = {"sign": "../fort", "colour": "red", "size": "huge", "turn": "up", "rows": 99}
    assert label_look(odd) == LabelLook()
    assert label_look({"turn": float("nan"), "rows": True, "colour": 7}) == LabelLook(rows=1)


@pytest.mark.parametrize(
    ("text", "rows", "found"),
    [
        ("Bois de la Gueule", 2, ("Bois de", "la Gueule")),
        ("Bois de la Gueule", 3, ("Bois", "de la", "Gueule")),
        ("Sea", 3, ("Sea",)),
        ("North Sea", 0, ("North Sea",)),
    ],
)
def test_words_are_broken_evenly(text, rows, found):
    assert in_rows(text, rows) == found
