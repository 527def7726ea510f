"""From outlines traced one by one to one coverage: islands cut out of seas, borders drawn together.

Gaps between traced outlines hang together all over the map like a web, so they cannot be given to
one neighbour whole (that is what a coverage cleaner does): every spot goes to the cell whose border
is nearest, which puts the new border in the middle of the drawn one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Shapes, shape_array
from wardesk.geometry.tracing.clean_coverage import largest, on_grid, snapped_coverage
from wardesk.geometry.tracing.gap_middle import STEP, shared_out, with_feet

Told = Callable[[int, int], None]
_SLIVER = 1.0
"""Narrower leftovers are given to a neighbour."""


def as_coverage(polygons: Shapes, width: float, told: Told = lambda *_: None) -> Shapes:
    """A sound coverage on the 1/64 grid with gaps up to *width* units closed.

    Cells keep their places in the array; what was drawn inside another is cut out of it (the
    smaller one wins). A cell that is nothing but overlap comes back empty. *told* gets the number
    of steps done and of all steps; it may raise to stop the work.
    """
    shapes = without_overlaps(mended(polygons))
    if width > 0:
        shapes = _drawn_together(shapes, width, told)
    return snapped_coverage(shapes, _SLIVER if width > 0 else 0.0)


def mended(polygons: Shapes) -> Shapes:
    """Every polygon valid, as its largest piece."""
    valid = shapely.make_valid(shape_array(polygons), method="structure", keep_collapsed=False)
    return shape_array([largest(shape) for shape in valid])


def without_overlaps(shapes: Shapes) -> Shapes:
    """Cut smaller cells out of larger ones that lie under them; equal ones by their place."""
    first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    area = shapely.area(shapes)
    under = (area[first] > area[second]) | ((area[first] == area[second]) & (first > second))
    first, second = first[under], second[under]
    over = shapely.relate_pattern(shapes[first], shapes[second], "T********")
    first, second = first[over], second[over]
    out = shapes.copy()
    for cell in np.unique(first):
        above = shapely.union_all(shapes[second[first == cell]])
        out[cell] = largest(shapely.difference(shapes[cell], above))
    return out


def _drawn_together(shapes: Shapes, width: float, told: Told) -> Shapes:
    """Give every spot of the gaps up to *width* to the cell with the nearest border."""
    shapes = with_feet(on_grid(shapes), width)
    half = width / 2 + 0.25
    grown = shapely.union_all(shapely.buffer(shapes, half, quad_segs=2))
    closed = shapely.buffer(grown, -half, quad_segs=2)
    gap = shapely.difference(closed, shapely.disjoint_subset_union_all(shapes), grid_size=STEP)
    told(1, 4)
    if shapely.is_empty(gap):
        return shapes
    pieces, owner = shared_out(gap, shapes)
    told(2, 4)
    order = np.argsort(owner, kind="stable")
    cells, begins = np.unique(owner[order], return_index=True)
    of_cells = np.split(pieces[order], begins[1:])
    margins = shape_array([shapely.coverage_union_all(own) for own in of_cells])
    told(3, 4)
    out = shapes.copy()
    out[cells] = [largest(shape) for shape in shapely.union(shapes[cells], margins, grid_size=STEP)]
    return out
