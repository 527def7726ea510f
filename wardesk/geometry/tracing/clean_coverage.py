"""Traced polygons: how tangled they are, and made to share their borders vertex for vertex.

What is tangled is told before any work that takes time by the square of it.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import Polygon

from wardesk.geometry.adjacency.half_edges import Shapes, shape_array
from wardesk.geometry.grids.snap import STEPS_PER_UNIT

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


_ROUNDS = 6


def snapped_coverage(polygons: Shapes, gap_width: float = 0.0) -> Shapes:
    """The polygons as a sound coverage on the 1/64 grid, each as its largest piece.

    Overlaps and gaps narrower than *gap_width* are closed. Cells that vanish come back empty.
    Cleaning cuts new points and snapping moves them, so both are repeated until nothing changes.
    """
    shapes = shape_array(polygons)
    for _ in range(_ROUNDS):
        shapes = on_grid(cleaned(shapes, gap_width))
        if is_sound(shapes):
            break
    return shapes


def is_sound(shapes: Shapes) -> bool:
    """Whether polygons are valid, do not overlap, and match vertex for vertex."""
    return bool(shapely.coverage_is_valid(shapes) and shapely.is_valid(shapes).all())


def cleaned(shapes: Shapes, gap_width: float = 0.0, snapping: float = -1.0) -> Shapes:
    """`shapely.coverage_clean`: no overlaps, no gaps narrower than *gap_width*, matched borders.

    Points closer than *snapping* become one; -1 = next to nothing.
    """
    clean = shapely.coverage_clean  # pyright: ignore[reportAttributeAccessIssue] - new in 2.2
    return clean(shapes, gap_width=gap_width, snapping_distance=snapping)


def on_grid(shapes: Shapes) -> Shapes:
    """Snap, mend what snapping folded, keep each cell's largest piece."""
    xy = np.rint(shapely.get_coordinates(shapes) * STEPS_PER_UNIT) / STEPS_PER_UNIT + 0.0
    moved = shapely.set_coordinates(shapes.copy(), xy)
    bad = ~shapely.is_valid(moved)
    moved[bad] = shapely.make_valid(moved[bad], method="structure", keep_collapsed=False)
    moved = shapely.remove_repeated_points(moved)
    return shape_array([largest(shape) for shape in moved])


def largest(shape: shapely.Geometry | Shapes) -> Polygon:
    """The largest polygon of any geometry; an empty one if there is none."""
    parts = [p for p in shapely.get_parts(shape) if isinstance(p, Polygon)]
    return max(parts, key=lambda p: p.area, default=Polygon())
