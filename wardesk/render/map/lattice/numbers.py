"""The figures in cells: their numbers under the top side, their heights above the lower one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker

from wardesk.render.lettering import text_path, text_width
from wardesk.render.map.lattice.frame import LatticeFrame, Pair
from wardesk.render.map.text_ink import is_drawing, write
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme

NUMBER = 19.0
"""Size of cell numbers in drawing units: digits of 1.2 mm where a hex measures 16 mm."""
HEIGHT = 21.0
"""Size of the figures that tell heights."""
FINEST = 22.0
"""Pixels per radius below which figures cannot be read and are left out."""
_STEPS = (1.0, 1.3, 1.7)
_LEAST_PX = 7.6
_WIDEST = 96.0
_ROLE, _TRACKING = "map-note", 0.03
Figure = tuple[int, Pair, str]
"""The cell, its middle, and what is written."""


def number_growth(fine: float) -> float:
    """How much figures grow against the zoom, in steps."""
    wanted = _LEAST_PX * 100 / (NUMBER * max(fine, 1e-6))
    return next((step for step in _STEPS if step >= wanted - 1e-9), _STEPS[-1])


def _size(text: str, size: float) -> float:
    """Long numbers are made smaller."""
    return size * min(1.0, _WIDEST / max(text_width(text, _ROLE, size, _TRACKING), 1e-6))


def _number_at(frame: LatticeFrame, middle: Pair, size: float) -> Pair:
    """The middle of a number: just below the top side, lower under a pointed top."""
    top = min(corner for _, corner in frame.corners)
    return middle[0], middle[1] + top + (4 + size * 0.5 if frame.flat_top else 9 + size * 0.8)


def _height_at(frame: LatticeFrame, middle: Pair, size: float) -> Pair:
    low = max(corner for _, corner in frame.corners)
    return middle[0], middle[1] + low - (4 + size * 0.5 if frame.flat_top else 9 + size * 0.8)


def number_box(frame: LatticeFrame, number: int, label: str, grown: float) -> QRectF:
    """What a number fills when names are *grown* so much, drawing units."""
    size = _size(label, NUMBER * min(grown, _STEPS[-1]))
    x, y = _number_at(frame, frame.centre(number), size)
    wide, high = text_width(label, _ROLE, size, _TRACKING) + 4, size * 0.74
    return QRectF(x - wide / 2, y - high / 2, wide, high)


@lru_cache(maxsize=8192)
def _letters(text: str) -> QPainterPath:
    return text_path(text, _ROLE, 100.0, tracking=_TRACKING)


@lru_cache(maxsize=4096)
def _rim(text: str) -> QPainterPath:
    found = QPainterPathStroker(pen(QColor("black"), 24.0)).createStroke(_letters(text))
    found.setFillRule(Qt.FillRule.WindingFill)
    return found


def paint_numbers(
    painter: QPainter,
    frame: LatticeFrame,
    figures: Iterable[Figure],
    busy: set[int],
    theme: MapTheme,
    fine: float,
    seen: QRectF,
) -> None:
    """Small numbers, with a rim where other ink lies below (*busy* cells). Drawing units."""
    grown = number_growth(fine)
    ink = theme.colour("hex.number", theme.number("hex.number_alpha"))
    rim = theme.colour("label.halo", 0.85)
    wide = seen.adjusted(-90, -120, 90, 120)
    for cell, middle, text in figures:
        if wide.contains(*middle):
            size = _size(text, NUMBER * grown)
            at = _number_at(frame, middle, size)
            _put(painter, text, at, size, ink, rim if cell in busy else None)


def paint_heights(
    painter: QPainter,
    frame: LatticeFrame,
    figures: Iterable[Figure],
    theme: MapTheme,
    fine: float,
    seen: QRectF,
) -> None:
    """How high cells lie whose ground hides the tint that would tell it."""
    size = HEIGHT * number_growth(fine)
    ink, rim = theme.colour("hex.height"), theme.colour("label.halo", 0.85)
    wide = seen.adjusted(-90, -120, 90, 120)
    for _, middle, text in figures:
        if wide.contains(*middle):
            _put(painter, text, _height_at(frame, middle, size), _size(text, size), ink, rim)


def _put(
    painter: QPainter, text: str, at: Pair, size: float, ink: QColor, rim: QColor | None
) -> None:
    painter.save()
    painter.translate(*at)
    painter.scale(size / 100, size / 100)
    if rim is not None:
        painter.fillPath(_rim(text), rim)
    if is_drawing(painter):
        write(painter, text, _ROLE, 100.0, ink, tracking=_TRACKING)
    else:
        painter.fillPath(_letters(text), ink)
    painter.restore()
