"""Adjacency that follows the pen: change a few cells, and only their neighbourhood is looked at.

Holds what `adjacency.derive` would find, in dicts that a single cell can be taken out of. The
tolerances are those of the first derivation: they belong to the map and do not wander while a
person draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import shapely
from msgspec import Struct

from wardesk.geometry.adjacency import (
    SIDE_BY_SIDE,
    Adjacency,
    AdjacencyPolicy,
    Kind,
    Manual,
    Meeting,
    Pair,
    derive,
    meeting,
    near_contacts,
    overlaid,
)
from wardesk.geometry.adjacency_join import Segments
from wardesk.geometry.half_edges import Ints, Shapes, half_edges, shape_array, unpack
from wardesk.geometry.snap import STEPS_PER_UNIT

_Edge = tuple[int, int]


class Change(Struct, frozen=True):
    """Pairs that came to touch and pairs that no longer do (sides and gaps, not corners)."""

    joined: frozenset[Pair]
    parted: frozenset[Pair]


class LiveAdjacency:
    """Who touches whom while a map is being drawn. Cells keep their numbers.

    Maps that join up sideways are not followed (ValueError): derive them anew.
    """

    def __init__(
        self,
        polygons: Sequence[shapely.Geometry] | Shapes,
        policy: AdjacencyPolicy | None = None,
        manual: Manual | None = None,
    ) -> None:
        self.policy = policy or AdjacencyPolicy()
        if self.policy.wrap:
            raise ValueError("a map that joins up sideways must be derived anew")
        self.manual = manual or Manual()
        self._shapes = shape_array(polygons).copy()
        self._bounds = np.asfortranarray(shapely.bounds(self._shapes))
        first = derive(self._shapes, self.policy)
        self.tolerance = first.tolerance
        self._owners: dict[_Edge, tuple[int, ...]] = {}
        self._at_point: dict[int, set[int]] = {}
        self._own: list[list[_Edge]] = [[] for _ in self._shapes]
        self._shared: dict[Pair, int] = {}
        self._lone = np.zeros(len(self._shapes), np.int64)
        self._near: dict[int, dict[int, tuple[float, float, bool]]] = {}
        edges = first.edges
        rows = zip(edges.owner.tolist(), edges.start.tolist(), edges.end.tolist(), strict=True)
        for owner, a, b in rows:
            self._add(owner, (a, b) if a < b else (b, a), None)
        self._take_near(first)

    def update(self, changed: Mapping[int, shapely.Geometry]) -> Change:
        """Put new polygons in place of old ones; what came to touch and what no longer does.

        An empty polygon takes a cell out. ValueError for bad coordinates, with nothing changed.
        """
        numbers = list(changed)
        fresh = shape_array([changed[cell] for cell in numbers])
        edges = half_edges(fresh)
        bounds = shapely.bounds(fresh)
        zone = _around(np.concatenate([bounds, self._bounds[numbers]]))
        before: dict[Pair, bool] = {}
        drawn: dict[int, list[_Edge]] = {cell: [] for cell in numbers}
        rows = zip(edges.owner.tolist(), edges.start.tolist(), edges.end.tolist(), strict=True)
        for owner, a, b in rows:
            drawn[numbers[owner]].append((a, b) if a < b else (b, a))
        for cell, edges_now in drawn.items():
            self._redraw(cell, edges_now, before)
        for at, cell in enumerate(numbers):
            self._shapes[cell] = fresh[at]
        self._bounds[numbers] = bounds
        self._look_near(zone, before)
        now = {pair: self._joins(*pair) for pair in before}
        return Change(
            frozenset(p for p, joined in now.items() if joined and not before[p]),
            frozenset(p for p, joined in now.items() if before[p] and not joined),
        )

    def pairs(self) -> frozenset[Pair]:
        """Every pair that touches along a side or over a gap, or by a person's word."""
        found = {pair for pair in self._shared if self._shared[pair]}
        for a, others in self._near.items():
            found |= {(a, b) for b, (_, _, joined) in others.items() if a < b and joined}
        return frozenset(
            (found | self.manual.added.keys() | self.manual.linked.keys()) - self.manual.cut.keys()
        )

    def meetings(self, cell: int) -> tuple[Meeting, ...]:
        """Every contact of one cell, corners and manual ones included, in order."""
        lengths: dict[int, float] = {}
        corners: set[int] = set()
        for edge in self._own[cell]:
            for other in self._owners[edge]:
                if other != cell:
                    lengths[other] = lengths.get(other, 0.0) + _length(edge)
            corners |= self._at_point[edge[0]] | self._at_point[edge[1]]
        near = self._near.get(cell, {})
        found: dict[Pair, Meeting] = {}
        for other in corners | near.keys():
            if other != cell:
                a, b = min(cell, other), max(cell, other)
                length, gap, joined = near.get(other, (0.0, 0.0, False))
                exact = lengths.get(other)
                joined = joined or exact is not None
                found[a, b] = meeting(a, b, exact, length, gap, joined=joined)
        word = Manual(_of(cell, self.manual.added), _of(cell, self.manual.linked))
        found = overlaid(found, word)
        return tuple(found[pair] for pair in sorted(found) if pair not in self.manual.cut)

    def neighbours(self, cell: int, kinds: Iterable[Kind] = SIDE_BY_SIDE) -> tuple[int, ...]:
        """The cells that touch *cell* in one of these ways, in order."""
        wanted = frozenset(kinds)
        found = (m.b if m.a == cell else m.a for m in self.meetings(cell) if m.kind in wanted)
        return tuple(sorted(found))

    # ---- exact matches --------------------------------------------------------------------------

    def _redraw(self, cell: int, drawn: list[_Edge], before: dict[Pair, bool]) -> None:
        """Take out the segments that are gone, put in those that are new."""
        old, new = self._own[cell], set(drawn)
        stays = set(old)
        if len(stays) < len(old) or len(new) < len(drawn):  # a cell pinched onto itself
            gone, come = old, drawn
        else:
            gone, come = stays - new, new - stays
        for edge in list(gone):
            self._remove(cell, edge, before)
        self._own[cell] = [] if come is drawn else [edge for edge in drawn if edge not in come]
        for edge in come:
            self._add(cell, edge, before)
        corners = {point for edge in drawn for point in edge}
        for edge in gone:
            for point in edge:
                if point not in corners:
                    self._at_point[point].discard(cell)

    def _add(self, cell: int, edge: _Edge, before: dict[Pair, bool] | None) -> None:
        owners = self._owners.get(edge, ())
        self._own[cell].append(edge)
        self._owners[edge] = (*owners, cell)
        for point in edge:
            self._at_point.setdefault(point, set()).add(cell)
        if not owners:
            self._lone[cell] += 1
        elif len(owners) == 1:
            self._lone[owners[0]] -= 1
        for other in owners:
            if other != cell:
                pair = (other, cell) if other < cell else (cell, other)
                if before is not None and pair not in before:
                    before[pair] = self._joins(*pair)
                self._shared[pair] = self._shared.get(pair, 0) + 1

    def _remove(self, cell: int, edge: _Edge, before: dict[Pair, bool]) -> None:
        owners = list(self._owners[edge])
        owners.remove(cell)
        if not owners:
            del self._owners[edge]
            self._lone[cell] -= 1
        else:
            self._owners[edge] = tuple(owners)
            if len(owners) == 1:
                self._lone[owners[0]] += 1
        for other in owners:
            if other != cell:
                pair = (other, cell) if other < cell else (cell, other)
                before.setdefault(pair, self._joins(*pair))
                self._shared[pair] -= 1
                if not self._shared[pair]:
                    del self._shared[pair]

    def _joins(self, a: int, b: int) -> bool:
        near = self._near.get(a)
        return (a, b) in self._shared or bool(near and b in near and near[b][2])

    # ---- contacts without a match ---------------------------------------------------------------

    def _look_near(self, zone: tuple[float, float, float, float], before: dict[Pair, bool]) -> None:
        """Look again at all near contacts of the cells in the zone; the rest cannot have changed.

        A contact depends on the lone border of its two cells, on cells between them and round them:
        all of them reach into each other's boxes, widened by the tolerance.
        """
        wide = float(self.tolerance.max(initial=0.0))
        touched = self._within(zone, wide)
        known = [(a, b) for a in touched.tolist() for b in self._near.get(a, ())]
        if not known and not self._lone[touched].any():
            return
        context = self._within(_around(self._bounds[touched]), wide)
        inside = set(touched.tolist())
        for a, b in known:
            pair = (min(a, b), max(a, b))
            before.setdefault(pair, self._joins(*pair))
        for a, b in known:
            self._near.get(a, {}).pop(b, None)
            self._near.get(b, {}).pop(a, None)
        lone = self._lone_segments(context)
        found = near_contacts(self._shapes[context], lone, self.tolerance[context], self.policy)
        a, b = context[found.key >> 32], context[found.key & 0xFFFFFFFF]
        rows = zip(
            a.tolist(),
            b.tolist(),
            found.length.tolist(),
            found.gap.tolist(),
            found.joined.tolist(),
            strict=True,
        )
        for one, other, length, gap, joined in rows:
            if one in inside or other in inside:
                before.setdefault((one, other), self._joins(one, other))
                self._note(one, other, (length, gap, joined))

    def _lone_segments(self, cells: Ints) -> Segments:
        owners: list[int] = []
        keys: list[_Edge] = []
        for place, cell in enumerate(cells.tolist()):
            if self._lone[cell]:
                lone = [edge for edge in self._own[cell] if len(self._owners[edge]) == 1]
                keys += lone
                owners += [place] * len(lone)
        packed = np.array(keys, np.int64).reshape(-1, 2)
        start, end = (np.stack(unpack(packed[:, i]), -1) / STEPS_PER_UNIT for i in (0, 1))
        return Segments(np.array(owners, np.int64), start, end)

    def _within(self, zone: tuple[float, float, float, float], wide: float) -> Ints:
        left, top, right, bottom = self._bounds.T
        inside = left <= zone[2] + wide
        inside &= right >= zone[0] - wide
        inside &= top <= zone[3] + wide
        inside &= bottom >= zone[1] - wide
        return np.flatnonzero(inside)

    def _take_near(self, first: Adjacency) -> None:
        rows = np.flatnonzero((first.near > 0) | ~first.joined)
        for row in rows.tolist():
            value = float(first.near[row]), float(first.gap[row]), bool(first.near_joined[row])
            self._note(int(first.a[row]), int(first.b[row]), value)

    def _note(self, a: int, b: int, value: tuple[float, float, bool]) -> None:
        self._near.setdefault(a, {})[b] = value
        self._near.setdefault(b, {})[a] = value


def _around(bounds: np.ndarray) -> tuple[float, float, float, float]:
    if not np.isfinite(bounds).any():
        return np.inf, np.inf, -np.inf, -np.inf
    low, high = np.nanmin(bounds[:, :2], axis=0), np.nanmax(bounds[:, 2:], axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _length(edge: _Edge) -> float:
    (ax, ay), (bx, by) = (
        ((key + (1 << 31)) >> 32, ((key + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)) for key in edge
    )
    return ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / STEPS_PER_UNIT


def _of(cell: int, word: Mapping[Pair, str]) -> dict[Pair, str]:
    return {pair: reason for pair, reason in word.items() if cell in pair}
