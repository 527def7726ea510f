"""Parts of a scene that lie over all that is seen: the ground, lights, words, lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from wardesk.ui.canvas.camera import Camera

Draw = Callable[[QPainter, Camera], None]


class Seeing(Protocol):
    """The view, as far as a layer needs it."""

    @property
    def camera(self) -> Camera:
        """What is seen, and how large."""
        ...


class Layer(QGraphicsRectItem):
    """Lies over all that is seen, *height* above the ground; *draw* draws in px of the view."""

    def __init__(self, view: Seeing, height: float, draw: Draw) -> None:
        super().__init__()
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
