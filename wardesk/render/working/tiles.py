"""Painted tiles of the sheet at one zoom: painting again is copying, an edit costs its cells."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

EDGE = 256
"""Edge of a tile in device pixels."""
_MOST = 260
_LARGEST = 40_000_000
_PAD = 4
_Key = tuple[int, int]
Paint = Callable[[QPainter, QRectF, float], None]


class Tiles:
    """Tiles of one zoom; the longest unused go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, QImage] = OrderedDict()
        self._stale: dict[_Key, list[QRect]] = {}
        self._scale = 0.0

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._stale.clear()

    def drop(self, dirty: Iterable[QRectF]) -> None:
        """What lies in these boxes (document units) must be painted anew."""
        for box in dirty:
            area = self._pixels(box)
            for key in _keys(area):
                if key in self._kept:
                    part = area.intersected(_place(key))
                    self._stale.setdefault(key, []).append(part)

    def paint(self, painter: QPainter, seen: QRectF, scale: float, draw: Paint) -> None:
        """Put down the tiles that show *seen*; painters that turn or print are served directly."""
        now = painter.worldTransform()
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        straight = now.m12() == 0 == now.m21() and now.m11() == now.m22() > 0
        if not straight or abs(now.m11() * ratio - scale) > scale * 1e-6 or not _is_raster(painter):
            painter.save()
            painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
            draw(painter, seen, scale)
            painter.restore()
            return
        if scale != self._scale:
            self.clear()
            self._scale = scale
        area = self._pixels(seen)
        keys = _keys(area)
        self._make([key for key in keys if key not in self._kept], draw)
        self._mend([key for key in keys if key in self._stale], draw)
        painter.save()
        # the corner of all tiles falls on a whole pixel, or every one of them would be resampled
        corner = now.map(QPointF(0, 0)) * ratio
        x, y = round(corner.x()), round(corner.y())
        painter.resetTransform()
        for key in keys:
            tile = self._kept[key]
            self._kept.move_to_end(key)
            place = _place(key).intersected(area)
            source = place.translated(-_place(key).topLeft())
            at = QPointF(x + place.x(), y + place.y()) / ratio
            painter.drawImage(QRectF(at, place.size().toSizeF() / ratio), tile, QRectF(source))
        painter.restore()
        while len(self._kept) > max(_MOST, len(keys)):
            old, _ = self._kept.popitem(last=False)
            self._stale.pop(old, None)

    def _pixels(self, box: QRectF) -> QRect:
        scale = self._scale
        left, top = math.floor(box.left() * scale), math.floor(box.top() * scale)
        right, bottom = math.ceil(box.right() * scale), math.ceil(box.bottom() * scale)
        return QRect(left, top, max(right - left, 1), max(bottom - top, 1))

    def _make(self, keys: list[_Key], draw: Paint) -> None:
        """Paint missing tiles, if they lie close together all in one go."""
        if not keys:
            return
        area = QRect()
        for key in keys:
            area = area.united(_place(key))
        whole = len(keys) * 2 >= area.width() * area.height() / EDGE / EDGE
        if whole and area.width() * area.height() <= _LARGEST:
            image = self._painted(area, draw)
            for key in keys:
                self._kept[key] = image.copy(_place(key).translated(-area.topLeft()))
        else:
            for key in keys:
                self._kept[key] = self._painted(_place(key), draw)
        for key in keys:
            self._stale.pop(key, None)

    def _mend(self, keys: list[_Key], draw: Paint) -> None:
        """Paint the stale parts of tiles, those of one edit all in one go."""
        if not keys:
            return
        area = QRect()
        parts: dict[_Key, QRect] = {}
        for key in keys:
            part = QRect()
            for stale in self._stale.pop(key):
                part = part.united(stale)
            parts[key] = part
            area = area.united(part)
        shares = sum(part.width() * part.height() for part in parts.values())
        together = area.width() * area.height() <= shares * 2
        image = self._painted(area, draw) if together else None
        for key, part in parts.items():
            source = image if image is not None else self._painted(part, draw)
            corner = area.topLeft() if image is not None else part.topLeft()
            painter = QPainter(self._kept[key])
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(
                part.topLeft() - _place(key).topLeft(), source, part.translated(-corner)
            )
            painter.end()

    def _painted(self, part: QRect, draw: Paint) -> QImage:
        """A picture of a part of the sheet; all in pixels of the whole sheet.

        It is painted with a margin: smooth edges differ next to where painting is cut off.
        """
        scale = self._scale
        wide = part.adjusted(-_PAD, -_PAD, _PAD, _PAD)
        image = QImage(wide.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        box = QRectF(wide)
        painter = QPainter(image)
        try:
            painter.translate(-wide.x(), -wide.y())
            painter.scale(scale, scale)
            draw(painter, QRectF(box.topLeft() / scale, box.size() / scale), scale)
        finally:
            painter.end()
        return image.copy(part.translated(-wide.topLeft()))


def _is_raster(painter: QPainter) -> bool:
    engine = painter.paintEngine()
    return engine is not None and engine.type() == engine.Type.Raster


def _place(key: _Key) -> QRect:
    return QRect(key[0] * EDGE, key[1] * EDGE, EDGE, EDGE)


def _keys(area: QRect) -> list[_Key]:
    return [
        (column, row)
        for row in range(area.top() // EDGE, area.bottom() // EDGE + 1)
        for column in range(area.left() // EDGE, area.right() // EDGE + 1)
    ]
