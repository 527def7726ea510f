"""How a line looks while it is drawn: in the manner of its kind."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.model.palette import Palette

_WATER = ("stream", "river", "brook", "canal", "water")
_RAILS = ("rail", "tram")
_PATHS = ("path", "track", "trail")
_ROADS = ("road", "highway", "street", "way")


def paint_line(
    painter: QPainter, path: QPainterPath, palette: Palette, kind: str, wide: float
) -> None:
    """Draw *path* (px of the view) as a line of *kind*, *wide* px across."""
    known = palette.lines.get(kind)
    art = f"{known.art if known is not None else ''} {kind}".lower()
    wide = min(max(wide, 2.5), 14.0)
    if any(word in art for word in _WATER):
        strokes = [("#4c7485", wide + 2, False), ("#8fb9c6", wide, False)]
    elif any(word in art for word in _RAILS):
        strokes = [("#26221c", wide * 0.8, False), ("#ffffff", wide * 0.4, True)]
    elif any(word in art for word in _PATHS):
        strokes = [("#9a7f52", wide * 0.6 + 2, False), ("#f6ecca", wide * 0.6, True)]
    elif any(word in art for word in _ROADS):
        strokes = [("#7d6446", wide + 2, False), ("#fdf8e8", wide, False)]
    else:
        strokes = [("#ffffff", wide * 0.6 + 2, False), ("#5b4a30", wide * 0.6, False)]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width, dashed in strokes:
        pen = QPen(QColor(ink), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
        if dashed:
            pen.setDashPattern([2.5, 2.5])
        painter.setPen(pen)
        painter.drawPath(path)
