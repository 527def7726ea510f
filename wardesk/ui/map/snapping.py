"""Where points of lines fall: on the middles, sides or corners of cells, or on other lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF

from wardesk.geometry.borders.topology import edge_points
from wardesk.ui.map.features import segment_distance

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

Pair = tuple[float, float]
Where = Literal["centres", "sides", "corners", "all"]
POINT_REACH = 10.0
"""Px within which the points of other lines attract."""


def snapped(view: MapView, at: QPointF, where: Where, skip: str = "") -> tuple[Pair, bool]:
    """The place for a point near *at* (map units), and whether it lies on another line's point.

    Other lines' points come first (not those of the line *skip*). Of the cell under the pointer the
    nearest place of the chosen sort is taken, however far it is; off the map the point stays.
    """
    here = (at.x(), at.y())
    meeting = _line_point(view, at, skip)
    if meeting is not None:
        return meeting, True
    cell = view.sheet.locate(at)
    if not cell:
        return here, False
    found = [point for sort, point in _places(view, cell, here) if where in (sort, "all")]
    return min(found, key=lambda point: math.dist(point, here), default=here), False


def _line_point(view: MapView, at: QPointF, skip: str) -> Pair | None:
    here, reach = (at.x(), at.y()), POINT_REACH * view.pixel
    best, least = None, reach
    for row in view.features.lines():
        if row.name == skip:
            continue
        if not row.box.adjusted(-reach, -reach, reach, reach).contains(at):
            continue
        for point in row.points:
            far = math.dist(point, here)
            if far <= least:
                best, least = point, far
    return best


def _places(view: MapView, cell: str, here: Pair) -> Iterator[tuple[Where, Pair]]:
    """The places of a cell that attract, each with its sort."""
    anchor = view.sheet.anchor(cell)
    yield "centres", (anchor.x(), anchor.y())
    document = view.desk.document
    if document.layout is None:
        yield from _area_places(view, cell, here)
        return
    polygon = view.sheet.cell_path(cell).toFillPolygon()
    ring = [(polygon.at(k).x(), polygon.at(k).y()) for k in range(polygon.size())]
    for a, b in pairwise(ring):
        if a != b:
            yield "corners", a
            yield "sides", ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _area_places(view: MapView, cell: str, here: Pair) -> Iterator[tuple[Where, Pair]]:
    """Of an area: the nearest point of its border, and the nodes where its borders end."""
    document = view.desk.document
    face = document.faces.get(cell)
    if face is None:
        return
    try:
        for ring in face.rings:
            for number in map(abs, ring):
                edge = document.edges[number]
                yield "corners", document.nodes[edge.start]
                yield "corners", document.nodes[edge.end]
                points = edge_points(document.network, number)
                near = min(
                    (segment_distance(a, b, here) for a, b in pairwise(points)),
                    default=(math.inf, here),
                )
                yield "sides", near[1]
    except KeyError:  # borders of a broken map name what is not there
        return
