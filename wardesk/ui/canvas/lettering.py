"""Names and numbers of the map as one picture for the present zoom, made off the GUI thread.

Lettering does not stand scaling, so it is no part of the tiles: it is drawn for exactly the zoom
in force, and while the camera moves the last picture moves with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QRectF, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QPainter

from wardesk.ui.canvas.camera import Camera, turned, turned_rect
from wardesk.ui.tasks import tell

Paint = Callable[[QPainter, QRectF, float], None]
_MARGIN = 0.25
"""Of the view on each side, so that short pushes need no new picture."""


@dataclass(frozen=True)
class PictureKey:
    """What a picture shows: *left* and *top* in device px of the whole board at *scale*.

    These are px of the board as it lies, turned by *turn* quarters.
    """

    generation: int
    scale: float
    left: int
    top: int
    width: int
    height: int
    turn: int = 0

    def lying(self) -> QRectF:
        """In units of the turned board."""
        s = self.scale
        return QRectF(self.left / s, self.top / s, self.width / s, self.height / s)

    def rect(self) -> QRectF:
        """In board units."""
        return turned_rect(self.lying(), -self.turn)


def paint_picture(key: PictureKey, paint: Paint) -> QImage:
    """The picture for *key*. Safe in any thread."""
    image = QImage(key.width, key.height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.translate(-key.left, -key.top)
    painter.scale(key.scale, key.scale)
    painter.rotate(90 * key.turn)
    paint(painter, key.rect(), key.scale)
    painter.end()
    return image


class _LetteringSignals(QObject):
    done = Signal(object, object)


class LetteringLayer(QObject):
    """Keeps the newest picture; one job at a time, and always for the newest wish."""

    ready = Signal()

    def __init__(self, paint: Paint, parent: QObject) -> None:
        super().__init__(parent)
        self._paint, self._generation = paint, 0
        self._image: tuple[PictureKey, QImage] | None = None
        self._running: PictureKey | None = None
        self._next: PictureKey | None = None
        self._signals = _LetteringSignals(self)
        self._signals.done.connect(self._done)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)

    def repaint(self, paint: Paint) -> None:
        """Another theme: the old picture stays only until the new one is there."""
        self._paint = paint
        self._generation += 1

    @property
    def busy(self) -> bool:
        """Whether a picture is on its way."""
        return self._running is not None

    def draw(self, painter: QPainter, camera: Camera, ratio: float, sheet: QRectF) -> None:
        """Draw what there is (*painter* in view px) and ask for better if it does not fit."""
        seen = camera.seen().intersected(sheet)
        if seen.isEmpty():
            return
        scale = camera.scale * ratio
        if self._image is not None:
            key, image = self._image
            box, lying = key.rect(), key.lying()
            first = camera.to_view(turned(lying.topLeft(), -key.turn))
            fits = abs(key.scale - scale) < 1e-9 and key.turn == camera.turn
            if key.turn != camera.turn:
                target = QRectF()  # Letters that lie on their side help nobody.
            elif fits:
                x, y = round(first.x() * ratio) / ratio, round(first.y() * ratio) / ratio
                target = QRectF(x, y, key.width / ratio, key.height / ratio)
            else:
                last = camera.to_view(turned(lying.bottomRight(), -key.turn))
                target = QRectF(first, last)
            if not target.isEmpty():
                painter.drawImage(target, image)
            fresh = key.generation == self._generation
            if fits and fresh and box.adjusted(-1, -1, 1, 1).contains(seen):
                self._next = None
                return
        self._wish(self._key_for(seen, scale, sheet, camera.turn))

    def _key_for(self, seen: QRectF, scale: float, sheet: QRectF, turn: int) -> PictureKey:
        dx, dy = seen.width() * _MARGIN, seen.height() * _MARGIN
        box = seen.adjusted(-dx, -dy, dx, dy).intersected(sheet)
        box = turned_rect(box, turn)
        left, top = math.floor(box.left() * scale) - 1, math.floor(box.top() * scale) - 1
        width, height = int(box.width() * scale) + 3, int(box.height() * scale) + 3
        return PictureKey(self._generation, scale, left, top, width, height, turn)

    def _wish(self, key: PictureKey) -> None:
        if self._running is not None:
            self._next = key if key != self._running else None
            return
        self._running, self._next = key, None
        self._pool.start(partial(self._run, key, self._paint))

    def _run(self, key: PictureKey, paint: Paint) -> None:
        """In the worker thread."""
        tell(self._signals.done, key, paint_picture(key, paint))

    def _done(self, key: PictureKey, image: QImage) -> None:
        self._running = None
        if key.generation == self._generation:
            self._image = (key, image)
        wish, self._next = self._next, None
        if wish is not None and wish.generation == self._generation:
            self._wish(wish)
        self.ready.emit()

    def stop(self) -> None:
        """Wait for the running job; call it before the view goes."""
        self._next = None
        self._pool.waitForDone(5000)
