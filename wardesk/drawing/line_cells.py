"""The cells that a drawn line runs through, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import shapely
from msgspec import Struct

from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.adjacency.coverage import Area, polygon, strictly_inside
from wardesk.geometry.borders.topology import outlines
from wardesk.geometry.grids.snap import Point

_STEP = 128
"""Less than half a hex or square: no cell crossed lies farther than next to a sample."""


class Stay(Struct, frozen=True):
    """How long a line is inside a cell, measured along the line."""

    cell: str
    begin: float
    end: float


def cells_along(document: MapDocument, points: Sequence[Point]) -> tuple[str, ...]:
    """The cells whose inside the line crosses, each stay once; running along a side is no stay."""
    return tuple(stay.cell for stay in stays_along(document, points))


def stays_along(document: MapDocument, points: Sequence[Point]) -> tuple[Stay, ...]:
    """The stays of a line inside cells, in order; *begin* and *end* along the line, map units."""
    shapes = dict(_candidates(document, points))
    names = list(shapes)
    tree = shapely.STRtree([shapes[name] for name in names])
    found: list[Stay] = []
    gone = 0.0
    for a, b in pairwise(points):
        segment = shapely.LineString((a, b))
        stays: list[tuple[float, Stay]] = []
        for place in tree.query(segment, predicate="intersects").tolist():
            name = names[place]
            for part in shapely.get_parts(shapely.intersection(segment, shapes[name])):
                middle = part.interpolate(0.5, normalized=True) if part.length else None
                if middle is not None and strictly_inside(shapes[name], (middle.x, middle.y)):
                    ends = [segment.project(shapely.Point(at)) for at in part.coords]
                    stay = Stay(name, gone + min(ends), gone + max(ends))
                    stays.append((float(segment.project(middle)), stay))
        for _, stay in sorted(stays, key=lambda row: (row[0], row[1].cell)):
            if found and found[-1].cell == stay.cell:
                found[-1] = Stay(stay.cell, found[-1].begin, stay.end)
            else:
                found.append(stay)
        gone += segment.length
    return tuple(found)


def _candidates(document: MapDocument, points: Sequence[Point]) -> Iterable[tuple[str, Area]]:
    layout = document.layout
    if layout is None:
        return [(name, polygon(rings)) for name, rings in outlines(document.network).items()]
    return _near_on_sheet(document, layout, points)


def _near_on_sheet(
    document: MapDocument, layout: Layout, points: Sequence[Point]
) -> Iterable[tuple[str, Area]]:
    grid = layout.grid
    near: set[int] = set()
    for a, b in pairwise(points):
        count = int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) // _STEP) + 1
        for i in range(count + 1):
            x = a[0] + (b[0] - a[0]) * i / count
            y = a[1] + (b[1] - a[1]) * i / count
            near.add(grid.cell_at(x, y))
    near.discard(-1)
    around = set(near)
    for number in near:
        q, r = grid.coordinates(number)
        steps = (*grid.side_steps, *grid.corner_steps)
        around |= {grid.index(q + dq, r + dr) for dq, dr in steps}
    for number in sorted(around - {-1}):
        label = layout.numbering.label(grid, number)
        if label in document.cells:
            yield label, shapely.Polygon(grid.outline(*grid.coordinates(number)))
