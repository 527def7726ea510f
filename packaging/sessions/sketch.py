"""The sketch that the session of the area map draws over: fifteen fields, drawn by no hand."""

from __future__ import annotations

import math
import random
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

Point = tuple[float, float]
ACROSS, DOWN = 5, 3
WIDE, HIGH = 1000, 640
MARKS: tuple[Point, Point] = ((40.0, 40.0), (960.0, 470.0))
"""Two crosses of the sketch, px, by which it is calibrated."""
_TINTS = ("#efe3c2", "#dfe6c4", "#e8d6b8", "#d8e0cf", "#f0e6d2")


def nodes() -> dict[tuple[int, int], Point]:
    """The corners where fields meet, px."""
    dice = random.Random(1940)
    found: dict[tuple[int, int], Point] = {}
    for row in range(DOWN + 1):
        for column in range(ACROSS + 1):
            x = 70 + column * (WIDE - 140) / ACROSS + dice.uniform(-24, 24)
            y = 60 + row * (HIGH - 120) / DOWN + dice.uniform(-22, 22)
            found[column, row] = (round(x), round(y))
    return found


def bend(a: Point, b: Point) -> Point:
    """Where the border from a to b is bent: a little to one side, the same from either end."""
    (ax, ay), (bx, by) = sorted((a, b))
    long = math.hypot(bx - ax, by - ay)
    off = 0.09 * long * (1 if round(ax + ay) % 2 else -1)
    return round((ax + bx) / 2 - (by - ay) / long * off), round(
        (ay + by) / 2 + (bx - ax) / long * off
    )


def paint(path: Path) -> None:
    """Write the sketch as a PNG picture."""
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    image.fill(QColor("#f6efdc"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    corner = nodes()
    for row in range(DOWN):
        for column in range(ACROSS):
            ring = [corner[column + x, row + y] for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
            line: list[QPointF] = []
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                line += [QPointF(*a), QPointF(*bend(a, b))]
            painter.setBrush(QColor(_TINTS[(2 * row + column) % len(_TINTS)]))
            painter.setPen(QPen(QColor("#7a5c3a"), 3, Qt.PenStyle.SolidLine))
            painter.drawPolygon(QPolygonF(line))
    painter.setPen(QPen(QColor("#a02a1e"), 3))
    for x, y in MARKS:
        painter.drawLine(QPointF(x - 12, y), QPointF(x + 12, y))
        painter.drawLine(QPointF(x, y - 12), QPointF(x, y + 12))
    painter.end()
    if not image.save(str(path)):
        raise OSError(f"{path} could not be written")
