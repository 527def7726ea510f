"""A network of nodes, edges and faces out of polygons that share borders vertex for vertex."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, pairwise

import numpy as np
import shapely
from shapely.geometry import Polygon

from wardesk.geometry.half_edges import Shapes, shape_array
from wardesk.geometry.snap import STEPS_PER_UNIT, Point
from wardesk.geometry.topology import Edge, Face, Network

_Segment = tuple[Point, Point]
_ROUNDS = 6


def snapped_coverage(polygons: Shapes, gap_width: float = 0.0) -> Shapes:
    """The polygons as a sound coverage on the 1/64 grid, each as its largest piece.

    Overlaps and gaps narrower than *gap_width* are closed. Cells that vanish come back empty.
    Cleaning cuts new points and snapping moves them, so both are repeated until nothing changes.
    """
    shapes = shape_array(polygons)
    for _ in range(_ROUNDS):
        shapes = _on_grid(cleaned(shapes, gap_width))
        if shapely.coverage_is_valid(shapes) and shapely.is_valid(shapes).all():
            break
    return shapes


def cleaned(shapes: Shapes, gap_width: float = 0.0, snapping: float = -1.0) -> Shapes:
    """`shapely.coverage_clean`: no overlaps, no gaps narrower than *gap_width*, matched borders.

    Points closer than *snapping* become one; -1 = next to nothing.
    """
    clean = shapely.coverage_clean  # pyright: ignore[reportAttributeAccessIssue] - new in 2.2
    return clean(shapes, gap_width=gap_width, snapping_distance=snapping)


def network_of(polygons: Mapping[str, Polygon], kind: str = "") -> Network:
    """The network of a sound coverage; borders between the same two cells become one edge.

    Points must lie on the grid. ValueError if two cells lie on the same side of a segment. Edges
    are of the given *kind*; empty polygons have no face.
    """
    rings = {name: _rings(shape) for name, shape in polygons.items() if not shape.is_empty}
    left: dict[_Segment, str] = {}
    for name, found in rings.items():
        for ring in found:
            for segment in pairwise(ring):
                if left.setdefault(segment, name) != name:
                    raise ValueError(f"{left[segment]} and {name} overlap at {segment[0]}")
    beside: dict[Point, set[Point]] = {}
    for a, b in left:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    nodes = {point: 0 for point, others in beside.items() if len(others) != 2}
    edges: dict[int, Edge] = {}
    signed: dict[_Segment, int] = {}
    faces: dict[str, Face] = {}
    numbers = count(1)
    for name, found in rings.items():
        ids = [_walk(ring, nodes, edges, signed, (kind, numbers)) for ring in found]
        faces[name] = Face(ids[0], tuple(ids[1:]))
    return Network({n: point for point, n in nodes.items() if n}, edges, faces)


def _walk(
    ring: list[Point],
    nodes: dict[Point, int],
    edges: dict[int, Edge],
    signed: dict[_Segment, int],
    making: tuple[str, count[int]],
) -> tuple[int, ...]:
    """The signed edges round a ring; edges seen for the first time are made."""
    first = next((i for i, point in enumerate(ring[:-1]) if point in nodes), None)
    if first is None:  # it touches at most one other: any corner will do, the same each time
        corner = min(ring)
        nodes[corner] = 0
        first = ring.index(corner)
    turned = ring[first:-1] + ring[: first + 1]
    ids: list[int] = []
    begin = 0
    for at in range(1, len(turned)):
        if turned[at] not in nodes:
            continue
        line = turned[begin : at + 1]
        known = signed.get((line[0], line[1]))
        if known is None:
            known = len(edges) + 1
            start, end = (_node(nodes, line[i], making[1]) for i in (0, -1))
            edges[known] = Edge(known, start, end, tuple(line[1:-1]), making[0])
            for a, b in pairwise(line):
                signed[a, b], signed[b, a] = known, -known
        ids.append(known)
        begin = at
    return tuple(ids)


def _node(nodes: dict[Point, int], point: Point, numbers: count[int]) -> int:
    if not nodes[point]:
        nodes[point] = next(numbers)
    return nodes[point]


def _rings(shape: Polygon) -> list[list[Point]]:
    """Outer ring and holes, closed, the cell on the left as the eye sees it (y runs down)."""
    return [
        _directed(shape.exterior, ccw=False),
        *(_directed(hole, ccw=True) for hole in shape.interiors),
    ]


def _directed(ring: shapely.LinearRing, *, ccw: bool) -> list[Point]:
    points = [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)]
    return points if bool(shapely.is_ccw(ring)) == ccw else points[::-1]


def _on_grid(shapes: Shapes) -> Shapes:
    """Snap, mend what snapping folded, keep each cell's largest piece."""
    xy = np.rint(shapely.get_coordinates(shapes) * STEPS_PER_UNIT) / STEPS_PER_UNIT + 0.0
    moved = shapely.set_coordinates(shapes.copy(), xy)
    bad = ~shapely.is_valid(moved)
    moved[bad] = shapely.make_valid(moved[bad], method="structure", keep_collapsed=False)
    moved = shapely.remove_repeated_points(moved)
    return shape_array([largest(shape) for shape in moved])


def largest(shape: shapely.Geometry | Shapes) -> Polygon:
    """The largest polygon of any geometry; an empty one if there is none."""
    parts = [p for p in shapely.get_parts(shape) if isinstance(p, Polygon)]
    return max(parts, key=lambda p: p.area, default=Polygon())
