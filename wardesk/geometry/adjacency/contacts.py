"""Which cells touch, and how: derived from polygons, however they were drawn.

First the exact way: segments that two cells share vertex for vertex. Then, only for what stays
alone, borders side by side within a tolerance, and cells that lie inside another (islands in a sea
drawn without holes). What comes out is a proposal; `adjacency_review` sorts it by doubt, and
`Manual` puts a person's word over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

import numpy as np
import shapely
from msgspec import Struct

from wardesk.geometry.adjacency.half_edges import (
    Flags,
    Floats,
    HalfEdges,
    Ints,
    Matches,
    Shapes,
    half_edges,
    match,
    shape_array,
    sorting,
)
from wardesk.geometry.adjacency.join import Segments, segments, side_by_side
from wardesk.geometry.adjacency.overlap import around, blocked
from wardesk.geometry.adjacency.tolerance import REACH, estimated

Kind = Literal["side", "corner", "gap", "manual", "link"]
Pair = tuple[int, int]

SIDE_BY_SIDE: frozenset[Kind] = frozenset({"side", "gap", "manual", "link"})
"""The kinds that join two cells; a corner is kept, but only some games use it."""

SHORTEST = 6.5
"""Borders that do not match must run together for at least so many units, or the tolerance.

Where four cells meet and their borders overlap by a unit or two, the crosswise pairs run together
for up to six units."""

GRID_GAP = 1 / 32
"""A gap no wider than this is what snapping to 1/64 can leave: the cells touch."""


class AdjacencyPolicy(Struct, frozen=True):
    """How to derive. All lengths in map units.

    *tolerance*: None = found from the map, cell by cell; 0 = only what matches exactly.
    *shortest*: the least common length of borders that do not match; None = `SHORTEST` or the
    tolerance if that is larger. *wrap*: the width at which the map joins up sideways, 0 = it does
    not. *tolerances* names single cells whose borders were drawn wider or narrower.
    """

    tolerance: float | None = None
    shortest: float | None = None
    wrap: float = 0.0
    reach: float = REACH
    tolerances: Mapping[int, float] = {}


class Meeting(Struct, frozen=True):
    """How cells *a* < *b* touch. *length* and *gap* are reported, in map units."""

    a: int
    b: int
    kind: Kind
    length: float = 0.0
    gap: float = 0.0
    reason: str = ""


class Manual(Struct, frozen=True):
    """A person's word: pairs (lower cell first) joined, linked or cut, each with the reason."""

    added: Mapping[Pair, str] = {}
    linked: Mapping[Pair, str] = {}
    cut: Mapping[Pair, str] = {}


@dataclass(frozen=True)
class Adjacency:
    """What was derived: one row per pair of cells, sorted; *a* < *b*.

    *matched*: they share segments vertex for vertex. *near* is the length that runs side by side
    or lies inside the other, *gap* the mean distance over it, *near_joined* whether that is enough
    to join them; *joined* tells sides and gaps from mere corners. *tolerance* per cell is what was
    used. All in map units.
    """

    cells: int
    a: Ints
    b: Ints
    matched: Flags
    near: Floats
    gap: Floats
    joined: Flags
    near_joined: Flags
    tolerance: Floats
    manual: Manual
    policy: AdjacencyPolicy
    edges: HalfEdges
    matches: Matches

    @cached_property
    def exact(self) -> Floats:
        """The matched length of every pair: worked out when somebody asks for lengths."""
        keys = pair_keys(self.matches.a, self.matches.b)
        found, lengths = totals(keys, self.edges.lengths(self.matches.first))
        exact = np.zeros(len(self.a))
        exact[np.searchsorted((self.a << 32) | self.b, found)] = lengths
        return exact

    def meetings(self, *, corners: bool = True) -> tuple[Meeting, ...]:
        """Every contact, manual ones and (if asked for) corners included; cut pairs left out."""
        return tuple(sorted(self._by_pair(corners).values(), key=lambda m: (m.a, m.b)))

    def pairs(self, kinds: Iterable[Kind] = SIDE_BY_SIDE) -> frozenset[Pair]:
        """The pairs that touch in one of these ways."""
        wanted = frozenset(kinds)
        found = self._by_pair("corner" in wanted)
        return frozenset(pair for pair, meeting in found.items() if meeting.kind in wanted)

    def neighbours(self, cell: int, kinds: Iterable[Kind] = SIDE_BY_SIDE) -> tuple[int, ...]:
        """The cells that touch *cell* in one of these ways, in order."""
        wanted = frozenset(kinds)
        found = [m.b if m.a == cell else m.a for m in self._touching(cell) if m.kind in wanted]
        return tuple(sorted(found))

    def between(self, a: int, b: int) -> Meeting | None:
        """How two cells touch; None if they do not."""
        return self._every_pair.get((min(a, b), max(a, b)))

    @cached_property
    def _every_pair(self) -> dict[Pair, Meeting]:
        return self._by_pair(corners=True)

    def _touching(self, cell: int) -> list[Meeting]:
        return self._per_cell.get(cell, [])

    @cached_property
    def _per_cell(self) -> dict[int, list[Meeting]]:
        found: dict[int, list[Meeting]] = {}
        for meeting in self.meetings():
            found.setdefault(meeting.a, []).append(meeting)
            found.setdefault(meeting.b, []).append(meeting)
        return found

    def _by_pair(self, corners: bool) -> dict[Pair, Meeting]:
        found: dict[Pair, Meeting] = {}
        rows = (self.a, self.b, self.matched, self.exact, self.near, self.gap, self.joined)
        columns = (row.tolist() for row in rows)
        for a, b, matched, exact, near, gap, joined in zip(*columns, strict=True):
            if joined or corners:
                found[a, b] = meeting(a, b, exact if matched else None, near, gap, joined=joined)
        if corners:
            for a, b in corner_pairs(self.edges):
                found.setdefault((a, b), Meeting(a, b, "corner"))
        return overlaid(found, self.manual)


def derive(
    polygons: Sequence[shapely.Geometry] | Shapes,
    policy: AdjacencyPolicy | None = None,
    manual: Manual | None = None,
) -> Adjacency:
    """Derive who touches whom. Cells are numbered as they come; ValueError for bad coordinates.

    Valid polygons and multipolygons; empty ones touch nothing. Rings may run either way round.
    """
    policy = policy or AdjacencyPolicy()
    shapes = shape_array(polygons)
    edges = half_edges(shapes, wrap=policy.wrap)
    matches = match(edges)
    matched = distinct(matches.a, matches.b)
    lone = segments(edges, matches.alone, wrap=policy.wrap)
    tolerance = tolerances(shapes, lone, matched, policy)
    found = near_contacts(shapes, lone, tolerance, policy)
    key, near, gap, near_joined = merged(matched, found)
    among_matched = among(key, matched)
    return Adjacency(
        cells=len(shapes),
        a=key >> 32,
        b=key & _LOW,
        matched=among_matched,
        near=near,
        gap=gap,
        joined=among_matched | near_joined,
        near_joined=near_joined,
        tolerance=tolerance,
        manual=manual or Manual(),
        policy=policy,
        edges=edges,
        matches=matches,
    )


@dataclass(frozen=True)
class Near:
    """Contacts found without a match: pair keys, lengths, mean gaps and whether they join."""

    key: Ints
    length: Floats
    gap: Floats
    joined: Flags


def tolerances(shapes: Shapes, lone: Segments, matched: Ints, policy: AdjacencyPolicy) -> Floats:
    """The tolerance of every cell under a policy, in map units; *matched* are known pair keys."""
    if policy.tolerance is None:
        found = estimated(shapes, lone, matched, policy.reach)
    else:
        found = np.full(len(shapes), float(policy.tolerance))
    for cell, width in policy.tolerances.items():
        found[cell] = width
    return found


def near_contacts(
    shapes: Shapes, lone: Segments, tolerance: Floats, policy: AdjacencyPolicy
) -> Near:
    """Contacts of the lone segments by tolerance and by containment."""
    stretches = side_by_side(lone, tolerance)
    keys = pair_keys(lone.owner[stretches.first], lone.owner[stretches.second])
    key, length = totals(keys, stretches.length)
    weighted = totals(keys, stretches.length * np.abs(stretches.gap))[1]
    gap = weighted / np.where(length > 0, length, 1.0)
    least = np.maximum(SHORTEST, np.maximum(tolerance[key >> 32], tolerance[key & _LOW]))
    if policy.shortest is not None:
        least = np.full(len(key), policy.shortest)
    joined = length >= least
    tree = shapely.STRtree(shapes)
    hidden = blocked(shapes, tree, lone, stretches, keys, key[joined & (gap > GRID_GAP)])
    kept = ~among(key, hidden)
    inside, perimeter = around(shapes, tree, lone, stretches, tolerance)
    if len(inside):
        inside_key, perimeter = totals(pair_keys(inside[:, 0], inside[:, 1]), perimeter)
        fresh = ~among(inside_key, key[kept & joined]) & (perimeter >= SHORTEST)
        kept &= ~among(key, inside_key[fresh])
        none = np.zeros(int(fresh.sum()))
        key, order = _sorted(np.concatenate([key[kept], inside_key[fresh]]))
        return Near(
            key,
            np.concatenate([length[kept], perimeter[fresh]])[order],
            np.concatenate([gap[kept], none])[order],
            np.concatenate([joined[kept], none == 0])[order],
        )
    return Near(key[kept], length[kept], gap[kept], joined[kept])


def merged(matched: Ints, found: Near) -> tuple[Ints, Floats, Floats, Flags]:
    """Matched and near pairs in one sorted list: keys, near lengths, gaps, joined by these."""
    fresh = found.key[~among(found.key, matched)]
    key = np.sort(np.concatenate([matched, fresh])) if len(fresh) else matched
    near, gap, joined = np.zeros(len(key)), np.zeros(len(key)), np.zeros(len(key), bool)
    at = np.searchsorted(key, found.key)
    near[at], gap[at], joined[at] = found.length, found.gap, found.joined
    return key, near, gap, joined


def meeting(
    a: int, b: int, exact: float | None, near: float, gap: float, *, joined: bool
) -> Meeting:
    """The contact of a pair: *exact* is its matched length, None if nothing matches."""
    if not joined:
        return Meeting(a, b, "corner", gap=gap)
    if exact is not None or gap <= GRID_GAP:
        return Meeting(a, b, "side", (exact or 0.0) + near)
    return Meeting(a, b, "gap", near, gap)


def overlaid(found: dict[Pair, Meeting], manual: Manual) -> dict[Pair, Meeting]:
    """Derived contacts with a person's word over them."""
    for pair in manual.cut:
        found.pop(pair, None)
    added = [("manual", manual.added), ("link", manual.linked)]
    for kind, pairs in added:
        for (a, b), reason in pairs.items():
            known = found.get((a, b))
            if known is None or known.kind == "corner":
                found[a, b] = Meeting(a, b, kind, reason=reason)  # pyright: ignore[reportArgumentType]
    return found


_LOW = 0xFFFFFFFF


def pair_keys(a: Ints, b: Ints) -> Ints:
    """One number per pair of cells, the lower cell in the upper half."""
    return (np.minimum(a, b) << 32) | np.maximum(a, b)


def distinct(a: Ints, b: Ints) -> Ints:
    """The keys of these pairs, each once, in order."""
    keys = pair_keys(a, b)
    keys.sort()
    return keys[np.r_[True, keys[1:] != keys[:-1]]] if len(keys) else keys


def among(keys: Ints, known: Ints) -> Flags:
    """Which keys are in a sorted list."""
    if len(known) == 0:
        return np.zeros(len(keys), bool)
    return known[np.minimum(np.searchsorted(known, keys), len(known) - 1)] == keys


def totals(keys: Ints, amounts: Floats) -> tuple[Ints, Floats]:
    """Every key once, in order, with the sum of its amounts."""
    if len(keys) == 0:
        return keys, amounts
    top = int((keys & _LOW).max()) + 1
    order = sorting((keys >> 32) * top + (keys & _LOW))  # small numbers sort in one pass
    keys = keys[order]
    begins = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    return keys[begins], np.add.reduceat(amounts[order], begins)


def _sorted(keys: Ints) -> tuple[Ints, Ints]:
    order = np.argsort(keys, kind="stable")
    return keys[order], order


_MOST_AT_A_POINT = 64
"""A point where more cells meet than this is a drawing of rays; corners there mean nothing."""


def corner_pairs(edges: HalfEdges) -> Iterator[tuple[int, int]]:
    """Every pair of cells with a vertex in common, lower cell first, sides included. Exact."""
    keys, owner = edges.start, edges.owner
    if len(keys) == 0:
        return
    order = np.lexsort((owner, keys))
    keys, owner = keys[order], owner[order]
    new = np.r_[True, (keys[1:] != keys[:-1]) | (owner[1:] != owner[:-1])]
    keys, owner = keys[new], owner[new]
    begins = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[begins, len(keys)])
    crowded = (sizes >= 3) & (sizes <= _MOST_AT_A_POINT)
    seen: set[tuple[int, int]] = set()
    for size in (2, 0):  # pairs at once, the rest one by one
        if size:
            heads = begins[sizes == 2]
            found = set(zip(owner[heads].tolist(), owner[heads + 1].tolist(), strict=True))
        else:
            found = {
                pair
                for begin, count in zip(
                    begins[crowded].tolist(), sizes[crowded].tolist(), strict=True
                )
                for pair in combinations(owner[begin : begin + count].tolist(), 2)
            }
        yield from sorted(found - seen)
        seen |= found
