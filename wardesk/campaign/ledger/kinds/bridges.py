"""What befalls bridges."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, need, seen_in_fog, told_whole
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.corridor import BRIDGE_MOVES
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import bridge_name, bridge_state, name_among
from wardesk.campaign.operation.state import State
from wardesk.words import say


class BridgeChanged(Payload, frozen=True, kw_only=True, tag="bridge.changed"):
    """A bridge is in another state."""

    log_group = "route"

    bridge: str
    state: str
    by: str = ""
    unit: str = ""
    """The bridging unit that is put there, empty if none is."""

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> BridgeChanged:
        """How it stands, for all to see; in fog not which unit of another side works there."""
        unseen = reader.fogged and not reader.owns_unit(self.unit)
        return replace(self, unit="") if unseen else self

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.bridge in design.bridge, "There is no bridge {bridge!r}.", bridge=self.bridge)
        bridge, before = design.bridge[self.bridge], state.bridges[self.bridge]
        fits = self.state in BRIDGE_MOVES[before.state]
        need(
            fits,
            "{bridge} is {state} and cannot become {state_2}.",
            bridge=bridge.name,
            state=before.state,
            state_2=self.state,
        )
        need(
            not (bridge.no_wire and self.state == "wired"),
            "{bridge} may never be wired.",
            bridge=bridge.name,
        )
        kept = bridge.no_destroy and self.state == "blown"
        need(not kept, "{bridge} may never be blown.", bridge=bridge.name)
        if before.state == "wired" and self.state == "blown":
            need(
                self.by == before.by,
                "Only {by}, who wired {bridge}, may blow it.",
                by=before.by,
                bridge=bridge.name,
            )
        placed = self.state == "bailey-placed"
        state.bridges[self.bridge] = replace(
            before,
            state=self.state,
            by=self.by,
            since=event.ordinal,
            bailey_at=event.ordinal if placed else before.bailey_at,
            unit=self.unit or before.unit,
        )

    def believed(self, design: Design, state: State) -> None:
        if self.bridge in design.bridge:
            before = state.bridges[self.bridge]
            state.bridges[self.bridge] = replace(before, state=self.state, by=self.by)

    def told(self, design: Design) -> str:
        return say(
            "{bridge} is {state}",
            bridge=bridge_name(design, self.bridge),
            state=bridge_state(self.state),
        )


class BridgeControl(Payload, frozen=True, kw_only=True, tag="bridge.control"):
    """A side controls a bridge; empty: contested."""

    log_group = "route"

    bridge: str
    side: str

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.bridge in design.bridge, "There is no bridge {bridge!r}.", bridge=self.bridge)
        sides = {"", *(side.id for side in design.sides)}
        need(self.side in sides, "There is no side {side!r}.", side=self.side)
        state.bridges[self.bridge] = replace(state.bridges[self.bridge], control=self.side)

    def told(self, design: Design) -> str:
        bridge = bridge_name(design, self.bridge)
        if not self.side:
            return say("{bridge} is held by nobody", bridge=bridge)
        return say(
            "{bridge} is held by {side}", bridge=bridge, side=name_among(design.sides, self.side)
        )
