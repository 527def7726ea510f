"""Pictures of counters, made once per look and size, a few milliseconds' worth per frame."""

from __future__ import annotations

import time
from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter

from wardesk.model.look import CounterLook, SideLook
from wardesk.ui.canvas.art import BoardArt

_KEPT = 1500
_FRAME = 0.008
"""Seconds of one frame that may go into new pictures; the rest is drawn from another size."""


class CounterImages:
    """Counters by (look, px). When a frame runs out of time the nearest size is scaled."""

    def __init__(self, art: BoardArt, sides: dict[str, SideLook]) -> None:
        self._art, self._sides = art, sides
        self._kept: OrderedDict[tuple[CounterLook, int, float], QImage] = OrderedDict()
        self._latest: dict[CounterLook, QImage] = {}
        self._edges: dict[int, int] = {}
        self._until = 0.0
        self.late: list[QRectF] = []
        """Where the last frame had to scale a picture of another size, or had none (view px)."""

    def begin_frame(self) -> None:
        """Start the clock of a frame."""
        self._until = time.perf_counter() + _FRAME
        self.late = []

    def draw(self, painter: QPainter, look: CounterLook, box: QRectF, ratio: float) -> None:
        """Draw a counter into *box* (view px)."""
        pixels = max(6, round(box.width()))
        key = (look, pixels, ratio)
        image = self._kept.get(key)
        if image is None and (time.perf_counter() < self._until or look not in self._latest):
            image = self._art.counter_image(look, self._sides.get(look.side), pixels, ratio)
            self._kept[key] = image
            self._edges[image.cacheKey()] = pixels
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        if image is None:
            self.late.append(box)
        image = image if image is not None else self._latest[look]
        self._latest[look] = image
        # Pictures have room for the shadow around the card, the same share at every size. They lie
        # on whole device pixels and are not scaled by less than one: lettering stays crisp.
        made = self._edges[image.cacheKey()]
        whole = image.width() / image.devicePixelRatio()
        if made != pixels:
            whole *= box.width() / made
        x, y = box.center().x() - whole / 2, box.center().y() - whole / 2
        place = QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio)
        if made == pixels:
            painter.drawImage(place, image)
        else:
            painter.drawImage(QRectF(place, QSizeF(whole, whole)), image)
