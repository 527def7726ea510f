"""Outlines cut by what a person draws: areas laid over areas, a line laid through one, two joined.

Everything answers with outlines that match vertex for vertex; `rebuild` makes the network of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import shapely

from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon
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
    network: Network, cell: str, drawn: shapely.Polygon, over: Over, reach: float, give: str = "",
    *, called: Mapping[str, str] = NAMELESS,
) -> Rings:  # fmt: skip
    """The outlines of all faces with *drawn* as that of *cell*, new or old.

    It takes the ground of others or fills what is free; what an old *cell* leaves goes to *give*.
    Corners within *reach* of a border are put on it. UserError if a cell would vanish or fall into
    pieces; it stands there as it is *called*, as far as it has a name.
    """
    if reach > 0 and network.edges:
        network, drawn = _cornered(network, drawn, reach)
    rings = outlines(network)
    shapes = {name: polygon(found) for name, found in rings.items() if name != cell}
    before = polygon(rings[cell]) if cell in rings else shapely.Polygon()
    _require_valid({**shapes, cell: before}, called)
    own = called.get(cell, cell)
    drawn = _whole(_caught(network, drawn, reach), own)
    if over == "fill":
        drawn = _whole(drawn.difference(shapely.union_all(list(shapes.values()))), own)
    else:
        for hole in before.interiors:  # cells that lie inside stay there
            drawn = _whole(drawn.difference(shapely.Polygon(hole)), own)
        _take(shapes, drawn, called)
    if give and give in shapes:
        left = before.difference(drawn)
        shapes[give] = _whole(shapely.union(shapes[give], left), called.get(give, give))
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
    network: Network, keep: str, gone: str, *, called: Mapping[str, str] = NAMELESS
) -> Rings:
    """The outlines of all faces with two that share a border as one. UserError if they do not."""
    rings = outlines(network)
    both = shapely.coverage_union_all([polygon(rings[name]) for name in (keep, gone)])
    if not isinstance(both, shapely.Polygon):
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
    outer = network.faces[face].outer
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
    holes = [ring_points(network, ring) for ring in network.faces[face].holes]
    shape = shapely.Polygon(left)
    ours = tuple(h for h in holes if shape.contains(shapely.Polygon(h)))
    others = tuple(h for h in holes if h not in ours)
    return network, ((left, *ours), (right, *others))


def _touches(line: shapely.LineString, whole: shapely.Polygon) -> bool:
    """Whether the cut meets the outline anywhere but at its two ends."""
    meeting = shapely.intersection(line, whole.boundary)
    allowed = {line.coords[0], line.coords[-1]}
    return meeting.length > 0 or any(
        (float(x), float(y)) not in allowed for x, y in shapely.get_coordinates(meeting)
    )


def _on_outline(
    network: Network, face: str, at: Point, reach: float, called: Mapping[str, str]
) -> tuple[Network, int]:
    """The network with a node on the face's outer ring near *at*, and the node."""
    best, away = 0, float("inf")
    for signed in network.faces[face].outer:
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


def _caught(network: Network, shape: shapely.Polygon, reach: float) -> shapely.Geometry:
    """The shape with corners near a border put on it."""
    if reach <= 0 or not network.edges:
        return shape
    lines = [shapely.LineString(edge_points(network, n)) for n in network.edges]
    return shapely.make_valid(shapely.snap(shape, shapely.MultiLineString(lines), reach))


def _take(
    shapes: dict[str, shapely.Polygon], over: shapely.Geometry, called: Mapping[str, str]
) -> None:
    """Cut what lies over them out of the shapes."""
    for name, shape in shapes.items():
        if shape.intersects(over):
            shapes[name] = _whole(shape.difference(over), called.get(name, name))


def _require_valid(shapes: Mapping[str, shapely.Polygon], called: Mapping[str, str]) -> None:
    for name, shape in shapes.items():
        if not shape.is_valid:
            raise UserError(
                say(
                    "The outline of area {name!s} is broken; mend it first.",
                    name=called.get(name, name),
                )
            )


def _whole(shape: shapely.Geometry, name: str) -> shapely.Polygon:
    """The one polygon of a shape. UserError if nothing is left of it, or more than one piece."""
    pieces = [p for p in shapely.get_parts(shape) if isinstance(p, shapely.Polygon)]
    pieces = [p for p in pieces if not p.is_empty]
    if not pieces:
        raise UserError(
            say("Nothing would be left of area {name!s}.", name=name), "Delete or merge it first."
        )
    if len(pieces) > 1:
        text = say(
            "Area {name!s} would fall into {number!s} pieces.", name=name, number=len(pieces)
        )
        raise UserError(text, "Split it first, or draw otherwise.")
    return pieces[0]


def _matching(shapes: Mapping[str, shapely.Polygon], called: Mapping[str, str]) -> Rings:
    """The rings of a sound coverage on the grid. UserError if there is none, or a cell vanishes."""
    found = snapped_coverage(shape_array(list(shapes.values())))
    for name, shape in zip(shapes, found, strict=True):
        if shape.is_empty:
            raise UserError(
                say("Area {name!s} would vanish.", name=called.get(name, name)),
                "Delete or merge it first.",
            )
    if not is_sound(found):
        raise UserError("The outline comes too close to another border.", "Draw it a little apart.")
    return {name: rings_of(shape) for name, shape in zip(shapes, found, strict=True)}
