"""A drawn line cut into stretches, each within one cell, with all points on the 1/64 grid.

Cutting rounds to the grid. From then on the cut stretches are the line as far as sight goes, so
that whatever asks about it gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
import shapely

from wardesk.geometry.grids.snap import Point, snap_point

Candidates = Callable[[float, float, float, float], Iterable[tuple[int, shapely.Polygon]]]
"""Cells with their polygons that may meet the box left, top, right, bottom."""


def split_line(points: Sequence[Point], candidates: Candidates) -> list[tuple[int, list[Point]]]:
    """Stretches of a line in order: the cell (-1 outside all cells) and its points."""
    found: list[tuple[int, list[Point]]] = []
    snapped = [snap_point(point) for point in points]
    for a, b in pairwise(snapped):
        if a == b:
            continue
        cuts = _cuts(a, b, candidates)
        for (begin, cell), (end, _) in pairwise(cuts):
            start, stop = _between(a, b, begin), _between(a, b, end)
            if start == stop:
                continue
            if found and found[-1][0] == cell and found[-1][1][-1] == start:
                found[-1][1].append(stop)
            else:
                found.append((cell, [start, stop]))
    return found


def _cuts(a: Point, b: Point, candidates: Candidates) -> list[tuple[float, int]]:
    """Where a segment changes cells: shares of its length with the cell that begins there."""
    segment = shapely.LineString([a, b])
    start, along = np.array(a), np.subtract(b, a)
    length = float(along @ along)
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    stretches: list[tuple[float, float, int]] = []
    for cell, shape in candidates(*box):
        inside = shapely.intersection(segment, shape)
        for part in shapely.get_parts(inside):
            shares = (shapely.get_coordinates(part) - start) @ along / length
            if len(shares) > 1:
                stretches.append((float(shares.min()), float(shares.max()), cell))
    cuts: list[tuple[float, int]] = []
    here = 0.0
    for begin, end, cell in sorted(stretches):
        if end <= here:
            continue
        if begin > here + 1e-9:
            cuts.append((here, -1))
            here = begin
        cuts.append((here, cell))
        here = end
    if here < 1 - 1e-9:
        cuts.append((here, -1))
    return [*cuts, (1.0, -1)]


def _between(a: Point, b: Point, share: float) -> Point:
    if share <= 0:
        return a
    if share >= 1:
        return b
    return snap_point((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
