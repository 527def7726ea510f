"""Points of lines: what they snap to, grabbing and joining them; how a drawn line looks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.geometry.borders.topology import edge_points
from wardesk.model.palette import Palette
from wardesk.ui.map.canvas.features import DrawnFeature, segment_distance

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
    document = view.model.document
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
    document = view.model.document
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


def point_near(points: Sequence[Pair], here: Pair, reach: float) -> int:
    """The place in the list of the nearest point within *reach*; -1 for none."""
    far, place = min(((math.dist(p, here), k) for k, p in enumerate(points)), default=(reach, -1))
    return place if far <= reach else -1


def stretch_near(points: Sequence[Pair], here: Pair, reach: float) -> int:
    """The stretch (by its first point) that runs within *reach* of *here*; -1 for none."""
    found = [(segment_distance(a, b, here)[0], k) for k, (a, b) in enumerate(pairwise(points))]
    far, place = min(found, default=(math.inf, -1))
    return place if far <= reach else -1


def with_point(points: Sequence[Pair], place: int, to: Pair) -> tuple[Pair, ...]:
    """The points with another one at *place*."""
    return (*points[:place], to, *points[place + 1 :])


def meeting(view: MapView, row: DrawnFeature) -> tuple[DrawnFeature, tuple[Pair, ...]] | None:
    """The line of the same kind that begins or ends where *row* does, and both as one line.

    None if no line meets it, or if at that place several do and nobody knows which is meant.
    """
    others = [
        other
        for other in view.features.lines()
        if other.name != row.name and other.feature.kind == row.feature.kind
    ]
    for end in (row.points[-1], row.points[0]):
        found = [other for other in others if end in (other.points[0], other.points[-1])]
        if len(found) == 1:
            mine = row.points if row.points[-1] == end else row.points[::-1]
            theirs = found[0].points
            theirs = theirs if theirs[0] == end else theirs[::-1]
            return found[0], (*mine, *theirs[1:])
    return None


_WATER = ("stream", "river", "brook", "canal", "water")
_RAILS = ("rail", "tram")
_PATHS = ("path", "track", "trail")
_ROADS = ("road", "highway", "street", "way")


def paint_line(
    painter: QPainter, path: QPainterPath, palette: Palette, kind: str, width: float
) -> None:
    """Draw *path* (px of the view) as a line of *kind*, *width* px across."""
    known = palette.lines.get(kind)
    art = f"{known.art if known is not None else ''} {kind}".lower()
    width = min(max(width, 2.5), 14.0)
    if any(word in art for word in _WATER):
        strokes = [("#4c7485", width + 2, False), ("#8fb9c6", width, False)]
    elif any(word in art for word in _RAILS):
        strokes = [("#26221c", width * 0.8, False), ("#ffffff", width * 0.4, True)]
    elif any(word in art for word in _PATHS):
        strokes = [("#9a7f52", width * 0.6 + 2, False), ("#f6ecca", width * 0.6, True)]
    elif any(word in art for word in _ROADS):
        strokes = [("#7d6446", width + 2, False), ("#fdf8e8", width, False)]
    else:
        strokes = [("#ffffff", width * 0.6 + 2, False), ("#5b4a30", width * 0.6, False)]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, across, dashed in strokes:
        pen = QPen(QColor(ink), across)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
        if dashed:
            pen.setDashPattern([2.5, 2.5])
        painter.setPen(pen)
        painter.drawPath(path)
