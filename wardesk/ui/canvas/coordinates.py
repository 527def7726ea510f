"""The id of every cell, small and haloed, for whoever talks about places by number."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.render.kept import kept
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera, turned_rect
from wardesk.ui.canvas.picking import CellIndex
from wardesk.ui.widgets import paint

INK, HALO = "#1d1a14", "#fffdf5"
_LEAST, _MOST = 26.0, 600
"""Cells narrower than this many px, or more of them than this, would only be grey."""


@kept(4096)
def _outline(words: str, percent: int) -> QPainterPath:
    """The letters with the middle of their foot on the origin."""
    del percent  # Part of the key: the font follows the text size.
    path = QPainterPath()
    path.addText(QPointF(-paint.advance(words, "tiny") / 2, 0), theme.font("tiny"), words)
    return path


def shown_cells(index: CellIndex, camera: Camera, seen: QRectF) -> list[tuple[str, QPointF]]:
    """Ids that have room, each with the place of the middle of its foot (view px)."""
    cells = index.within(seen)
    if len(cells) > _MOST:
        return []
    found = []
    for cell in cells:
        box = turned_rect(index.outlines[cell][0].boundingRect(), camera.turn)
        if box.width() * camera.scale < max(_LEAST, paint.advance(cell, "tiny") + 4):
            continue
        at = camera.to_view(index.anchors[cell])
        # Above the counters where the cell is tall enough, else near its upper edge.
        found.append((cell, at - QPointF(0, min(box.height() * camera.scale * 0.34, 34.0))))
    return found


def paint_coordinates(painter: QPainter, camera: Camera, index: CellIndex, seen: QRectF) -> None:
    """Write the ids of the cells in view; *painter* is in view px. Always upright."""
    pen = QPen(QColor(HALO), 3.0)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    for cell, at in shown_cells(index, camera, seen):
        path = _outline(cell, theme.text_size()).translated(at)
        painter.strokePath(path, pen)
        painter.fillPath(path, QColor(INK))
