"""How tangled outlines are, told before any work that takes time by the square of it."""

from __future__ import annotations

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Shapes

OVER_EACH_OTHER = 40
"""Boxes that may lie over the box of one area, on the average of a map."""
CROSSINGS = 30
"""Boxes of segments that may lie over the box of one segment, on the average of an outline."""
_FEW_AREAS, _FEW_CROSSINGS, _SMALL = 2_000, 5_000, 100
_CHUNK = 256


def piled_up(shapes: Shapes) -> bool:
    """Whether areas lie over each other in heaps; on a map they lie side by side.

    Boxes are compared, so that islands in a sea and areas round a bend count and do no harm.
    """
    return _too_many(shapes[~shapely.is_empty(shapes)], OVER_EACH_OTHER, _FEW_AREAS)


def tangled(ring: list[tuple[float, float]] | tuple[tuple[float, float], ...]) -> bool:
    """Whether an outline crosses itself all over: mending it would take minutes."""
    if len(ring) <= _SMALL:
        return False
    xy = np.asarray(ring, float)
    pairs = np.stack((xy, np.roll(xy, -1, axis=0)), axis=1)
    return _too_many(np.asarray(shapely.linestrings(pairs)), CROSSINGS, _FEW_CROSSINGS)


def _too_many(shapes: Shapes, each: int, few: int) -> bool:
    """Whether more boxes overlap than *each* a shape and *few* beside; ends as soon as it knows."""
    tree = shapely.STRtree(shapes)
    most = each * len(shapes) + few
    found = 0
    for start in range(0, len(shapes), _CHUNK):
        part = shapes[start : start + _CHUNK]
        found += tree.query(part).shape[1] - len(part)  # everything meets itself
        if found > 2 * most:  # every pair is found from both ends
            return True
    return False
