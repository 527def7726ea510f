"""Chapter 4.3: which formations of XXX Corps come, with every modifier of the roll."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.routes import Bypassed, Released, ReleaseFailed
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.ledger.proposal import Proposal, factors_of, judged, roll_under, succeeds
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.common import (
    CLUB,
    STACKING,
    day,
    dispatch_of,
    event,
    in_order,
    number,
    on,
    ours,
    paid,
    points,
)
from wardesk.campaign.market_garden.kinds import SupplySecured
from wardesk.campaign.operation.arrivals import both_played
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.positions import come_in
from wardesk.campaign.operation.schedule import QueueEntry
from wardesk.campaign.operation.state import State
from wardesk.words import join, say, say_count

MOST_DISPATCH = 4
BRIGADE_231 = "43rd.231"
"""Its line of the queue."""
OWN_HEX = say("its hex of the reinforcement schedule")
"""Where formations without a marker come, which are not on the route; the hex is not known here."""


class NextRelease(Struct, frozen=True, kw_only=True):
    """What the queue asks for now."""

    kind: Literal["first", "auto", "roll", "bypass", "wait", "done"]
    entry: QueueEntry | None = None
    why: str = ""


def next_release(design: Design, state: State) -> NextRelease:
    """The next line of the queue and how it comes (4.3.1). Only at 1900, not on 17 September."""
    on(design, state, "1900-2", "1900")
    allow(day(design, state) > 0, say("Nothing is released on 17 September."), "1900-2")
    in_order(design, state, "release")
    waiting = [e for e in design.queue if state.queue[e.key].status == "waiting"]
    waiting.sort(key=lambda each: each.position)
    if not waiting:
        return NextRelease(kind="done", why=say("The queue is empty."))
    entry = waiting[0]
    now = state.queue[entry.key]
    if now.failed_at == state.ordinal:
        return NextRelease(kind="done", entry=entry, why=say("A roll failed on this turn."))
    if _bypassed(design, state, entry):
        return NextRelease(kind="bypass", entry=entry, why=say("The marker has not come that far."))
    if _waits(state, entry):
        return NextRelease(
            kind="wait", entry=entry, why=say("The marker is still on the map of WED.")
        )
    if entered_now(state) == 0:
        return NextRelease(kind="first", entry=entry, why=say("The first in line comes by itself."))
    if entry.mode == "auto_in_order":
        return NextRelease(kind="auto", entry=entry, why=say("It comes without a roll."))
    return NextRelease(kind="roll", entry=entry)


def _bypassed(design: Design, state: State, entry: QueueEntry) -> bool:
    if not entry.gates or entry.if_shut != "bypass":
        return False
    both = both_played(design, state)
    if not both and entry.game != "WED" and not entry.needs_exit:
        return True  # the 1st Airborne's, which is always passed over in WED alone
    if _waits(state, entry) or (entry.needs_exit and not both):
        return False  # in WED alone nobody can say how far beyond its map the road has come
    route, now = design.route(CLUB), state.routes[CLUB].stop
    return not any(route.index(stop) <= now for stop in entry.gates)


def _waits(state: State, entry: QueueEntry) -> bool:
    needs = entry.needs_exit or (
        entry.key == BRIGADE_231 and state.decision("231-place") == "only after the map exit"
    )
    return needs and not state.routes[CLUB].left


def entered_now(state: State) -> int:
    """Formations that have come on this turn, those without a roll included."""
    return sum(
        each.status == "released" and each.at == state.ordinal for each in state.queue.values()
    )


def propose_release(
    design: Design,
    state: State,
    dispatch: int = 0,
    without: Collection[str] = (),
    reason: str = "",
) -> Proposal:
    """The roll for the next in line, with exact odds (4.3.2).

    *dispatch* points are paid by its division, four at most, for this roll alone. The umpire may
    switch modifiers off by their labels (*without*), with a reason.
    """
    found = next_release(design, state)
    rolls = say("Nothing is rolled for now. {why}", why=found.why)
    require(found.entry, rolls, "4.3.1")
    assert found.entry is not None
    require(found.kind in ("roll", "done", "wait"), rolls, "4.3.1")
    allow(found.kind == "roll", rolls, "4.3.1")
    entry = found.entry
    require(dispatch >= 0, say("Dispatch points are not below zero."), "4.3.2")
    allow(dispatch <= MOST_DISPATCH, say("Four dispatch points are the most."), "4.3.2")
    alone = not both_played(design, state)
    fixed = entry.bonus if alone else 0
    allow(not (fixed and dispatch), say("43rd Division has no dispatch points in WED."), "4.3.2")
    left = dispatch_of(state, _payer(state, entry, dispatch))
    require(
        left is None or dispatch <= left,
        say("Only {left} dispatch points are left.", left=left),
        "4.3.2",
    )
    key = f"release.{entry.key}"
    factors = factors_of(_modifiers(design, state, dispatch, fixed), "4.3.2", without)
    needed = number(state, key, entry.number, entry.proposed)
    return roll_under(
        f"release:{entry.key}", say("Release of {entry}", entry=entry.name), "4.3.1", needed,
        (say("released"), say("not yet")), factors,
        context=say_count(
            "{n} formation has come on this turn",
            "{n} formations have come on this turn",
            n=entered_now(state),
        ),
        reason=reason, unknown=say("the number on its marker is not known"),
        reconstruction=ours(design, state, key, entry.number, needed),
    )  # fmt: skip


def _payer(state: State, entry: QueueEntry, dispatch: int) -> str:
    """The division whose points are paid: its own, for 231 Brigade also the Guards' (S6.10)."""
    own = dispatch_of(state, entry.division)
    enough = own is not None and own >= dispatch
    return "gds" if entry.key == BRIGADE_231 and not enough else entry.division


def _modifiers(design: Design, state: State, dispatch: int, fixed: int) -> list[tuple[str, int]]:
    since = state.ordinal - len(design.calendar.slots)
    bridges = state.bridges.values()
    baileys = sum(b.bailey_at is not None and b.bailey_at > since for b in bridges)
    dozers = sum(b.bulldozer_at is not None and b.bulldozer_at > since for b in bridges)
    earlier = entered_now(state)
    sign = -1 if state.decision("release-sign") == "-1 each" else 1
    return [
        (say("Bailey bridges placed since the last 1900"), 2 * baileys),
        (say("bulldozers placed since the last 1900"), dozers),
        (say("Club Route is cut"), 2 if state.routes[CLUB].cut else 0),
        (say("formations that came on this turn"), sign * earlier),
        (say("dispatch points"), -dispatch),
        (say("43rd Division in WED alone"), fixed),
    ]


def release(
    design: Design,
    state: State,
    roll: int | None = None,
    dispatch: int = 0,
    without: Collection[str] = (),
    reason: str = "",
) -> list[EventDraft]:
    """Deal with the next line of the queue: release it, roll for it, or pass it over (4.3.1).

    Refused when it waits, when nothing is left to do, or when a roll is needed and missing; where
    the umpire overrules that, it is released by his ruling.
    """
    found = next_release(design, state)
    entry = found.entry
    require(entry, say("The queue: {why}", why=found.why), "4.3.1")
    assert entry is not None
    allow(found.kind not in ("done", "wait"), join(": ", (entry.name, found.why)), "4.3.1")
    if found.kind == "bypass":
        return [event(Bypassed(entry=entry.key, why=found.why))]
    if found.kind in ("first", "auto"):
        how = "first" if found.kind == "first" else "auto"
        return [event(Released(entry=entry.key, how=how)), *_comes(design, state, entry)]
    if roll is None:
        allow(found.kind != "roll", say("{entry} needs a roll.", entry=entry.name), "4.3.1")
        return [event(Released(entry=entry.key, how="ruling")), *_comes(design, state, entry)]
    proposal = propose_release(design, state, dispatch, without, reason)
    if not succeeds(proposal, roll):
        failed = event(ReleaseFailed(entry=entry.key), caused_by=-1)
        spent = paid(state, _payer(state, entry, dispatch), dispatch, before=2)
        return [judged(proposal, roll, say("not yet")), failed, *spent]
    released = Released(entry=entry.key, how="roll")
    drafts = [
        judged(proposal, roll, "released"),
        event(released, caused_by=-1),
        *_comes(design, state, entry),
    ]
    return [*drafts, *paid(state, _payer(state, entry, dispatch), dispatch, before=len(drafts))]


def _comes(design: Design, state: State, entry: QueueEntry) -> list[EventDraft]:
    """What follows a release: points, supply for good, and the units where they come in."""
    payloads: list[Payload] = []
    if entry.scores:
        payloads += [
            each.payload
            for each in points(
                design, state, "release", 1, say("{entry} released", entry=entry.name)
            )
        ]
    tail = entry.key.startswith("seatail")
    if tail:
        payloads.append(SupplySecured(division=entry.division))
    # once the marker has left WED, the Guards no longer come there; a formation for the other game
    # counts for points where that game is not played, but its units do not appear
    gone = entry.division == "gds" and state.routes[CLUB].left
    game = "TDC" if gone else entry.game
    if not tail and (game == "WED" or both_played(design, state)):
        units = [
            unit
            for formation in entry.formations
            for unit in design.members.get(formation, ())
            if state.units[unit].place.kind == "queue" and _has_counter(design, unit, game)
        ]
        own = entry.mode == "auto_in_order"
        place = Place("hex", OWN_HEX, game=game) if own else Place("marker", CLUB, game=game)
        where = come_in(design, state, units, game, STACKING, place)
        payloads += [UnitArrived(unit=unit, place=where[unit]) for unit in units]
    return _caused(payloads)


def early_units(design: Design, state: State) -> list[str]:
    """The units of the queue that enter before its first 1900 turn, and are not in play (4.3.1).

    They are listed with a turn of the first day; the others of their group come with its release.
    """
    calendar = design.calendar
    first_day = calendar.turn(calendar.first_ordinal).day_number
    early = [
        each.subject
        for each in design.arrivals
        if each.mode == "release"
        and each.at is not None
        and calendar.turn(each.at).day_number == first_day
    ]
    return [
        unit
        for formation in early
        for unit in design.members.get(formation, ())
        if state.units[unit].place.kind == "queue"
        and _has_counter(design, unit, design.queue[0].game)
    ]


def enter_early(design: Design, state: State) -> list[EventDraft]:
    """On 17 September a part of Group Hot enters behind the marker, without a release (4.3.1)."""
    allow(day(design, state) == 0, say("This happens on 17 September."), "4.3.1")
    units = early_units(design, state)
    require(units, say("It is there already."), "4.3.1")
    game = design.queue[0].game
    where = come_in(design, state, units, game, STACKING, Place("marker", CLUB, game=game))
    return [
        event(UnitArrived(unit=unit, place=where[unit]), caused_by=-number if number else None)
        for number, unit in enumerate(units)
    ]


def _has_counter(design: Design, unit: str, game: str) -> bool:
    return any(each.game == game for each in design.seen_as.get(unit, ()))


def _caused(payloads: list[Payload]) -> list[EventDraft]:
    return [event(payload, caused_by=-n) for n, payload in enumerate(payloads, 1)]
