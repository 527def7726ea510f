"""Outlines cut by what a person draws: a polygon laid over areas, a line laid through one."""

from __future__ import annotations

from typing import Literal

import numpy as np
import shapely

from wardesk.drawing.node_commands import node_on_edge
from wardesk.drawing.rebuild import rings_of
from wardesk.errors import UserError
from wardesk.geometry.coverage import polygon
from wardesk.geometry.snap import STEPS_PER_UNIT, Point, Ring
from wardesk.geometry.topology import Network, edge_points, ends, outlines, ring_points

_ROUNDS = 6


def coverage_with(
    network: Network,
    cell: str,
    drawn: shapely.Polygon,
    over: Literal["take", "fill"],
    reach: float,
    give: str = "",
) -> dict[str, tuple[Ring, ...]]:
    """The outlines of all faces with *drawn* as that of *cell*, matching vertex for vertex.

    UserError if a cell would vanish or fall into pieces.
    """
    if reach > 0 and network.edges:
        network, drawn = _cornered(network, drawn, reach)
    rings = outlines(network)
    shapes = {name: polygon(found) for name, found in rings.items() if name != cell}
    before = polygon(rings[cell]) if cell in rings else shapely.Polygon()
    _require_valid({**shapes, cell: before})
    if reach > 0 and network.edges:
        lines = [shapely.LineString(edge_points(network, n)) for n in network.edges]
        drawn = _whole(shapely.snap(drawn, shapely.MultiLineString(lines), reach), cell)
    if over == "fill":
        drawn = _whole(drawn.difference(shapely.union_all(list(shapes.values()))), cell)
    else:
        for hole in before.interiors:  # cells that lie inside stay there
            drawn = _whole(drawn.difference(shapely.Polygon(hole)), cell)
        for name, shape in shapes.items():
            if shape.intersects(drawn):
                shapes[name] = _whole(shape.difference(drawn), name)
    if give and give in shapes:
        left = before.difference(drawn)
        shapes[give] = _whole(shapely.union(shapes[give], left), give)
    names = [*shapes, cell]
    sound = _snapped([*shapes.values(), drawn])
    for name, shape in zip(names, sound, strict=True):
        if shape.is_empty:
            raise UserError(f"Cell {name} would vanish.", "Delete or merge it first.")
    return {name: rings_of(shape) for name, shape in zip(names, sound, strict=True)}


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


def _require_valid(shapes: dict[str, shapely.Polygon]) -> None:
    for name, shape in shapes.items():
        if not shape.is_valid:
            raise UserError(f"The outline of cell {name} is broken; mend it first.")


def split_rings(
    network: Network, face: str, points: tuple[Point, ...], reach: float
) -> tuple[Network, tuple[tuple[Ring, ...], tuple[Ring, ...]]]:
    """The network with nodes where a cut begins and ends, and the rings of the two parts."""
    network, start = _on_outline(network, face, points[0], reach)
    network, end = _on_outline(network, face, points[-1], reach)
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
        raise UserError(f"The cut leaves cell {face}, touches its outline or crosses itself.")
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


def _on_outline(network: Network, face: str, at: Point, reach: float) -> tuple[Network, int]:
    """The network with a node on the face's outer ring near *at*, and the node."""
    best, away = 0, float("inf")
    for signed in network.faces[face].outer:
        line = shapely.LineString(edge_points(network, abs(signed)))
        distance = line.distance(shapely.Point(at))
        if distance < away:
            best, away = abs(signed), distance
    if away > reach:
        raise UserError(f"A cut must begin and end on the outline of cell {face}.")
    return node_on_edge(network, best, at)


def _whole(shape: shapely.Geometry, name: str) -> shapely.Polygon:
    """The one polygon of a shape. UserError if nothing is left of it, or more than one piece."""
    pieces = [p for p in shapely.get_parts(shape) if isinstance(p, shapely.Polygon)]
    pieces = [p for p in pieces if not p.is_empty]
    if not pieces:
        raise UserError(f"Nothing would be left of cell {name}.", "Delete or merge it first.")
    if len(pieces) > 1:
        text = f"Cell {name} would fall into {len(pieces)} pieces."
        raise UserError(text, "Split it first, or draw otherwise.")
    return pieces[0]


def _snapped(shapes: list[shapely.Polygon]) -> list[shapely.Polygon]:
    """A sound coverage on the grid: cleaning cuts points, snapping moves them, until both rest."""
    clean_up = shapely.coverage_clean  # pyright: ignore[reportAttributeAccessIssue] - new in 2.2
    found = np.array(shapes, dtype=object)
    for _ in range(_ROUNDS):
        clean = clean_up(found, gap_width=0)
        xy = np.rint(shapely.get_coordinates(clean) * STEPS_PER_UNIT) / STEPS_PER_UNIT + 0.0
        moved = shapely.remove_repeated_points(shapely.set_coordinates(clean.copy(), xy))
        moved = np.array([_largest(shapely.make_valid(s)) for s in moved], dtype=object)
        if shapely.coverage_is_valid(moved) and all(shapely.is_valid(moved)):
            return list(moved)
        found = moved
    raise UserError("The outline comes too close to another border.", "Draw it a little apart.")


def _largest(shape: shapely.Geometry) -> shapely.Polygon:
    parts = [p for p in shapely.get_parts(shape) if isinstance(p, shapely.Polygon)]
    return max(parts, key=lambda p: p.area, default=shapely.Polygon())
