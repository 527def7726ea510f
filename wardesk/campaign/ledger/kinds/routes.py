"""What befalls routes and the queue of releases."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, because, need, told_whole
from wardesk.campaign.ledger.reader import Occasion
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import name_among
from wardesk.campaign.operation.state import QueueState, RouteState, State


class MarkerAdvanced(Payload, frozen=True, kw_only=True, tag="route.marker_advanced"):
    """The route's marker goes to a stop further on."""

    log_group = "route"

    route: str
    stop: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = route_now(state, self.route)
        route = design.route(self.route)
        index = route.index(self.stop)
        stop = route.stops[index]
        need(index > before.stop, f"the marker never goes back: {stop.name} lies behind it")
        need(
            stop.spur is None or not before.spur or stop.spur == before.spur,
            f"{stop.name} lies on the spur that was not chosen",
        )
        spur = before.spur or stop.spur or ""
        state.routes[self.route] = replace(before, stop=index, spur=spur, moved_at=event.ordinal)

    def believed(self, design: Design, state: State) -> None:
        if self.route in state.routes:
            index = design.route(self.route).index(self.stop)
            state.routes[self.route] = replace(state.routes[self.route], stop=index)

    def told(self, design: Design) -> str:
        route = design.route(self.route)
        return f"The marker of {route.name} went to {name_among(route.stops, self.stop)}"


class RouteLeft(Payload, frozen=True, kw_only=True, tag="route.left"):
    """The marker has left the first game's map."""

    log_group = "route"

    route: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = route_now(state, self.route)
        need(not before.left, "the marker has left the map already")
        state.routes[self.route] = replace(before, left=True, left_at=event.ordinal)

    def told(self, design: Design) -> str:
        return f"{design.route(self.route).name} has left the first map"


class RouteStatus(Payload, frozen=True, kw_only=True, tag="route.status"):
    """The route is open or cut."""

    log_group = "route"

    route: str
    cut: bool
    cause: str = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        state.routes[self.route] = replace(route_now(state, self.route), cut=self.cut)

    def told(self, design: Design) -> str:
        return (
            f"{design.route(self.route).name} is {'cut' if self.cut else 'open'}"
            f"{because(self.cause)}"
        )


class Released(Payload, frozen=True, kw_only=True, tag="release.released"):
    """A line of the queue comes into play."""

    log_group = "route"

    entry: str
    how: Literal["first", "auto", "roll", "ruling"]

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        _leave_queue(design, state, self.entry, QueueState("released", self.how, event.ordinal))

    def believed(self, design: Design, state: State) -> None:
        if self.entry in state.queue:
            before = state.queue[self.entry]
            state.queue[self.entry] = replace(before, status="released")

    def told(self, design: Design) -> str:
        return f"{_entry(design, self.entry)} was released"


class ReleaseFailed(Payload, frozen=True, kw_only=True, tag="release.failed"):
    """The roll failed; nothing more is released this turn."""

    log_group = "route"

    entry: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.entry in state.queue, f"the queue has no line {self.entry!r}")
        before = state.queue[self.entry]
        need(before.status == "waiting", f"{self.entry} has left the queue already")
        state.queue[self.entry] = replace(before, failed_at=event.ordinal)

    def told(self, design: Design) -> str:
        return f"{_entry(design, self.entry)} was not released"


class Bypassed(Payload, frozen=True, kw_only=True, tag="release.bypassed"):
    """A line of the queue is passed over for ever."""

    log_group = "route"

    entry: str
    why: str = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        _leave_queue(design, state, self.entry, QueueState("bypassed", self.why, event.ordinal))

    def believed(self, design: Design, state: State) -> None:
        if self.entry in state.queue:
            before = state.queue[self.entry]
            state.queue[self.entry] = replace(before, status="bypassed")

    def told(self, design: Design) -> str:
        return f"{_entry(design, self.entry)} was passed over{because(self.why)}"


# ---- what they share ----------------------------------------------------------------------------


def route_now(state: State, key: str) -> RouteState:
    """A route as it stands. `Broken` for an unknown one."""
    need(key in state.routes, f"there is no route {key!r}")
    return state.routes[key]


def _leave_queue(design: Design, state: State, key: str, now: QueueState) -> None:
    entries = {entry.key: entry for entry in design.queue}
    need(key in entries, f"the queue has no line {key!r}")
    need(state.queue[key].status == "waiting", f"{entries[key].name} has left the queue already")
    for other in design.queue:
        if other.position < entries[key].position:
            waits = state.queue[other.key].status == "waiting"
            need(not waits, f"{other.name} stands before {entries[key].name}")
    state.queue[key] = now


def _entry(design: Design, key: str) -> str:
    return next((each.name for each in design.queue if each.key == key), key)
