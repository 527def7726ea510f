"""One-click repair of borders that do not match: what is wrong, the mended faces, what changed."""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from msgspec import Struct
from shapely.geometry import Polygon

from wardesk.geometry.clean_coverage import cleaned, snapped_coverage
from wardesk.geometry.coverage import polygon
from wardesk.geometry.half_edges import shape_array
from wardesk.geometry.rebuild import network_of
from wardesk.geometry.snap import Point
from wardesk.geometry.topology import Network, outlines

GAP = 4.0
SNAPPING = 2.0


class Fault(Struct, frozen=True):
    """Where a face does not match its neighbours: the offending lines, in map units."""

    face: str
    lines: tuple[tuple[Point, ...], ...]


class Repair(Struct, frozen=True):
    """The mended network and what that changed.

    *moved* gives the area by which each face's shape differs now, in square units; *vanished*
    faces are gone, and a person must be told.
    """

    network: Network
    moved: Mapping[str, float]
    vanished: tuple[str, ...]


def faults(polygons: Mapping[str, Polygon], gap_width: float = 0.0) -> tuple[Fault, ...]:
    """The edges that keep these polygons from being a coverage; none if they are one.

    With *gap_width* > 0 gaps narrower than that count too.
    """
    names = list(polygons)
    shapes = shape_array([polygons[name] for name in names])
    if len(shapes) == 0 or shapely.coverage_is_valid(shapes, gap_width=gap_width):
        return ()
    edges = shapely.coverage_invalid_edges(shapes, gap_width=gap_width)
    return tuple(
        Fault(name, tuple(_points(part) for part in shapely.get_parts(edge)))
        for name, edge in zip(names, edges, strict=True)
        if not edge.is_empty
    )


def repair(
    polygons: Mapping[str, Polygon],
    *,
    gap_width: float = GAP,
    snapping: float = SNAPPING,
    kind: str = "",
) -> Repair:
    """Draw borders together: overlaps and gaps narrower than *gap_width* go, near points meet.

    Keep the old polygons for undo. Gaps open to the outside stay. Edges are made anew, all of
    *kind*.
    """
    names = list(polygons)
    before = shape_array([polygons[name] for name in names])
    bad = ~shapely.is_valid(before)
    valid = before.copy()
    valid[bad] = shapely.make_valid(before[bad], method="structure", keep_collapsed=False)
    after = snapped_coverage(cleaned(valid, gap_width, snapping))
    change = shapely.area(shapely.symmetric_difference(valid, after))
    alive = {name: face for name, face in zip(names, after, strict=True) if not face.is_empty}
    moved = {name: float(area) for name, area in zip(names, change, strict=True) if area > 0}
    vanished = tuple(name for name in names if name not in alive)
    return Repair(network_of(alive, kind), moved, vanished)


def face_polygons(network: Network) -> dict[str, Polygon]:
    """Every face as a polygon."""
    return {name: polygon(rings) for name, rings in outlines(network).items()}


def _points(line: shapely.Geometry) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(line))
