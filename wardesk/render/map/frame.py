"""The paper around a map and its neat line, and which parts of a printed sheet are painted."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme


class MapParts(Struct, frozen=True, kw_only=True):
    """All of them, unless it is said otherwise."""

    numbers: bool = True
    """The numbers of hexes and squares; on maps of areas what they are called."""
    grid: bool = True
    """The sides of hexes and squares; areas have none, their borders are the map."""
    key: bool = True
    """Title, key, scale and arrow."""
    frame: bool = True
    """The neat line, and the margin around it."""


def paint_frame(painter: QPainter, rect: QRectF, frame: QRectF, theme: MapTheme) -> None:
    """Paper around the map and the neat line."""
    margin = QPainterPath()
    margin.addRect(rect)
    margin.addRect(frame)
    painter.fillPath(margin, theme.colour("paper.sheet"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for by, width in ((0.0, 4.0), (10.0, 1.6)):
        painter.setPen(pen(theme.colour("paper.edge"), width))
        painter.drawRect(frame.adjusted(-by, -by, by, by))
