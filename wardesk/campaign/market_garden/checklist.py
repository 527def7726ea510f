"""A turn's checklist, in its order: what each line asks, and what the desk does by itself."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.market_garden.ch03_drops import TANKS, drop_units
from wardesk.campaign.market_garden.ch04_club_route import STAYS, trace
from wardesk.campaign.market_garden.ch04_release import MOST_DISPATCH, next_release
from wardesk.campaign.market_garden.choices import tanks
from wardesk.campaign.market_garden.common import CLUB
from wardesk.campaign.market_garden.duties import divisions_played, movable
from wardesk.campaign.market_garden.ground import NOBODY
from wardesk.campaign.market_garden.kinds import drop_of, drops_of
from wardesk.campaign.operation.arrivals import both_played
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.schedule import ChecklistStep
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Ask, ChecklistLine, OpenCampaign, Pending, no_die
from wardesk.words import join, say, say_count


def _ask_weather(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask:
    proposal = desk.propose("weather", words)
    return Ask(step=step.id, action="weather", proposal=proposal, whole=True)


def _do_weather(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    done = desk.act("weather", {}, roll=roll)
    return list(done.events), say(
        "rolled {roll}: {kind}", roll=done.roll, kind=desk.state.weather.kind
    )


def _ask_fog(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask | None:
    if desk.state.weather.kind != "fog":
        return None
    return Ask(step=step.id, action="fog", proposal=desk.propose("fog", words), whole=True)


def _do_fog(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    if desk.state.weather.kind != "fog":
        return [], say("no fog")
    done = desk.act("fog", {}, roll=roll)
    return list(done.events), say(
        "rolled {roll}: {kind}", roll=done.roll, kind=desk.state.weather.kind
    )


def _ask_drops(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask | None:
    del words
    first = desk.state.ordinal == desk.design.calendar.first_ordinal
    if not first or not desk.state.options.get(TANKS) or TANKS in desk.state.identities:
        return None
    return Ask(
        step=step.id,
        action="choose-tanks",
        choice="option",
        choices=tuple(tanks(desk.design, desk.state)),
        question=say("Which airborne tanks land with Drop One?"),
    )


def _do_drops(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    no_die(roll)
    events: list[LedgerEvent] = []
    first = desk.state.ordinal == desk.design.calendar.first_ordinal
    waiting = any(s.place.kind == "not-yet" for s in desk.state.units.values())
    if first and waiting and not any(s.dropped for s in desk.state.units.values()):
        if desk.state.options.get(TANKS) and TANKS not in desk.state.identities:
            raise Pending(
                "Which airborne tanks land with Drop One?", "Use `act choose-tanks option=…`."
            )
        return list(desk.act("first-drop", {}).events), say("Drop One")
    for division, drop in drops_of(desk.state):
        if drop.planned is not None and desk.state.ordinal in drop.turns:
            events += desk.act("land", {"division": division}).events
    return events, say_count("one event", "{n} events", n=len(events)) if events else say(
        "none due"
    )


def _ask_marker(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask | None:
    del words
    route = desk.design.routes[0]
    if desk.state.routes[route.id].moved_at == desk.state.ordinal:
        return None
    found = trace(desk.design, desk.state)
    if not found.stops:
        if not trace(desk.design, desk.state, NOBODY).stops:
            return None
        # the map may be older than what was played elsewhere: somebody shall have seen it
        return Ask(
            step=step.id, action="advance", choice="stop",
            choices=((STAYS, say("It stays")),),
            question=say("The marker stays, as the map has it: {ends}", ends=found.ends),
        )  # fmt: skip
    names = {stop.id: stop.name for stop in route.stops}
    return Ask(
        step=step.id,
        action="advance",
        choice="stop",
        choices=tuple((stop, names[stop]) for stop in found.stops),
        question=say("How far does the marker of {route} go?", route=route.name),
    )


def _do_marker(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    no_die(roll)
    route = desk.state.routes[CLUB]
    if route.moved_at == desk.state.ordinal:
        return [], "moved"
    found = trace(desk.design, desk.state)
    if not found.stops and trace(desk.design, desk.state, NOBODY).stops:
        raise Pending(
            say("The marker stays, as the map has it: {ends}", ends=found.ends),
            "Say `act advance stop=stays`, or `enemy_before=nobody` with a stop.",
        )
    if not found.stops:
        return [], say("stays: {ends}", ends=found.ends)
    names = ", ".join(found.stops)
    raise Pending(
        say("How far does the marker go? It can reach {names}.", names=names),
        "Use `act advance stop=…`, or leave it with --skip.",
    )


def _ask_release(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask | None:
    found = next_release(desk.design, desk.state)
    if found.kind != "roll" or found.entry is None:
        return None
    free = not (found.entry.bonus and not both_played(desk.design, desk.state))
    given = {key: text for key, text in words.items() if free or key != "dispatch"}
    return Ask(
        step=step.id,
        action="roll-release",
        words=given,
        proposal=desk.propose("roll-release", given),
        paid="dispatch" if free and found.entry.division else "",
        most_paid=MOST_DISPATCH,
        switches=True,
    )


def _unasked_release(desk: OpenCampaign) -> list[LedgerEvent]:
    events: list[LedgerEvent] = []
    while next_release(desk.design, desk.state).kind in ("first", "auto", "bypass"):
        events += desk.act("release", {}).events
    return events


def _do_release(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    events: list[LedgerEvent] = []
    while True:
        found = next_release(desk.design, desk.state)
        if found.kind in ("done", "wait"):
            no_die(roll)
            return events, found.why
        if found.kind == "roll":
            events += desk.act("roll-release", {}, roll=roll).events
            roll = None  # one die, one roll
        else:
            events += desk.act("release", {}).events


def _do_status(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    no_die(roll)
    events = list(desk.act("reopen", {}).events)
    return events, "cut" if desk.state.routes[CLUB].cut else "open"


def _ask_corps(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask | None:
    for corps in desk.design.corps:
        now = desk.state.corps[corps.id]
        if now.tried_at != desk.state.ordinal and now.box + 1 < len(corps.track):
            given = {**words, "corps": corps.id}
            proposal = desk.propose("corps", given)
            return Ask(
                step=step.id, action="corps", words=given, proposal=proposal, switches=True
            )  # fmt: skip
    return None


def _do_corps(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    events: list[LedgerEvent] = []
    for corps in desk.design.corps:
        now = desk.state.corps[corps.id]
        if now.tried_at == desk.state.ordinal or now.box + 1 >= len(corps.track):
            continue
        events += desk.act("corps", {"corps": corps.id}, roll=roll).events
        roll = None
    boxes = [
        join(": ", (c.name, desk.design.box[c.track[desk.state.corps[c.id].box]].name))
        for c in desk.design.corps
    ]
    return events, ", ".join(boxes)


def _do_raid(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    no_die(roll)
    if "raid" not in desk.state.secrets:
        return [], say("no marker was placed")
    events = list(desk.act("reveal-raid", {}).events)
    return events, say("the raid") if desk.state.facts.get("raid.running") else say("a decoy")


def _no_zones(design: Design, state: State) -> str:
    left = [
        each
        for each in divisions_played(design, state)
        if drop_units(design, state, each, drop_of(state, each).next_number)
    ]
    return "" if left else say("no drop is left")


def _no_moves(design: Design, state: State) -> str:
    return "" if movable(design, state) else say("nobody stands in a box")


def _no_points(design: Design, state: State) -> str:
    del design
    kept = any(key.startswith("dispatch.") for key in state.facts)
    return "" if kept else say("no dispatch points are kept here")


def _with_the_activations(design: Design, state: State) -> str:
    del design, state
    return say("at the table")


LINES: Mapping[str, ChecklistLine] = {
    "weather": ChecklistLine(do=_do_weather, ask=_ask_weather),
    "fog": ChecklistLine(do=_do_fog, ask=_ask_fog),
    "drops": ChecklistLine(do=_do_drops, ask=_ask_drops),
    "marker": ChecklistLine(do=_do_marker, ask=_ask_marker),
    "release": ChecklistLine(do=_do_release, ask=_ask_release, unasked=_unasked_release),
    "status": ChecklistLine(do=_do_status),
    "corps": ChecklistLine(do=_do_corps, ask=_ask_corps),
    "raid": ChecklistLine(do=_do_raid),
    "zones": ChecklistLine(idle=_no_zones, action="zones"),
    "offmap": ChecklistLine(idle=_no_moves, action="off-map"),
    "dispatch": ChecklistLine(idle=_no_points, action="buy-chits"),
    "mug": ChecklistLine(idle=_with_the_activations),
    "barrages": ChecklistLine(idle=_with_the_activations),
}
