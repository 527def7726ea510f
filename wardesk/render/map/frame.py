"""The paper around a map and its neat line."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme


def paint_frame(painter: QPainter, rect: QRectF, frame: QRectF, theme: MapTheme) -> None:
    """Paper around the map and the neat line."""
    margin = QPainterPath()
    margin.addRect(rect)
    margin.addRect(frame)
    painter.fillPath(margin, theme.colour("paper.sheet"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for by, wide in ((0.0, 4.0), (10.0, 1.6)):
        painter.setPen(pen(theme.colour("paper.edge"), wide))
        painter.drawRect(frame.adjusted(-by, -by, by, by))
