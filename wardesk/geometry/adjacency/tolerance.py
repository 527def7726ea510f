"""How wide the borders of a hand-traced map are drawn, read off the map itself.

Points are taken along the borders that no two cells share exactly; most of them lie as far from the
next cell as the border is wide. Widths may differ over one map (land borders with ink between
them, coasts without), so every cell gets a tolerance of its own where it has points enough.
"""

from __future__ import annotations

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Floats, Ints, Shapes, dots_at
from wardesk.geometry.adjacency.join import Segments

SPACING = 6.0
"""Map units between sample points (pixels on traced maps)."""
REACH = 14.0
"""Wider gaps than this are no drawn borders."""
_PART = 0.25
"""Nor are gaps wider than this part of the side of a usual cell: they are straits and seas."""
_SHARE = 0.85
_STRETCH = 1.25
_SLACK = 1.0
_ENOUGH = 8
_MOST = 20_000
"""So many points tell of a whole map: some seventy of a cell where there are 300."""
_WORTH = 0.1
"""Share of points near another cell from which on the map as a whole counts as traced."""
_CELL_WORTH = 0.3
"""The same for one cell by itself."""
_AHEAD = 0.8
"""Cosine from which on a cell lies ahead of the border and not beside it."""


def estimated(shapes: Shapes, lone: Segments, matched: Ints, reach: float = REACH) -> Floats:
    """A tolerance per cell in map units; all zero if no lone border comes near another cell.

    The 0.85 quantile of the distances within *reach*, a quarter more, and one unit; never more than
    *reach*, nor than a quarter of the side of the middle cell. Cells with few points take the
    tolerance of the whole map. Pairs that match somewhere (*matched*, sorted pair keys) tell
    nothing: the outer rim of a clean map comes near its neighbours all the time.
    """
    tolerance = np.zeros(len(shapes))
    drawn = shapes[~shapely.is_empty(shapes)]
    if len(drawn):
        reach = min(reach, _PART * float(np.sqrt(np.median(shapely.area(drawn)))))
    points, which = samples(lone)
    owner = lone.owner[which]
    distance = nearest_other(shapes, points, lone, which, matched, reach)
    near = np.isfinite(distance)
    if not near.any():
        return tolerance
    if near.mean() >= _WORTH:
        tolerance[:] = _widened(np.quantile(distance[near], _SHARE), reach)
    order = np.argsort(owner, kind="stable")
    owner, distance = owner[order], distance[order]
    cells, begins = np.unique(owner, return_index=True)
    for cell, own in zip(cells, np.split(distance, begins[1:]), strict=True):
        close = own[np.isfinite(own)]
        if len(close) >= _ENOUGH and len(close) >= _CELL_WORTH * len(own):
            tolerance[cell] = _widened(np.quantile(close, _SHARE), reach)
    return tolerance


def samples(lone: Segments) -> tuple[Floats, Ints]:
    """Points along segments, one every `SPACING` units (fewer on huge maps), and their segments."""
    size = np.hypot(*(lone.end - lone.start).T)
    spacing = max(SPACING, float(size.sum()) / _MOST)
    walked = np.cumsum(size)
    before = walked - size
    count = (np.floor(walked / spacing) - np.floor(before / spacing)).astype(np.int64)
    which = np.repeat(np.arange(len(size)), count)
    if len(which) == 0:
        return np.zeros((0, 2)), np.zeros(0, np.int64)
    nth = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    at = (np.floor(before[which] / spacing) + 1 + nth) * spacing - before[which]
    share = np.clip(at / size[which], 0.0, 1.0)[:, None]
    points = lone.start[which] + share * (lone.end[which] - lone.start[which])
    return points, which


def nearest_other(
    shapes: Shapes, points: Floats, lone: Segments, which: Ints, matched: Ints, reach: float
) -> Floats:
    """Distance of each point on segment *which* to the nearest border of a cell across.

    Infinite beyond *reach*, and where the nearest cell lies ahead rather than beside.
    """
    distance = np.full(len(points), np.inf)
    if len(points) == 0:
        return distance
    dots = dots_at(points)
    owner = lone.owner[which]
    cells = np.unique(lone.owner)  # a cell whose borders all match faces nobody over a gap
    low, high = points - reach, points + reach
    boxes = shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
    dot, cell = shapely.STRtree(shapes[cells]).query(boxes)
    cell = cells[cell]
    key = (np.minimum(owner[dot], cell) << 32) | np.maximum(owner[dot], cell)
    at = np.minimum(np.searchsorted(matched, key), max(len(matched) - 1, 0))
    known = matched[at] == key if len(matched) else np.zeros(len(key), bool)
    other = (owner[dot] != cell) & ~known
    dot, cell = dot[other], cell[other]
    rims = _rims(shapes, cell)
    close = shapely.dwithin(dots[dot], rims[cell], reach)
    dot, cell = dot[close], cell[close]
    if len(dot) == 0:
        return distance
    shortest = shapely.get_coordinates(shapely.shortest_line(dots[dot], rims[cell]))
    across = shortest[1::2] - shortest[::2]
    away = np.hypot(across[:, 0], across[:, 1])
    along = (lone.end - lone.start)[which[dot]]
    ahead = np.abs((across * along).sum(1)) > _AHEAD * away * np.hypot(along[:, 0], along[:, 1])
    middle = points[dot] + across / 2
    mine, theirs = shapes[owner[dot]], shapes[cell]
    inward = shapely.contains_xy(mine, middle[:, 0], middle[:, 1])
    inward &= ~shapely.contains_xy(theirs, middle[:, 0], middle[:, 1])  # else an overlap
    np.minimum.at(distance, dot, np.where(ahead | inward, np.inf, away))
    return distance


def _rims(shapes: Shapes, which: Ints) -> Shapes:
    """The borders of these cells, at their own places: a point deep in a sea is not near it."""
    rims = np.empty(len(shapes), dtype=object)
    some = np.unique(which)
    rims[some] = shapely.boundary(shapes[some])
    shapely.prepare(rims[some])
    return rims


def _widened(distance: float, reach: float) -> float:
    return min(reach, _STRETCH * float(distance) + _SLACK)
