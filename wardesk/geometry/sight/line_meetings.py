"""Where drawn lines lie on each other or cross: there a sight line meets several of them as one.

Fast engines add up what they cross, so stretches that coincide are merged before they count, and
sight lines through a crossing are left to the judge.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import gcd

import numpy as np
import shapely

from wardesk.geometry.grids.exact import crosses
from wardesk.geometry.sight.ground import Flags, Weights, Whole

_NEAR = 0.01
"""Sight lines that pass a crossing this close, in steps of the grid, go to the judge."""

_Row = tuple[tuple[int, int], tuple[int, int], int, int]
"""The two ends, the cell and the weight."""


@dataclass(frozen=True, eq=False)
class Stretches:
    """Segments of which no two in one cell overlap. *crossings*: where two pass each other (n × 2).

    *overlaps*: some lie on each other, but belong to different cells.
    """

    a: Whole
    b: Whole
    cell: Whole
    weight: Weights
    crossings: np.ndarray
    overlaps: bool

    def doubtful(self, origin: Whole, ends: Whole) -> Flags:
        """Which sight lines may meet two stretches in one point; never leaves one out."""
        if self.overlaps:
            return np.ones(len(ends), bool)
        found = np.zeros(len(ends), bool)
        along = (ends - origin).astype(float)
        width = np.hypot(along[:, 0], along[:, 1]) * _NEAR
        for point in self.crossings - origin:
            found |= np.abs(crosses(along, point)) <= width
        return found


def stretches(a: Whole, b: Whole, cell: Whole, weight: Weights) -> Stretches:
    """Merge what lies on each other in one cell, the heavier counting; find all crossings."""
    groups: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
    rows = zip(a.tolist(), b.tolist(), cell.tolist(), weight.tolist(), strict=True)
    for (ax, ay), (bx, by), owner, heavy in rows:
        dx, dy = bx - ax, by - ay
        if (dx, dy) < (0, 0):
            dx, dy = -dx, -dy
        step = gcd(dx, dy)
        dx, dy = dx // step, dy // step
        at = sorted((ax * dx + ay * dy, bx * dx + by * dy))
        groups.setdefault((owner, dx, dy, ax * dy - ay * dx), []).append((at[0], at[1], heavy))
    found = [row for key, parts in groups.items() for row in _apart(key, parts)]
    ends_a = np.array([row[0] for row in found], np.int64).reshape(-1, 2)
    ends_b = np.array([row[1] for row in found], np.int64).reshape(-1, 2)
    crossings, overlaps = _meetings(ends_a, ends_b)
    cells = np.array([row[2] for row in found], np.int64)
    weights = np.array([row[3] for row in found], np.uint8)
    return Stretches(ends_a, ends_b, cells, weights, crossings, overlaps)


def _apart(key: tuple[int, ...], parts: list[tuple[int, int, int]]) -> list[_Row]:
    """The parts of one straight line in one cell, cut so that none overlap."""
    owner, dx, dy, off = key
    size = dx * dx + dy * dy

    def point(at: int) -> tuple[int, int]:
        return (at * dx + off * dy) // size, (at * dy - off * dx) // size

    if len(parts) == 1:
        return [(point(parts[0][0]), point(parts[0][1]), owner, parts[0][2])]
    places = sorted({at for part in parts for at in part[:2]})
    rows: list[_Row] = []
    for low, high in pairwise(places):
        over = [heavy for begin, end, heavy in parts if begin <= low and end >= high]
        if over:
            rows.append((point(low), point(high), owner, max(over)))
    return rows


def _meetings(a: Whole, b: Whole) -> tuple[np.ndarray, bool]:
    """Points where two segments pass each other, and whether any two overlap."""
    lines = np.array([shapely.LineString(ends) for ends in np.stack([a, b], axis=1)], dtype=object)
    tree = shapely.STRtree(lines)
    one, other = tree.query(lines, predicate="crosses")
    first = one < other
    points = shapely.intersection(lines[one[first]], lines[other[first]])
    one, other = tree.query(lines, predicate="intersects")
    shared = one < other
    collinear = crosses(b[one] - a[one], b[other] - a[other]) == 0
    both = np.flatnonzero(shared & collinear)
    lengths = shapely.length(shapely.intersection(lines[one[both]], lines[other[both]]))
    return np.unique(shapely.get_coordinates(points), axis=0), bool((lengths > 0).any())
