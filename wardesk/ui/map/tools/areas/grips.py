"""What the node tool can take hold of: nodes, bends, the borders between, anchors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as selected
from typing import Literal

from msgspec.structs import replace
from PySide6.QtCore import QRectF

from wardesk.drawing.commands.all_commands import (
    InsertBend,
    MoveAnchor,
    MoveBend,
    MoveCorners,
    MoveNode,
)
from wardesk.drawing.commands.corners import Bend, moved_corners
from wardesk.geometry.borders.border_trace import segment_at
from wardesk.geometry.borders.topology import Network, edge_points
from wardesk.geometry.grids.snap import Point
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.tools.areas.border_snapping import BorderSnapping

GRIP_REACH = 9.0
"""Px of the view within which a handle is hit."""

Moving = MoveNode | MoveBend | MoveCorners | MoveAnchor | InsertBend


@dataclass(frozen=True)
class AreaGrip:
    """One handle. *id* is a node or a border, *bend* counts from 1, *at* is where it is."""

    kind: Literal["node", "bend", "edge", "anchor"]
    at: Point
    id: int = 0
    bend: int = 0
    cell: str = ""


def grip_at(
    model: MapModel, snapping: BorderSnapping, point: Point, pixel: float, cell: str
) -> AreaGrip | None:
    """The handle under a point: nodes before bends, then the anchor of *cell*, then borders."""
    reach = GRIP_REACH * pixel
    found = snapping.snapper.catch(point, reach) if snapping.network.edges else None
    if found is not None and found.kind == "node":
        return AreaGrip("node", found.at, found.id)
    if found is not None and found.kind == "bend":
        return AreaGrip("bend", found.at, found.id, found.bend + 1)
    row = model.document.cells.get(cell)
    if row is not None and cell in model.document.faces and math.dist(row.anchor, point) <= reach:
        return AreaGrip("anchor", row.anchor, cell=cell)
    return AreaGrip("edge", found.at, found.id) if found is not None else None


def insertion(network: Network, edge: int, spot: Point, to: Point) -> InsertBend:
    """Bend a border at *spot* so that the bend is at *to*."""
    return InsertBend(edge, segment_at(edge_points(network, edge), spot), to)


def moving(network: Network, grip: AreaGrip, picked: Picked, by: Point) -> Moving:
    """What dragging a handle by *by* does; picked corners go with each other."""
    to = (grip.at[0] + by[0], grip.at[1] + by[1])
    if grip.kind == "anchor":
        return MoveAnchor(grip.cell, to)
    if grip.kind == "edge":
        return insertion(network, grip.id, grip.at, to)
    if picked.count > 1 and picked.has(grip):
        return MoveCorners(tuple(sorted(picked.nodes)), tuple(sorted(picked.bends)), by)
    if grip.kind == "node":
        return MoveNode(grip.id, to)
    return MoveBend(grip.id, grip.bend, to)


def would_be(network: Network, command: Moving) -> Network:
    """The borders as they would run, whether that is sound or not."""
    if isinstance(command, MoveCorners):
        return moved_corners(network, command.nodes, command.bends, command.by)
    if isinstance(command, MoveNode):
        return replace(network, nodes={**network.nodes, command.node: command.to})
    if isinstance(command, MoveAnchor):
        return network
    edge = network.edges[command.edge]
    if isinstance(command, InsertBend):
        points = (*edge.points[: command.after], command.at, *edge.points[command.after :])
    else:
        points = (*edge.points[: command.bend - 1], command.to, *edge.points[command.bend :])
    return replace(network, edges={**network.edges, edge.id: replace(edge, points=points)})


def edges_moved(network: Network, command: Moving) -> frozenset[int]:
    """The borders that would run otherwise."""
    if isinstance(command, MoveAnchor):
        return frozenset()
    if isinstance(command, MoveBend | InsertBend):
        return frozenset({command.edge})
    nodes = {command.node} if isinstance(command, MoveNode) else set(command.nodes)
    ends = {n for n, e in network.edges.items() if e.start in nodes or e.end in nodes}
    bent = {edge for edge, _ in command.bends} if isinstance(command, MoveCorners) else set()
    return frozenset(ends | bent)


class Picked:
    """The nodes and bends that are picked; the nodes are those of the model's selection."""

    def __init__(self, model: MapModel) -> None:
        self._model = model
        self.bends: frozenset[Bend] = frozenset()
        model.changed.connect(self._tidy)

    @property
    def nodes(self) -> tuple[int, ...]:
        """The picked nodes."""
        return self._model.selection.nodes

    @property
    def count(self) -> int:
        """How many corners are picked."""
        return len(self.nodes) + len(self.bends)

    def has(self, grip: AreaGrip) -> bool:
        """Whether a handle is picked."""
        if grip.kind == "node":
            return grip.id in self.nodes
        return grip.kind == "bend" and (grip.id, grip.bend) in self.bends

    def take(self, nodes: Iterable[int] = (), bends: Iterable[Bend] = ()) -> None:
        """Pick these and no others."""
        self.bends = frozenset(bends)
        now = self._model.selection
        self._model.select(selected(now, nodes=tuple(dict.fromkeys(nodes)), edges=()))

    def toggle(self, grip: AreaGrip) -> None:
        """Add a handle, or take it away."""
        if grip.kind == "node":
            kept = set(self.nodes) ^ {grip.id}
            self.take(sorted(kept), self.bends)
        elif grip.kind == "bend":
            self.take(self.nodes, self.bends ^ {(grip.id, grip.bend)})

    def only(self, grip: AreaGrip) -> None:
        """Pick this handle alone."""
        self.take()
        self.toggle(grip)

    def box(self, network: Network, box: QRectF, *, add: bool) -> None:
        """Pick what lies in a box of map units."""
        nodes = [n for n, at in network.nodes.items() if box.contains(*at)]
        bends = [
            (edge.id, place)
            for edge in network.edges.values()
            for place, at in enumerate(edge.points, 1)
            if box.contains(*at)
        ]
        if add:
            self.take((*self.nodes, *nodes), self.bends | set(bends))
        else:
            self.take(nodes, bends)

    def places(self, network: Network) -> list[tuple[bool, Point]]:
        """Where the picked corners are: whether a node, and the place."""
        nodes = [(True, network.nodes[node]) for node in self.nodes]
        return nodes + [(False, network.edges[e].points[b - 1]) for e, b in sorted(self.bends)]

    def _tidy(self, _change: object) -> None:
        edges = self._model.document.edges
        self.bends = frozenset(
            (edge, bend)
            for edge, bend in self.bends
            if edge in edges and bend <= len(edges[edge].points)
        )
