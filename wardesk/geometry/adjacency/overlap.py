"""What polygons lying over one another mean: islands in a sea drawn whole, and cells in between."""

from __future__ import annotations

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Floats, Ints, Shapes, dots_at
from wardesk.geometry.adjacency.join import JoinedStretches, Segments

_LOOKS = 5
"""So many places of a supposed contact are looked at for a third cell in between."""


def around(
    shapes: Shapes,
    tree: shapely.STRtree,
    lone: Segments,
    stretches: JoinedStretches,
    tolerance: Floats,
) -> tuple[Ints, Floats]:
    """Lone border that lies inside another cell: (n, 2) of cell and smallest cell round it.

    With the lengths. Border that accompanies another border is left out, and so is what is no
    deeper inside than the tolerance: sloppy borders overlap, islands lie in the sea.
    """
    free = np.ones(len(lone), bool)
    free[stretches.first] = False
    free[stretches.second] = False
    at = np.flatnonzero(free)
    if len(at) == 0 or len(shapes) < 2:
        return np.zeros((0, 2), np.int64), np.zeros(0)
    middle = (lone.start[at] + lone.end[at]) / 2
    dots = dots_at(middle)
    dot, cell = tree.query(dots)
    other = lone.owner[at[dot]] != cell
    dot, cell = dot[other], cell[other]
    shapely.prepare(shapes[np.unique(cell)])
    inside = shapely.contains_xy(shapes[cell], middle[dot, 0], middle[dot, 1])
    dot, cell = dot[inside], cell[inside]
    if len(dot) == 0:
        return np.zeros((0, 2), np.int64), np.zeros(0)
    area = shapely.area(shapes)
    order = np.lexsort((cell, area[cell], dot))
    dot, cell = dot[order], cell[order]
    smallest = np.r_[True, dot[1:] != dot[:-1]]
    dot, cell = dot[smallest], cell[smallest]
    owner = lone.owner[at[dot]]
    size = np.hypot(*(lone.end[at[dot]] - lone.start[at[dot]]).T)
    rim = shapely.boundary(shapes[cell])
    deep = shapely.distance(dots[dot], rim) > np.maximum(tolerance[owner], tolerance[cell])
    # a cell that holds the other whole is not "inside" it because their outlines wander
    deep &= area[owner] <= area[cell]
    return np.stack([owner[deep], cell[deep]], -1), size[deep]


def blocked(
    shapes: Shapes,
    tree: shapely.STRtree,
    lone: Segments,
    stretches: JoinedStretches,
    keys: Ints,
    suspects: Ints,
) -> Ints:
    """The *suspects* (pair keys) that have a third cell between them nearly everywhere.

    A third cell that also covers the borders themselves, like a sea drawn under everything, is not
    in between.
    """
    if len(suspects) == 0:
        return suspects
    chosen = _places(keys, suspects, stretches.length)
    along = lone.end[stretches.first[chosen]] - lone.start[stretches.first[chosen]]
    along /= np.hypot(along[:, 0], along[:, 1])[:, None]
    here = (stretches.begin[chosen] + stretches.end[chosen]) / 2
    across = np.stack([-along[:, 1], along[:, 0]], -1) * stretches.gap[chosen][:, None]
    between = np.zeros(len(chosen), bool)
    for share in (0.25, 0.5, 0.75):
        dots = dots_at(here + share * across)
        dot, cell = tree.query(dots, predicate="within")
        third = (cell != keys[chosen[dot]] >> 32) & (cell != keys[chosen[dot]] & 0xFFFFFFFF)
        dot, cell = dot[third], cell[third]
        ends = shapely.contains_xy(shapes[cell], *here[dot].T) | shapely.contains_xy(
            shapes[cell], *(here[dot] + across[dot]).T
        )
        between[dot[~ends]] = True
    pair = np.searchsorted(suspects, keys[chosen])
    looks = np.bincount(pair, minlength=len(suspects))
    hits = np.bincount(pair, between, minlength=len(suspects))
    return suspects[hits > 0.7 * looks]


def _places(keys: Ints, suspects: Ints, length: Floats) -> Ints:
    """The longest few stretches of every suspected pair."""
    order = np.lexsort((-length, keys))
    ranked = keys[order]
    begins = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]])
    rank = np.arange(len(ranked)) - np.repeat(begins, np.diff(np.r_[begins, len(ranked)]))
    at = np.searchsorted(suspects, ranked)
    wanted = suspects[np.minimum(at, len(suspects) - 1)] == ranked
    return order[(rank < _LOOKS) & wanted]
