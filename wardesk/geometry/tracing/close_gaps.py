"""From outlines traced one by one to one coverage: islands cut out of seas, borders drawn together.

Gaps between traced outlines hang together all over the map like a web, so they cannot be given to
one neighbour whole (that is what a coverage cleaner does): every spot goes to the cell whose border
is nearest, which puts the new border in the middle of the drawn one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely

from wardesk.geometry.adjacency.half_edges import Floats, Shapes, shape_array
from wardesk.geometry.grids.snap import STEPS_PER_UNIT
from wardesk.geometry.tracing.clean_coverage import cleaned, largest, snapped_coverage

Told = Callable[[int, int], None]
_MOST_POINTS = 400_000
_SLIVER = 1.0
"""Narrower leftovers are given to a neighbour."""
_SMOOTH = 1.0
"""Square units a bend may enclose and still be smoothed away in the middle of a gap."""


def as_coverage(polygons: Shapes, width: float, told: Told = lambda *_: None) -> Shapes:
    """A sound coverage on the 1/64 grid with gaps up to *width* units closed.

    Cells keep their places in the array; what was drawn inside another is cut out of it (the
    smaller one wins). A cell that is nothing but overlap comes back empty. *told* gets the number
    of cells done and of all cells; it may raise to stop the work.
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
    half = width / 2 + 0.25
    grown = shapely.union_all(shapely.buffer(shapes, half, quad_segs=2))
    closed = shapely.buffer(grown, -half, quad_segs=2)
    dots = _BorderPoints(shapes, width)
    if len(dots.xy) < 2:
        return shapes
    out = shapes.copy()
    tree = shapely.STRtree(shapes)
    shapely.prepare(closed)
    # no spot of a gap is farther than this from the border points nearest to it
    near = half + dots.spacing
    for done, cell in enumerate(dots.cells):
        told(done, len(dots.cells))
        place = dots.ground(cell, near, shapes[cell])
        beside = tree.query(place, predicate="intersects")
        others = shapely.union_all(shapes[beside[beside != cell]])
        # cut at the neighbours one by one: the whole web of gaps at once would take minutes
        share = shapely.difference(place, others)
        if not shapely.covers(closed, share):
            share = shapely.intersection(share, closed)
        out[cell] = largest(shapely.union(shapes[cell], share))
    tidy = cleaned(out, _SLIVER)
    return shapely.coverage_simplify(tidy, _SMOOTH**0.5, simplify_boundary=False)


class _BorderPoints:
    """Points along all borders, no two on one spot, and the ground nearest to those of a cell."""

    def __init__(self, shapes: Shapes, width: float) -> None:
        rims = shapely.boundary(shapes)
        most = float(shapely.length(rims).sum()) / _MOST_POINTS
        self.spacing = max(min(1.0, width / 3), most)
        xy, owner = shapely.get_coordinates(
            shapely.segmentize(rims, self.spacing), return_index=True
        )
        xy = np.round(xy * STEPS_PER_UNIT) / STEPS_PER_UNIT
        order = np.lexsort((xy[:, 1], xy[:, 0]))
        ranked = xy[order]
        new = np.r_[True, (ranked[1:] != ranked[:-1]).any(1)]
        kept = np.sort(order[new])
        self.xy: Floats = xy[kept]
        self.owner = owner[kept]
        by_owner = np.argsort(self.owner, kind="stable")
        found, begins = np.unique(self.owner[by_owner], return_index=True)
        self.cells: list[int] = found.tolist()
        self._mine = dict(zip(self.cells, np.split(by_owner, begins[1:]), strict=True))
        self._bucket = np.zeros(0, np.int64)
        self._side = 0.0

    def ground(self, cell: int, near: float, shape: shapely.Geometry) -> shapely.Geometry:
        """The spots within *near* of a cell's border points that are nearest to one of them.

        All border points that could be nearer to such a spot take part, and no others: a diagram
        of the whole map at once takes many times as long.
        """
        reach = 1.1 * near  # buffers of few segments fall short of their radius by a tenth
        mine = self._mine[cell]
        chosen = self._about(mine, 2.1 * near)
        own = self.owner[chosen] == cell
        frame = shapely.box(*shapely.total_bounds(shape)).buffer(2 * reach)
        if own.all():
            return shapely.intersection(frame, shapely.buffer(shape, reach, quad_segs=2))
        diagram = shapely.voronoi_polygons(
            shapely.multipoints(self.xy[chosen]), ordered=True, extend_to=frame
        )
        place = shapely.coverage_union_all(shapely.get_parts(diagram)[own])
        return shapely.intersection(place, shapely.buffer(shape, reach, quad_segs=2))

    def _about(self, mine: np.ndarray, near: float) -> np.ndarray:
        """All points within *near* of some of them, and a few farther away."""
        if self._side != near:
            self._side = near
            place = np.floor(self.xy / near).astype(np.int64)
            place -= place.min(axis=0) - 1
            self._across = int(place[:, 1].max()) + 2
            self._bucket = place[:, 0] * self._across + place[:, 1]
            self._order = np.argsort(self._bucket, kind="stable")
            self._sorted = self._bucket[self._order]
        home = np.unique(self._bucket[mine])
        steps = [i * self._across + j for i in (-1, 0, 1) for j in (-1, 0, 1)]
        around = np.unique((home[:, None] + steps).ravel())
        first = np.searchsorted(self._sorted, around)
        last = np.searchsorted(self._sorted, around, "right")
        counts = last - first
        begins = np.cumsum(counts) - counts
        rows = np.arange(int(counts.sum())) + np.repeat(first - begins, counts)
        return np.sort(self._order[rows])
