"""Numbers by cell over the board: the more, the deeper the tint; each is written as well."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.picking import CellIndex

HEAT, PAPER = "#a92a1a", "#ffffff"
DEEP, ZONES, _FAINT = 0.70, 0.38, 0.16
"""Opacity of the largest number's cell, also where the ground must stay legible; and of the
smallest."""


def paint_heat(
    painter: QPainter, index: CellIndex, values: Mapping[str, int], deep: float = DEEP
) -> None:
    """The tints, in board units. They grow with the root, so that small numbers show.

    *deep* is the opacity of the largest number's cell.
    """
    most = max(values.values(), default=0)
    for cell, value in values.items():
        if value <= 0:
            continue
        tint = QColor(HEAT)
        tint.setAlphaF(max(_FAINT, deep * math.sqrt(value / most)))
        path = QPainterPath()
        for ring in index.outlines.get(cell, []):
            path.addPolygon(ring)
            path.closeSubpath()
        painter.fillPath(path, tint)


def paint_figures(
    painter: QPainter, index: CellIndex, values: Mapping[str, int], camera: Camera, edge: float
) -> None:
    """The numbers, in view px, on discs at the upper left of the counters: *edge* is theirs."""
    font = theme.font("small-strong")
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    for cell, value in values.items():
        anchor = index.anchors.get(cell)
        if anchor is None or value <= 0:
            continue
        words = str(value)
        size = max(22.0, metrics.horizontalAdvance(words) + 12)
        at = camera.to_view(anchor + QPointF(-edge * 0.5, -edge * 0.5))
        disc = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
        painter.setPen(QPen(QColor(HEAT), 2))
        painter.setBrush(QColor(PAPER))
        painter.drawEllipse(disc)
        painter.setPen(QColor(HEAT))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, words)
