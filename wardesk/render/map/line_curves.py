"""How drawn lines run as curves: one smoothing for the print and for the sheet of the editor.

All in drawing units: 100 to the radius of a hex.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QRectF

Pair = tuple[float, float]

PER_LEG = 14
"""Points in one leg of a curve."""
_OFF, _PULL = 60.0, 36.0
_EDGE = 130.0
"""A line that ends so near to the edge of the sheet runs off it."""


def catmull(points: Sequence[Pair]) -> list[Pair]:
    """A curve through all points, `PER_LEG` steps to a leg."""
    ends = (
        (2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1]),
        (2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1]),
    )
    knots = np.array([ends[0], *points, ends[1]])
    t = (np.arange(PER_LEG) / PER_LEG)[:, None]
    a, b, c, d = (knots[at : len(knots) - 3 + at, None] for at in range(4))  # legs × 1 × 2
    bend = (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    legs = 0.5 * (2 * b + (c - a) * t + bend)
    return [*((x, y) for x, y in legs.reshape(-1, 2).tolist()), points[-1]]


def smooth_line(points: list[Pair], pinned: Sequence[bool], *, middles: bool) -> list[Pair]:
    """A curve through points; through middles of cells it is relaxed first.

    *pinned* points stay: other lines meet there.
    """
    if len(points) < 2:
        return points
    if middles and len(points) > 2:
        now = list(points)
        for _ in range(3):
            moved = list(now)
            for at in range(1, len(now) - 1):
                (cx, cy), (x, y) = points[at], now[at]
                x += ((now[at - 1][0] + now[at + 1][0]) / 2 - x) * 0.5
                y += ((now[at - 1][1] + now[at + 1][1]) / 2 - y) * 0.5
                far = math.hypot(x - cx, y - cy)
                if far > _PULL:  # never so far that it would seem to run through the next cell
                    x, y = cx + (x - cx) * _PULL / far, cy + (y - cy) * _PULL / far
                moved[at] = (x, y) if not pinned[at] else points[at]
            now = moved
        points = now
    return catmull(points)


def meetings(chains: Iterable[Iterable[str]]) -> Counter[str]:
    """Per cell how many lines run through it."""
    found: Counter[str] = Counter()
    for cells in chains:
        found.update(set(cells))
    return found


def chain_of(
    cells: Sequence[str], points: Sequence[Pair], middles: Mapping[str, Pair]
) -> tuple[str, ...]:
    """The cells of a line that runs from middle to middle; none if it was drawn freely."""
    if len(cells) != len(points):
        return ()
    for cell, point in zip(cells, points, strict=True):
        if cell not in middles or tuple(middles[cell]) != (point[0], point[1]):
            return ()
    return tuple(cells)


def led_off(
    points: Sequence[Pair], pinned: Sequence[bool], bounds: QRectF
) -> tuple[list[Pair], list[bool], tuple[bool, bool]]:
    """Lines that end in a cell at the edge of the sheet run off it; and which ends did."""
    found, stays, off = list(points), list(pinned), [False, False]
    if len(points) < 2:
        return found, stays, (False, False)
    for end, next_ in ((0, 1), (-1, -2)):
        (x, y), (bx, by) = points[end], points[next_]
        if pinned[end]:
            continue
        away = _beyond(bounds, x, y, x - bx, y - by)
        if away is not None:
            at = 0 if end == 0 else len(found)
            found.insert(at, away)
            stays.insert(at, True)
            off[end] = True
    return found, stays, (off[0], off[1])


def _beyond(bounds: QRectF, x: float, y: float, dx: float, dy: float) -> Pair | None:
    """Where a line leaves the sheet from a point next to its edge, None inland."""
    gaps = (
        (x - bounds.left(), (bounds.left() - _OFF, y + dy * 0.5)),
        (bounds.right() - x, (bounds.right() + _OFF, y + dy * 0.5)),
        (y - bounds.top(), (x + dx * 0.5, bounds.top() - _OFF)),
        (bounds.bottom() - y, (x + dx * 0.5, bounds.bottom() + _OFF)),
    )
    gap, away = min(gaps)
    return away if gap < _EDGE else None
