"""The tolerance join: stretches of border that run side by side though no vertex is shared.

The only place in WarDesk where a tolerance decides anything (import of borders others drew). Works
on the half-edges that the exact match left alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import (
    Flags,
    Floats,
    HalfEdges,
    Ints,
    lines_between,
    unpack,
)
from wardesk.geometry.grids.snap import STEPS_PER_UNIT

_CHUNK = 40_000
"""Segments asked for at once: bounds the memory a scribble can take."""


@dataclass(frozen=True)
class Segments:
    """Straight pieces of border in map units: *start* and *end* are (n, 2), *owner* (n,)."""

    owner: Ints
    start: Floats
    end: Floats

    def __len__(self) -> int:
        return len(self.owner)


@dataclass(frozen=True)
class JoinedStretches:
    """Pieces of segment *first* that segment *second* of another cell accompanies.

    *length* in map units along *first*; *gap* is the signed distance to *second* in the middle of
    the piece; *begin* and *end* are the piece itself, (n, 2).
    """

    first: Ints
    second: Ints
    length: Floats
    gap: Floats
    begin: Floats
    end: Floats


def segments(edges: HalfEdges, which: Flags | Ints, *, wrap: float = 0.0) -> Segments:
    """Half-edges as segments. With *wrap*, those at the left seam are given again at the right."""
    owner = edges.owner[which]
    start = np.stack(unpack(edges.start[which]), -1) / STEPS_PER_UNIT
    end = np.stack(unpack(edges.end[which]), -1) / STEPS_PER_UNIT
    if wrap <= 0 or len(owner) == 0:
        return Segments(owner, start, end)
    # keys were taken modulo the width: bring a segment over the seam back into one piece
    over = end[:, 0] - start[:, 0]
    end[:, 0] -= np.where(over > wrap / 2, wrap, 0) - np.where(over < -wrap / 2, wrap, 0)
    shift = np.array([wrap, 0.0])
    near = np.minimum(start[:, 0], end[:, 0]) < wrap / 16
    return Segments(
        np.concatenate([owner, owner[near]]),
        np.concatenate([start, start[near] + shift]),
        np.concatenate([end, end[near] + shift]),
    )


def side_by_side(pieces: Segments, tolerance: Floats) -> JoinedStretches:
    """All stretches where segments of two cells lie within the tolerance of the pair.

    *tolerance* holds one number per cell, in map units; for a pair the larger one counts. Each pair
    of segments is reported once, measured along the one with the wider tolerance or lower cell.
    """
    if len(pieces) == 0 or not tolerance.any():
        return _none()
    reach = tolerance[pieces.owner]
    low = np.minimum(pieces.start, pieces.end)
    high = np.maximum(pieces.start, pieces.end)
    tree = shapely.STRtree(lines_between(pieces.start, pieces.end))
    far = reach.max() if np.ptp(reach) == 0 else reach[:, None]
    low, high = low - far, high + far
    asking = np.flatnonzero(reach > 0)
    found: list[JoinedStretches] = []
    for begin in range(0, len(asking), _CHUNK):
        some = asking[begin : begin + _CHUNK]
        boxes = shapely.box(low[some, 0], low[some, 1], high[some, 0], high[some, 1])
        first, second = tree.query(boxes)
        found.append(_measured(pieces, reach, some[first], second))
    return found[0] if len(found) == 1 else _joined(found)


def _measured(pieces: Segments, reach: Floats, first: Ints, second: Ints) -> JoinedStretches:
    # a segment with the smaller tolerance may not have found its partner: the pair is taken from
    # whichever side found it, and once
    other = pieces.owner[first] != pieces.owner[second]
    first, second = first[other], second[other]
    mine, theirs = reach[first], reach[second]
    lower = pieces.owner[first] < pieces.owner[second]
    once = np.where(mine == theirs, lower, mine > theirs)
    first, second = first[once], second[once]
    limit = reach[first]
    origin = pieces.start[first]
    along = pieces.end[first] - origin
    size = np.hypot(along[:, 0], along[:, 1])
    along /= size[:, None]
    a, b = pieces.start[second] - origin, pieces.end[second] - origin
    along_a, along_b = (a * along).sum(1), (b * along).sum(1)
    off_a = a[:, 1] * along[:, 0] - a[:, 0] * along[:, 1]
    off_b = b[:, 1] * along[:, 0] - b[:, 0] * along[:, 1]
    in_band = _parameters(off_a, off_b, -limit, limit)
    beside = _parameters(along_a, along_b, np.zeros_like(size), size)
    begin = np.maximum(np.maximum(in_band[0], beside[0]), 0.0)
    end = np.minimum(np.minimum(in_band[1], beside[1]), 1.0)
    length = np.clip(end - begin, 0.0, None) * np.abs(along_b - along_a)
    kept = length > 0
    first, second, length = first[kept], second[kept], length[kept]
    begin, end, origin, along = begin[kept], end[kept], origin[kept], along[kept]
    along_a, along_b, off_a, off_b = along_a[kept], along_b[kept], off_a[kept], off_b[kept]
    gap = off_a + (begin + end) / 2 * (off_b - off_a)
    foot = (along_a + begin * (along_b - along_a))[:, None]
    head = (along_a + end * (along_b - along_a))[:, None]
    return JoinedStretches(first, second, length, gap, origin + foot * along, origin + head * along)


def _parameters(a: Floats, b: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Between which parameters a value going from *a* to *b* lies within [low, high]."""
    change = b - a
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (low - a) / change, (high - a) / change
    still = change == 0
    inside = still & (low <= a) & (a <= high)
    begin = np.where(still, np.where(inside, -np.inf, np.inf), np.minimum(first, second))
    end = np.where(still, np.where(inside, np.inf, -np.inf), np.maximum(first, second))
    return begin, end


def _joined(found: list[JoinedStretches]) -> JoinedStretches:
    return JoinedStretches(
        np.concatenate([one.first for one in found]),
        np.concatenate([one.second for one in found]),
        np.concatenate([one.length for one in found]),
        np.concatenate([one.gap for one in found]),
        np.concatenate([one.begin for one in found]),
        np.concatenate([one.end for one in found]),
    )


def _none() -> JoinedStretches:
    ids, numbers, points = np.zeros(0, np.int64), np.zeros(0), np.zeros((0, 2))
    return JoinedStretches(ids, ids, numbers, numbers, points, points)
