"""The form of the overlays that read the compiled board of the map."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.view import OVER, MapView


class BoardOverlay(QObject):
    """Shown or not; ``switched(on)``. The board is compiled only while an overlay needs it."""

    name: ClassVar[str]
    height: ClassVar[int] = OVER
    """How high above the sheet it lies."""
    switched = Signal(bool)

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view, self._compiler = view, view.model.compiler
        self.on = False
        self._layer = view.lay(self.height, self.paint)
        self._layer.setVisible(False)
        self._compiler.made.connect(self._board_made)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw it, in px of the view."""
        raise NotImplementedError

    def switch(self, on: bool) -> None:
        """Show it or not."""
        if on == self.on:
            return
        self.on = on
        self._layer.setVisible(on)
        self._compiler.want(self.name, on)
        self._view.update()
        self.switched.emit(on)

    def _tell_rule(self, camera: Camera, rule: str) -> None:
        """Say at the top of the sheet by which rule the overlay was worked out."""
        view = QRectF(QPointF(0, 0), camera.size)
        at = QPointF(view.center().x(), 2)
        note = partial(paint_words, view=view, at=at, words=rule, icon="scales")
        self._view.notes.append(note)

    def _board_made(self) -> None:
        self._repaint()

    def _repaint(self, *_: object) -> None:
        if self.on:
            self._view.update()
