"""A painter for small parts of a large drawing: it leaves out paths that lie elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QImage,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)

Filling = QBrush | Qt.BrushStyle | Qt.GlobalColor | QColor | QGradient | QImage | QPixmap
"""What Qt takes for a brush."""
_ROOM = 2.0
"""Device pixels around a path that smoothing may touch."""


class NearPainter(QPainter):
    """Paints what reaches into *box* (device pixels); Qt would work out every stroke in full.

    With an empty box nothing is near. Mitred corners reach farther than half a line's width, by the
    pen's limit at most.
    """

    def __init__(self, device: QPaintDevice, box: QRectF) -> None:
        super().__init__(device)
        self._box = box.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM) if box.isValid() else box

    def _is_near(self, path: QPainterPath, room: float) -> bool:
        box = path.controlPointRect().adjusted(-room, -room, room, room)
        return self.worldTransform().mapRect(box).intersects(self._box)

    def strokePath(  # noqa: N802 - Qt's name
        self, path: QPainterPath, pen: QPen | Qt.PenStyle | QColor
    ) -> None:
        """As Qt's, for paths that are near."""
        line = pen if isinstance(pen, QPen) else QPen(pen)
        if self._is_near(path, max(line.widthF(), 1e-6) * max(1.0, line.miterLimit())):
            super().strokePath(path, line)

    def fillPath(self, path: QPainterPath, brush: Filling) -> None:  # noqa: N802 - Qt's name
        """As Qt's, for paths that are near."""
        if self._is_near(path, 1e-6):
            super().fillPath(path, brush)
