"""Segments sorted into square tiles, so that a question looks only at the tiles it concerns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wardesk.geometry.sight.ground import Flags, Whole

_PER_TILE = 48
"""Fewer, and there are more boxes to test than segments saved; more, and boxes let too much in."""
_ANGLE_MARGIN = 1e-9
"""Far above the error of an arctan2; a tile too many costs time and no truth."""


@dataclass(frozen=True, eq=False)
class SegmentTiles:
    """Tile *t* holds the segments ``starts[t]`` to ``starts[t + 1]``, within a box of its own."""

    starts: Whole
    low: Whole
    high: Whole

    def only(self, kept: Whole) -> SegmentTiles:
        """The tiles of some of the segments, given by ascending numbers; boxes stay as they are."""
        return SegmentTiles(np.searchsorted(kept, self.starts), self.low, self.high)

    def segments(self, tiles: Whole) -> Whole:
        """The segments of these tiles, tile after tile."""
        starts = self.starts[tiles]
        counts = self.starts[tiles + 1] - starts
        begins = np.cumsum(counts) - counts
        return np.arange(int(counts.sum())) + np.repeat(starts - begins, counts)

    def along(self, p: Whole, q: Whole) -> Whole:
        """Segments that may meet the line from *p* to *q*, all of its tiles' boxes."""
        # First by the box of the line, then by the line: a box with all corners on one hand of it
        # is passed by. On a long slanting line the second test leaves a narrow band of the first.
        near = (self.high >= np.minimum(p, q)) & (self.low <= np.maximum(p, q))
        some = np.flatnonzero(near[:, 0] & near[:, 1])
        low, high, d = self.low[some] - p, self.high[some] - p, q - p
        sides = [
            d[0] * y - d[1] * x for x in (low[:, 0], high[:, 0]) for y in (low[:, 1], high[:, 1])
        ]
        least, most = np.minimum.reduce(sides), np.maximum.reduce(sides)
        return self.segments(some[(least <= 0) & (most >= 0)])

    def squares(self, origin: Whole) -> np.ndarray:
        """The square of the least distance of every box from a point."""
        away = np.maximum(np.maximum(self.low - origin, origin - self.high), 0).astype(np.float64)
        return away[:, 0] ** 2 + away[:, 1] ** 2

    def in_view(self, tiles: Whole, origin: Whole, angles: np.ndarray) -> Flags:
        """Which of these tiles lie, at least in part, in one of the directions (sorted)."""
        low, high = self.low[tiles] - origin, self.high[tiles] - origin
        corners = [
            np.arctan2(y, x) for x in (low[:, 0], high[:, 0]) for y in (low[:, 1], high[:, 1])
        ]
        first, last = np.minimum.reduce(corners), np.maximum.reduce(corners)
        # tiles round the point or across the seam of angles are simply kept
        round_about = (last - first > np.pi - _ANGLE_MARGIN) | (low <= 0).all(1) & (high >= 0).all(
            1
        )
        begin = np.searchsorted(angles, first - _ANGLE_MARGIN)
        end = np.searchsorted(angles, last + _ANGLE_MARGIN, "right")
        return round_about | (end > begin)


def into_tiles(a: Whole, b: Whole) -> tuple[Whole, SegmentTiles]:
    """An order of the segments from *a* to *b*, shape (n, 2), and their tiles in that order."""
    count = len(a)
    if not count:
        none = np.zeros((0, 2), np.int64)
        return np.zeros(0, np.int64), SegmentTiles(np.zeros(1, np.int64), none, none)
    middle = (a + b) // 2
    corner, span = middle.min(axis=0), np.ptp(middle, axis=0) + 1
    # Tiles are as large as hold so many on the average; where there are none, there is no tile.
    # A segment is in the tile of its middle and sticks out of it: hence boxes of the segments.
    side = max(1, int((float(span[0]) * float(span[1]) * _PER_TILE / count) ** 0.5))
    place = (middle - corner) // side
    number = place[:, 0] * (int(span[1]) // side + 1) + place[:, 1]
    order = np.argsort(number, kind="stable")
    starts = np.flatnonzero(np.diff(number[order], prepend=-1))
    low = np.minimum.reduceat(np.minimum(a, b)[order], starts)
    high = np.maximum.reduceat(np.maximum(a, b)[order], starts)
    return order, SegmentTiles(np.append(starts, count), low, high)
