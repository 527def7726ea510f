"""The lines of a turn's checklist: what the desk does by itself, and what it has to be told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.campaign.arrivals import arrive
from wardesk.campaign.events import Event
from wardesk.campaign.market_garden.ch03_drops import TANKS
from wardesk.campaign.market_garden.ch04_club_route import trace
from wardesk.campaign.market_garden.ch04_release import next_release
from wardesk.campaign.schedule import Step
from wardesk.errors import UserError

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class StepDone(Struct, frozen=True, kw_only=True):
    """A line that was dealt with, with what came of it."""

    step: str
    title: str
    note: str = ""
    events: tuple[Event, ...] = ()


class Pending(UserError):
    """A line needs a decision of its seat first."""


Doer = Callable[["CampaignDesk", int | None], tuple[list[Event], str]]


def do_step(desk: CampaignDesk, step: Step, roll: int | None) -> tuple[list[Event], str]:
    """Do one line: its events, and a note on how it was done.

    `Pending` when somebody has to decide first. A line that is played at the table is only closed.
    """
    known = desk.design.ruleset == "market-garden" or step.id == "reinforcements"
    doer = _DOERS.get(step.id) if known else None
    if doer is None:
        if roll is not None:
            raise UserError(f"{step.title}: no die is needed.")
        return [], "at the table"
    return doer(desk, roll)


def _weather(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    done = desk.act("weather", {}, roll=roll)
    return list(done.events), f"rolled {done.roll}: {desk.state.weather.kind}"


def _fog(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    if desk.state.weather.kind != "fog":
        return [], "no fog"
    done = desk.act("fog", {}, roll=roll)
    return list(done.events), f"rolled {done.roll}: {desk.state.weather.kind}"


def _drops(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    _no_die(roll)
    events: list[Event] = []
    first = desk.state.ordinal == desk.design.calendar.first_ordinal
    waiting = any(s.place.kind == "not-yet" for s in desk.state.units.values())
    if first and waiting and not any(s.place.kind == "drop" for s in desk.state.units.values()):
        if desk.state.options.get(TANKS) and TANKS not in desk.state.identities:
            raise Pending(
                "Which airborne tanks land with Drop One?", "Use `act choose-tanks option=…`."
            )
        return list(desk.act("first-drop", {}).events), "Drop One"
    for division, drop in list(desk.state.drops.items()):
        if drop.planned is not None and desk.state.ordinal in drop.turns:
            events += desk.act("land", {"division": division}).events
    return events, f"{len(events)} events" if events else "none due"


def _marker(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    _no_die(roll)
    route = desk.state.routes["club"]
    if route.moved_at == desk.state.ordinal:
        return [], "moved"
    found = trace(desk.design, desk.state)
    if not found.stops:
        return [], f"stays: {found.ends}"
    names = ", ".join(found.stops)
    raise Pending(
        f"How far does the marker go? It can reach {names}.",
        "Use `act advance stop=…`, or leave it with --skip.",
    )


def _release(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    events: list[Event] = []
    while True:
        found = next_release(desk.design, desk.state)
        if found.kind in ("done", "wait"):
            _no_die(roll)
            return events, found.why
        if found.kind == "roll":
            events += desk.act("roll-release", {}, roll=roll).events
            roll = None  # one die, one roll
        else:
            events += desk.act("release", {}).events


def _status(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    _no_die(roll)
    events = list(desk.act("reopen", {}).events)
    return events, "cut" if desk.state.routes["club"].cut else "open"


def _corps(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    events: list[Event] = []
    for corps in desk.design.corps:
        now = desk.state.corps[corps.id]
        if now.tried_at == desk.state.ordinal or now.box + 1 >= len(corps.track):
            continue
        events += desk.act("corps", {"corps": corps.id}, roll=roll).events
        roll = None
    boxes = [
        f"{c.name}: {desk.design.box[c.track[desk.state.corps[c.id].box]].name}"
        for c in desk.design.corps
    ]
    return events, ", ".join(boxes)


def _reinforcements(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    _no_die(roll)
    drafts = arrive(desk.design, desk.state)
    if not drafts:
        return [], "none due"
    return desk.add(drafts), f"{len(drafts)} units"


def _raid(desk: CampaignDesk, roll: int | None) -> tuple[list[Event], str]:
    _no_die(roll)
    if "raid" not in desk.state.secrets:
        return [], "no marker was placed"
    events = list(desk.act("reveal-raid", {}).events)
    return events, "the raid" if desk.state.facts.get("raid.running") else "a decoy"


def _no_die(roll: int | None) -> None:
    if roll is not None:
        raise UserError("No die is needed here.", "Leave --roll out.")


_DOERS: Mapping[str, Doer] = {
    "weather": _weather,
    "fog": _fog,
    "drops": _drops,
    "marker": _marker,
    "release": _release,
    "status": _status,
    "corps": _corps,
    "raid": _raid,
    "reinforcements": _reinforcements,
}
