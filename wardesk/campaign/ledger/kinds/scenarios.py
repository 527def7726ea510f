"""Scenarios begin and end."""

from __future__ import annotations

from wardesk.campaign.ledger.kind import Payload, need
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import node_name
from wardesk.campaign.operation.state import NodeState, State


class NodeEntered(Payload, frozen=True, kw_only=True, tag="node.entered"):
    """A scenario begins with these units."""

    log_group = "units"

    node: str
    units: tuple[str, ...] = ()

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.node in design.node, f"there is no scenario {self.node!r}")
        need(self.node not in state.nodes, f"{design.node[self.node].name} was entered before")
        for unit in self.units:
            need(unit in design.unit, f"there is no unit {unit!r}")
            busy = [k for k, node in state.nodes.items() if not node.over and unit in node.units]
            need(not busy, f"{design.unit[unit].name} is in the scenario {busy and busy[0]}")
        state.nodes[self.node] = NodeState(self.units)

    def copied(self, reader: Reader, event: Occasion) -> NodeEntered:
        """Its own units alone: who else fights is seen at the table."""
        own = tuple(unit for unit in self.units if reader.owns_unit(unit))
        return NodeEntered(node=self.node, units=own)

    def told(self, design: Design) -> str:
        return f"{node_name(design, self.node)} began with {len(self.units)} units"


class NodeLeft(Payload, frozen=True, kw_only=True, tag="node.left"):
    """A scenario is over."""

    log_group = "units"

    node: str
    winner: str = ""
    score: dict[str, int] = {}
    note: str = ""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        node = state.nodes.get(self.node)
        need(node is not None and not node.over, f"the scenario {self.node!r} is not open")
        outcomes = design.node[self.node].outcomes
        need(not outcomes or self.winner in outcomes, f"{self.winner!r} is not one of {outcomes}")
        units = node.units if node else ()
        state.nodes[self.node] = NodeState(units, over=True, winner=self.winner, score=self.score)

    def copied(self, reader: Reader, event: Occasion) -> NodeLeft:
        """How it ended, never the umpire's note on it."""
        return NodeLeft(node=self.node, winner=self.winner, score=self.score)

    def told(self, design: Design) -> str:
        won = f", won by {self.winner}" if self.winner else ""
        return f"{node_name(design, self.node)} is over{won}"
