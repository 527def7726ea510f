"""Whether an edit of the borders keeps the map sound, asked only of what the edit touched.

A map that was flawed before (an import) can be edited: only *new* crossings and broken outlines
are refused, so a person can mend it step by step.
"""

from __future__ import annotations

from itertools import pairwise

import shapely
from msgspec.structs import replace

from wardesk.drawing.called import area_names, cell_name
from wardesk.drawing.commands.change import DocumentDraft
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import Area, largest_piece, polygon, strictly_inside
from wardesk.geometry.borders.topology import (
    Edge,
    Network,
    border_words,
    edge_points,
    ring_points,
    walks,
)
from wardesk.geometry.borders.validation import MOST_AT_A_NODE
from wardesk.geometry.grids.snap import Point, snap_point, twice_area
from wardesk.words import say

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_FEW = 24
"""Up to so many edges the boxes are compared one by one."""
STUCK = say("Take a smaller step, or move the other border first.")


def put_sound_network(draft: DocumentDraft, after: Network) -> None:
    """Draft the edited network with anchors that still lie inside. UserError if it is unsound."""
    before = draft.document.network
    edges = changed_edges(before, after)
    faces = {name for signed, name in walks(after.faces) if abs(signed) in edges}
    faces |= {
        name
        for name, face in after.faces.items()
        if (was := before.faces.get(name)) is not face and was != face
    }
    _check_lines(draft.document, after, edges)
    _check_faces(draft.document, after, faces)
    draft.put_network(after)
    for name in sorted(faces):
        draft.cells.add(name)
        cell = draft.document.cells.get(name)
        shape = polygon(_rings(after, name))
        if cell is not None and not strictly_inside(shape, cell.anchor):
            draft.put(
                "cells",
                name,
                replace(cell, anchor=anchor_in(shape, cell_name(draft.document, name))),
            )


def changed_edges(before: Network, after: Network) -> set[int]:
    """The edges of *after* that run differently, or were not there, before."""
    moved = {
        node
        for node, point in after.nodes.items()
        if (was := before.nodes.get(node)) is not point and was != point
    }
    return {
        number
        for number, edge in after.edges.items()
        if ((was := before.edges.get(number)) is not edge and edge != was)
        or edge.start in moved
        or edge.end in moved
    }


def anchor_in(shape: Area, name: str) -> Point:
    """A point of the grid strictly inside. UserError for an area that has none."""
    shape = largest_piece(shape)
    for found in (shape.representative_point(), shapely.maximum_inscribed_circle(shape)):
        x, y = found.coords[0]
        point = snap_point((float(x), float(y)))
        if strictly_inside(shape, point):
            return point
    raise UserError(say("Area {name!s} would be too small to hold anything.", name=name))


def roomy_anchor(shape: Area, anchor: Point, name: str) -> Point:
    """The anchor if it has room around it, else the middle of the widest place.

    It must keep a third of the distance from the outline that the best place has.
    """
    circle = shapely.maximum_inscribed_circle(largest_piece(shape))
    room = shape.boundary.distance(shapely.Point(anchor))
    if strictly_inside(shape, anchor) and room >= circle.length / 3:
        return anchor
    x, y = circle.coords[0]
    middle = snap_point((float(x), float(y)))
    return middle if strictly_inside(shape, middle) else anchor_in(shape, name)


def _check_lines(document: MapDocument, after: Network, edges: set[int]) -> None:
    count: dict[int, int] = {}
    for edge in after.edges.values():
        for node in (edge.start, edge.end):
            count[node] = count.get(node, 0) + 1
    for number in sorted(edges):
        points = edge_points(after, number)
        if any(a == b for a, b in pairwise(points)):
            raise UserError(
                say("{border!c} would run nowhere.", border=_border(document, after, number)), STUCK
            )
        edge = after.edges[number]
        if max(count[edge.start], count[edge.end]) > MOST_AT_A_NODE:
            raise UserError(
                say(
                    "More than {most_at_a_node!s} borders would meet at one node.",
                    most_at_a_node=MOST_AT_A_NODE,
                )
            )
    old = crossings(document.network, edges & set(document.edges))
    new = crossings(after, edges) - old
    if new:
        a, b = min(new)
        other = say("itself") if a == b else _border(document, after, b)
        border = _border(document, after, a)
        text = say("{border!c} would cross {other}.", border=border, other=other)
        raise UserError(text, STUCK)


def crossings(network: Network, edges: set[int]) -> set[tuple[int, int]]:
    """The pairs of *edges* and any others that meet elsewhere than at common nodes."""
    numbers = near_edges(network, edges)
    if not numbers:
        return set()
    lines = [shapely.LineString(edge_points(network, number)) for number in numbers]
    asked = [place for place, number in enumerate(numbers) if number in edges]
    found = {(numbers[p], numbers[p]) for p in asked if not lines[p].is_simple}
    left, right = shapely.STRtree(lines).query([lines[p] for p in asked], predicate="intersects")
    for a, b in zip(left.tolist(), right.tolist(), strict=True):
        one, other = asked[a], int(b)
        if one == other or not _crossing(network, numbers[one], numbers[other], lines, one, other):
            continue
        first, second = sorted((numbers[one], numbers[other]))
        found.add((first, second))
    return found


def near_edges(network: Network, edges: set[int]) -> list[int]:
    """Those edges whose box touches the box of one of *edges*, these included, in their order.

    Nothing else can meet one of *edges*, so that a small edit asks little of a large map.
    """
    boxes = _BOXES.of(network)
    asked = [boxes[number] for number in edges]
    if not asked:
        return []
    lefts, tops, rights, bottoms = zip(*asked, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    near = [
        number
        for number, (low_x, low_y, high_x, high_y) in boxes.items()
        if low_x <= right and high_x >= left and low_y <= bottom and high_y >= top
    ]
    if len(asked) > _FEW:
        return near
    return [number for number in near if any(_touch(boxes[number], one) for one in asked)]


def _touch(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


class _Boxes:
    """The boxes of the edges that were asked for last: an edit leaves nearly all as they were."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Edge, Point, Point, Box]] = {}

    def of(self, network: Network) -> dict[int, Box]:
        """The box of every edge of a network."""
        old, nodes = self._known, network.nodes
        found: dict[int, tuple[Edge, Point, Point, Box]] = {}
        for number, edge in network.edges.items():
            start, end = nodes[edge.start], nodes[edge.end]
            row = old.get(number)
            if row is None or row[0] is not edge or row[1] != start or row[2] != end:
                xs, ys = zip(start, *edge.points, end, strict=True)
                row = (edge, start, end, (min(xs), min(ys), max(xs), max(ys)))
            found[number] = row
        self._known = found
        return {number: row[3] for number, row in found.items()}


_BOXES = _Boxes()


def _crossing(
    network: Network, a: int, b: int, lines: list[shapely.LineString], one: int, other: int
) -> bool:
    first, second = network.edges[a], network.edges[b]
    common = {first.start, first.end} & {second.start, second.end}
    meeting = shapely.intersection(lines[one], lines[other])
    allowed = {network.nodes[node] for node in common}
    return meeting.length > 0 or any(
        (float(x), float(y)) not in allowed for x, y in shapely.get_coordinates(meeting)
    )


def _border(document: MapDocument, after: Network, number: int) -> str:
    """A border of the edited network; the names of all areas are asked for only then."""
    return border_words(after, number, area_names(document))


def _check_faces(document: MapDocument, after: Network, faces: set[str]) -> None:
    before = document.network
    for name in sorted(faces):
        if not _sound(after, name) and (name not in before.faces or _sound(before, name)):
            text = say(
                "The outline of area {name!s} would be broken.", name=cell_name(document, name)
            )
            raise UserError(text, STUCK)


def _sound(network: Network, name: str) -> bool:
    rings = _rings(network, name)
    if any(len(ring) < 3 for ring in rings):
        return False
    inner = range(1, 1 + len(network.faces[name].holes))
    turned = all((twice_area(ring) > 0) == (n in inner) for n, ring in enumerate(rings))
    return turned and all(map(twice_area, rings)) and polygon(rings).is_valid


def _rings(network: Network, name: str) -> tuple[tuple[Point, ...], ...]:
    return tuple(ring_points(network, ring) for ring in network.faces[name].rings)
