"""Commands on borders of area maps: nodes, bends, whole lines. All owners follow at once."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.drawing.called import border_called, node_called
from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import (
    good_point,
    good_points,
    known_edge,
    known_node,
    require_areas,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.network_checks import put_sound_network
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.borders.edge_nodes import joined_edges, node_on_edge
from wardesk.geometry.borders.simplify import simplified
from wardesk.geometry.borders.topology import Edge, Network
from wardesk.geometry.grids.snap import Point
from wardesk.words import say


class MoveNode(Command, frozen=True):
    """Move a node; every border and cell that meets there follows."""

    node: int
    to: Point

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        number, network = known_node(document, self.node), document.network
        nodes = {**network.nodes, number: good_point(self.to)}
        return _edited(
            document,
            replace(network, nodes=nodes),
            say("Move {node}", node=node_called(document, number)),
        )


class MoveBend(Command, frozen=True):
    """Move one bend of a border; bends count from 1."""

    edge: int
    bend: int
    to: Point

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        edge, place = _bend(document, self.edge, self.bend)
        points = (*edge.points[:place], good_point(self.to), *edge.points[place + 1 :])
        return _redrawn(
            document,
            edge,
            points,
            say("Move a bend of {border}", border=border_called(document, edge.id)),
        )


class InsertBend(Command, frozen=True):
    """Put a bend into a border, after the given number of its bends."""

    edge: int
    after: int
    at: Point

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        edge = document.edges[known_edge(document, self.edge)]
        if not 0 <= self.after <= len(edge.points):
            raise UserError(
                say(
                    "{border!c} has {number!s} bends, not {after!s}.",
                    border=border_called(document, edge.id),
                    number=len(edge.points),
                    after=self.after,
                )
            )
        points = (*edge.points[: self.after], good_point(self.at), *edge.points[self.after :])
        title = say("Bend {border}", border=border_called(document, edge.id))
        return _redrawn(document, edge, points, title)


class DeleteBend(Command, frozen=True):
    """Take a bend out of a border; bends count from 1."""

    edge: int
    bend: int

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        edge, place = _bend(document, self.edge, self.bend)
        points = edge.points[:place] + edge.points[place + 1 :]
        return _redrawn(
            document,
            edge,
            points,
            say("Straighten {border}", border=border_called(document, edge.id)),
        )


class ReshapeBorder(Command, frozen=True):
    """Draw a border anew between its two nodes, for the cells on both sides."""

    edge: int
    points: tuple[Point, ...] = ()

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        edge = document.edges[known_edge(document, self.edge)]
        points = good_points(self.points, 0, "A border")
        title = say("Reshape {border}", border=border_called(document, edge.id))
        return _redrawn(document, edge, points, title)


class InsertNode(Command, frozen=True):
    """Make a node where a border has a bend, or on the border next to the point given."""

    edge: int
    at: Point

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        number, at = known_edge(document, self.edge), good_point(self.at)
        after, _ = node_on_edge(document.network, number, at)
        border = border_called(document, number)
        return _edited(document, after, say("Insert a node into {border}", border=border))


class DeleteNode(Command, frozen=True):
    """Take out a node at which two borders of one kind meet; they become one."""

    node: int

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        number, network = known_node(document, self.node), document.network
        meeting = [e for e in network.edges.values() if number in (e.start, e.end)]
        title = say("Delete {node}", node=node_called(document, number))
        if not meeting:
            nodes = {n: p for n, p in network.nodes.items() if n != number}
            return _edited(document, replace(network, nodes=nodes), title)
        if len(meeting) != 2 or any(edge.start == edge.end for edge in meeting):
            text = say(
                "{number!s} borders meet at this node; only one between two can go.",
                number=len(meeting),
            )
            raise UserError(text, "Merge areas until two borders are left, or move the node.")
        if meeting[0].kind != meeting[1].kind:
            kinds = tuple(edge.kind for edge in meeting)
            raise UserError(
                say(
                    "At this node {border} is of two kinds: {kinds}.",
                    border=border_called(document, meeting[0].id),
                    kinds=kinds,
                ),
                "Paint it first.",
            )
        kind = document.palette.borders.get(meeting[0].kind)
        onward = (meeting[0].end == number) == (meeting[1].start == number)
        if kind is not None and kind.directed and not onward:
            text = say(
                "At this node the high side of the {kind!s} changes.",
                kind=kind.id,
            )
            raise UserError(text, "Flip one of the two borders first.")
        after = joined_edges(network, number, meeting[0], meeting[1])
        return _edited(document, after, title)


class Simplify(Command, frozen=True):
    """Take out bends that matter less than *tolerance* units, from all borders or those named.

    Where thinned borders would cross, less is taken out.
    """

    tolerance: float
    edges: tuple[int, ...] = ()

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        if not 0 < self.tolerance < 1 << 20:
            raise UserError("A tolerance must be a number of units above 0.")
        chosen = {known_edge(document, number) for number in self.edges or document.edges}
        after = simplified(document.network, self.tolerance, chosen)
        return _edited(document, after, say("Simplify borders"))


def _bend(document: MapDocument, number: int, bend: int) -> tuple[Edge, int]:
    edge = document.edges[known_edge(document, number)]
    if not 1 <= bend <= len(edge.points):
        raise UserError(
            say(
                "{border!c} has no bend {bend!s}; it has {most!s}.",
                border=border_called(document, edge.id),
                bend=bend,
                most=len(edge.points),
            )
        )
    return edge, bend - 1


def _redrawn(
    document: MapDocument, edge: Edge, points: tuple[Point, ...], title: str
) -> DocumentChange:
    network = document.network
    edges = {**network.edges, edge.id: replace(edge, points=points)}
    return _edited(document, replace(network, edges=edges), title)


def _edited(document: MapDocument, after: Network, title: str) -> DocumentChange:
    draft = DocumentDraft(document)
    put_sound_network(draft, after)
    return draft.change(title, {"geometry"})
