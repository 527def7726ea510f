"""Pictures of counters, made once per look and size, a few milliseconds' worth per frame."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter

from wardesk.model.look import CounterLook, SideLook
from wardesk.ui.canvas.art import BoardArt

_KEPT = 1500
_FRAME = 0.008
"""Seconds of one frame that may go into new pictures; the rest is drawn from another size."""


@dataclass(frozen=True)
class _Picture:
    """*whole* is its edge in px with the room for a shadow, *made* that of the card alone."""

    look: CounterLook
    image: QImage
    made: int
    ratio: float
    whole: float


class CounterImages:
    """Counters by (look, px). When a frame runs out of time the nearest size is scaled."""

    def __init__(self, art: BoardArt, sides: dict[str, SideLook]) -> None:
        self._art, self._sides = art, sides
        self._kept: OrderedDict[tuple[CounterLook, int, float], _Picture] = OrderedDict()
        self._by_hand: dict[tuple[int, int, float], _Picture] = {}
        """The same by the identity of looks, which costs less than their values."""
        self._latest: dict[CounterLook, _Picture] = {}
        self._until = 0.0
        self.late: list[QRectF] = []
        """Where the last frame had to scale a picture of another size, or had none (view px)."""

    def begin_frame(self) -> None:
        """Start the clock of a frame."""
        self._until = time.perf_counter() + _FRAME
        self.late = []

    def draw(self, painter: QPainter, look: CounterLook, box: QRectF, ratio: float) -> None:
        """Draw a counter into *box* (view px)."""
        left, top, width = box.left(), box.top(), box.width()
        pixels = max(6, round(width))
        found = self._by_hand.get((id(look), pixels, ratio)) or self._found(look, pixels, ratio)
        # Pictures have room for the shadow around the card, the same share at every size. They lie
        # on whole device pixels and are not scaled by less than one: lettering stays crisp.
        whole, scaled = found.whole, found.made != pixels
        if scaled or found.ratio != ratio:
            self.late.append(box)
        if scaled:
            whole *= width / found.made
        room = (width - whole) / 2
        place = QPointF(round((left + room) * ratio) / ratio, round((top + room) * ratio) / ratio)
        if scaled:
            painter.drawImage(QRectF(place, QSizeF(whole, whole)), found.image)
        else:
            painter.drawImage(place, found.image)

    def _found(self, look: CounterLook, pixels: int, ratio: float) -> _Picture:
        """The picture of this size, else the newest of another while the frame has no time."""
        key = (look, pixels, ratio)
        found = self._kept.get(key)
        if found is None:
            if time.perf_counter() >= self._until and look in self._latest:
                return self._latest[look]
            image = self._art.counter_image(look, self._sides.get(look.side), pixels, ratio)
            whole = image.width() / image.devicePixelRatio()
            found = _Picture(look, image, pixels, ratio, whole)
            self._kept[key] = found
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
                self._by_hand.clear()
        if found.look is look:
            self._by_hand[id(look), pixels, ratio] = found
        self._latest[look] = found
        return found
