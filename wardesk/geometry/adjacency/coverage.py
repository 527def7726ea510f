"""What shapely says of the same faces: lengths, and adjacency derived a second, independent way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon

from wardesk.geometry.borders.topology import Network, edge_points
from wardesk.geometry.grids.snap import Point, Ring, twice_area

Pairs = frozenset[tuple[str, str]]


def edge_lengths(network: Network) -> dict[int, float]:
    """The length of every edge in map units: reported to people, never compared by rules."""
    lines = [shapely.linestrings(edge_points(network, edge)) for edge in network.edges]
    return dict(zip(network.edges, map(float, shapely.length(lines)), strict=True))


Area = Polygon | MultiPolygon
"""The ground of a cell: one piece, or several that lie apart."""


def polygon(rings: Sequence[Ring]) -> Area:
    """The ground that rings of a network enclose: an outer one, then holes and further pieces.

    A ring whose inside is on its right is a hole (`borders.topology`), in the smallest piece that
    is round it.
    """
    if len(rings) == 1:
        return Polygon(rings[0])
    holes = [ring for ring in rings[1:] if is_hole(ring)]
    if len(holes) + 1 == len(rings):
        return Polygon(rings[0], holes)
    outers = [rings[0], *(ring for ring in rings[1:] if not is_hole(ring))]
    shells = sorted((Polygon(ring) for ring in outers), key=lambda shell: shell.area)
    inside: list[list[Ring]] = [[] for _ in shells]
    for hole in holes:
        shape = Polygon(hole)
        place = next((n for n, shell in enumerate(shells) if _encloses(shell, shape)), -1)
        inside[place].append(hole)
    return MultiPolygon(
        [Polygon(shell.exterior, own) for shell, own in zip(shells, inside, strict=True)]
    )


def _encloses(shell: Polygon, hole: Polygon) -> bool:
    return shell.is_valid and hole.is_valid and shell.covers(hole)


def is_hole(ring: Ring) -> bool:
    """Whether a ring of a network has the ground on its outside; one that is flat has none."""
    return twice_area(ring) > 0


def pieces_of(shape: shapely.Geometry) -> list[Polygon]:
    """The pieces of an area, those that enclose nothing left out."""
    parts = shapely.get_parts(shape)
    return [part for part in parts if isinstance(part, Polygon) and not part.is_empty]


def whole_of(pieces: Sequence[shapely.Geometry]) -> Area:
    """One area of pieces that do not overlap; those that share a border grow together."""
    joined = pieces_of(shapely.coverage_union_all(list(pieces)))
    return joined[0] if len(joined) == 1 else MultiPolygon(joined)


def largest_piece(shape: Area) -> Polygon:
    """The piece of an area with the most ground."""
    return max(pieces_of(shape), key=lambda part: part.area, default=Polygon())


def shared_borders(polygons: Mapping[str, Area]) -> tuple[Pairs, Pairs]:
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


def strictly_inside(shape: Area, point: Point) -> bool:
    """Whether the point lies in the polygon's interior; on the outline does not count."""
    return bool(shapely.contains_xy(shape, point[0], point[1]))


def overlap_places(polygons: Iterable[Area], gap_width: float = 0.0) -> list[Point | None]:
    """Per polygon a point where the coverage is broken there, None where it is sound.

    Broken means: it overlaps a neighbour, or their outlines do not match vertex for vertex, or,
    with *gap_width* > 0, a gap narrower than that runs beside it.
    """
    shapes = np.array(list(polygons), dtype=object)
    broken = shapely.coverage_invalid_edges(shapes, gap_width=gap_width)
    return [_a_point_on(line) for line in broken]


def voids(polygons: Iterable[Area]) -> list[tuple[Point, float]]:
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
