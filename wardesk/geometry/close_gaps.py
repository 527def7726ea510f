"""From outlines traced one by one to one coverage: islands cut out of seas, borders drawn together.

Gaps between traced outlines hang together all over the map like a web, so they cannot be given to
one neighbour whole (that is what a coverage cleaner does): every spot goes to the cell whose border
is nearest, which puts the new border in the middle of the drawn one.
"""

from __future__ import annotations

import numpy as np
import shapely

from wardesk.geometry.clean_coverage import cleaned, largest, snapped_coverage
from wardesk.geometry.half_edges import Floats, Shapes, shape_array
from wardesk.geometry.snap import STEPS_PER_UNIT

_MOST_POINTS = 400_000
_SLIVER = 1.0
"""Narrower leftovers are given to a neighbour."""
_SMOOTH = 1.0
"""Square units a bend may enclose and still be smoothed away in the middle of a gap."""


def as_coverage(polygons: Shapes, width: float) -> Shapes:
    """A sound coverage on the 1/64 grid with gaps up to *width* units closed.

    Cells keep their places in the array; what was drawn inside another is cut out of it (the
    smaller one wins). A cell that is nothing but overlap comes back empty.
    """
    shapes = without_overlaps(mended(polygons))
    if width > 0:
        shapes = _drawn_together(shapes, width)
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


def _drawn_together(shapes: Shapes, width: float) -> Shapes:
    """Give every spot of the gaps up to *width* to the cell with the nearest border."""
    half = width / 2 + 0.25
    grown = shapely.union_all(shapely.buffer(shapes, half, quad_segs=2))
    closed = shapely.buffer(grown, -half, quad_segs=2)
    owner, dots = _border_points(shapes, width)
    if len(dots) < 2:
        return shapes
    ground = shapely.voronoi_polygons(shapely.multipoints(dots), ordered=True, extend_to=closed)
    ground = shapely.get_parts(ground)
    order = np.argsort(owner, kind="stable")
    cells, begins = np.unique(owner[order], return_index=True)
    out = shapes.copy()
    tree = shapely.STRtree(shapes)
    shapely.prepare(closed)
    for cell, mine in zip(cells, np.split(ground[order], begins[1:]), strict=True):
        place = shapely.coverage_union_all(mine)
        beside = tree.query(place, predicate="intersects")
        others = shapely.union_all(shapes[beside[beside != cell]])
        # cut at the neighbours one by one: the whole web of gaps at once would take minutes
        share = shapely.difference(place, others)
        if not shapely.covers(closed, share):
            share = shapely.intersection(share, closed)
        out[cell] = largest(shapely.union(shapes[cell], share))
    tidy = cleaned(out, _SLIVER)
    return shapely.coverage_simplify(tidy, _SMOOTH**0.5, simplify_boundary=False)


def _border_points(shapes: Shapes, width: float) -> tuple[np.ndarray, Floats]:
    """Points along all borders, no two on one spot, and whose they are."""
    rims = shapely.boundary(shapes)
    spacing = max(min(1.0, width / 3), float(shapely.length(rims).sum()) / _MOST_POINTS)
    xy, owner = shapely.get_coordinates(shapely.segmentize(rims, spacing), return_index=True)
    xy = np.round(xy * STEPS_PER_UNIT) / STEPS_PER_UNIT
    order = np.lexsort((xy[:, 1], xy[:, 0]))
    ranked = xy[order]
    new = np.r_[True, (ranked[1:] != ranked[:-1]).any(1)]
    kept = np.sort(order[new])
    return owner[kept], xy[kept]
