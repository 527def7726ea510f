"""Stamps: trees, rows of orchards, reeds, banks and crest edges of one cell, as pictures.

Every stamp belongs to a form (`forms`), so woods melt together; a few variants of each keep the
map from looking stamped. Pictures are kept by zoom in steps of two.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from wardesk.render.map.drawn_shapes import put_shape
from wardesk.render.map.drawn_text import is_drawing, is_print, pixels_of
from wardesk.render.map.grounds import drawing_of
from wardesk.render.map.lattice.forms import CellForm
from wardesk.render.map.lattice.shared_stamps import Plate, Stamp
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import base_of, dressed
from wardesk.render.shapes import painting, saved
from wardesk.render.theme import MapTheme

REACH = 126.0
"""Half the edge of a stamp in drawing units."""
_CLOSEST = 256.0
"""Pixels per radius beyond which stamps are drawn afresh: few cells are seen then."""
_LARGEST = 4 * math.ceil(REACH * 2 * _CLOSEST / 100) ** 2
"""Bytes of a stamp from there."""
_MOST_BYTES = 48 << 20
_MOST_LAID = 24 << 20
_SMOOTH_EDGES = QPainter.RenderHint.Antialiasing
_SHARES = 8
"""Into how many a pixel is parted for the place of a stamp."""

Spot = tuple[int, int, float, float]
"""Mask and variant of a form, and the middle of the cell it is for."""
_Key = tuple[str, int, int, int]


class StampBox:
    """The stamps of one theme and one shape of cells; the longest unused are dropped."""

    def __init__(self, theme: MapTheme, patience: Patience) -> None:
        self.theme, self.patience = theme, patience
        self._kept: OrderedDict[_Key, Stamp] = OrderedDict()
        self._bytes = 0
        self._laid: OrderedDict[tuple[str, int, int, int, int, int, float], QImage] = OrderedDict()
        """Stamps as they fall on the pixels of one zoom."""
        self._laid_bytes = 0
        self._plate: Plate | None = None

    def paint(
        self,
        painter: QPainter,
        recipe: str,
        form_at: Callable[[int, int], CellForm],
        spots: Iterable[Spot],
        fine: float,
        seen: QRectF,
        *,
        once: bool = False,
    ) -> None:
        """Stamp a recipe, marked if it wears inks of a kind, on cells where it reaches into *seen*.

        Drawings get shapes, all others pictures. The painter uses drawing units; *fine*: px per
        radius. *once*: what lies here is not painted again, so that how stamps fall on its pixels
        is not kept.
        """
        if fine > _CLOSEST or is_drawing(painter):
            self._put(painter, recipe, form_at, spots)
            return
        step = math.ceil(math.log2(max(fine, 8.0)) - 1e-6)
        pixels, plate = pixels_of(painter), self._plate_of(painter)
        smooth = painter.testRenderHint(_SMOOTH_EDGES)
        if pixels is not None:
            painter.resetTransform()
            painter.setRenderHint(_SMOOTH_EDGES, smooth and not once)  # as in the pictures kept
        for mask, variant, x, y in spots:
            key = (recipe, mask, variant, step)
            given = plate.given(key) if plate is not None else None
            image, box = given or self._stamp(key, form_at)
            place = box.translated(x, y)
            if image.isNull() or not place.intersects(seen):
                continue
            if plate is not None:
                if plate.draw(key, (image, box), place):
                    self._bytes -= self._kept.pop(key)[0].sizeInBytes()
            elif pixels is None:
                painter.drawImage(place, image)
            else:
                self._lay(painter, key, image, pixels.mapRect(place), once=once)
        if pixels is not None:
            painter.setTransform(pixels)
            painter.setRenderHint(_SMOOTH_EDGES, smooth)

    def _put(
        self,
        painter: QPainter,
        recipe: str,
        form_at: Callable[[int, int], CellForm],
        spots: Iterable[Spot],
    ) -> None:
        for mask, variant, x, y in spots:
            draw = partial(self._draw, recipe, form_at(mask, variant), variant)
            with saved(painter):
                painter.translate(x, y)
                put_shape(painter, (self, recipe, mask, variant), draw)

    def _stamp(self, key: _Key, form_at: Callable[[int, int], CellForm]) -> Stamp:
        if key not in self._kept:
            self._make(key, form_at(key[1], key[2]))
            self.patience.made()
        self._kept.move_to_end(key)
        return self._kept[key]

    def _plate_of(self, painter: QPainter) -> Plate | None:
        if is_print(painter) and (self._plate is None or self._plate.painter is not painter):
            self._plate = Plate(painter, _LARGEST)
        return self._plate if is_print(painter) else None

    def _lay(
        self, painter: QPainter, key: _Key, image: QImage, place: QRectF, *, once: bool
    ) -> None:
        """Put a stamp down pixel on pixel; *place* in pixels of the device.

        A picture that is stretched while it is laid takes many times as long, so it is kept as it
        falls on the pixels there, unless it is laid *once*.
        """
        left, top = math.floor(place.x()), math.floor(place.y())
        over, down = round((place.x() - left) * _SHARES), round((place.y() - top) * _SHARES)
        if once:
            corner = QPointF(left + over / _SHARES, top + down / _SHARES)
            painter.drawImage(QRectF(corner, place.size()), image)
            return
        laid = (*key, over, down, place.width())
        found = self._laid.get(laid)
        if found is None:
            size = math.ceil(place.width() + 1), math.ceil(place.height() + 1)
            found = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
            found.fill(Qt.GlobalColor.transparent)
            inner = QPainter(found)
            inner.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            inner.drawImage(QRectF(QPointF(over / _SHARES, down / _SHARES), place.size()), image)
            inner.end()
            self._laid[laid] = found
            self._laid_bytes += found.sizeInBytes()
            while self._laid_bytes > _MOST_LAID:
                _, old = self._laid.popitem(last=False)
                self._laid_bytes -= old.sizeInBytes()
        else:
            self._laid.move_to_end(laid)
        painter.drawImage(left, top, found)

    def _make(self, key: tuple[str, int, int, int], form: CellForm) -> Stamp:
        recipe, _, variant, step = key
        scale = 2**step / 100
        edge = math.ceil(REACH * 2 * scale)
        image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(edge / REACH / 2, edge / REACH / 2)
            painter.translate(REACH, REACH)
            self._draw(recipe, form, variant, painter)
        inked = _inked(image)
        unit = REACH * 2 / edge
        box = QRectF(
            inked.x() * unit - REACH,
            inked.y() * unit - REACH,
            inked.width() * unit,
            inked.height() * unit,
        )
        made = (image.copy(inked) if not inked.isEmpty() else QImage(), box)
        self._kept[key] = made
        self._bytes += made[0].sizeInBytes()
        while self._bytes > _MOST_BYTES and len(self._kept) > 1:
            _, (old, _) = self._kept.popitem(last=False)
            self._bytes -= old.sizeInBytes()
        return made

    def _draw(self, recipe: str, form: CellForm, variant: int, painter: QPainter) -> None:
        draw = drawing_of(base_of(recipe))
        if draw is not None:
            draw(painter, form, variant, dressed(self.theme, recipe))


def _inked(image: QImage) -> QRect:
    """What of a picture is not clear, with a clear rim so that it can be scaled softly."""
    alpha = np.array(image.constBits()).reshape(image.height(), -1, 4)[:, :, 3] > 0
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not len(rows):
        return QRect()
    left, top = int(columns[0]), int(rows[0])
    box = QRect(left, top, int(columns[-1]) - left + 1, int(rows[-1]) - top + 1)
    return box.adjusted(-1, -1, 1, 1).intersected(image.rect())
