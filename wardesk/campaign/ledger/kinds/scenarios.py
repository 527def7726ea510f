"""Scenarios begin and end."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, need, seen_in_fog
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import node_name, winner_name
from wardesk.campaign.operation.state import NodeState, State
from wardesk.words import Spoken, say, say_count


class NodeEntered(Payload, frozen=True, kw_only=True, tag="node.entered"):
    """A scenario begins with these units."""

    log_group = "units"

    node: str
    units: tuple[str, ...] = ()

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.node in design.node, "There is no scenario {node!r}.", node=self.node)
        need(
            self.node not in state.nodes,
            "{node} was entered before.",
            node=design.node[self.node].name,
        )
        _all_free(design, state, self.units)
        state.nodes[self.node] = NodeState(began=event.seq).joined(self.units, state, event.seq)

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> NodeEntered:
        """Its own units alone: who else fights is seen at the table."""
        own = tuple(unit for unit in self.units if reader.owns_unit(unit))
        return NodeEntered(node=self.node, units=own)

    def told(self, design: Design) -> str:
        return say_count(
            "{scenario} began with {n} unit",
            "{scenario} began with {n} units",
            n=len(self.units),
            scenario=node_name(design, self.node),
        )


class NodeJoined(Payload, frozen=True, kw_only=True, tag="node.joined"):
    """Further units come into a scenario that goes on over the days."""

    log_group = "units"

    node: str
    units: tuple[str, ...]

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        node = state.nodes.get(self.node)
        need(
            node is not None and not node.over,
            "The scenario {node!r} is not open.",
            node=self.node,
        )
        _all_free(design, state, self.units)
        assert node is not None
        state.nodes[self.node] = node.joined(self.units, state, event.seq)

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> NodeJoined | None:
        """Its own units alone."""
        own = tuple(unit for unit in self.units if reader.owns_unit(unit))
        return NodeJoined(node=self.node, units=own) if own else None

    def told(self, design: Design) -> str:
        return say_count(
            "{n} unit came into {scenario}",
            "{n} units came into {scenario}",
            n=len(self.units),
            scenario=node_name(design, self.node),
        )


class NodeLeft(Payload, frozen=True, kw_only=True, tag="node.left"):
    """A scenario is over."""

    log_group = "units"

    node: str
    winner: str = ""
    score: dict[str, int] = {}
    note: Spoken = ""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        node = state.nodes.get(self.node)
        need(
            node is not None and not node.over,
            "The scenario {node!r} is not open.",
            node=self.node,
        )
        outcomes = design.node[self.node].outcomes
        need(
            not outcomes or self.winner in outcomes,
            "{winner!r} is not one of {outcomes}.",
            winner=self.winner,
            outcomes=outcomes,
        )
        assert node is not None
        state.nodes[self.node] = replace(
            node.parted(node.units, state, event.seq),
            over=True, winner=self.winner, score=self.score, ended=event.seq,
        )  # fmt: skip

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> NodeLeft:
        """How it ended, never the umpire's note on it."""
        return NodeLeft(node=self.node, winner=self.winner, score=self.score)

    def told(self, design: Design) -> str:
        name = node_name(design, self.node)
        if self.winner == "draw":
            return say("{scenario} is over, a draw", scenario=name)
        if self.winner:
            winner = winner_name(design, self.winner)
            return say("{scenario} is over, won by {winner}", scenario=name, winner=winner)
        return say("{scenario} is over", scenario=name)


def _all_free(design: Design, state: State, units: tuple[str, ...]) -> None:
    """`Broken` for a unit that there is not, or that fights in a scenario."""
    for unit in units:
        need(unit in design.unit, "There is no unit {unit!r}.", unit=unit)
        busy = [k for k, node in state.nodes.items() if not node.over and unit in node.units]
        need(
            not busy,
            "{unit} is in the scenario {busy}.",
            unit=design.unit[unit].name,
            busy=busy and busy[0],
        )
