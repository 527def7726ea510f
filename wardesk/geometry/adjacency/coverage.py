"""What shapely says of the same faces: lengths, and adjacency derived a second, independent way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import shapely
from shapely.geometry import Polygon

from wardesk.geometry.borders.topology import Network, edge_points
from wardesk.geometry.grids.snap import Point, Ring

Pairs = frozenset[tuple[str, str]]


def edge_lengths(network: Network) -> dict[int, float]:
    """The length of every edge in map units: reported to people, never compared by rules."""
    lines = [shapely.linestrings(edge_points(network, edge)) for edge in network.edges]
    return dict(zip(network.edges, map(float, shapely.length(lines)), strict=True))


def polygon(rings: tuple[Ring, ...]) -> Polygon:
    """A shapely polygon of an outer ring and its holes."""
    return Polygon(rings[0], rings[1:])


def shared_borders(polygons: Mapping[str, Polygon]) -> tuple[Pairs, Pairs]:
    """Pairs that share a line, and pairs that share only points, by the DE-9IM of their boundaries.

    Knows nothing of nodes and edges, so it can vouch for `topology.touches`. Exact as long as the
    two outlines hold the same vertices along the shared line.
    """
    names = list(polygons)
    shapes = np.array([polygons[name] for name in names], dtype=object)
    left, right = shapely.STRtree(shapes).query(shapes)
    once = left < right
    left, right = left[once], right[once]
    relations = shapely.relate(shapes[left], shapes[right])
    lines: set[tuple[str, str]] = set()
    points: set[tuple[str, str]] = set()
    for a, b, relation in zip(left, right, relations, strict=True):
        boundaries_meet_in = relation[4]  # "1": a line, "0": points, "F": nowhere
        found = {"1": lines, "0": points}.get(boundaries_meet_in)
        if found is not None:
            first, second = sorted((names[int(a)], names[int(b)]))
            found.add((first, second))
    return frozenset(lines), frozenset(points)


def strictly_inside(shape: Polygon, point: Point) -> bool:
    """Whether the point lies in the polygon's interior; on the outline does not count."""
    return bool(shapely.contains_xy(shape, point[0], point[1]))


def overlap_places(polygons: Iterable[Polygon], gap_width: float = 0.0) -> list[Point | None]:
    """Per polygon a point where the coverage is broken there, None where it is sound.

    Broken means: it overlaps a neighbour, or their outlines do not match vertex for vertex, or,
    with *gap_width* > 0, a gap narrower than that runs beside it.
    """
    shapes = np.array(list(polygons), dtype=object)
    broken = shapely.coverage_invalid_edges(shapes, gap_width=gap_width)
    return [_a_point_on(line) for line in broken]


def voids(polygons: Iterable[Polygon]) -> list[tuple[Point, float]]:
    """Enclosed places that no polygon covers: a point in each, and its area in square units."""
    merged = shapely.union_all(list(polygons))
    found: list[tuple[Point, float]] = []
    for part in shapely.get_parts(merged):
        for ring in part.interiors:
            hole = Polygon(ring)
            inside = hole.representative_point()
            found.append(((float(inside.x), float(inside.y)), float(hole.area)))
    return sorted(found)


def _a_point_on(line: shapely.Geometry) -> Point | None:
    coordinates = shapely.get_coordinates(line)
    if len(coordinates) == 0:
        return None
    x, y = coordinates[0]
    return float(x), float(y)
