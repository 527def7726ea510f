"""What befalls routes, the queue of releases and the flank corps: each kind with its answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, because, need, told_whole
from wardesk.campaign.ledger.reader import Occasion
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import CorpsState, QueueState, RouteState, State


class MarkerAdvanced(Payload, frozen=True, kw_only=True, tag="route.marker_advanced"):
    """The route's marker goes to a stop further on."""

    route: str
    stop: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = _route(state, self.route)
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

    def told(self, design: Design) -> str:
        return (
            f"The marker of {design.route(self.route).name} went to"
            f" {_stop(design, self.route, self.stop)}"
        )


class SpurChosen(Payload, frozen=True, kw_only=True, tag="route.spur_chosen"):
    """One of the spurs is taken for good."""

    route: str
    spur: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        del event
        before = _route(state, self.route)
        need(self.spur in design.route(self.route).spurs, f"there is no spur {self.spur!r}")
        need(not before.spur, f"the spur {before.spur} was chosen for good")
        state.routes[self.route] = replace(before, spur=self.spur)

    def told(self, design: Design) -> str:
        return f"{design.route(self.route).name} takes the spur {self.spur}"


class RouteLeft(Payload, frozen=True, kw_only=True, tag="route.left"):
    """The marker has left the first game's map."""

    route: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        del design
        before = _route(state, self.route)
        need(not before.left, "the marker has left the map already")
        state.routes[self.route] = replace(before, left=True, left_at=event.ordinal)

    def told(self, design: Design) -> str:
        return f"{design.route(self.route).name} has left the first map"


class RouteStatus(Payload, frozen=True, kw_only=True, tag="route.status"):
    """The route is open or cut."""

    route: str
    cut: bool
    cause: str = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        del design, event
        state.routes[self.route] = replace(_route(state, self.route), cut=self.cut)

    def told(self, design: Design) -> str:
        return (
            f"{design.route(self.route).name} is {'cut' if self.cut else 'open'}"
            f"{because(self.cause)}"
        )


class RouteAttacked(Payload, frozen=True, kw_only=True, tag="route.attacked"):
    """Attacked and closed markers are laid."""

    route: str
    attacked: Annotated[int, Meta(ge=0)] = 0
    closed: Annotated[int, Meta(ge=0)] = 0
    extra: bool = False
    """Beyond the limit of a turn, as an air raid's are."""
    cause: str = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        del design
        before = _route(state, self.route)
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
        return (
            f"{design.route(self.route).name}: {self.attacked} attacked and"
            f" {self.closed} closed markers{because(self.cause)}"
        )


class MarkersSpent(Payload, frozen=True, kw_only=True, tag="route.markers_spent"):
    """A status check uses up all markers in the box."""

    route: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        del design, event
        state.routes[self.route] = replace(_route(state, self.route), attacked=0, closed=0)

    def told(self, design: Design) -> str:
        return f"The markers on {design.route(self.route).name} were used up"


class Released(Payload, frozen=True, kw_only=True, tag="release.released"):
    """A line of the queue comes into play."""

    entry: str
    how: Literal["first", "auto", "roll", "ruling"]

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        _leave_queue(design, state, self.entry, QueueState("released", self.how, event.ordinal))

    def told(self, design: Design) -> str:
        return f"{_entry(design, self.entry)} was released"


class ReleaseFailed(Payload, frozen=True, kw_only=True, tag="release.failed"):
    """The roll failed; nothing more is released this turn."""

    entry: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        del design
        need(self.entry in state.queue, f"the queue has no line {self.entry!r}")
        before = state.queue[self.entry]
        need(before.status == "waiting", f"{self.entry} has left the queue already")
        state.queue[self.entry] = replace(before, failed_at=event.ordinal)

    def told(self, design: Design) -> str:
        return f"{_entry(design, self.entry)} was not released"


class Bypassed(Payload, frozen=True, kw_only=True, tag="release.bypassed"):
    """A line of the queue is passed over for ever."""

    entry: str
    why: str = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        _leave_queue(design, state, self.entry, QueueState("bypassed", self.why, event.ordinal))

    def told(self, design: Design) -> str:
        return f"{_entry(design, self.entry)} was passed over{because(self.why)}"


class CorpsAdvanced(Payload, frozen=True, kw_only=True, tag="corps.advanced"):
    """A flank corps takes the next box."""

    corps: str
    box: str
    failures: int = 0
    """Failed attempts that go on counting."""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = _corps(design, state, self.corps)
        track = next(each.track for each in design.corps if each.id == self.corps)
        following = track[before.box + 1 : before.box + 2]
        need(following == (self.box,), "a corps takes one box after the other")
        state.corps[self.corps] = CorpsState(before.box + 1, self.failures, event.ordinal)

    def told(self, design: Design) -> str:
        return f"{_corps_name(design, self.corps)} advanced to {design.box[self.box].name}"


class CorpsFailed(Payload, frozen=True, kw_only=True, tag="corps.failed"):
    """A flank corps stays where it is, and remembers the failure."""

    corps: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before = _corps(design, state, self.corps)
        state.corps[self.corps] = replace(
            before, failures=before.failures + 1, tried_at=event.ordinal
        )

    def told(self, design: Design) -> str:
        return f"{_corps_name(design, self.corps)} stayed"


# ---- what they share ------


def _route(state: State, key: str) -> RouteState:
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


def _corps(design: Design, state: State, key: str) -> CorpsState:
    del design
    need(key in state.corps, f"there is no corps {key!r}")
    return state.corps[key]


def _entry(design: Design, key: str) -> str:
    return next((each.name for each in design.queue if each.key == key), key)


def _stop(design: Design, route: str, key: str) -> str:
    return next((each.name for each in design.route(route).stops if each.id == key), key)


def _corps_name(design: Design, key: str) -> str:
    return next((each.name for each in design.corps if each.id == key), key)
