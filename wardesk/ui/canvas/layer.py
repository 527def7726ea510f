"""Parts of a scene that are as large as what is seen: the ground, lights, words, lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

if TYPE_CHECKING:
    from wardesk.ui.canvas.camera import Camera
    from wardesk.ui.canvas.view import CanvasView

    Draw = Callable[[QPainter, Camera], None]


class Layer(QGraphicsRectItem):
    """Lies over all that is seen, *height* above the ground; *draw* draws in px of the view."""

    def __init__(self, view: CanvasView, height: float, draw: Draw) -> None:
        super().__init__(view.camera.seen())
        self._view, self._draw = view, draw
        self.setZValue(height)
        self.setPen(Qt.PenStyle.NoPen)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.save()
        painter.resetTransform()
        self._draw(painter, self._view.camera)
        painter.restore()
