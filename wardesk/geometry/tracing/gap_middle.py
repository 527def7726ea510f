"""The middle of gaps between outlines: triangles from border to border, each cut half way across.

A triangle with corners on two cells is cut between the middles of the two edges that cross the gap,
one with corners on three cells into three; one that leans on a single cell goes to it whole. The
cuts of triangles side by side join up, so the new border runs half way along the whole gap.
"""

from __future__ import annotations

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Floats, Ints, Shapes, dots_at, lines_between
from wardesk.geometry.grids.snap import STEPS_PER_UNIT

STEP = 1 / STEPS_PER_UNIT
_NEXT_TO_AN_END = 0.25
"""No foot is set nearer to an end of its segment than this, in widths."""


def with_feet(shapes: Shapes, width: float) -> Shapes:
    """The polygons with more points on their borders, where triangles would else be too coarse.

    Beside three cells that come within *width* of each other the middle hangs on where a corner
    looks at the border across, and so it does where that border is one segment that touches at both
    ends. There every corner gets its foot on the border across. Polygons on the grid, no point
    twice running.
    """
    rings, of = shapely.get_rings(shapes, return_index=True)
    xy, ring = shapely.get_coordinates(rings, return_index=True)
    begin = np.flatnonzero(ring[1:] == ring[:-1])
    start, end, owner = xy[begin], xy[begin + 1], of[ring[begin]]
    tree = shapely.STRtree(lines_between(start, end))
    at, across = tree.query(dots_at(start), predicate="dwithin", distance=width)
    other = owner[at] != owner[across]
    at, across = at[other], across[other]
    if len(at) == 0:
        return shapes
    along = end[across] - start[across]
    size = (along * along).sum(axis=1)
    share = np.clip(((start[at] - start[across]) * along).sum(axis=1) / size, 0.0, 1.0)
    foot = np.rint((start[across] + share[:, None] * along) * STEPS_PER_UNIT) / STEPS_PER_UNIT
    away = np.hypot(*(foot - start[at]).T)
    of_pair = at * len(shapes) + owner[across]  # a corner and a cell across
    order = np.lexsort((away, of_pair))
    nearest = order[np.r_[True, np.diff(of_pair[order]) > 0]]
    touching = of_pair[nearest[away[nearest] <= STEP]]
    following = np.arange(1, len(begin) + 1)
    last = np.flatnonzero(np.r_[np.diff(ring[begin]) > 0, True])
    following[last] = np.r_[0, last[:-1] + 1]
    at, across, share, foot = at[nearest], across[nearest], share[nearest], foot[nearest]
    wanted = np.bincount(at, minlength=len(begin))[at] >= 2
    wanted |= np.isin(across * len(shapes) + owner[at], touching) & np.isin(
        following[across] * len(shapes) + owner[at], touching
    )
    short = _NEXT_TO_AN_END * width / np.sqrt(size[nearest])
    wanted &= (share > short) & (share < 1 - short)
    chosen = np.flatnonzero(wanted)
    chosen = chosen[np.lexsort((share[chosen], across[chosen]))]
    place = begin[across[chosen]] + 1
    xy = np.insert(xy, place, foot[chosen], axis=0)
    ring = np.insert(ring, place, ring[place])
    out = shapes.copy()
    closed = np.asarray(shapely.linearrings(xy, indices=ring), dtype=object)
    there, number = np.unique(of, return_inverse=True)  # an empty polygon has no ring
    out[there] = shapely.polygons(closed, indices=number)
    return out


def shared_out(gap: shapely.Geometry, shapes: Shapes) -> tuple[Shapes, Ints]:
    """The ground of a gap in pieces, and for each piece the cell whose border is nearest.

    Everything on the grid: narrower than a step counts as touching.
    """
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(gap))
    xy = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3].reshape(-1, 2)
    spots, corners = np.unique(xy[:, 0] + 1j * xy[:, 1], return_inverse=True)
    points = np.stack((spots.real, spots.imag), axis=1)
    return _cut(points, corners.reshape(-1, 3), _cells_at(points, shapes))


def _cells_at(points: Floats, shapes: Shapes) -> Ints:
    """The cells whose border each point is on, two a row: twice the same if it is but one's.

    A point on no border, at the mouth of a gap, counts to the nearest.
    """
    rings, of = shapely.get_rings(shapes, return_index=True)
    xy, ring = shapely.get_coordinates(rings, return_index=True)
    begin = np.flatnonzero(ring[1:] == ring[:-1])
    tree = shapely.STRtree(lines_between(xy[begin], xy[begin + 1]))
    dots = dots_at(points)
    at, segment = tree.query(dots, predicate="dwithin", distance=STEP)
    alone = np.setdiff1d(np.arange(len(points)), at)
    nth, nearest = tree.query_nearest(dots[alone], all_matches=False)
    cell = of[ring[begin[np.r_[segment, nearest]]]]
    at, cell = np.divmod(np.unique(np.r_[at, alone[nth]] * len(shapes) + cell), len(shapes))
    first = np.searchsorted(at, np.arange(len(points)))
    second = np.minimum(first + 1, np.r_[first[1:], len(at)] - 1)
    return np.stack((cell[first], cell[second]), axis=1)


def _cut(points: Floats, corners: Ints, cells: Ints) -> tuple[Shapes, Ints]:
    """Triangles cut by whose corners they have. Edge k of a triangle lies across from corner k.

    An edge whose ends are on one cell is that cell's, and stays whole; any other is cut in its
    middle. That hangs on the edge alone, so triangles side by side fit point for point.
    """
    ends = [(corners[:, (k + 1) % 3], corners[:, (k + 2) % 3]) for k in range(3)]
    edges = np.stack([_in_common(cells[u], cells[v]) for u, v in ends], axis=1)
    cuts = (edges < 0).sum(axis=1)
    first = cells[:, 0]
    pieces: list[Shapes] = []
    owners: list[Ints] = []

    def add(ring: list[Floats], owner: Ints) -> None:
        pieces.append(np.asarray(shapely.polygons(np.stack(ring, axis=1)), dtype=object))
        owners.append(owner)

    def turned(number: int, odd: int) -> tuple[Ints, Floats, Floats, Floats, Ints]:
        """Triangles with so many cuts, the edge that is *odd* (cut 1, whole 0) across from a."""
        these = np.flatnonzero(cuts == number)
        turn = np.argmax((edges[these] < 0) == bool(odd), axis=1)[:, None] + np.arange(3)
        three = np.take_along_axis(corners[these], turn % 3, axis=1)
        a, b, c = points[three].transpose(1, 0, 2)
        return three[:, 0], a, b, c, np.take_along_axis(edges[these], turn % 3, axis=1)

    _, a, b, c, whose = turned(0, 0)
    add([a, b, c], np.where(whose[:, 1] == whose[:, 2], whose[:, 1], whose[:, 0]))
    _, a, b, c, whose = turned(1, 1)
    middle = (b + c) / 2
    add([a, b, middle], whose[:, 2])
    add([a, middle, c], whose[:, 1])
    corner, a, b, c, whose = turned(2, 0)
    add([a, (a + b) / 2, (a + c) / 2], first[corner])
    add([(a + b) / 2, b, c, (a + c) / 2], whose[:, 0])
    these = np.flatnonzero(cuts == 3)
    three = points[corners[these]].transpose(1, 0, 2)
    for k in range(3):
        a, b, c = three[k], three[(k + 1) % 3], three[(k + 2) % 3]
        add([a, (a + b) / 2, (a + b + c) / 3, (a + c) / 2], first[corners[these, k]])
    return np.concatenate(pieces), np.concatenate(owners)


def _in_common(one: Ints, two: Ints) -> Ints:
    """The cell that two rows of two have in common, the lower if both are; -1 if none is."""
    low = (one[:, 0] == two[:, 0]) | (one[:, 0] == two[:, 1])
    high = (one[:, 1] == two[:, 0]) | (one[:, 1] == two[:, 1])
    return np.where(low, one[:, 0], np.where(high, one[:, 1], -1))
