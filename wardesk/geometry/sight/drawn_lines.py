"""Drawn lines (walls, dykes) across a sight line: which of them pass from one side to the other.

A line that only touches the sight line, with a bend or with its end, or that runs along it, does
not cross it. Lines that meet on the sight line are judged together, so that nothing slips through
where one drawn line ends and the next begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd

import numpy as np
import shapely

from wardesk.geometry.grids.exact import WholePoint, crosses, whole_array
from wardesk.geometry.sight.angular_join import Barrier, lone_segments
from wardesk.geometry.sight.ground import Flags, LinePart, Weights, Whole
from wardesk.geometry.sight.judge import LineCrossed


class LineSegments:
    """All drawn lines of a ground as segments: ends, owner cell, line, weight."""

    def __init__(self, parts: Sequence[LinePart]) -> None:
        starts, ends, cells, lines, weights = [], [], [], [], []
        for part in parts:
            points = whole_array(part.points).tolist()
            for a, b in pairwise(points):
                if a == b:
                    continue
                starts.append(a)
                ends.append(b)
                cells.append(part.cell)
                lines.append(part.line)
                weights.append(part.weight)
        self.a = np.array(starts, np.int64).reshape(-1, 2)
        self.b = np.array(ends, np.int64).reshape(-1, 2)
        self.cell = np.array(cells, np.int64)
        self.line = np.array(lines, np.int64)
        self.weight = np.array(weights, np.uint8)

    @cached_property
    def stretches(self) -> Stretches:
        """The segments as views weigh them: none on top of another."""
        return stretches(self.a, self.b, self.cell, self.weight)

    @cached_property
    def barrier(self) -> Barrier:
        """What views join with; `Stretches.doubtful` tells where its sums may be too high."""
        own = self.stretches
        return lone_segments(own.a, own.b, own.cell, own.cell, own.weight)

    def crossings(self, p: WholePoint, q: WholePoint, source: int, end: int) -> list[LineCrossed]:
        """What crosses or touches the sight line from *p* to *q*, in order; exact.

        Parts in the cells *source* and *end* do not count.
        """
        if not len(self.a) or p == q:
            return []
        origin = np.array(p, np.int64)
        d = np.array(q, np.int64) - origin
        counts = (self.cell != source) & (self.cell != end)
        side_a, side_b = crosses(d, self.a - origin), crosses(d, self.b - origin)
        near = np.flatnonzero(counts & (np.sign(side_a) * np.sign(side_b) <= 0))
        contacts: list[tuple[Fraction, Fraction, int, int, int]] = []
        touching: list[int] = []
        for index in near.tolist():
            sa, sb = int(side_a[index]), int(side_b[index])
            if sa and sb:
                at = self._share(index, origin, d)
                if 0 < at < 1:
                    weight = int(self.weight[index])
                    contacts.append((at, at, int(self.line[index]), weight, weight))
            else:
                touching.append(index)
        contacts += self._touches(touching, side_a, side_b, origin, d)
        return _together(sorted(contacts))

    def _share(self, index: int, origin: np.ndarray, d: np.ndarray) -> Fraction:
        along = self.b[index] - self.a[index]
        return Fraction(int(crosses(self.a[index] - origin, along)), int(crosses(d, along)))

    def _touches(
        self,
        touching: list[int],
        side_a: np.ndarray,
        side_b: np.ndarray,
        origin: np.ndarray,
        d: np.ndarray,
    ) -> list[tuple[Fraction, Fraction, int, int, int]]:
        """Contacts by a vertex or along a segment: from which sides the drawn line comes."""
        length = int(d @ d)
        found: list[tuple[Fraction, Fraction, int, int, int]] = []
        for index in touching:
            weight, line = int(self.weight[index]), int(self.line[index])
            places = [
                Fraction(int((ends[index] - origin) @ d), length)
                for ends, side in ((self.a, side_a), (self.b, side_b))
                if side[index] == 0
            ]
            low, high = min(places), max(places)
            if high <= 0 or low >= 1:
                continue
            other = int(side_a[index] or side_b[index])
            # a negative product lies left to the eye; a segment along the line comes from nowhere
            found.append((low, high, line, weight if other < 0 else 0, weight if other > 0 else 0))
        return found


def _together(contacts: list[tuple[Fraction, Fraction, int, int, int]]) -> list[LineCrossed]:
    """Contacts that share a point become one; the heavier line gives the weight."""
    found: list[LineCrossed] = []
    group: list[tuple[Fraction, Fraction, int, int, int]] = []
    reach = Fraction(-1)
    for contact in [*contacts, None]:
        if contact is None or contact[0] > reach:
            if group:
                left, right = max(c[3] for c in group), max(c[4] for c in group)
                heaviest = max(group, key=lambda c: c[3] + c[4])
                found.append(LineCrossed(heaviest[2], float(group[0][0]), left, right))
            group = []
        if contact is not None:
            group.append(contact)
            reach = max(reach, contact[1]) if len(group) > 1 else contact[1]
    return found


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
