"""Half-edges of polygons as arrays on the 1/64 grid, and which of them two cells share exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wardesk.geometry.grids.snap import LIMIT, STEPS_PER_UNIT
from wardesk.words import say

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Shapes = NDArray[np.object_]

_HALF = 1 << 31
_ODD_A = np.uint64(0x9E3779B97F4A7C15)
_ODD_B = np.uint64(0xBF58476D1CE4E5B9)


@dataclass(frozen=True)
class HalfEdges:
    """Every segment of every ring, with the cell it belongs to.

    *start* and *end* are vertex keys: x and y in grid steps (1/64 unit), packed into one int64 by
    `pack`, so that equal keys are equal points, exactly. Segments of no length are left out.
    """

    owner: Ints
    start: Ints
    end: Ints

    def __len__(self) -> int:
        return len(self.owner)

    def lengths(self, which: Ints | slice = slice(None)) -> Floats:
        """Lengths in map units: reported, never compared."""
        x, y = unpack(self.start[which])
        u, v = unpack(self.end[which])
        across, down = (u - x).astype(np.float64), (v - y).astype(np.float64)
        return np.sqrt(across * across + down * down) / STEPS_PER_UNIT


@dataclass(frozen=True)
class Matches:
    """Pairs of half-edges on the same two points that belong to different cells.

    *first* and *second* index into the half-edges, *a* and *b* are the cells these belong to.
    *alone* lists the half-edges that nothing shares.
    """

    first: Ints
    second: Ints
    a: Ints
    b: Ints
    alone: Ints


def shape_array(polygons: Sequence[shapely.Geometry] | Shapes) -> Shapes:
    """Polygons as the array that shapely's vector functions want."""
    if isinstance(polygons, np.ndarray):
        return polygons
    found = np.empty(len(polygons), dtype=object)
    found[:] = polygons
    return found


def lines_between(start: Floats, end: Floats) -> Shapes:
    """Straight lines between points, (n, 2) each."""
    return np.asarray(shapely.linestrings(np.stack([start, end], 1)), dtype=object)


def dots_at(points: Floats) -> Shapes:
    """Points as shapes, (n, 2)."""
    return np.asarray(shapely.points(points), dtype=object)


def pack(steps_x: Ints, steps_y: Ints) -> Ints:
    """One key per point; both coordinates in grid steps, smaller than 2**31 in size."""
    return (steps_x << 32) + steps_y


def unpack(keys: Ints) -> tuple[Ints, Ints]:
    """The steps of packed points."""
    x = (keys + _HALF) >> 32
    return x, keys - (x << 32)


def half_edges(polygons: Sequence[shapely.Geometry] | Shapes, *, wrap: float = 0.0) -> HalfEdges:
    """The half-edges of polygons and multipolygons, holes included; empty ones have none.

    With *wrap* > 0 the map joins up sideways at that width: points that far apart in x get the same
    key. ValueError if a coordinate is not a number within `snap.LIMIT`.
    """
    coordinates, ring, owner = _coordinates(shape_array(polygons))
    if coordinates.size == 0:
        none = np.zeros(0, np.int64)
        return HalfEdges(none, none, none)
    if not (coordinates.max() < LIMIT and coordinates.min() > -LIMIT):  # NaN fails this too
        raise ValueError(
            say("coordinates must be numbers smaller than {limit:.0f} in size", limit=LIMIT)
        )
    coordinates *= STEPS_PER_UNIT
    np.rint(coordinates, out=coordinates)
    # large temporary arrays cost more than the arithmetic: work in place
    keys = coordinates[:, 0].astype(np.int64)
    if wrap > 0:
        keys %= round(wrap * STEPS_PER_UNIT)
    keys <<= 32
    keys += coordinates[:, 1].astype(np.int64)
    real = keys[1:] != keys[:-1]
    real &= ring[1:] == ring[:-1]
    return HalfEdges(owner[:-1][real], keys[:-1][real], keys[1:][real])


def match(edges: HalfEdges) -> Matches:
    """Which half-edges two different cells share, vertex for vertex. Exact."""
    order, run = _grouped(edges)
    same = run[1:] == run[:-1]
    first, second = order[:-1][same], order[1:][same]
    if len(same) > 1 and (same[1:] & same[:-1]).any():
        first, second = _crowded(order, run)
    a, b = edges.owner[first], edges.owner[second]
    different = a != b
    if not different.all():  # a cell pinched onto itself
        first, second, a, b = first[different], second[different], a[different], b[different]
    shared = np.zeros(len(order), bool)
    shared[:-1] = same
    shared[1:] |= same
    return Matches(first, second, a, b, order[~shared])


def _coordinates(shapes: Shapes) -> tuple[Floats, Ints, Ints]:
    """Coordinates with the ring and the polygon they belong to."""
    plain = (shapely.get_type_id(shapes) == 3).all() and not shapely.get_num_interior_rings(
        shapes
    ).any()
    if plain:
        xy, ring = shapely.get_coordinates(shapes, return_index=True)
        return xy, ring, ring
    parts, of_part = shapely.get_parts(shapes, return_index=True)
    is_area = shapely.get_type_id(parts) == 3
    rings, of_ring = shapely.get_rings(parts[is_area], return_index=True)
    xy, ring = shapely.get_coordinates(rings, return_index=True)
    return xy, ring, of_part[is_area][of_ring[ring]]


def _grouped(edges: HalfEdges) -> tuple[Ints, Ints]:
    """Half-edges sorted so that equal segments are neighbours, and a number for each run.

    The index rides in the low bits of a hash: sorting numbers is several times faster than sorting
    an index by them. Different segments that fall on one hash are noticed, and sorted exactly.
    """
    count = len(edges)
    if count == 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    bits = np.uint64(count.bit_length())
    low = (np.uint64(1) << bits) - np.uint64(1)
    keys = _mixed(edges.start)
    keys += _mixed(edges.end)  # a sum does not mind the direction
    keys *= _ODD_B
    keys &= ~low
    keys |= np.arange(count, dtype=np.uint64)
    keys.sort()
    order = (keys & low).astype(np.int64)
    keys >>= bits
    same = keys[1:] == keys[:-1]
    at = np.flatnonzero(same)
    x, y = order[at], order[at + 1]
    a, b, c, d = edges.start[x], edges.end[x], edges.start[y], edges.end[y]
    if (((a == d) & (b == c)) | ((a == c) & (b == d))).all():
        return order, keys.view(np.int64)
    return _grouped_exactly(edges)


def _grouped_exactly(edges: HalfEdges) -> tuple[Ints, Ints]:
    low, high = np.minimum(edges.start, edges.end), np.maximum(edges.start, edges.end)
    order = np.lexsort((high, low))
    low, high = low[order], high[order]
    new = np.r_[False, (low[1:] != low[:-1]) | (high[1:] != high[:-1])]
    return order, np.cumsum(new)


def _crowded(order: Ints, run: Ints) -> tuple[Ints, Ints]:
    """Every pair inside every run, for maps where three cells lie on one segment (overlaps)."""
    begins = np.flatnonzero(np.r_[True, run[1:] != run[:-1]])
    sizes = np.diff(np.r_[begins, len(run)])
    first: list[Ints] = []
    second: list[Ints] = []
    for size in np.unique(sizes[sizes > 1]):
        heads = begins[sizes == size]
        for i in range(int(size)):
            for j in range(i + 1, int(size)):
                first.append(order[heads + i])
                second.append(order[heads + j])
    return np.concatenate(first), np.concatenate(second)


def _mixed(keys: Ints) -> NDArray[np.uint64]:
    mixed = keys.view(np.uint64) * _ODD_A
    mixed ^= mixed >> np.uint64(29)
    return mixed


def sorting(keys: Ints) -> Ints:
    """The order that sorts keys >= 0, ties by place; quick where key and place fit in 63 bits."""
    count = len(keys)
    bits = count.bit_length()
    if count == 0 or int(keys.max()).bit_length() + bits > 63:
        return np.argsort(keys, kind="stable")
    packed = (keys << bits) | np.arange(count)
    packed.sort()
    return packed & ((1 << bits) - 1)
