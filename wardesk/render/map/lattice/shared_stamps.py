"""Stamps on pages: each is written into the file once, and its pixels need not stay in memory."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

Stamp = tuple[QImage, QRectF]
"""A picture and where it lies around the middle of its cell."""


class Plate:
    """The pictures that one painter of pages has been given so far.

    Qt writes a picture into a PDF where it is drawn first, and from then on only names it, by the
    number that every `QImage` has. So all pictures share the memory of one, the plate, which holds
    the pixels of the newest: the file gets each once, and a large map is printed in little room.
    """

    def __init__(self, painter: QPainter, most_bytes: int) -> None:
        self.painter = painter
        self._given: dict[Hashable, Stamp] = {}
        self._pixels = memoryview(bytearray(most_bytes))
        """Never replaced: every picture points to it."""

    def given(self, key: Hashable) -> Stamp | None:
        """A picture that the file has; its pixels are those of another by now."""
        return self._given.get(key)

    def draw(self, key: Hashable, stamp: Stamp, place: QRectF) -> bool:
        """Draw a picture; gives whether the file had it not, so that it is no longer needed."""
        found = self._given.get(key)
        if found is not None:
            self.painter.drawImage(place, found[0])
            return False
        image, box = stamp
        self._pixels[: image.sizeInBytes()] = image.constBits()
        line = image.bytesPerLine()
        shown = QImage(self._pixels, image.width(), image.height(), line, image.format())
        self._given[key] = shown, box
        self.painter.drawImage(place, shown)
        return True
