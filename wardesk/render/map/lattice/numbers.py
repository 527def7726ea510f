"""Cell numbers: where they stand, and their lettering ready to be put down by the hundred."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText

from wardesk.render.fonts import font
from wardesk.render.hex_grid import NUMBER
from wardesk.render.map.lattice.frame import LatticeFrame, Pair
from wardesk.render.theme import MapTheme

_SET = 32
"""Numbers are set at this size and scaled down: fonts know whole pixels only."""
_WIDEST = 92.0
FINEST = 36.0
"""Pixels per radius below which numbers cannot be read and are left out."""
Text = tuple[int, QPointF, QStaticText, float]
"""Cell, upper left corner in units of the scaled painter, text, scale."""


@lru_cache(maxsize=1)
def _face() -> tuple[QFont, QFontMetricsF]:
    face = font("map-note", _SET)
    face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.04 * _SET)
    return face, QFontMetricsF(face)


def number_place(frame: LatticeFrame, number: int) -> Pair:
    """The middle of a cell's number: just below its top side, lower under a pointed top."""
    x, y = frame.centre(number)
    top = min(corner for _, corner in frame.corners)
    return x, y + top + (13 if frame.flat_top else 24)


def number_box(frame: LatticeFrame, number: int, label: str) -> QRectF:
    """What a number fills."""
    x, y = number_place(frame, number)
    wide = min(_face()[1].horizontalAdvance(label) * NUMBER / _SET, _WIDEST)
    return QRectF(x - wide / 2 - 2, y - 7, wide + 4, 14)


def number_text(frame: LatticeFrame, number: int, label: str) -> Text:
    """A number ready to be painted; long ones are made smaller."""
    metrics = _face()[1]
    wide = metrics.horizontalAdvance(label)
    scale = min(NUMBER / _SET, _WIDEST / max(wide, 1.0))
    x, y = number_place(frame, number)
    text = QStaticText(label)
    text.setTextFormat(Qt.TextFormat.PlainText)
    top = metrics.ascent() - metrics.capHeight() / 2
    return number, QPointF(x / scale - wide / 2, y / scale - top), text, scale


def paint_numbers(
    painter: QPainter, texts: Iterable[Text], busy: set[int], theme: MapTheme, seen: QRectF
) -> None:
    """Small numbers, with a halo where other ink lies below (*busy* cells). Drawing units."""
    painter.setFont(_face()[0])
    alpha = theme.number("hex.number_alpha")
    plain, strong = (
        theme.colour("hex.number", alpha),
        theme.colour("hex.number", min(1, alpha + 0.2)),
    )
    rim = theme.colour("label.halo", 0.34)
    wide = seen.adjusted(-90, -30, 90, 30)
    was = painter.transform()
    now = 1.0
    for number, at, text, scale in texts:
        if not wide.contains(at * scale):
            continue
        if scale != now:
            painter.setTransform(was)
            painter.scale(scale, scale)
            now = scale
        if number in busy:
            painter.setPen(rim)
            for dx, dy in _AROUND:
                painter.drawStaticText(at + QPointF(dx, dy), text)
        painter.setPen(strong if number in busy else plain)
        painter.drawStaticText(at, text)
    painter.setTransform(was)


_AROUND = ((-3, 0), (3, 0), (0, -3), (0, 3), (-2, -2), (2, 2), (-2, 2), (2, -2))
