"""What befalls routes and the queue of releases."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, because, need, seen_in_fog, told_whole
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import name_among
from wardesk.campaign.operation.state import QueueState, RouteState, State
from wardesk.words import Spoken, say

OneEntry = TypeVar("OneEntry", "Released", "ReleaseFailed", "Bypassed")


class MarkerAdvanced(Payload, frozen=True, kw_only=True, tag="route.marker_advanced"):
    """The route's marker goes to a stop further on."""

    log_group = "route"

    route: str
    stop: str

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = route_now(state, self.route)
        route = design.route(self.route)
        index = route.index(self.stop)
        stop = route.stops[index]
        need(
            index > before.stop,
            "The marker never goes back: {stop} lies behind it.",
            stop=stop.name,
        )
        need(
            stop.spur is None or not before.spur or stop.spur == before.spur,
            "{stop} lies on the spur that was not chosen.",
            stop=stop.name,
        )
        spur = before.spur or stop.spur or ""
        state.routes[self.route] = replace(before, stop=index, spur=spur, moved_at=event.ordinal)

    def believed(self, design: Design, state: State) -> None:
        if self.route in state.routes:
            index = design.route(self.route).index(self.stop)
            state.routes[self.route] = replace(state.routes[self.route], stop=index)

    def told(self, design: Design) -> str:
        route = design.route(self.route)
        return say(
            "The marker of {route} went to {stop}",
            route=route.name,
            stop=name_among(route.stops, self.stop),
        )


class RouteLeft(Payload, frozen=True, kw_only=True, tag="route.left"):
    """The marker has left the first game's map."""

    log_group = "route"

    route: str

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = route_now(state, self.route)
        need(not before.left, "The marker has left the map already.")
        state.routes[self.route] = replace(before, left=True, left_at=event.ordinal)

    def told(self, design: Design) -> str:
        return say("{route} has left the first map", route=design.route(self.route).name)


class RouteStatus(Payload, frozen=True, kw_only=True, tag="route.status"):
    """The route is open or cut."""

    log_group = "route"

    route: str
    cut: bool
    cause: Spoken = ""

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> RouteStatus:
        return replace(self, cause="") if reader.fogged else self

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        state.routes[self.route] = replace(route_now(state, self.route), cut=self.cut)

    def told(self, design: Design) -> str:
        name, cause = design.route(self.route).name, because(self.cause)
        if self.cut:
            return say("{route} is cut{cause}", route=name, cause=cause)
        return say("{route} is open{cause}", route=name, cause=cause)


def _own_entry(self: OneEntry, reader: Reader, event: Occasion) -> bool:
    """Who waits for a release, and for how long, is his side's."""
    entry = next((each for each in reader.design.queue if each.key == self.entry), None)
    own = entry is not None and any(map(reader.owns, entry.formations))
    return own or Payload.in_fog(self, reader, event)


class Released(Payload, frozen=True, kw_only=True, tag="release.released"):
    """A line of the queue comes into play."""

    log_group = "route"

    entry: str
    how: Literal["first", "auto", "roll", "ruling"]

    copied = told_whole
    in_fog = _own_entry

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        _leave_queue(design, state, self.entry, QueueState("released", self.how, event.ordinal))

    def believed(self, design: Design, state: State) -> None:
        if self.entry in state.queue:
            before = state.queue[self.entry]
            state.queue[self.entry] = replace(before, status="released")

    def told(self, design: Design) -> str:
        return say("{entry} was released", entry=_entry(design, self.entry))


class ReleaseFailed(Payload, frozen=True, kw_only=True, tag="release.failed"):
    """The roll failed; nothing more is released this turn."""

    log_group = "route"

    entry: str

    copied = told_whole
    in_fog = _own_entry

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.entry in state.queue, "The queue has no line {entry!r}.", entry=self.entry)
        before = state.queue[self.entry]
        need(before.status == "waiting", "{entry} has left the queue already.", entry=self.entry)
        state.queue[self.entry] = replace(before, failed_at=event.ordinal)

    def told(self, design: Design) -> str:
        return say("{entry} was not released", entry=_entry(design, self.entry))


class Bypassed(Payload, frozen=True, kw_only=True, tag="release.bypassed"):
    """A line of the queue is passed over for ever."""

    log_group = "route"

    entry: str
    why: Spoken = ""

    copied = told_whole
    in_fog = _own_entry

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        _leave_queue(design, state, self.entry, QueueState("bypassed", self.why, event.ordinal))

    def believed(self, design: Design, state: State) -> None:
        if self.entry in state.queue:
            before = state.queue[self.entry]
            state.queue[self.entry] = replace(before, status="bypassed")

    def told(self, design: Design) -> str:
        return say(
            "{entry} was passed over{cause}",
            entry=_entry(design, self.entry),
            cause=because(self.why),
        )


# ---- what they share ----------------------------------------------------------------------------


def route_now(state: State, key: str) -> RouteState:
    """A route as it stands. `Broken` for an unknown one."""
    need(key in state.routes, "There is no route {key!r}.", key=key)
    return state.routes[key]


def _leave_queue(design: Design, state: State, key: str, now: QueueState) -> None:
    entries = {entry.key: entry for entry in design.queue}
    need(key in entries, "The queue has no line {key!r}.", key=key)
    need(
        state.queue[key].status == "waiting",
        "{entry} has left the queue already.",
        entry=entries[key].name,
    )
    for other in design.queue:
        if other.position < entries[key].position:
            waits = state.queue[other.key].status == "waiting"
            need(
                not waits,
                "{other} stands before {entry}.",
                other=other.name,
                entry=entries[key].name,
            )
    state.queue[key] = now


def _entry(design: Design, key: str) -> str:
    return next((each.name for each in design.queue if each.key == key), key)
