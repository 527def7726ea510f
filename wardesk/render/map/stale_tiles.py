"""What was painted at earlier zooms, to stand in, stretched, until the sharp picture is there."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter, QRegion

EDGE = 256
"""Edge of a tile in device pixels."""
_LEVELS = 2
_MOST_WHOLE = 120
Key = tuple[int, int]


@dataclass(frozen=True)
class _Level:
    """Finished tiles of one zoom."""

    scale: float
    tiles: dict[Key, QImage]


class OldTiles:
    """The last few zooms, and the one that showed most of the sheet."""

    def __init__(self) -> None:
        self._last: list[_Level] = []
        self._widest: _Level | None = None

    @property
    def any(self) -> bool:
        """Whether there is anything to show."""
        return bool(self._last) or self._widest is not None

    def put_by(self, tiles: dict[Key, QImage], scale: float) -> None:
        """Keep the tiles of a zoom that is left."""
        if not tiles:
            return
        level = _Level(scale, tiles)
        self._last = [level, *self._last[: _LEVELS - 1]]
        if self._widest is None or scale <= self._widest.scale:
            self._widest = level if len(tiles) <= _MOST_WHOLE else self._widest

    def forget_last(self) -> None:
        """All is sharp: only the widest is still of use, for the next look from afar."""
        self._last.clear()

    def paint(self, painter: QPainter, gap: QRegion, scale: float) -> QRegion:
        """Fill a gap, newest first; gives what is still bare. All in pixels of the sheet."""
        levels = [*self._last, *([self._widest] if self._widest else [])]
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for level in levels:
            by = scale / level.scale
            filled = QRegion()
            for key, image in level.tiles.items():
                place = _stretched(key, by)
                if gap.intersects(place):
                    if filled.isEmpty():
                        painter.setClipRegion(gap)
                    filled += place
                    painter.drawImage(place, image)
            gap = gap.subtracted(filled)
            if gap.isEmpty():
                break
        return gap


def tile_place(key: Key) -> QRect:
    """Where a tile lies, pixels of the sheet."""
    return QRect(key[0] * EDGE, key[1] * EDGE, EDGE, EDGE)


def _stretched(key: Key, by: float) -> QRect:
    """Where a tile of another zoom lies; neighbours share their edges."""
    left, top = (math.floor(part * EDGE * by + 0.5) for part in key)
    right, bottom = (math.floor((part + 1) * EDGE * by + 0.5) for part in key)
    return QRect(QPoint(left, top), QPoint(right - 1, bottom - 1))
