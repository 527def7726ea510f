"""The printed ground as square pictures, made off the GUI thread and kept while there is room."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QRectF, QThreadPool, Signal
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.ui.tasks import tell

TILE = 1024
"""Edge in device px: four tiles of 512 cost a painter of whole maps three times one of 1024."""

ROOM = 64 * 1024 * 1024
"""Bytes of pictures that are kept, unless a view is so large that it wants more for itself."""
_SPARE = 4
"""So many tiles are kept at least beside those that a view wants: a push finds some."""

PaintGround = Callable[[QPainter, QRectF, float], None]
"""``paint(painter, rect, scale)``: paint the ground inside *rect* (board units), the painter
already maps board units to pixels; *scale* is px per unit. Called from worker threads."""


@dataclass(frozen=True)
class TileKey:
    """One tile: *level* is twice the binary logarithm of device px per board unit."""

    generation: int
    level: int
    x: int
    y: int

    @property
    def scale(self) -> float:
        """Device px per board unit."""
        return 2.0 ** (self.level / 2)

    def rect(self) -> QRectF:
        """What the tile shows, in board units."""
        side = TILE / self.scale
        return QRectF(self.x * side, self.y * side, side, side)


def level_of(scale: float) -> int:
    """The level whose tiles are at least as fine as *scale* device px per unit."""
    return math.ceil(2 * math.log2(max(scale, 1e-9)) - 1e-6)


def keys_within(generation: int, level: int, box: QRectF) -> list[TileKey]:
    """The tiles of a level that meet *box* (board units), from its middle outwards."""
    side = TILE / 2.0 ** (level / 2)
    across = range(math.floor(box.left() / side), math.ceil(box.right() / side))
    down = range(math.floor(box.top() / side), math.ceil(box.bottom() / side))
    middle_x, middle_y = box.center().x() / side - 0.5, box.center().y() / side - 0.5
    found = [TileKey(generation, level, x, y) for x in across for y in down]
    return sorted(found, key=lambda k: (k.x - middle_x) ** 2 + (k.y - middle_y) ** 2)


class _TileSignals(QObject):
    done = Signal(object, object)


def paint_tile(key: TileKey, paint: PaintGround, paper: QColor) -> QImage:
    """The picture of one tile. Safe in any thread: only a QImage is painted on."""
    image = QImage(TILE, TILE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(paper)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rect = key.rect()
    painter.scale(key.scale, key.scale)
    painter.translate(-rect.left(), -rect.top())
    paint(painter, rect, key.scale)
    painter.end()
    return image


def draw_turned(painter: QPainter, box: QRectF, image: QImage, turn: int) -> None:
    """*image* in *box* (view px), turned clockwise by quarters."""
    if not turn:
        painter.drawImage(box, image)
        return
    width, height = (box.height(), box.width()) if turn % 2 else (box.width(), box.height())
    painter.save()
    painter.translate(box.center())
    painter.rotate(90 * turn)
    painter.drawImage(QRectF(-width / 2, -height / 2, width, height), image)
    painter.restore()


class TileStore(QObject):
    """Hands out tiles, asks for missing ones and says when they have come."""

    ready = Signal()

    def __init__(
        self, paint: PaintGround, paper: QColor, parent: QObject, *, room: int = ROOM
    ) -> None:
        super().__init__(parent)
        self._paint, self._paper, self._room = paint, paper, room
        self._generation = 0
        self._before: int | None = None
        self._kept: OrderedDict[TileKey, QImage] = OrderedDict()
        self._asked: set[TileKey] = set()
        self._lock = threading.Lock()
        self._wanted: frozenset[TileKey] = frozenset()
        self._signals = _TileSignals(self)
        self._signals.done.connect(self._done)
        self._pool = QThreadPool(self)
        # One hand stays free for the GUI thread: painting holds Python's lock for a good part.
        free = QThreadPool.globalInstance().maxThreadCount() - 1
        self._pool.setMaxThreadCount(max(1, min(3, free)))

    @property
    def generation(self) -> int:
        """Grows whenever the ground must be painted anew."""
        return self._generation

    @property
    def before(self) -> int | None:
        """The generation whose ground stays in view until the newest is painted; None without."""
        return self._before

    def repaint(self, paint: PaintGround, paper: QColor) -> None:
        """The ground has changed (another theme): paint every tile anew; `before` stays so long."""
        self._paint, self._paper = paint, paper
        if self._before is None:
            self._before = self._generation
        self._generation += 1
        self._keep(self._before)

    def settle(self) -> None:
        """A whole view of the newest ground is there: the one before it may go."""
        if self._before is not None:
            self._before = None
            self._keep(self._generation)

    def _keep(self, generation: int) -> None:
        for key in [key for key in self._kept if key.generation != generation]:
            del self._kept[key]

    def get(self, key: TileKey) -> QImage | None:
        """A tile if it is there."""
        image = self._kept.get(key)
        if image is not None:
            self._kept.move_to_end(key)
        return image

    def want(self, keys: list[TileKey]) -> None:
        """These tiles, and no others, are worth painting now; the first ones first."""
        with self._lock:
            self._wanted = frozenset(keys)
        for rank, key in enumerate(keys):
            if key not in self._kept and key not in self._asked:
                self._asked.add(key)
                self._pool.start(partial(self._run, key, self._paint, self._paper), -rank)

    def _run(self, key: TileKey, paint: PaintGround, paper: QColor) -> None:
        """In a worker thread; a tile that nobody waits for any more is skipped."""
        image = paint_tile(key, paint, paper) if self._is_wanted(key) else None
        tell(self._signals.done, key, image)

    def _is_wanted(self, key: TileKey) -> bool:
        with self._lock:
            return key in self._wanted

    def _done(self, key: TileKey, image: QImage | None) -> None:
        self._asked.discard(key)
        if image is None or key.generation != self._generation:
            self.ready.emit()
            return
        self._kept[key] = image
        least = len(self._wanted) + _SPARE
        while len(self._kept) * TILE * TILE * 4 > self._room and len(self._kept) > least:
            self._kept.popitem(last=False)
        self.ready.emit()

    @property
    def busy(self) -> bool:
        """Whether tiles are still being painted."""
        return bool(self._asked)

    def level(self, level: int) -> list[TileKey]:
        """Every tile of a level that is there."""
        return [k for k in self._kept if k.level == level and k.generation == self._generation]

    def stop(self) -> None:
        """Forget what is waiting and let what is running end; call it before the view goes."""
        self.want([])
        self._pool.waitForDone(5000)
