"""Cells marked by a tool before it acts, and words on the map itself that read on any ground."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from wardesk.render.kept import kept
from wardesk.ui import theme
from wardesk.ui.map.canvas.selection_marks import CASING, PICKED, ShownMap, outline

MOST = 60
"""Beyond that many cells a preview is a tint without outlines."""


def mark_cells(
    painter: QPainter,
    view: ShownMap,
    cells: Iterable[str],
    ink: str = PICKED,
    *,
    tint: float = 0.0,
    width: float = 1.6,
) -> None:
    """Outline the cells that can be seen, over a tint of this strength."""
    transform, seen = view.camera.transform(), view.camera.seen()
    ground = QColor(ink)
    ground.setAlphaF(tint)
    shown = [path for path in map(view.sheet.cell_path, cells)
             if path.boundingRect().intersects(seen)]  # fmt: skip
    for path in shown:
        on_view = transform.map(path)
        if tint:
            painter.fillPath(on_view, ground)
        if width and len(shown) <= MOST:
            outline(painter, on_view, ink, width)


def haloed(painter: QPainter, words: str, middle: QPointF, ink: str, role: str = "strong") -> None:
    """Words around *middle* (px) in *ink* with a light rim; quick for the same words again."""
    ratio = painter.device().devicePixelRatio()
    picture = _picture(words, ink, theme.font(role).toString(), ratio)
    size = picture.deviceIndependentSize()
    painter.drawPixmap(middle - QPointF(size.width() / 2, size.height() / 2), picture)


@kept(512)
def _picture(words: str, ink: str, font_name: str, ratio: float) -> QPixmap:
    font = QFont()
    font.fromString(font_name)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(words) + 6, metrics.height() + 6
    picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.addText(QPointF(3, 3 + metrics.ascent()), font, words)
    outline(painter, path, CASING, 1.2)
    painter.fillPath(path, QColor(ink))
    painter.end()
    return picture
