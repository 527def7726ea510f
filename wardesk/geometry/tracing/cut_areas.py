"""Outlines cut by what a person draws: areas laid over areas, a line laid through one, two joined.

Everything answers with outlines that match vertex for vertex; `rebuild` makes the network of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import shapely

from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import Area, is_hole, pieces_of, polygon, whole_of
from wardesk.geometry.adjacency.half_edges import shape_array
from wardesk.geometry.borders.edge_nodes import node_on_edge
from wardesk.geometry.borders.rebuild import rings_of
from wardesk.geometry.borders.topology import (
    NAMELESS,
    Network,
    edge_points,
    ends,
    outlines,
    ring_points,
)
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.geometry.tracing.clean_coverage import is_sound, snapped_coverage
from wardesk.words import say

Rings = dict[str, tuple[Ring, ...]]
Over = Literal["take", "fill"]


def drawn_over(
    network: Network, cell: str, drawn: Area, over: Over, reach: float, give: str = "",
    *, called: Mapping[str, str] = NAMELESS,
) -> Rings:  # fmt: skip
    """The outlines of all faces with *drawn* as that of *cell*, new or old.

    It takes the ground of others or fills what is free; what an old *cell* leaves goes to *give*.
    Corners within *reach* of a border are put on it. UserError if a cell would vanish or fall into
    pieces; it stands there as it is *called*, as far as it has a name.
    """
    if reach > 0 and network.edges and isinstance(drawn, shapely.Polygon):
        network, drawn = _cornered(network, drawn, reach)
    rings = outlines(network)
    shapes = {name: polygon(found) for name, found in rings.items() if name != cell}
    before: Area = polygon(rings[cell]) if cell in rings else shapely.Polygon()
    _require_valid({**shapes, cell: before}, called)
    own = called.get(cell, cell)
    drawn = _whole(_caught(network, drawn, reach), own)
    beside = [piece for piece in pieces_of(before) if not piece.intersects(drawn)]
    beside = beside if len(beside) < len(pieces_of(before)) else []  # else it is drawn elsewhere
    if over == "fill":
        drawn = _whole(drawn.difference(shapely.union_all(list(shapes.values()))), own)
    else:
        for piece in pieces_of(before):
            for hole in piece.interiors:  # cells that lie inside stay there
                drawn = _whole(drawn.difference(shapely.Polygon(hole)), own)
        _take(shapes, drawn, called)
    drawn = whole_of([drawn, *beside]) if beside else drawn
    if give and give in shapes:
        left = before.difference(drawn)
        most = len(pieces_of(shapes[give]))
        shapes[give] = _whole(shapely.union(shapes[give], left), called.get(give, give), most)
    return _matching({**shapes, cell: drawn}, called)


def laid_over(
    network: Network, laid: Network, over: Over, reach: float, *,
    called: Mapping[str, str] = NAMELESS,
) -> Rings:  # fmt: skip
    """The outlines of all faces with those of another network laid over them, or between them.

    Faces that find nothing free are left out. UserError as in `drawn_over`, and if none finds any.
    """
    shapes = {name: polygon(found) for name, found in outlines(network).items()}
    pieces = {name: polygon(found) for name, found in outlines(laid).items()}
    _require_valid({**shapes, **pieces}, called)
    caught = {name: _caught(network, piece, reach) for name, piece in pieces.items()}
    if over == "fill":
        taken = shapely.union_all(list(shapes.values()))
        free = {name: shapely.difference(piece, taken) for name, piece in caught.items()}
        pieces = {
            name: _whole(piece, called.get(name, name))
            for name, piece in free.items()
            if piece.area > 0
        }
    else:
        pieces = {name: _whole(piece, called.get(name, name)) for name, piece in caught.items()}
        _take(shapes, shapely.union_all(list(pieces.values())), called)
    if not pieces:
        raise UserError("There is no free ground for the areas.", "Lay them beside the others.")
    return _matching({**shapes, **pieces}, called)


def joined(
    network: Network, keep: str, gone: str, *, apart: bool = False,
    called: Mapping[str, str] = NAMELESS,
) -> Rings:  # fmt: skip
    """The outlines of all faces with two as one. UserError if they share no border.

    With *apart* they may lie apart, and become pieces of one area.
    """
    rings = outlines(network)
    shapes = [polygon(rings[name]) for name in (keep, gone)]
    both = whole_of(shapes)
    before = sum(len(pieces_of(shape)) for shape in shapes)
    if not apart and len(pieces_of(both)) == before:
        one, two = (called.get(name, name) for name in (keep, gone))
        raise UserError(say("Areas {keep!s} and {gone!s} share no border.", keep=one, gone=two))
    rings[keep] = rings_of(both)
    del rings[gone]
    return rings


def cut_in_two(
    network: Network,
    face: str,
    points: tuple[Point, ...],
    reach: float,
    *,
    called: Mapping[str, str] = NAMELESS,
) -> tuple[Network, tuple[tuple[Ring, ...], tuple[Ring, ...]]]:
    """The network with nodes where a cut begins and ends, and the rings of the two parts.

    Holes go with the part that has them. UserError for a cut that does not run through the face.
    """
    network, start = _on_outline(network, face, points[0], reach, called)
    network, end = _on_outline(network, face, points[-1], reach, called)
    if start == end:
        raise UserError("A cut must begin and end at different places of the outline.")
    outer = _cut_ring(network, face, start, end, called)
    order = [ends(network.edges[abs(s)], s)[0] for s in outer]
    i, j = order.index(start), order.index(end)
    turned = outer[i:] + outer[:i]
    cut = (j - i) % len(outer)
    nodes, bends = network.nodes, points[1:-1]
    there = (nodes[start], *bends)
    back = (nodes[end], *bends[::-1])
    right = (*ring_points(network, turned[:cut]), *back)
    left = (*ring_points(network, turned[cut:]), *there)
    whole = polygon(tuple(ring_points(network, ring) for ring in network.faces[face].rings))
    line = shapely.LineString([*there, nodes[end]])
    inner = shapely.difference(line, shapely.MultiPoint([nodes[start], nodes[end]]))
    if not line.is_simple or not whole.contains(inner) or _touches(line, whole):
        raise UserError(
            say(
                "The cut leaves area {face!s}, touches its outline or crosses itself.",
                face=called.get(face, face),
            )
        )
    shape = shapely.Polygon(left)
    others = [ring for ring in network.faces[face].rings if ring != outer]
    further = [ring_points(network, ring) for ring in others]
    ours = tuple(r for r in further if is_hole(r) and shape.contains(shapely.Polygon(r)))
    rest = tuple(r for r in further if r not in ours)
    return network, ((left, *ours), (right, *rest))


def _cut_ring(
    network: Network, face: str, start: int, end: int, called: Mapping[str, str]
) -> tuple[int, ...]:
    """The outer ring, of the pieces of a face, on which a cut begins and ends."""
    for ring in network.faces[face].outers:
        nodes = {ends(network.edges[abs(s)], s)[0] for s in ring}
        if {start, end} <= nodes:
            return ring
    area = called.get(face, face)
    raise UserError(say("A cut must begin and end on one piece of area {face!s}.", face=area))


def _touches(line: shapely.LineString, whole: Area) -> bool:
    """Whether the cut meets the outline anywhere but at its two ends."""
    meeting = shapely.intersection(line, whole.boundary)
    allowed = {line.coords[0], line.coords[-1]}
    return meeting.length > 0 or any(
        (float(x), float(y)) not in allowed for x, y in shapely.get_coordinates(meeting)
    )


def _on_outline(
    network: Network, face: str, at: Point, reach: float, called: Mapping[str, str]
) -> tuple[Network, int]:
    """The network with a node on an outer ring of the face near *at*, and the node."""
    best, away = 0, float("inf")
    for signed in (one for ring in network.faces[face].outers for one in ring):
        line = shapely.LineString(edge_points(network, abs(signed)))
        distance = line.distance(shapely.Point(at))
        if distance < away:
            best, away = abs(signed), distance
    if away > reach:
        area = called.get(face, face)
        raise UserError(say("A cut must begin and end on the outline of area {face!s}.", face=area))
    return node_on_edge(network, best, at)


def _cornered(
    network: Network, drawn: shapely.Polygon, reach: float
) -> tuple[Network, shapely.Polygon]:
    """Corners within *reach* of a border become corners of that border too, at the same spot.

    A slanting border meets the grid in few places; a corner beside it would leave a sliver.
    """
    numbers = list(network.edges)
    tree = shapely.STRtree([shapely.LineString(edge_points(network, n)) for n in numbers])
    corners: list[Point] = []
    for x, y in drawn.exterior.coords[:-1]:
        corner, spot = (float(x), float(y)), shapely.Point(x, y)
        near = tree.query_nearest(spot, max_distance=reach, all_matches=False)
        if len(near):
            # an edge that was cut keeps its number for its first part only: ask what is there now
            parts = [n for n in network.edges if n == numbers[int(near[0])] or n > max(numbers)]
            lines = {n: shapely.LineString(edge_points(network, n)) for n in parts}
            edge = min(lines, key=lambda n: lines[n].distance(spot))
            network, node = node_on_edge(network, edge, corner)
            corner = network.nodes[node]
        corners.append(corner)
    shape = shapely.Polygon(corners)
    if not shape.is_valid or shape.area == 0:
        raise UserError(
            "The outline lies so close to borders that it would cross itself on them.",
            "Draw it a little apart, or snap to fewer places.",
        )
    return network, shape


def _caught(network: Network, shape: Area, reach: float) -> shapely.Geometry:
    """The shape with corners near a border put on it."""
    if reach <= 0 or not network.edges:
        return shape
    lines = [shapely.LineString(edge_points(network, n)) for n in network.edges]
    return shapely.make_valid(shapely.snap(shape, shapely.MultiLineString(lines), reach))


def _take(shapes: dict[str, Area], over: shapely.Geometry, called: Mapping[str, str]) -> None:
    """Cut what lies over them out of the shapes."""
    for name, shape in shapes.items():
        if shape.intersects(over):
            most = len(pieces_of(shape))
            shapes[name] = _whole(shape.difference(over), called.get(name, name), most)


def _require_valid(shapes: Mapping[str, Area], called: Mapping[str, str]) -> None:
    for name, shape in shapes.items():
        if not shape.is_valid:
            raise UserError(
                say(
                    "The outline of area {name!s} is broken; mend it first.",
                    name=called.get(name, name),
                )
            )


def _whole(shape: shapely.Geometry, name: str, most: int = 1) -> Area:
    """The ground of a shape. UserError if nothing is left of it, or more than *most* pieces."""
    pieces = pieces_of(shape)
    if not pieces:
        raise UserError(
            say("Nothing would be left of area {name!s}.", name=name), "Delete or merge it first."
        )
    if len(pieces) > most:
        text = say(
            "Area {name!s} would fall into {number!s} pieces.", name=name, number=len(pieces)
        )
        raise UserError(text, "Split it first, or draw otherwise.")
    return pieces[0] if len(pieces) == 1 else shapely.MultiPolygon(pieces)


def _matching(shapes: Mapping[str, Area], called: Mapping[str, str]) -> Rings:
    """The rings of a sound coverage on the grid. UserError if there is none, or a cell vanishes."""
    found = snapped_ground(shapes)
    for name, shape in found.items():
        if shape.is_empty:
            raise UserError(
                say("Area {name!s} would vanish.", name=called.get(name, name)),
                "Delete or merge it first.",
            )
    if not is_sound(shape_array(list(found.values()))):
        raise UserError("The outline comes too close to another border.", "Draw it a little apart.")
    return {name: rings_of(shape) for name, shape in found.items()}


def snapped_ground(shapes: Mapping[str, Area]) -> dict[str, Area]:
    """The areas as a sound coverage on the grid, piece by piece; what vanishes is empty."""
    owners = [name for name, shape in shapes.items() for _ in pieces_of(shape)]
    pieces = [piece for shape in shapes.values() for piece in pieces_of(shape)]
    found = snapped_coverage(shape_array(pieces))
    return {name: whole_of([p for p, own in zip(found, owners, strict=True) if own == name])
            for name in shapes}  # fmt: skip
