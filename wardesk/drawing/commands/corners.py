"""Moving several corners of borders at once: nodes and bends that a person picked together."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.drawing.called import border_called
from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import good_point, known_edge, known_node, require_areas
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.network_checks import put_sound_network
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import Network
from wardesk.geometry.grids.snap import Point
from wardesk.words import say, say_count

Bend = tuple[int, int]
"""A border, and which of its bends, counted from 1."""


class MoveCorners(Command, frozen=True):
    """Move nodes and bends by the same way, all together; every border and cell follows.

    One by one they could be refused half-way, where each lies across what has not moved yet.
    """

    nodes: tuple[int, ...]
    bends: tuple[Bend, ...]
    by: Point

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        count = len(set(self.nodes)) + len(set(self.bends))
        if not count:
            raise UserError("No corner is named.", "Name at least one node or bend.")
        for node in self.nodes:
            known_node(document, node)
        for edge, bend in self.bends:
            most = len(document.edges[known_edge(document, edge)].points)
            if not 1 <= bend <= most:
                raise UserError(
                    say(
                        "{border!c} has no bend {bend!s}; it has {most!s}.",
                        border=border_called(document, edge),
                        bend=bend,
                        most=most,
                    )
                )
        draft = DocumentDraft(document)
        put_sound_network(draft, moved_corners(document.network, self.nodes, self.bends, self.by))
        title = say_count("Move {n} corner", "Move {n} corners", n=count)
        return draft.change(title, {"geometry"})


def moved_corners(
    network: Network, nodes: tuple[int, ...], bends: tuple[Bend, ...], by: Point
) -> Network:
    """The network with these corners moved, sound or not. UserError for a place out of reach."""
    at = dict(network.nodes)
    at.update({node: _moved(at[node], by) for node in set(nodes)})
    edges = dict(network.edges)
    for edge in {edge for edge, _ in bends}:
        moving = {bend for one, bend in bends if one == edge}
        points = tuple(
            _moved(point, by) if place in moving else point
            for place, point in enumerate(edges[edge].points, 1)
        )
        edges[edge] = replace(edges[edge], points=points)
    return Network(at, edges, network.faces)


def _moved(point: Point, by: Point) -> Point:
    return good_point((point[0] + by[0], point[1] + by[1]))
