"""Campaigns in lines of text: the standing, an event, a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import Struct

from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.cli.output import show
from wardesk.words import join, say, shown

LONG_RUN = 6
LONGEST = 100
"""Letters of one thing that an event says; what is longer is cut."""

if TYPE_CHECKING:
    from wardesk.campaign.ledger.events import LedgerEvent
    from wardesk.campaign.ledger.proposal import Proposal
    from wardesk.campaign.operation.design import Design
    from wardesk.services.campaign.desk import CampaignDesk
    from wardesk.services.campaign.needs import Need


def event_line(design: Design, event: LedgerEvent) -> str:
    """One event in one line."""
    turn = design.calendar.turn(event.ordinal).label if event.ordinal >= 0 else ""
    told = _fields(event.payload)
    return f"{event.seq} {turn} {event.actor}: {event.kind} {told}".rstrip()


def event_lines(design: Design, events: Sequence[LedgerEvent]) -> list[str]:
    """Events in lines; a long run of one kind is only counted."""
    found: list[str] = []
    for kind, run in groupby(events, key=lambda event: event.kind):
        rows = list(run)
        if len(rows) > LONG_RUN:
            found.append(
                say(
                    "{first}–{last} {kind!s}: {number} of them",
                    first=rows[0].seq,
                    last=rows[-1].seq,
                    kind=kind,
                    number=len(rows),
                )
            )
        else:
            found += [event_line(design, event) for event in rows]
    return found


def _fields(value: Struct) -> str:
    """The names of what a value says, and what it says of each; nothing where it says nothing."""
    named = ((name, getattr(value, name)) for name in value.__struct_fields__)
    told = [(name, _in_words(each)) for name, each in named if each not in ("", (), {}, None)]
    return ", ".join(
        f"{name} {text if len(text) <= LONGEST else f'{text[: LONGEST - 1]}…'}"
        for name, text in told
    )


def _in_words(value: object) -> str:
    """A value of an event for people: sentences in their language, places, lists, numbers."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return shown(value)
        case Place():
            return str(value)
        case Struct():
            return f"({_fields(value)})"
        case dict():
            rows = cast("dict[object, object]", value)
            return ", ".join(f"{_in_words(key)}: {_in_words(each)}" for key, each in rows.items())
        case list() | tuple():
            return ", ".join(map(_in_words, cast("Sequence[object]", value)))
        case _:
            return str(value)


def print_proposal(proposal: Proposal) -> None:
    """A roll with its inputs, modifiers and odds."""
    show(say("{text} [{cite!s}]", text=proposal.prompt, cite=proposal.cite))
    if proposal.context:
        show(proposal.context, 2)
    for each in proposal.modifiers:
        told = join(": ", (each.name, f"{each.value:+d}"))
        show(say("{text} [{cite!s}]", text=told, cite=each.cite), 2)
    if proposal.needed is not None:
        needed = say(
            "Needed: a die {modifier:+d} of {needed} or less",
            modifier=proposal.modifier,
            needed=proposal.needed,
        )
        show(needed, 2)
    if proposal.missing:
        show(say("Unknown: {what}", what=proposal.missing), 2)
    if proposal.odds_text:
        show(say("Odds: {odds}", odds=proposal.odds_text), 2)
    if proposal.reconstruction:
        show(say("Reconstruction: {what}", what=proposal.reconstruction), 2)


def print_need(desk: CampaignDesk, need: Need) -> None:
    """What needs somebody now, and how it is answered."""
    turn = desk.design.calendar.turn(desk.state.ordinal).label
    title = say("{text} [{cite!s}]", text=need.title, cite=need.cite)
    show(join(": ", (turn, title)))
    if need.ask is not None and need.ask.proposal is not None:
        print_proposal(need.ask.proposal)
    elif need.why:
        show(need.why, 2)
    if need.when == "missed":
        show(say("It was due until {turn}; done late it needs --allow REASON.", turn=need.until), 2)
    elif need.last:
        show(say("{seat} does it; this is its last turn.", seat=need.seat), 2)
    else:
        show(say("{seat} does it.", seat=need.seat), 2)
    for word, values in need.choices.items():
        for value, name in values:
            show(join("   ", (f"{word}={value}", name)), 4)
    if need.hint:
        show(need.hint, 2)
    elif not need.choices:
        show(say("Answer with --done, or with --leave REASON."), 2)
    else:
        show(say("Answer with one of these, or with --leave REASON."), 2)


def status_of(desk: CampaignDesk) -> dict[str, Any]:
    """How a campaign stands, for other programs."""
    state, design = desk.state, desk.design
    turn = design.calendar.turn(state.ordinal)
    ruled = {ruling.query for ruling in state.rulings.values()}
    return {
        "name": state.name,
        "file": str(desk.place),
        "design": design.id,
        "turn": {"ordinal": turn.ordinal, "day": turn.day.isoformat(), "slot": turn.slot},
        "events": desk.ledger.head,
        "head_hash": desk.ledger.head_hash,
        "pending": [{"id": s.id, "title": s.title, "who": s.who} for s in desk.pending()],
        "points": {side.id: state.points(side.id) for side in design.sides},
        "weather": state.weather.kind,
        "route": {key: msgspec.to_builtins(route) for key, route in state.routes.items()},
        "queue": {key: entry.status for key, entry in state.queue.items()},
        "bridges": {key: bridge.state for key, bridge in state.bridges.items()},
        "formations": formation_rows(desk),
        "open_questions": [key for key in state.queries if key not in ruled],
        "stale_packets": desk.ledger.stale_packets(),
    }


def formation_rows(desk: CampaignDesk) -> list[dict[str, Any]]:
    """Every formation that has units: steps now and at full strength, units in play and lost."""
    rows: list[dict[str, Any]] = []
    state, design = desk.state, desk.design
    for formation in design.formations:
        own = [unit for unit in design.units if unit.formation == formation.id]
        if not own:
            continue
        states = [state.units[unit.id] for unit in own]
        rows.append(
            {
                "id": formation.id,
                "name": formation.name,
                "side": formation.side,
                "steps": sum(each.steps for each in states),
                "steps_full": sum(unit.steps_full for unit in own),
                "in_play": sum(each.place.kind in IN_PLAY for each in states),
                "gone": sum(each.place.kind in GONE for each in states),
                "units": len(own),
            }
        )
    return rows


def _print_due(desk: CampaignDesk) -> None:
    from wardesk.services.campaign.needs import due_list

    for need in due_list(desk):
        if need.key.startswith("step:") or need.when not in ("missed", "now"):
            continue
        told = say("due: {title} ({seat})", title=need.title, seat=need.seat)
        if need.when == "missed":
            told = say("missed: {title} ({seat})", title=need.title, seat=need.seat)
        show(told, 2)


def print_status(desk: CampaignDesk) -> None:
    """How a campaign stands, what needs attention first."""
    found = status_of(desk)
    turn = desk.design.calendar.turn(desk.state.ordinal)
    show(
        say(
            "{name!s}: {turn}, {events} events",
            name=found["name"],
            turn=turn.label,
            events=found["events"],
        )
    )
    _print_due(desk)
    for step in found["pending"]:
        show(say("to do: {step} ({who})", step=step["title"], who=step["who"]), 2)
    if not found["pending"]:
        show(say("All lines of this turn are done; `next` begins the next one."), 2)
    for sent in found["stale_packets"]:
        show(say("the packet of event {event} is no longer true", event=sent), 2)
    show(
        say(
            "Points: {points}. Weather: {weather}.",
            points=join(", ", [join(" ", pair) for pair in found["points"].items()]),
            weather=found["weather"] or say("not rolled yet"),
        )
    )
    for key, route in desk.state.routes.items():
        stops = desk.design.route(key).stops
        told = say(
            "{route}: marker at {stop}",
            route=desk.design.route(key).name,
            stop=stops[route.stop].name if route.stop >= 0 else say("its start"),
        )
        if route.spur:
            told = say("{text}, spur {spur}", text=told, spur=route.spur)
        show(join(", ", (told, say("cut") if route.cut else say("open"))))
    waiting = [e.name for e in desk.design.queue if desk.state.queue[e.key].status == "waiting"]
    names = join(", ", waiting[:4])
    show(
        say("Queue: {names} …", names=names)
        if len(waiting) > 4
        else say("Queue: {names}", names=names)
    )
    for row in found["formations"]:
        if row["in_play"] or row["gone"]:
            told = say(
                "{formation}: {steps} of {full} steps, {in_play} of {units} units in play",
                formation=row["name"],
                steps=row["steps"],
                full=row["steps_full"],
                in_play=row["in_play"],
                units=row["units"],
            )
            if row["gone"]:
                told = say("{text}, {gone} gone", text=told, gone=row["gone"])
            show(told, 2)
    show(
        say(
            "{number} questions are open; our proposals are used for them.",
            number=len(found["open_questions"]),
        )
    )
