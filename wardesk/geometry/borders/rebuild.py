"""A network made anew from the outlines of its faces, remembering nodes, borders and kinds.

Drawing, splitting and merging areas are questions about outlines. Each answers with new outlines
that match vertex for vertex; this module finds the borders between them, each once, and gives nodes
and borders that were there before their old ids and kinds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TypeVar

import shapely

from wardesk.geometry.adjacency.coverage import Area, is_hole, pieces_of
from wardesk.geometry.borders.topology import Edge, Face, Network, edge_points, sides
from wardesk.geometry.grids.snap import Point, Ring

Row = TypeVar("Row")
_Segment = tuple[Point, Point]
_NEAR = 1 / 16
"""A bend cut into an old border lies this near to it: snapping moves it by up to 1/90."""


def rebuilt(old: Network, outlines: Mapping[str, Iterable[Ring]], kind: str) -> Network:
    """The network of these rings (the face on the left of each walk), ids kept from *old*.

    New borders are of *kind*. ValueError if two faces lie on the same side of a segment.
    """
    rings = {name: [tuple(ring) for ring in found] for name, found in outlines.items()}
    left: dict[_Segment, str] = {}
    for name, found in rings.items():
        for ring in found:
            own = dict.fromkeys(_segments(ring), name)
            if len(own) < len(ring) or not left.keys().isdisjoint(own):
                other = next((left[one] for one in own if one in left), name)
                raise ValueError(f"{other} and {name} overlap")
            left.update(own)
    maker = _Maker(old, left, kind)
    faces = {name: maker.face(name, found) for name, found in rings.items()}
    maker.keep_loose()
    order = [name for name in old.faces if name in faces]
    order += [name for name in faces if name not in old.faces]
    return Network(maker.nodes, maker.edges, {name: faces[name] for name in order})


def network_of(polygons: Mapping[str, Area], kind: str = "") -> Network:
    """The network of a sound coverage, numbered from 1; empty polygons have no face.

    Points must lie on the grid. ValueError if two cells lie on the same side of a segment.
    """
    rings = {name: rings_of(shape) for name, shape in polygons.items() if not shape.is_empty}
    return rebuilt(Network({}, {}, {}), rings, kind)


class _Maker:
    """Makes the edges of one network; every chain of segments between two nodes is one edge."""

    def __init__(self, old: Network, left: Mapping[_Segment, str], kind: str) -> None:
        self.old, self.kind = old, kind
        self.nodes: dict[int, Point] = {}
        self.edges: dict[int, Edge] = {}
        self._node_at = {point: number for number, point in old.nodes.items()}
        self._next_node = max(old.nodes, default=0) + 1
        self._next_edge = max(old.edges, default=0) + 1
        self._origin = _origins(old, left)
        self._stops = self._all_stops(left)
        self._signed: dict[_Segment, int] = {}

    def face(self, name: str, rings: list[Ring]) -> Face:
        """The face of these rings; the old one if it is the same up to where rings begin."""
        walks = [self._walk(ring) for ring in rings]
        before = self.old.faces.get(name)
        if before is not None and len(before.rings) == len(walks):
            turned = {_turned(ring): ring for ring in before.rings}
            if all(_turned(walk) in turned for walk in walks):
                return before
        inner = [is_hole(ring) for ring in rings[1:]]
        further = list(zip(walks[1:], inner, strict=True))
        return Face(
            walks[0],
            tuple(walk for walk, hole in further if hole),
            tuple(walk for walk, hole in further if not hole),
        )

    def keep_loose(self) -> None:
        """Borders beside no face stay as they were; so do nodes that belong to them."""
        for number, pair in sides(self.old).items():
            if pair.left is None and pair.right is None and number not in self.edges:
                edge = self.edges[number] = self.old.edges[number]
                for node in (edge.start, edge.end):
                    self.nodes[node] = self.old.nodes[node]
        self.edges = _in_old_order(self.edges, self.old.edges)
        self.nodes = _in_old_order(self.nodes, self.old.nodes)

    def _walk(self, ring: Ring) -> tuple[int, ...]:
        first = next((i for i, point in enumerate(ring) if point in self._stops), None)
        if first is None:  # a ring that meets nothing begins at its least point, both ways round
            first = ring.index(min(ring))
            self._stops.add(ring[first])
        turned = (*ring[first:], *ring[:first], ring[first])
        walk: list[int] = []
        chain = [turned[0]]
        for point in turned[1:]:
            chain.append(point)
            if point in self._stops:
                walk.append(self._edge(tuple(chain)))
                chain = [point]
        return tuple(walk)

    def _edge(self, chain: Ring) -> int:
        """The signed id of a chain of points; a chain met for the second time is the same edge."""
        known = self._signed.get((chain[0], chain[1]))
        if known is not None:
            return known
        origin = self._origin.get(_undirected((chain[0], chain[1])), 0)
        # parts of an old border run its way, so that its high side stays the same
        forward = not origin or _runs_along(edge_points(self.old, origin), chain)
        if origin and origin not in self.edges:
            number = origin
        else:
            number, self._next_edge = self._next_edge, self._next_edge + 1
        points = chain if forward else chain[::-1]
        kind = self.old.edges[origin].kind if origin else self.kind
        ends = (self._node(points[0]), self._node(points[-1]))
        self.edges[number] = Edge(number, *ends, points[1:-1], kind)
        self._signed[points[0], points[1]] = number
        self._signed[points[-1], points[-2]] = -number
        return number if forward else -number

    def _node(self, point: Point) -> int:
        number = self._node_at.get(point)
        if number is None:
            number, self._next_node = self._next_node, self._next_node + 1
            self._node_at[point] = number
        self.nodes[number] = point
        return number

    def _all_stops(self, left: Mapping[_Segment, str]) -> set[Point]:
        """Points where borders begin and end: old nodes, meetings, and changes of old border."""
        if not self._origin:
            beside = defaultdict[Point, set[Point]](set)
            for a, b in left:
                beside[a].add(b)
                beside[b].add(a)
            met = {point for point, others in beside.items() if len(others) != 2}
            return met | (self._node_at.keys() & beside.keys())
        around: dict[Point, dict[Point, int]] = {}
        for a, b in left:
            origin = self._origin.get(_undirected((a, b)), 0)
            around.setdefault(a, {})[b] = origin
            around.setdefault(b, {})[a] = origin
        return {
            point
            for point, others in around.items()
            if point in self._node_at or len(others) != 2 or len(set(others.values())) != 1
        }


def _origins(old: Network, left: Mapping[_Segment, str]) -> dict[_Segment, int]:
    """The old border that a segment belongs to, also where a new bend was cut into it."""
    if not old.edges:
        return {}
    known = {
        _undirected(segment): number
        for number in old.edges
        for segment in _pairs(edge_points(old, number))
    }
    wanted = {_undirected(segment) for segment in left}
    found = {segment: known[segment] for segment in wanted if segment in known}
    strange = [segment for segment in wanted if segment not in known]
    if not strange:
        return found
    numbers = list(old.edges)
    tree = shapely.STRtree([shapely.LineString(edge_points(old, n)) for n in numbers])
    for segment in strange:
        line = shapely.LineString(segment)
        near = tree.query(line, predicate="dwithin", distance=_NEAR)
        for place in sorted(int(p) for p in near):
            if tree.geometries[place].buffer(_NEAR).covers(line):
                found[segment] = numbers[place]
                break
    return found


def _runs_along(old: tuple[Point, ...], chain: Ring) -> bool:
    """Whether a chain runs the way of the old line, of which it is the whole or a part."""
    line = shapely.LineString(old)
    if old[0] == old[-1]:
        a, b = (line.project(shapely.Point(point)) for point in chain[:2])
        return a < b if abs(a - b) < line.length / 2 else a > b
    return line.project(shapely.Point(chain[0])) < line.project(shapely.Point(chain[-1]))


def _segments(ring: Ring) -> Iterable[_Segment]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _pairs(points: tuple[Point, ...]) -> Iterable[_Segment]:
    return pairwise(points)


def _undirected(segment: _Segment) -> _Segment:
    a, b = segment
    return (a, b) if a < b else (b, a)


def _turned(ring: tuple[int, ...]) -> tuple[int, ...]:
    """The ring begun at its least signed edge, so that equal rings look equal."""
    first = ring.index(min(ring))
    return ring[first:] + ring[:first]


def _in_old_order(rows: dict[int, Row], old: Mapping[int, Row]) -> dict[int, Row]:
    known = [number for number in old if number in rows]
    return {n: rows[n] for n in (*known, *sorted(n for n in rows if n not in old))}


def rings_of(shape: Area) -> tuple[Ring, ...]:
    """The rings of an area in the network's sense: the inside on the left as the eye sees it.

    The outer ring of its largest piece comes first, those of the others last.
    """
    parts = sorted(pieces_of(shape), key=lambda part: -part.area)
    outer, *others = (_directed(part.exterior, ccw=False) for part in parts)
    holes = (_directed(hole, ccw=True) for part in parts for hole in part.interiors)
    return (outer, *holes, *others)


def _directed(ring: shapely.LinearRing, *, ccw: bool) -> Ring:
    rows: list[list[float]] = shapely.get_coordinates(ring).tolist()
    points = [(x, y) for x, y in rows[:-1]]
    return tuple(points if bool(shapely.is_ccw(ring)) == ccw else points[::-1])
