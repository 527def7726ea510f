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
        """Paint missing tiles, all in one go: chunks are looked at once."""
        if not keys:
            return
        area = QRect()
        for key in keys:
            area = area.united(_place(key))
        whole = len(keys) * 2 >= area.width() * area.height() / EDGE / EDGE
        if whole and area.width() * area.height() <= 40_000_000:
            image = self._image(area.width(), area.height())
            self._draw(image, area, area, draw)
            for key in keys:
                self._kept[key] = image.copy(_place(key).translated(-area.topLeft()))
        else:
            for key in keys:
                self._kept[key] = self._image(EDGE, EDGE)
                self._draw(self._kept[key], _place(key), _place(key), draw)
        for key in keys:
            self._stale.pop(key, None)

    def _mend(self, keys: list[_Key], draw: Paint) -> None:
        """Paint the stale parts of tiles."""
        for key in keys:
            area = QRect()
            for part in self._stale.pop(key):
                area = area.united(part)
            self._draw(self._kept[key], _place(key), area, draw)

    def _draw(self, image: QImage, place: QRect, part: QRect, draw: Paint) -> None:
        """Paint *part* of what an image at *place* shows; all in pixels of the whole sheet."""
        scale = self._scale
        box = QRectF(part)
        seen = QRectF(box.topLeft() / scale, box.size() / scale)
        painter = QPainter(image)
        try:
            painter.translate(-place.x(), -place.y())
            painter.setClipRect(part)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
            painter.fillRect(part, Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.scale(scale, scale)
            draw(painter, seen, scale)
        finally:
            painter.end()

    @staticmethod
    def _image(wide: int, high: int) -> QImage:
        return QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)


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
