"""From outlines traced one by one to one coverage: islands cut out of seas, borders drawn together.

Gaps between traced outlines hang together all over the map like a web, so they cannot be given to
one neighbour whole (that is what a coverage cleaner does): every spot goes to the cell whose border
is nearest, which puts the new border in the middle of the drawn one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Ints, Shapes, shape_array
from wardesk.geometry.grids.snap import STEPS_PER_UNIT
from wardesk.geometry.tracing.clean_coverage import largest, snapped_coverage

Told = Callable[[int, int], None]
_MOST_POINTS = 400_000
_SPACING = 0.6
"""How far apart the points of a border are, in widths."""
_SLIVER = 1.0
"""Narrower leftovers are given to a neighbour."""
_SMOOTH = 0.25
"""Edge of the square that a bend in the middle of a gap may enclose and still be smoothed away, in
widths: a little more than the bends between two rows of points enclose."""


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
    """Give every spot of the gaps up to *width* to the cell with the nearest border.

    All borders are cut with each other once; then every face goes whole to the cell that it lies
    in, or in a gap to the cell whose ground it is.
    """
    half = width / 2 + 0.25
    grown = shapely.union_all(shapely.buffer(shapes, half, quad_segs=2))
    closed = shapely.buffer(grown, -half, quad_segs=2)
    cells, grounds = _grounds(shapes, width, closed)
    if len(cells) < 2:
        return shapes
    told(1, 4)
    rims = [shapely.boundary(outlines) for outlines in (shapes, grounds, np.array([closed]))]
    lines = shapely.union_all(np.concatenate(rims))
    told(2, 4)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
    told(3, 4)
    owner = _owners(faces, shapes, cells, grounds, closed)
    order = np.argsort(owner, kind="stable")
    order = order[owner[order] >= 0]
    out = shapes.copy()
    found, begins = np.unique(owner[order], return_index=True)
    for cell, own in zip(found, np.split(faces[order], begins[1:]), strict=True):
        out[cell] = largest(shapely.coverage_union_all(own))
    return out


def _owners(
    faces: Shapes, shapes: Shapes, cells: Ints, grounds: Shapes, closed: shapely.Geometry
) -> Ints:
    """The cell of every face; -1 for those outside, and for gaps too wide to close."""
    spots = shapely.point_on_surface(faces)
    owner = np.full(len(faces), -1)
    shapely.prepare(closed)
    filled = np.flatnonzero(shapely.contains_properly(closed, spots))
    spot, ground = shapely.STRtree(grounds).query(spots[filled], predicate="within")
    owner[filled[spot]] = cells[ground]
    spot, cell = shapely.STRtree(shapes).query(spots, predicate="within")
    owner[spot] = cell
    return owner


def _grounds(shapes: Shapes, width: float, frame: shapely.Geometry) -> tuple[Ints, Shapes]:
    """The cells that have a border, and the spots to which that border is the nearest.

    One diagram of points along all borders: the bends between two rows of them, half a *width*
    apart, stay below a tenth of it, and are smoothed away, or the map would have three times the
    bends.
    """
    rims = shapely.boundary(shapes)
    spacing = max(_SPACING * width, float(shapely.length(rims).sum()) / _MOST_POINTS)
    xy, owner = shapely.get_coordinates(shapely.segmentize(rims, spacing), return_index=True)
    xy = np.round(xy * STEPS_PER_UNIT)
    left, high = xy.min(axis=0), float(np.ptp(xy[:, 1])) + 1
    _, first = np.unique((xy - left) @ (high, 1.0), return_index=True)  # far sooner than by rows
    xy, owner = xy[first], owner[first]
    cells = np.unique(owner)
    if len(cells) < 2:
        return cells, shapes[cells]
    points = shapely.linestrings(xy / STEPS_PER_UNIT)  # one line is made far sooner than points
    diagram = shapely.voronoi_polygons(points, ordered=True, extend_to=frame)
    order = np.argsort(owner, kind="stable")
    begins = np.searchsorted(owner[order], cells[1:])
    of_cells = np.split(shapely.get_parts(diagram)[order], begins)
    grounds = shape_array([shapely.coverage_union_all(own) for own in of_cells])
    return cells, shapely.coverage_simplify(grounds, _SMOOTH * width, simplify_boundary=False)
