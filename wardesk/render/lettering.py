"""Lettering as outlines: the same letters at every zoom, with halos, in lines and on curves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from wardesk.render.fonts import font
from wardesk.render.kept import kept

_BIG = 200.0
"""Letters are taken from the font at this size, where hinting and rounding no longer show."""


@lru_cache(maxsize=128)
def _face(role: str, tracking: float) -> tuple[QFont, QFontMetricsF, float]:
    """A font, its measures and the height of its capitals."""
    face = font(role, _BIG)
    if tracking:
        face.setLetterSpacing(face.SpacingType.AbsoluteSpacing, tracking * _BIG)
    metrics = QFontMetricsF(face)
    return face, metrics, metrics.capHeight()


@kept(1024)
def _outline(text: str, role: str, tracking: float) -> QPainterPath:
    path = QPainterPath()
    path.addText(0, 0, _face(role, tracking)[0], text)
    return path


@lru_cache(maxsize=16384)
def _advance(text: str, role: str, tracking: float) -> float:
    return _face(role, tracking)[1].horizontalAdvance(text) - tracking * _BIG


def text_width(text: str, role: str, size: float, tracking: float = 0.0) -> float:
    """Width in the units of *size*; *tracking* is extra space per letter in em."""
    return _advance(text, role, tracking) * size / _BIG


def cap_height(role: str, size: float) -> float:
    """Height of a capital letter in the units of *size*."""
    return _face(role, 0.0)[2] * size / _BIG


def text_path(
    text: str,
    role: str,
    size: float,
    at: tuple[float, float] = (0.0, 0.0),
    align: float = 0.0,
    tracking: float = 0.0,
    turn: float = 0.0,
) -> QPainterPath:
    """Outline of *text* with the middle of its capitals on *at*.

    *align* -1: *at* is the left end, 0: the middle, 1: the right end. *turn* in degrees.
    """
    path, width = _outline(text, role, tracking), _advance(text, role, tracking)
    cap = _face(role, tracking)[2]
    scale = size / _BIG
    move = QTransform().translate(*at).rotate(turn).scale(scale, scale)
    return move.translate(-width * (align + 1) / 2, cap / 2).map(path)


def curve_path(
    text: str, role: str, size: float, points: list[tuple[float, float]], tracking: float = 0.0
) -> QPainterPath:
    """*text* letter by letter along *points*, centred, read from left to right or downwards."""
    path = QPainterPath()
    for letter, at, turn in curve_letters(text, role, size, points, tracking):
        path.addPath(text_path(letter, role, size, at, turn=turn))
    return path


def curve_letters(
    text: str, role: str, size: float, points: list[tuple[float, float]], tracking: float = 0.0
) -> Iterator[tuple[str, tuple[float, float], float]]:
    """Each letter of a text along a curve, where its middle lies, and its turn in degrees."""
    if points[-1][0] < points[0][0]:
        points = points[::-1]
    lengths = [0.0]
    for a, b in pairwise(points):
        lengths.append(lengths[-1] + math.dist(a, b))
    total = text_width(text, role, size, tracking)
    start = (lengths[-1] - total) / 2
    for number, letter in enumerate(text):
        middle = (
            start
            + (
                text_width(text[: number + 1], role, size, tracking)
                + text_width(text[:number], role, size, tracking) * (number > 0)
            )
            / 2
        )
        yield letter, *_on(points, lengths, middle)


def _on(
    points: list[tuple[float, float]], lengths: list[float], way: float
) -> tuple[tuple[float, float], float]:
    """Point and direction in degrees after *way* along a line."""
    leg = 1
    while leg < len(points) - 1 and lengths[leg] < way:
        leg += 1
    (x0, y0), (x1, y1) = points[leg - 1], points[leg]
    share = (way - lengths[leg - 1]) / max(1e-9, lengths[leg] - lengths[leg - 1])
    ahead = points[min(leg + 1, len(points) - 1)]
    behind = points[max(leg - 2, 0)]
    turn = math.degrees(math.atan2(ahead[1] - behind[1], ahead[0] - behind[0]))
    return (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), turn


def put(
    painter: QPainter,
    text: str,
    at: tuple[float, float],
    size: float,
    ink: QColor | str,
    *,
    role: str = "counter",
    align: float = 0.0,
    fit: float = 0.0,
) -> None:
    """Write one line, capitals centred on *at*; made smaller if it is wider than *fit*."""
    if not text:
        return
    if fit:
        size *= min(1.0, fit / max(1e-6, text_width(text, role, size)))
    painter.fillPath(text_path(text, role, size, at, align), QColor(ink))


def turn_of(painter: QPainter) -> float:
    """How far what is painted lies turned, in degrees clockwise."""
    now = painter.worldTransform()
    return math.degrees(math.atan2(now.m12(), now.m11()))


def upright(painter: QPainter, at: QPointF, turn: float) -> None:
    """Turn back around *at*, so that words on a turned sheet can be read."""
    if turn:
        painter.translate(at)
        painter.rotate(-turn)
        painter.translate(-at)


def halo(painter: QPainter, path: QPainterPath, ink: QColor, width: float) -> None:
    """A soft rim behind letters."""
    pen = QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)


def rounded(box: QRectF, radius: float) -> QPainterPath:
    """A box with round corners."""
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    return path


def polygon(points: list[tuple[float, float]], close: bool = True) -> QPainterPath:
    """A path through *points*."""
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(*point)
    if close:
        path.closeSubpath()
    return path
