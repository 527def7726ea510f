"""Which areas a drawn line cuts in two, and where; and how several areas are merged one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely

from wardesk.drawing.commands.areas import MergeAreas
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import Area, polygon
from wardesk.geometry.borders.topology import Network, ring_points, touches
from wardesk.geometry.grids.snap import Point, Ring, snap_point
from wardesk.words import say

_NEAR = 1 / 16
"""Map units within which an end of a line lies on an outline; the pen has put it there."""


def cuts(network: Network, cells: Iterable[str], line: Sequence[Point]) -> dict[str, Ring]:
    """Per area that *line* runs through from outline to outline: the part of the line within.

    A line that only touches an area, runs along its border or ends inside leaves it out. Where it
    runs through an area twice, the longer part counts.
    """
    if len(line) < 2:
        return {}
    drawn = shapely.LineString(line)
    found: dict[str, Ring] = {}
    for cell in cells:
        face = network.faces.get(cell)
        if face is None:
            continue
        shape = polygon(tuple(ring_points(network, ring) for ring in face.rings))
        if not shape.is_valid or not shape.intersects(drawn):
            continue
        part = _through(shape, drawn)
        if part is not None:
            points = [snap_point((float(x), float(y))) for x, y in part.coords]
            found[cell] = tuple(p for k, p in enumerate(points) if k == 0 or p != points[k - 1])
    return {cell: points for cell, points in found.items() if len(points) > 1}


def _through(shape: Area, drawn: shapely.LineString) -> shapely.LineString | None:
    rim = shape.boundary
    inside = shapely.line_merge(shapely.intersection(drawn, shape))
    parts = [
        part
        for part in shapely.get_parts(inside)
        if isinstance(part, shapely.LineString)
        and part.length > _NEAR
        and all(
            rim.distance(shapely.Point(end)) <= _NEAR for end in (part.coords[0], part.coords[-1])
        )
        and not rim.buffer(_NEAR).covers(part)
    ]
    return max(parts, key=lambda part: part.length, default=None)


def merging(
    network: Network, keep: str, others: Iterable[str], *, apart: bool = False
) -> tuple[MergeAreas, ...]:
    """The commands that make one area of *keep* and all *others*, each a neighbour in its turn.

    UserError if some of them do not hang together; with *apart* they become pieces of it.
    """
    left = dict.fromkeys(cell for cell in others if cell != keep)
    beside: dict[str, set[str]] = {}
    for touch in touches(network):
        if touch.is_side:
            beside.setdefault(touch.a, set()).add(touch.b)
            beside.setdefault(touch.b, set()).add(touch.a)
    order, reached = list[str](), [keep]
    for cell in reached:  # grows while it is walked
        near = [one for one in left if one in beside.get(cell, ())]
        for one in near:
            del left[one]
        order += near
        reached += near
    if left and not apart:
        gone = ", ".join(left)
        raise UserError(
            say("No common border joins {keep!s} and {apart!s}.", keep=keep, apart=gone),
            "Pick areas side by side, or let areas lie apart.",
        )
    return (
        *(MergeAreas(keep, gone) for gone in order),
        *(MergeAreas(keep, gone, apart=True) for gone in left),
    )
