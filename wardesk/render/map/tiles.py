"""Painted tiles of the sheet at one zoom: painting again is copying, an edit costs its cells.

A view in a hurry gets the tiles of the zoom before, stretched, while sharp ones are painted block
by block from one frame to the next.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QRegion, QTransform

from wardesk.render.map.clipping_painter import NearPainter
from wardesk.render.map.drawn_text import is_raster
from wardesk.render.map.paint_deadline import OutOfTime, Patience
from wardesk.render.map.stale_tiles import EDGE, Key, OldTiles, tile_place
from wardesk.render.shapes import saved

_MOST = 260
_LARGEST = 40_000_000
_SMALL = 512 * 512
"""Pixels up to which the picture that is painted on is kept for the next part."""
_NUDGE = 0.00371
"""Pixels by which everything is moved: ends of lines in the very middle between two pixels would
else fall on this or that one, by the last bit of where a picture begins."""
_PAD = 4
_BLOCKS, _GROWTH = (256, 128, 64), 1.5
"""Edges of the blocks in which a tile may be painted, device pixels; and how much longer the next
larger one is thought to take until one has been painted: most have more to do than their size."""
_FIRST_BLOCK = 0.002
"""Seconds that the smallest is thought to take."""
_SHARE, _LEAST = 0.009, 0.004
"""Seconds of a frame that painting may take when the view is in a hurry, what stands in for it
included; and what goes into new blocks at least, or a view would never be sharp."""
_ONE_BLOCK = 0.008
"""Seconds that the only block of a frame may take: large blocks have less to do twice."""
_FORGOTTEN, _HARDLY = 0.98, 1.6
"""What is left of a cost from frame to frame, so that a large block is tried again; and how much
longer than the smallest a block may take when even that takes too long."""
_FIRST = 0.25
"""Seconds for the very first picture: it should be whole."""
Paint = Callable[[QPainter, QRectF, float], None]
Rough = Callable[[QPainter, QRectF], None]


@dataclass
class Tile:
    """A picture, what of it must still be painted, and whether it may be shown as it is."""

    image: QImage
    todo: list[QRect] = field(default_factory=list[QRect])
    whole: bool = False
    ready: bool = False
    """Whether everything that is kept and that painting it needs has been made."""


class ZoomTiles:
    """Tiles of one zoom; the longest unused go first."""

    def __init__(self, patience: Patience | None = None) -> None:
        self.patience = patience or Patience()
        self.late = False
        """Whether the last painting left something for the next frame."""
        self._kept: OrderedDict[Key, Tile] = OrderedDict()
        self._old = OldTiles()
        self._scale = 0.0
        self._costs: dict[int, float] = {}
        """Seconds that blocks of these edges take at this zoom."""
        self._gap_cost = 0.0
        """Seconds that filling gaps took in the last frame."""
        self._idle = True
        """Whether nothing has been painted in this frame yet."""
        self._nowhere = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        self._canvas = self._nowhere
        """What small parts are painted on before they are copied to where they belong."""
        self.room = 0
        """Device pixels painted around a part and thrown away: the longest straight line."""

    def clear(self) -> None:
        """Nothing is as it was; what was seen stands in until it is painted anew."""
        self._put_by()
        self._kept.clear()

    def drop(self, dirty: Iterable[QRectF]) -> None:
        """What lies in these boxes (document units) must be painted anew."""
        for box in dirty:
            area = self._pixels(box)
            for key in _keys(area):
                tile = self._kept.get(key)
                if tile is None:
                    continue
                tile.ready = False
                if tile.whole:
                    _add(tile.todo, area.intersected(tile_place(key)))
                else:
                    tile.todo = [tile_place(key)]

    def paint(
        self,
        painter: QPainter,
        seen: QRectF,
        scale: float,
        draw: Paint,
        rough: Rough | None = None,
        *,
        hurry: bool = False,
        part: bool = False,
    ) -> None:
        """Put down the tiles that show *seen*; painters that turn or print are served directly.

        With *hurry* it takes only a part of a frame, sets `late` if something is missing, and
        shows *rough* where no tile has ever been. *part*: the rest of the view stays as it was.
        """
        was_late, self.late = self.late, False
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        now = painter.worldTransform()
        if not _is_straight(now, scale / ratio) or not is_raster(painter):
            with saved(painter):
                painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
                draw(painter, seen, scale)
            return
        moved = self._move_to(scale)
        area = self._pixels(seen)
        keys = _keys(area)
        if not (hurry and moved):
            self._fill(keys, area.center(), draw, hurry=hurry)
        # the corner of all tiles falls on a whole pixel, or every one of them would be resampled
        corner = now.map(QPointF(0, 0)) * ratio
        x, y = round(corner.x()), round(corner.y())
        lacking = [key for key in keys if key not in self._kept or not self._kept[key].whole]
        self.late = bool(lacking) or any(self._kept[key].todo for key in keys)
        painter.save()
        start = self.patience.clock()
        if lacking:
            gap = QRegion()
            for key in lacking:
                gap += tile_place(key).intersected(area)
            self._fill_gap(painter, gap, (x, y), ratio, seen, rough)
        self._gap_cost = self.patience.clock() - start
        _use_pixels(painter, (x, y), ratio)
        for key in keys:
            tile = self._kept.get(key)
            if tile is None or not tile.whole:
                continue
            self._kept.move_to_end(key)
            place = tile_place(key).intersected(area)
            painter.drawImage(place, tile.image, place.translated(-tile_place(key).topLeft()))
        painter.restore()
        if part:
            self.late = self.late or was_late
        elif not self.late:
            self._old.forget_last()
        while len(self._kept) > max(_MOST, len(keys)):
            self._kept.popitem(last=False)

    def _fill(self, keys: list[Key], middle: QPoint, draw: Paint, *, hurry: bool) -> None:
        """Paint what is missing: all of it, or with *hurry* as much as there is time for."""
        if hurry:
            first = not self._kept and not self._old.any
            share = _FIRST if first else max(_SHARE - self._gap_cost, _LEAST)
            self._go_on(keys, middle, draw, share)
        else:
            self._finish(keys, draw)

    def _move_to(self, scale: float) -> bool:
        """Begin at another zoom; whether there are old tiles, so that it can wait a frame."""
        if scale == self._scale:
            return False
        self.clear()
        self._scale, self._costs = scale, {}
        return self._old.any

    def _fill_gap(
        self,
        painter: QPainter,
        gap: QRegion,
        corner: tuple[int, int],
        ratio: float,
        seen: QRectF,
        rough: Rough | None,
    ) -> None:
        """Old tiles, stretched; the rough picture where there is none (*gap*: sheet pixels)."""
        before = painter.transform()
        _use_pixels(painter, corner, ratio)
        gap = self._old.paint(painter, gap, self._scale)
        if rough is not None and not gap.isEmpty():
            painter.setClipRegion(gap, Qt.ClipOperation.IntersectClip)
            painter.setTransform(before)
            rough(painter, seen)
        painter.setClipping(False)

    def _put_by(self) -> None:
        self._old.put_by({key: t.image for key, t in self._kept.items() if t.whole}, self._scale)

    def _pixels(self, box: QRectF) -> QRect:
        scale = self._scale
        left, top = math.floor(box.left() * scale), math.floor(box.top() * scale)
        right, bottom = math.ceil(box.right() * scale), math.ceil(box.bottom() * scale)
        return QRect(left, top, max(right - left, 1), max(bottom - top, 1))

    def _tile(self, key: Key) -> Tile:
        tile = self._kept.get(key)
        if tile is None:
            image = QImage(EDGE, EDGE, QImage.Format.Format_ARGB32_Premultiplied)
            tile = self._kept[key] = Tile(image, [tile_place(key)])
        return tile

    def _finish(self, keys: list[Key], draw: Paint) -> None:
        """Paint all that is missing, what lies close together in one go."""
        tiles = {key: self._tile(key) for key in keys}
        for whole in (False, True):
            heap = {key: tile for key, tile in tiles.items() if tile.todo and tile.whole == whole}
            self._together(heap, draw, _LARGEST)
        for key, tile in tiles.items():
            for part in tile.todo:
                image, corner = self._painted(part, draw)
                self._put_in(tile, key, part, image, corner)
            tile.todo.clear()
            tile.whole = True

    def _together(self, heap: dict[Key, Tile], draw: Paint, most: int) -> None:
        """Paint what is to do in some tiles as one picture, if not much else lies between."""
        area, share = QRect(), 0
        for tile in heap.values():
            for part in tile.todo:
                area = area.united(part)
                share += part.width() * part.height()
        if not heap or area.width() * area.height() > min(share * 2, most):
            return
        image, corner = self._painted(area, draw)
        for key, tile in heap.items():
            for part in tile.todo:
                self._put_in(tile, key, part, image, corner)
            tile.todo.clear()
            tile.whole = True

    def _go_on(self, keys: list[Key], middle: QPoint, draw: Paint, share: float) -> None:
        """Paint for a while: first what an edit changed, then blocks from the middle outwards."""
        until = self.patience.clock() + share
        self._idle = True
        self._costs = {edge: cost * _FORGOTTEN for edge, cost in self._costs.items()}
        stale = {key: self._kept[key] for key in keys if self._is_stale(key)}
        try:
            self._together(stale, draw, EDGE * EDGE)
            rest = [key for key in keys if key not in stale or self._is_stale(key)]
            rest.sort(key=lambda key: (key not in stale, _far(tile_place(key).center() - middle)))
            for key in rest:
                tile = self._tile(key)
                self._prepare(tile, draw, until)
                while tile.todo:
                    self._paint_block(tile, key, draw, until)
                tile.whole = True
        except OutOfTime:
            pass

    def _prepare(self, tile: Tile, draw: Paint, until: float) -> None:
        """Make what painting a tile needs and keeps, by painting it nowhere. Raises OutOfTime."""
        if tile.ready or not tile.todo:
            return
        area = QRect()
        for part in tile.todo:
            area = area.united(part)
        box = QRectF(area.adjusted(-_PAD, -_PAD, _PAD, _PAD))
        scale, painter = self._scale, NearPainter(self._nowhere, QRectF())
        self.patience.until = until
        try:
            painter.setClipRect(QRect())
            painter.translate(-box.x() - 9999, -box.y() - 9999)
            painter.scale(scale, scale)
            draw(painter, QRectF(box.topLeft() / scale, box.size() / scale), scale)
        finally:
            painter.end()
            self.patience.until = math.inf
        tile.ready = True

    def _is_stale(self, key: Key) -> bool:
        tile = self._kept.get(key)
        return tile is not None and tile.whole and bool(tile.todo)

    def _paint_block(self, tile: Tile, key: Key, draw: Paint, until: float) -> None:
        """Paint as large a piece as there is time for. Raises OutOfTime when there is none."""
        start = self.patience.clock()
        edge = self._block_edge(until - start)
        self._idle = False
        part = tile.todo[-1]
        block = QRect(part.topLeft(), part.size().boundedTo(QSize(edge, edge)))
        image, corner = self._painted(block, draw)
        if block.width() == block.height() == edge:
            took = self.patience.clock() - start
            known = self._costs.get(edge, took)
            # a frame may not be late: what took long is believed at once
            self._costs[edge] = max(took, known + (took - known) / 4)
        self._put_in(tile, key, block, image, corner)
        tile.todo.pop()
        right = QRect(block.right() + 1, block.top(), part.right() - block.right(), block.height())
        below = QRect(part.left(), block.bottom() + 1, part.width(), part.bottom() - block.bottom())
        tile.todo += [one for one in (below, right) if not one.isEmpty()]

    def _block_edge(self, left: float) -> int:
        """How large the next block is to be, for so many seconds. Raises OutOfTime.

        One block is painted in every frame, however long the smallest takes; where larger ones take
        hardly longer, a larger one.
        """
        costs: dict[int, float] = {}
        guess = _FIRST_BLOCK
        for edge in reversed(_BLOCKS):
            costs[edge] = self._costs.get(edge, guess)
            guess = costs[edge] * _GROWTH
        most = max(left, _ONE_BLOCK) if self._idle else left
        found = max((edge for edge, cost in costs.items() if cost <= most), default=0)
        if not found and self._idle:
            least = min(costs.values()) * _HARDLY
            found = max(edge for edge, cost in costs.items() if cost <= least)
        if not found:
            raise OutOfTime
        return found

    def _put_in(self, tile: Tile, key: Key, part: QRect, image: QImage, corner: QPoint) -> None:
        """Copy a part from a picture into a tile; all in pixels of the sheet."""
        painter = QPainter(tile.image)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        at = part.topLeft() - tile_place(key).topLeft()
        painter.drawImage(at, image, part.translated(-corner))
        painter.end()

    def _painted(self, part: QRect, draw: Paint) -> tuple[QImage, QPoint]:
        """A picture that shows a part of the sheet, until the next one, and where its corner lies.

        All in pixels of the whole sheet. Qt cuts single lines off at the edge of a picture and
        draws what is left at a slightly other slope (a clip would be the same as an edge), so the
        picture that is painted on is wider than what is asked for by a cell's side. Everything else
        is exact and clipped to what is asked.
        """
        scale = self._scale
        inner = part.adjusted(-_PAD, -_PAD, _PAD, _PAD)
        wide = inner.adjusted(-self.room, -self.room, self.room, self.room)
        image = self._canvas_of(wide.size())
        box = QRectF(inner)
        painter = NearPainter(image, QRectF(inner.translated(-wide.topLeft())))
        self.patience.roomy = True
        try:
            painter.setClipRect(inner.translated(-wide.topLeft()))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(image.rect(), Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.translate(_NUDGE - wide.x(), _NUDGE - wide.y())
            painter.scale(scale, scale)
            draw(painter, QRectF(box.topLeft() / scale, box.size() / scale), scale)
        finally:
            self.patience.roomy = False
            painter.end()
        return image, wide.topLeft()

    def _canvas_of(self, size: QSize) -> QImage:
        """A picture at least so large; that for small parts is taken again and again."""
        if self._canvas.size().expandedTo(size) == self._canvas.size():
            return self._canvas
        size = size.expandedTo(self._canvas.size())
        made = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        if size.width() * size.height() <= _SMALL:
            self._canvas = made
        return made


def _add(todo: list[QRect], part: QRect) -> None:
    """Note one more part to paint; parts that overlap become one."""
    for other in [one for one in todo if one.intersects(part)]:
        todo.remove(other)
        part = part.united(other)
    todo.append(part)


def _far(at: QPoint) -> int:
    return at.x() * at.x() + at.y() * at.y()


def _use_pixels(painter: QPainter, corner: tuple[int, int], ratio: float) -> None:
    """Let a painter draw in pixels of the sheet."""
    painter.resetTransform()
    painter.scale(1 / ratio, 1 / ratio)
    painter.translate(*corner)


def _is_straight(transform: QTransform, scale: float) -> bool:
    across, down = transform.m11(), transform.m22()
    turned = transform.m12() != 0 or transform.m21() != 0
    return not turned and across == down and abs(across - scale) <= scale * 1e-6


def _keys(area: QRect) -> list[Key]:
    return [
        (column, row)
        for row in range(area.top() // EDGE, area.bottom() // EDGE + 1)
        for column in range(area.left() // EDGE, area.right() // EDGE + 1)
    ]
