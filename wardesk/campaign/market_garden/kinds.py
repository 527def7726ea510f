"""The kinds of event that only this operation knows: weather, drops, supply, spurs, flank corps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from wardesk.campaign.ledger.kind import (
    Count,
    Payload,
    because,
    need,
    not_commanded,
    seen_in_fog,
    told_whole,
)
from wardesk.campaign.ledger.kinds.routes import route_now
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import bridge_name, formation_name, name_among
from wardesk.campaign.operation.state import CorpsState, State
from wardesk.words import Spoken, say

# ---- drops and their supply ---------------------------------------------------------------------


class DropState(Struct, frozen=True):
    """A division's drops and its supply now."""

    next_number: int = 2
    delay_days: int = 0
    planned: int | None = None
    """Number of the drop that is due, None if none is."""
    turns: tuple[int, ...] = ()
    supply_only: bool = False
    landed: tuple[int, ...] = (1,)
    landed_at: int | None = None
    """The turn on which a drop came down last, supplies alone included."""
    delayed: tuple[tuple[int, int], ...] = ()
    """For each drop that has landed its number, and by how many days it was late."""
    supplied_at: int | None = None
    """The turn of the last supply drop."""
    zones_asked_at: int | None = None
    """The turn on which other zones were asked for last."""
    zones: tuple[tuple[str, int, str], ...] = ()
    interdicted: bool = False
    """Its last supply drop failed."""
    secured: bool = False
    """It is always in supply."""


def drop_of(state: State, division: str) -> DropState:
    """The drops of a division; those before any event of theirs."""
    found = state.own.get(f"drop.{division}", DropState())
    assert isinstance(found, DropState)
    return found


def drops_of(state: State) -> list[tuple[str, DropState]]:
    """Every division of whose drops something is known."""
    rows = [(key.partition(".")[2], row) for key, row in state.own.items()]
    return [(division, row) for division, row in rows if isinstance(row, DropState)]


class _OfDivision(Payload, frozen=True, kw_only=True):
    """What befalls the drops or the supply of a division."""

    log_group = "drops"

    division: str

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        return reader.owns(self.division) or super().in_fog(reader, event)

    def _change(self, state: State, **changes: Any) -> None:  # noqa: ANN401 - of any field
        now = replace(drop_of(state, self.division), **changes)
        state.own[f"drop.{self.division}"] = now


class DropPlanned(_OfDivision, frozen=True, kw_only=True, tag="drop.planned"):
    """The turns on which today's drop of a division may come; the choice is a secret."""

    number: int
    turns: tuple[int, ...]
    supply_only: bool = False

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = drop_of(state, self.division)
        need(
            self.division in design.formation,
            "There is no division {division!r}.",
            division=self.division,
        )
        later = self.turns and all(turn >= event.ordinal for turn in self.turns)
        need(later, "A drop cannot lie in the past.")
        if not self.supply_only:
            following = self.number == before.next_number
            need(
                following,
                "The next drop is number {next_number}.",
                next_number=before.next_number,
            )
        self._change(state, planned=self.number, turns=self.turns, supply_only=self.supply_only)

    def told(self, design: Design) -> str:
        return say(
            "Drop {number} of {division} may come today",
            number=self.number,
            division=formation_name(design, self.division),
        )


class DropLanded(_OfDivision, frozen=True, kw_only=True, tag="drop.landed"):
    """A drop has come down."""

    number: int

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = drop_of(state, self.division)
        need(before.planned is not None, "No drop is planned.")
        right = before.planned == self.number
        need(
            right,
            "Drop {planned} is planned, not {number}.",
            planned=before.planned,
            number=self.number,
        )
        self._change(state, planned=None, turns=(), supply_only=False, landed_at=event.ordinal)
        if not before.supply_only:
            self._change(
                state,
                next_number=self.number + 1,
                landed=(*before.landed, self.number),
                delayed=(*before.delayed, (self.number, before.delay_days)),
            )

    def told(self, design: Design) -> str:
        return say(
            "Drop {number} of {division} landed",
            number=self.number,
            division=formation_name(design, self.division),
        )


class DropPostponed(_OfDivision, frozen=True, kw_only=True, tag="drop.postponed"):
    """A division's remaining drops come so many days later."""

    days: Count = 1
    why: Spoken = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        days = drop_of(state, self.division).delay_days + self.days
        self._change(state, delay_days=days, planned=None, turns=(), supply_only=False)

    def told(self, design: Design) -> str:
        return say(
            "The drops of {division} come later{cause}",
            division=formation_name(design, self.division),
            cause=because(self.why),
        )


class ZonesChanged(_OfDivision, frozen=True, kw_only=True, tag="drop.zones_changed"):
    """The umpire's table answered a request for other zones."""

    result: Literal["success", "none", "abort"]

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(
            self.division in design.formation,
            "There is no division {division!r}.",
            division=self.division,
        )
        # the answer stands in the ledger; a delay is an event of its own
        self._change(state, zones_asked_at=event.ordinal)

    def told(self, design: Design) -> str:
        return say(
            "Other drop zones for {division}: {result}",
            division=formation_name(design, self.division),
            result=self.result,
        )


class DropAssigned(Payload, frozen=True, kw_only=True, tag="drop.assigned"):
    """A formation's drop number and zone, when they become known."""

    log_group = "drops"

    formation: str
    number: int
    zone: str

    copied = told_whole

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        return reader.owns(self.formation) or super().in_fog(reader, event)

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(
            self.formation in design.formation,
            "There is no formation {formation!r}.",
            formation=self.formation,
        )
        need(self.zone in design.zone, "There is no zone {zone!r}.", zone=self.zone)
        formation = design.formation[self.formation]
        division = formation.division or self.formation
        before = drop_of(state, division)
        others = [
            key
            for key, number, zone in before.zones
            if (number, zone) == (self.number, self.zone) and key != self.formation
        ]
        free = not others or formation.kind == "independent"
        first = others and others[0]
        need(
            free,
            "{first} drops on {zone} in drop {number} already.",
            first=first,
            zone=self.zone,
            number=self.number,
        )
        kept = tuple(row for row in before.zones if row[0] != self.formation)
        zones = (*kept, (self.formation, self.number, self.zone))
        state.own[f"drop.{division}"] = replace(before, zones=zones)

    def refused(self, design: Design, seat: Seat) -> str:
        return not_commanded(design, seat, self.formation)

    def told(self, design: Design) -> str:
        name = formation_name(design, self.formation)
        return say(
            "{name}: drop {number}, zone {zone}", name=name, number=self.number, zone=self.zone
        )


class Interdicted(_OfDivision, frozen=True, kw_only=True, tag="supply.interdicted"):
    """A division's supply drop fails, or comes again."""

    on: bool

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(
            self.division in design.formation,
            "There is no division {division!r}.",
            division=self.division,
        )
        secured = drop_of(state, self.division).secured
        need(
            not self.on or not secured,
            "{division} is always in supply.",
            division=self.division,
        )
        self._change(state, interdicted=self.on, supplied_at=event.ordinal)

    def told(self, design: Design) -> str:
        name = formation_name(design, self.division)
        if self.on:
            return say("The supply of {division} fails", division=name)
        return say("The supply of {division} comes again", division=name)


class SupplySecured(_OfDivision, frozen=True, kw_only=True, tag="supply.secured"):
    """A division is always in supply from now on."""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(
            self.division in design.formation,
            "There is no division {division!r}.",
            division=self.division,
        )
        self._change(state, secured=True, interdicted=False)

    def told(self, design: Design) -> str:
        return say(
            "{division} is in supply for good", division=formation_name(design, self.division)
        )


# ---- the route and its bridges ------------------------------------------------------------------


class BridgeWork(Payload, frozen=True, kw_only=True, tag="bridge.work"):
    """A bulldozer is put at a weak bridge."""

    log_group = "route"

    bridge: str
    what: Literal["bulldozer"] = "bulldozer"

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.bridge in design.bridge, "There is no bridge {bridge!r}.", bridge=self.bridge)
        before = state.bridges[self.bridge]
        weak = before.state == "unstable"
        need(weak, "{bridge} needs no bulldozer.", bridge=design.bridge[self.bridge].name)
        state.bridges[self.bridge] = replace(before, bulldozer_at=event.ordinal)

    def told(self, design: Design) -> str:
        return say(
            "A {what} works at {bridge}", what=self.what, bridge=bridge_name(design, self.bridge)
        )


class SpurChosen(Payload, frozen=True, kw_only=True, tag="route.spur_chosen"):
    """One of the spurs is taken for good."""

    log_group = "route"

    route: str
    spur: str

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = route_now(state, self.route)
        need(
            self.spur in design.route(self.route).spurs,
            "There is no spur {spur!r}.",
            spur=self.spur,
        )
        need(not before.spur, "The spur {spur} was chosen for good.", spur=before.spur)
        state.routes[self.route] = replace(before, spur=self.spur)

    def told(self, design: Design) -> str:
        return say(
            "{route} takes the spur {spur}", route=design.route(self.route).name, spur=self.spur
        )


class RouteAttacked(Payload, frozen=True, kw_only=True, tag="route.attacked"):
    """Attacked and closed markers are laid."""

    log_group = "route"

    route: str
    attacked: Annotated[int, Meta(ge=0)] = 0
    closed: Annotated[int, Meta(ge=0)] = 0
    extra: bool = False
    """Beyond the limit of a turn, as an air raid's are."""
    cause: Spoken = ""

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> RouteAttacked:
        return replace(self, cause="") if reader.fogged else self

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = route_now(state, self.route)
        turn, attacked, closed = before.laid
        if turn != event.ordinal:
            attacked = closed = 0
        if not self.extra:
            attacked, closed = attacked + self.attacked, closed + self.closed
        state.routes[self.route] = replace(
            before,
            attacked=before.attacked + self.attacked,
            closed=before.closed + self.closed,
            attacked_ever=before.attacked_ever + self.attacked,
            closed_ever=before.closed_ever + self.closed,
            laid=(event.ordinal, attacked, closed),
        )

    def told(self, design: Design) -> str:
        return say(
            "{route}: {attacked} attacked and {closed} closed markers{cause}",
            route=design.route(self.route).name,
            attacked=self.attacked,
            closed=self.closed,
            cause=because(self.cause),
        )


class MarkersSpent(Payload, frozen=True, kw_only=True, tag="route.markers_spent"):
    """A status check uses up all markers in the box."""

    log_group = "route"

    route: str

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        state.routes[self.route] = replace(route_now(state, self.route), attacked=0, closed=0)

    def told(self, design: Design) -> str:
        return say("The markers on {route} were used up", route=design.route(self.route).name)


# ---- flank corps ------------------------------------------------------------------------------


class CorpsAdvanced(Payload, frozen=True, kw_only=True, tag="corps.advanced"):
    """A flank corps takes the next box."""

    log_group = "route"

    corps: str
    box: str
    failures: int = 0
    """Failed attempts that go on counting."""

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = _corps(state, self.corps)
        track = next(each.track for each in design.corps if each.id == self.corps)
        following = track[before.box + 1 : before.box + 2]
        need(following == (self.box,), "A corps takes one box after the other.")
        state.corps[self.corps] = CorpsState(before.box + 1, self.failures, event.ordinal)

    def told(self, design: Design) -> str:
        return say(
            "{corps} advanced to {box}",
            corps=name_among(design.corps, self.corps),
            box=design.box[self.box].name,
        )


class CorpsFailed(Payload, frozen=True, kw_only=True, tag="corps.failed"):
    """A flank corps stays where it is, and remembers the failure."""

    log_group = "route"

    corps: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = _corps(state, self.corps)
        state.corps[self.corps] = replace(
            before, failures=before.failures + 1, tried_at=event.ordinal
        )

    def told(self, design: Design) -> str:
        return say("{corps} stayed", corps=name_among(design.corps, self.corps))


def _corps(state: State, key: str) -> CorpsState:
    need(key in state.corps, "There is no corps {key!r}.", key=key)
    return state.corps[key]
