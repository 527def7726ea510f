"""Campaigns in lines of text: the standing, an event, a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from wardesk.campaign.operation.places import GONE, IN_PLAY, Place

LONG_RUN = 6

if TYPE_CHECKING:
    from wardesk.campaign.ledger.events import Event
    from wardesk.campaign.ledger.proposal import Proposal
    from wardesk.campaign.operation.design import Design
    from wardesk.services.campaign.desk import CampaignDesk


def event_line(design: Design, event: Event) -> str:
    """One event in one line."""
    turn = design.calendar.turn(event.ordinal).label if event.ordinal >= 0 else ""
    body: dict[str, Any] = msgspec.json.decode(event.body)
    body.pop("kind", None)
    told = ", ".join(
        f"{key} {_short(value)}" for key, value in body.items() if value not in ("", [], {}, None)
    )
    return f"{event.seq} {turn} {event.actor}: {event.kind} {told}".rstrip()


def event_lines(design: Design, events: Sequence[Event]) -> list[str]:
    """Events in lines; a long run of one kind is only counted."""
    found: list[str] = []
    for kind, run in groupby(events, key=lambda event: event.kind):
        rows = list(run)
        if len(rows) > LONG_RUN:
            found.append(f"{rows[0].seq}–{rows[-1].seq} {kind}: {len(rows)} of them")
        else:
            found += [event_line(design, event) for event in rows]
    return found


def _short(value: object) -> str:
    if isinstance(value, dict) and "kind" in value:
        return str(msgspec.convert(value, Place))
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}…"


def print_proposal(proposal: Proposal) -> None:
    """A roll with its inputs, modifiers and odds."""
    print(f"{proposal.title} [{proposal.cite}]")
    for text in proposal.inputs:
        print(f"  {text}")
    for each in proposal.modifiers:
        print(f"  {each.label}: {each.value:+d} [{each.cite}]")
    if proposal.needed is not None:
        print(f"  Needed: a die {proposal.modifier:+d} of {proposal.needed} or less")
    if proposal.missing:
        print(f"  Unknown: {proposal.missing}")
    if proposal.odds_text:
        print(f"  Odds: {proposal.odds_text}")
    if proposal.reconstruction:
        print(f"  Reconstruction: {proposal.reconstruction}")


def status_of(desk: CampaignDesk) -> dict[str, Any]:
    """How a campaign stands, for other programs."""
    state, design = desk.state, desk.design
    turn = design.calendar.turn(state.ordinal)
    ruled = {ruling.query for ruling in state.rulings.values()}
    return {
        "name": state.name,
        "file": str(desk.path),
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


def print_status(desk: CampaignDesk) -> None:
    """How a campaign stands, what needs attention first."""
    found = status_of(desk)
    turn = desk.design.calendar.turn(desk.state.ordinal)
    print(f"{found['name']}: {turn.label}, {found['events']} events")
    for step in found["pending"]:
        print(f"  to do: {step['title']} ({step['who']})")
    if not found["pending"]:
        print("  All lines of this turn are done; `next` begins the next one.")
    for sent in found["stale_packets"]:
        print(f"  the packet of event {sent} is no longer true")
    points = ", ".join(f"{side} {total}" for side, total in found["points"].items())
    print(f"Points: {points}. Weather: {found['weather'] or 'not rolled yet'}.")
    for key, route in desk.state.routes.items():
        stops = desk.design.route(key).stops
        at = stops[route.stop].name if route.stop >= 0 else "its start"
        spur = f", spur {route.spur}" if route.spur else ""
        print(
            f"{desk.design.route(key).name}: marker at {at}{spur}, {'cut' if route.cut else 'open'}"
        )
    waiting = [e.name for e in desk.design.queue if desk.state.queue[e.key].status == "waiting"]
    print(f"Queue: {', '.join(waiting[:4])}{' …' if len(waiting) > 4 else ''}")
    for row in found["formations"]:
        if row["in_play"] or row["gone"]:
            lost = f", {row['gone']} gone" if row["gone"] else ""
            print(
                f"  {row['name']}: {row['steps']} of {row['steps_full']} steps,"
                f" {row['in_play']} of {row['units']} units in play{lost}"
            )
    print(f"{len(found['open_questions'])} questions are open; our proposals are used for them.")
