"""An area board as a net of border segments in whole numbers, with the cell on either side.

And what a line through it meets: cells, borders and forks, found exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise

import numpy as np
from msgspec import Struct

from wardesk.geometry.grids.exact import WholePoint, cross, crosses, whole_array
from wardesk.geometry.grids.snap import Point
from wardesk.geometry.grids.tiles import into_tiles
from wardesk.geometry.sight.events import CellCrossed, EdgeCrossed, Event, Fork, Plain, Strand

Direction = tuple[int, int]


class BorderLine(Struct, frozen=True):
    """A border as geometry needs it: its points, and the numbers of the cells beside its walk."""

    points: tuple[Point, ...]
    left: int
    right: int


class Mesh:
    """Border segments *a* → *b* with cells *left* and *right* (-1: none) and their border."""

    def __init__(self, borders: Sequence[BorderLine], anchors: Sequence[Point]) -> None:
        starts, ends, left, right, border = [], [], [], [], []
        for number, line in enumerate(borders):
            points = whole_array(line.points).tolist()
            for a, b in pairwise(points):
                if a != b:
                    starts.append(a)
                    ends.append(b)
                    left.append(line.left)
                    right.append(line.right)
                    border.append(number)
        a = np.array(starts, np.int64).reshape(-1, 2)
        b = np.array(ends, np.int64).reshape(-1, 2)
        order, self.tiles = into_tiles(a, b)
        self.a, self.b = a[order], b[order]
        self.left = np.array(left, np.int64)[order]
        self.right = np.array(right, np.int64)[order]
        self.border = np.array(border, np.int64)[order]
        self.anchors = whole_array(anchors)
        self.count = len(anchors)
        sides = {(a, b) for a, b in zip(left, right, strict=True) if a != b and min(a, b) >= 0}
        self.touching: frozenset[tuple[int, int]] = frozenset(sides | {(b, a) for a, b in sides})

    def touches(self, a: int, b: int) -> bool:
        """Whether two cells share a border of positive length."""
        return (a, b) in self.touching

    def neighbours(self, cell: int) -> list[int]:
        """Cells that share a border with *cell*."""
        return [b for a, b in self.touching if a == cell]

    def events(self, source: int, end: int) -> tuple[Event, ...]:
        """What the line between two anchors meets, in order; anchors lie inside their cells."""
        if source == end:
            return ()
        p = (int(self.anchors[source, 0]), int(self.anchors[source, 1]))
        q = (int(self.anchors[end, 0]), int(self.anchors[end, 1]))
        return _Walk(self, p, q, source).events()


class _Walk:
    """One line through a mesh."""

    def __init__(self, mesh: Mesh, p: WholePoint, q: WholePoint, source: int) -> None:
        self.mesh, self.p, self.source = mesh, p, source
        self.d: Direction = (q[0] - p[0], q[1] - p[1])
        origin, d = np.array(p, np.int64), np.array(self.d, np.int64)
        some = mesh.tiles.along(origin, np.array(q, np.int64))
        a, b = mesh.a[some], mesh.b[some]
        side_a, side_b = crosses(d, a - origin), crosses(d, b - origin)
        near = np.sign(side_a) * np.sign(side_b) <= 0
        low, high = np.minimum(p, q), np.maximum(p, q)
        near &= ((np.maximum(a, b) >= low) & (np.minimum(a, b) <= high)).all(axis=1)
        rows = (values[near].tolist() for values in (some, side_a, side_b))
        self.near: dict[int, tuple[int, int]] = {n: (x, y) for n, x, y in zip(*rows, strict=True)}
        """Segments that may meet the line, and on which side of it they begin and end."""

    def events(self) -> tuple[Event, ...]:
        """Walk from contact to contact."""
        found: list[Event] = []
        cell = self.source
        contacts = self._contacts()
        for _, segments, vertices in contacts:
            if not vertices:
                edge, beyond = self._cross(segments[0])
                found += [edge, CellCrossed(beyond)]
                cell = beyond
            else:
                fork = self._fork(vertices, segments, cell)
                beyond = fork.after
                plain = _same_on_both_sides(fork)
                found += plain if plain is not None else [fork]
                if fork.told_after:
                    found.append(CellCrossed(beyond))
                cell = beyond
        return tuple(found[:-1]) if found and _is_cell(found[-1]) else tuple(found)

    def _contacts(self) -> list[tuple[Fraction, list[int], list[tuple[Fraction, WholePoint]]]]:
        """Places where the line meets borders, in order: proper crossings and vertex contacts."""
        mesh, p, d = self.mesh, self.p, self.d
        length = d[0] * d[0] + d[1] * d[1]
        crossings: list[tuple[Fraction, list[int], list[tuple[Fraction, WholePoint]]]] = []
        at_vertex: dict[WholePoint, tuple[Fraction, list[int]]] = {}
        runs: list[tuple[WholePoint, WholePoint]] = []
        for index, (sa, sb) in self.near.items():
            a, b = _point(mesh.a[index]), _point(mesh.b[index])
            if sa and sb:
                u = (b[0] - a[0], b[1] - a[1])
                at = Fraction(cross(a[0] - p[0], a[1] - p[1], *u), cross(*d, *u))
                if 0 < at < 1:
                    crossings.append((at, [index], []))
                continue
            on_line: list[WholePoint] = []
            for point, side in ((a, sa), (b, sb)):
                if side == 0:
                    at = Fraction((point[0] - p[0]) * d[0] + (point[1] - p[1]) * d[1], length)
                    if 0 < at < 1:
                        at_vertex.setdefault(point, (at, []))[1].append(index)
                        on_line.append(point)
            if len(on_line) == 2:
                runs.append((on_line[0], on_line[1]))
        return sorted(crossings + self._chains(at_vertex, runs), key=lambda c: c[0])

    def _chains(
        self,
        at_vertex: dict[WholePoint, tuple[Fraction, list[int]]],
        runs: list[tuple[WholePoint, WholePoint]],
    ) -> list[tuple[Fraction, list[int], list[tuple[Fraction, WholePoint]]]]:
        """Vertices on the line, joined where segments along the line connect them."""
        ordered = sorted((at, point) for point, (at, _) in at_vertex.items())
        joined = {frozenset(run) for run in runs}
        found: list[tuple[Fraction, list[int], list[tuple[Fraction, WholePoint]]]] = []
        for at, point in ordered:
            if found and frozenset((found[-1][2][-1][1], point)) in joined:
                found[-1][2].append((at, point))
                found[-1][1].extend(at_vertex[point][1])
            else:
                found.append((at, list(at_vertex[point][1]), [(at, point)]))
        return found

    def _cross(self, segment: int) -> tuple[EdgeCrossed, int]:
        """The edge of a segment that the line crosses, and the cell beyond it."""
        mesh = self.mesh
        left, right = int(mesh.left[segment]), int(mesh.right[segment])
        # a segment that runs from the left of the line to its right has the cell ahead on its left
        side_a, side_b = self.near[segment]
        to_right = side_a < 0 or (side_a == 0 and side_b > 0)
        return self._edge(segment), left if to_right else right

    def _edge(self, segment: int) -> EdgeCrossed:
        mesh = self.mesh
        left, right = int(mesh.left[segment]), int(mesh.right[segment])
        return EdgeCrossed(left, right, int(mesh.border[segment]))

    def _fork(
        self, vertices: list[tuple[Fraction, WholePoint]], segments: list[int], cell: int
    ) -> Fork:
        """The contact through these vertices, on a line that comes from *cell*."""
        strands: list[Strand] = []
        here = {"left": cell, "right": cell}
        stays = {"left": True, "right": True}
        unique = list(dict.fromkeys(segments))
        for number, (_, point) in enumerate(vertices):
            *fans, run = self._fan(point, unique)
            swept = {s: self._sweep(fan, here[s]) for s, fan in zip(here, fans, strict=True)}
            left, right = (tuple(events[:-1]) for events, _ in swept.values())
            strands.append(Strand(left, right))
            here = {side: ended for side, (_, ended) in swept.items()}
            stays = {side: stays[side] and not swept[side][0] for side in stays}
            if number + 1 == len(vertices):
                break
            assert run is not None
            here = dict(zip(here, self._beside(run, point), strict=True))
            one, other = (CellCrossed(here["left"]),), (CellCrossed(here["right"]),)
            strands.append(Strand(one, other, along=self._edge(run)))
        # past a mere touch the line is still in the same cell, which counts once
        told_after = not any(stays.values())
        return Fork(_without_bends(strands), cell, here["left"], told_after)

    def _fan(
        self, point: WholePoint, segments: list[int]
    ) -> tuple[list[tuple[Direction, int]], list[tuple[Direction, int]], int | None]:
        """Segments at a vertex left and right of the line, from behind to ahead; the one along."""
        left: list[tuple[Direction, int]] = []
        right: list[tuple[Direction, int]] = []
        ahead: int | None = None
        for segment in segments:
            a, b = _point(self.mesh.a[segment]), _point(self.mesh.b[segment])
            if point not in (a, b):
                continue
            other = b if point == a else a
            u = (other[0] - point[0], other[1] - point[1])
            side = cross(*self.d, *u)
            if side < 0:
                left.append((u, segment))
            elif side > 0:
                right.append((u, segment))
            elif u[0] * self.d[0] + u[1] * self.d[1] > 0:
                ahead = segment
        # two directions on the same side compare exactly by the sign of their product
        left.sort(key=cmp_to_key(lambda x, y: -cross(*x[0], *y[0])))
        right.sort(key=cmp_to_key(lambda x, y: cross(*x[0], *y[0])))
        return left, right, ahead

    def _sweep(self, fan: list[tuple[Direction, int]], cell: int) -> tuple[list[Plain], int]:
        """Edges and cells of a fan in order, and the cell in which it ends."""
        events: list[Plain] = []
        for _, segment in fan:
            edge, cell = self._cross(segment)
            events += [edge, CellCrossed(cell)]
        return events, cell

    def _beside(self, run: int, point: WholePoint) -> tuple[int, int]:
        """The cells left and right of a segment along the line."""
        mesh = self.mesh
        left, right = int(mesh.left[run]), int(mesh.right[run])
        return (left, right) if _point(mesh.a[run]) == point else (right, left)


def _point(row: np.ndarray) -> WholePoint:
    return int(row[0]), int(row[1])


def _is_cell(event: Event) -> bool:
    return isinstance(event, CellCrossed)


def _without_bends(strands: list[Strand]) -> tuple[Strand, ...]:
    """Runs along one border past a mere bend of it are one run."""
    kept: list[Strand] = []
    for strand in strands:
        bend = len(kept) >= 2 and kept[-1].along is None and kept[-1] == Strand((), ())
        if strand.along is not None and bend and kept[-2] == strand:
            kept.pop()
        else:
            kept.append(strand)
    return tuple(kept)


def _same_on_both_sides(fork: Fork) -> list[Plain] | None:
    """The plain crossing that a fork is if a border merely has a vertex on the line."""
    if len(fork.strands) == 1 and fork.left == fork.right and fork.left:
        return list(fork.left)
    return None
