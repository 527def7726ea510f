"""Commands on borders of area maps: nodes, bends, whole lines. All owners follow at once."""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from msgspec.structs import replace

from wardesk.drawing.change import Change, Draft
from wardesk.drawing.checks import good_point, good_points, known_edge, known_node, require_areas
from wardesk.drawing.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.drawing.network_checks import put_sound_network
from wardesk.errors import UserError
from wardesk.geometry.snap import Point, snap_point
from wardesk.geometry.topology import Edge, Face, Network, edge_points


class MoveNode(Command, frozen=True):
    """Move a node; every border and cell that meets there follows."""

    node: int
    to: Point

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        number, network = known_node(document, self.node), document.network
        nodes = {**network.nodes, number: good_point(self.to)}
        return _edited(document, replace(network, nodes=nodes), f"Move node {number}")


class MoveBend(Command, frozen=True):
    """Move one bend of a border; bends count from 1."""

    edge: int
    bend: int
    to: Point

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        edge, place = _bend(document, self.edge, self.bend)
        points = (*edge.points[:place], good_point(self.to), *edge.points[place + 1 :])
        return _redrawn(document, edge, points, f"Move a bend of border {edge.id}")


class InsertBend(Command, frozen=True):
    """Put a bend into a border, after the given number of its bends."""

    edge: int
    after: int
    at: Point

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        edge = document.edges[known_edge(document, self.edge)]
        if not 0 <= self.after <= len(edge.points):
            raise UserError(f"Border {edge.id} has {len(edge.points)} bends, not {self.after}.")
        points = (*edge.points[: self.after], good_point(self.at), *edge.points[self.after :])
        return _redrawn(document, edge, points, f"Bend border {edge.id}")


class DeleteBend(Command, frozen=True):
    """Take a bend out of a border; bends count from 1."""

    edge: int
    bend: int

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        edge, place = _bend(document, self.edge, self.bend)
        points = edge.points[:place] + edge.points[place + 1 :]
        return _redrawn(document, edge, points, f"Straighten border {edge.id}")


class ReshapeBorder(Command, frozen=True):
    """Draw a border anew between its two nodes, for the cells on both sides."""

    edge: int
    points: tuple[Point, ...] = ()

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        edge = document.edges[known_edge(document, self.edge)]
        points = good_points(self.points, 0, "A border")
        return _redrawn(document, edge, points, f"Reshape border {edge.id}")


class InsertNode(Command, frozen=True):
    """Make a node where a border has a bend, or on the border next to the point given."""

    edge: int
    at: Point

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        number, at = known_edge(document, self.edge), good_point(self.at)
        after, node = node_on_edge(document.network, number, at)
        return _edited(document, after, f"Insert node {node}")


class DeleteNode(Command, frozen=True):
    """Take out a node at which two borders of one kind meet; they become one."""

    node: int

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        number, network = known_node(document, self.node), document.network
        meeting = [e for e in network.edges.values() if number in (e.start, e.end)]
        if not meeting:
            nodes = {n: p for n, p in network.nodes.items() if n != number}
            return _edited(document, replace(network, nodes=nodes), f"Delete node {number}")
        if len(meeting) != 2 or any(edge.start == edge.end for edge in meeting):
            text = f"{len(meeting)} borders meet at node {number}; only one between two can go."
            raise UserError(text, "Merge areas until two borders are left, or move the node.")
        if meeting[0].kind != meeting[1].kind:
            kinds = " and ".join(edge.kind for edge in meeting)
            raise UserError(f"At node {number} the border changes from {kinds}.", "Paint it first.")
        kind = document.palette.borders.get(meeting[0].kind)
        onward = (meeting[0].end == number) == (meeting[1].start == number)
        if kind is not None and kind.directed and not onward:
            text = f"At node {number} the high side of the {kind.id} changes."
            raise UserError(text, "Flip one of the two borders first.")
        after = _joined(network, number, meeting[0], meeting[1])
        return _edited(document, after, f"Delete node {number}")


class Simplify(Command, frozen=True):
    """Take out bends that matter less than *tolerance* units, from all borders or those named."""

    tolerance: float
    edges: tuple[int, ...] = ()

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        require_areas(document)
        if not 0 < self.tolerance < 1 << 20:
            raise UserError("A tolerance must be a number of units above 0.")
        network = document.network
        chosen = [known_edge(document, number) for number in self.edges or network.edges]
        edges = dict(network.edges)
        for number in chosen:
            line = shapely.LineString(edge_points(network, number))
            thin = line.simplify(self.tolerance, preserve_topology=True)
            kept = tuple((float(x), float(y)) for x, y in thin.coords)[1:-1]
            if edges[number].start == edges[number].end and len(kept) < 2:
                continue  # a ring needs three corners
            edges[number] = replace(edges[number], points=kept)
        return _edited(document, replace(network, edges=edges), "Simplify borders")


def node_on_edge(network: Network, number: int, at: Point) -> tuple[Network, int]:
    """The network with a node on an edge nearest to *at*, and the node's id.

    A bend or end that is nearer than 1/32 is used itself. The first part keeps the edge's id.
    """
    points = edge_points(network, number)
    edge = network.edges[number]
    line = shapely.LineString(points)
    along = line.project(shapely.Point(at))
    foot = line.interpolate(along)
    spot = snap_point((float(foot.x), float(foot.y)))
    if spot == points[0]:
        return network, edge.start
    if spot == points[-1]:
        return network, edge.end
    if spot in edge.points:
        place = edge.points.index(spot)
        bends, cut = edge.points, place
    else:
        passed = [i for i, p in enumerate(edge.points) if _along(points, i + 1) <= along]
        cut = len(passed)
        bends = (*edge.points[:cut], spot, *edge.points[cut:])
    node, other = max(network.nodes) + 1, max(network.edges) + 1
    first = Edge(number, edge.start, node, bends[:cut], edge.kind)
    second = Edge(other, node, edge.end, bends[cut + 1 :], edge.kind)
    ways = {number: (number, other), -number: (-other, -number)}
    faces = _walked_anew(network.faces, ways)
    edges = {**network.edges, number: first, other: second}
    return Network({**network.nodes, node: spot}, edges, faces), node


def _along(points: tuple[Point, ...], place: int) -> float:
    """How far along the line its corner with this number lies."""
    return float(shapely.LineString(points[: place + 1]).length) if place else 0.0


def _joined(network: Network, node: int, one: Edge, two: Edge) -> Network:
    """The two edges as one with the id of the first; the node goes, its point too."""
    forward = one.end == node
    far = two.end if two.start == node else two.start
    onward = two.points if two.start == node else two.points[::-1]
    if forward:
        whole = Edge(one.id, one.start, far, (*one.points, *onward), one.kind)
    else:
        whole = Edge(one.id, far, one.end, (*onward[::-1], *one.points), one.kind)
    ways = {two.id: (), -two.id: ()}
    edges = {n: e for n, e in network.edges.items() if n != two.id} | {one.id: whole}
    nodes = {n: p for n, p in network.nodes.items() if n != node}
    return Network(nodes, edges, _walked_anew(network.faces, ways))


def _walked_anew(faces: Mapping[str, Face], ways: Mapping[int, tuple[int, ...]]) -> dict[str, Face]:
    """The faces with signed edges replaced by others; faces without them stay the same."""
    found: dict[str, Face] = {}
    for name, face in faces.items():
        if any(signed in ways for ring in face.rings for signed in ring):
            outer, *holes = (
                tuple(part for signed in ring for part in ways.get(signed, (signed,)))
                for ring in face.rings
            )
            found[name] = Face(outer, tuple(holes))
        else:
            found[name] = face
    return found


def _bend(document: MapDocument, number: int, bend: int) -> tuple[Edge, int]:
    edge = document.edges[known_edge(document, number)]
    if not 1 <= bend <= len(edge.points):
        raise UserError(f"Border {number} has no bend {bend}; it has {len(edge.points)}.")
    return edge, bend - 1


def _redrawn(document: MapDocument, edge: Edge, points: tuple[Point, ...], title: str) -> Change:
    network = document.network
    edges = {**network.edges, edge.id: replace(edge, points=points)}
    return _edited(document, replace(network, edges=edges), title)


def _edited(document: MapDocument, after: Network, title: str) -> Change:
    draft = Draft(document)
    put_sound_network(draft, after)
    return draft.change(title, {"geometry"})
