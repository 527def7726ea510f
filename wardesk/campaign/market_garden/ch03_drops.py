"""Chapter 3: when and where the airborne divisions drop, their supply, and other zones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet, WeatherSet
from wardesk.campaign.ledger.kinds.forces import IdentityChosen
from wardesk.campaign.ledger.kinds.secrets import commit, reveal
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.ledger.proposal import Proposal, check_roll, judged, on_table
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.ch01_weather import DIVISIONS
from wardesk.campaign.market_garden.ch03_free_drop import (
    assignments,
    replan_fact,
    tell_assignments,
)
from wardesk.campaign.market_garden.common import day, event, on, played, weather_is_known
from wardesk.campaign.market_garden.kinds import (
    DropLanded,
    DropPlanned,
    DropPostponed,
    Interdicted,
    ZonesChanged,
    drop_of,
)
from wardesk.campaign.operation.arrivals import games_in_play
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.positions import Spreading, cells_for
from wardesk.campaign.operation.state import State
from wardesk.words import say

TANKS = "airborne_tanks"
"""The option and the set of counters of O4.0."""
SUPPLY_SLOTS = ("1300", "1500")
_FIRST_TURN = {"always two or three turns later": 2, "always one or two turns later": 1}
"""How many turns after it has cleared a drop may come first, where a ruling says so."""
REPLANNED_SLOTS = ("1500", "1700")


def windows(design: Design, state: State, *, replanned: bool = False) -> tuple[int, ...]:
    """The two turns on which today's drop may come; none in bad weather (3.2, 3.6).

    Clear since 0700: 0900 or 1100. Fog that cleared: two or three turns later. Both as printed,
    unless a ruling counts both alike (question drop-timing).
    """
    calendar, today = design.calendar, day(design, state)
    weather = state.weather
    if weather.kind != "clear" or not weather_is_known(design, state):
        return ()
    if replanned:
        return tuple(calendar.at(today, each) for each in REPLANNED_SLOTS)
    clear = calendar.at(today, "0900") - calendar.at(today, calendar.slots[0])
    first = _FIRST_TURN.get(state.decision("drop-timing"), 2 if weather.cleared else clear)
    return weather.since + first, weather.since + first + 1


def supply_windows(design: Design, state: State) -> tuple[int, ...]:
    """The turns for a drop of supplies alone (3.5)."""
    today = day(design, state)
    return tuple(design.calendar.at(today, each) for each in SUPPLY_SLOTS)


def drop_units(design: Design, state: State, division: str, number: int) -> list[str]:
    """The units of a division that come with drop *number* and are not in play yet (3.1)."""
    return [
        unit
        for unit, drop in drop_numbers(design, state, division).items()
        if drop == number
        and division in design.above(design.unit[unit].formation)
        and state.units[unit].place.kind == "not-yet"
        and _has_its_counter(design, state, unit)
    ]


def _has_its_counter(design: Design, state: State, unit: str) -> bool:
    """Optional units come only where they are played, and of several sets only the chosen one."""
    if design.unit[unit].optional and not state.options.get(TANKS):
        return False
    return all(
        state.identities.get(group) == option for group, option in design.choices.get(unit, ())
    )


def drop_numbers(design: Design, state: State, division: str) -> dict[str, int | None]:
    """With which drop each unit comes, or came, in the games that are played (3.1, 3.3)."""
    here = games_in_play(design, state)
    rows: dict[str, int | None] = {}
    for arrival in design.arrivals:
        if arrival.mode != "drop" or arrival.game not in here:
            continue
        if arrival.subject_kind == "formation":
            for unit in design.members.get(arrival.subject, ()):
                rows.setdefault(unit, arrival.drop)
    for arrival in design.arrivals:  # a unit's own row stands over its formation's
        unit_row = arrival.mode == "drop" and arrival.subject_kind == "unit"
        if unit_row and arrival.game in here:
            rows[arrival.subject] = arrival.drop
    for row in assignments(state, division).values():  # a free drop stands over the schedule
        rows |= dict.fromkeys(design.members[row.formation], row.number)
    for formation, number, _zone in drop_of(state, division).zones:  # what was told is how it was
        rows |= dict.fromkeys(design.members[formation], number)
    return rows


def is_due(design: Design, state: State, division: str, number: int) -> bool:
    """Whether drop *number* has units left, and its day, with all delays, has come (3.1, 3.2)."""
    if not drop_units(design, state, division, number):
        return False
    scheduled = [
        each.at // len(design.calendar.slots)
        for each in design.arrivals
        if each.mode == "drop"
        and each.drop == number
        and each.at is not None
        and division in _over(design, each.subject)
    ]
    return day(design, state) >= min(scheduled, default=0) + drop_of(state, division).delay_days


def _over(design: Design, subject: str) -> tuple[str, ...]:
    formation = design.unit[subject].formation if subject in design.unit else subject
    return design.above(formation)


def plan(
    design: Design, state: State, division: str, turn: int, nonce: bytes, *, replanned: bool = False
) -> list[EventDraft]:
    """Today's drop: both turns are public, the chosen one is bound in secret (3.2).

    Nothing is due for a division before the days of its delay have passed.
    """
    played(design, state, division, "3.2")
    require(turn >= state.ordinal, say("That turn is over."), "3.2")
    drop = drop_of(state, division)
    number = drop.next_number
    came = drop.landed_at is not None and _day_of(design, drop.landed_at) == day(design, state)
    allow(not came, say("Its drop has come down today."), "3.1")
    supply_only = not is_due(design, state, division, number) or not windows(
        design, state, replanned=replanned
    )
    allow(day(design, state) > 0, say("Drop One comes by itself on the first turn."), "3.1")
    changed = state.facts.get(replan_fact(division)) == day(design, state)
    allow(changed or not replanned, say("No other zones were won today."), "3.6")
    if supply_only:
        allow(
            not drop_of(state, division).secured, say("The sea tail has ended supply drops."), "3.5"
        )
        if is_due(design, state, division, number):
            _no_other_drop_today(design, state)
        turns = supply_windows(design, state)
    else:
        turns = windows(design, state, replanned=replanned)
    # one whose turns have passed did not come down: its lines were closed by hand
    waits = drop.planned is not None and max(drop.turns) >= state.ordinal
    allow(not waits, say("A drop is planned already."), "3.1")
    names = ", ".join(design.calendar.turn(each).slot for each in turns)
    allow(
        turn in turns,
        say("It may come at {names} only.", names=names),
        "3.5" if supply_only else "3.2",
    )
    allow(min(turns) >= state.ordinal, say("It is too late for today's drop."), "3.2")
    turns = tuple(sorted({each for each in (*turns, turn) if each >= state.ordinal}))
    payload = DropPlanned(division=division, number=number, turns=turns, supply_only=supply_only)
    secret = f"drop:{division}:{state.ordinal}"
    about = say("on which turn the drop of {division} comes", division=division)
    bound, kept = commit(secret, "allied", about, str(turn), nonce)
    return [event(payload), replace(bound, caused_by=-1), kept]


def _day_of(design: Design, ordinal: int) -> int:
    return design.calendar.turn(ordinal).day_number


def _no_other_drop_today(design: Design, state: State) -> None:
    """`Refused` while the weather may still bring the drop itself, instead of supplies alone."""
    known = weather_is_known(design, state)
    allow(known, say("The weather of today is not known yet."), "3.2")
    allow(state.weather.kind != "fog", say("The fog may clear, and then the drop comes."), "3.2")


def land(design: Design, state: State, division: str) -> list[EventDraft]:
    """On a planned turn the counter is flipped: the drop comes down, or not yet (3.2, 3.4).

    One whose first turn was passed over by hand comes down on the second.
    """
    drop = drop_of(state, division)
    require(drop.planned is not None, say("No drop is planned."), "3.2")
    assert drop.planned is not None
    allow(state.ordinal in drop.turns, say("It is not one of its turns."), "3.2")
    name, secret = next(
        (key, each)
        for key, each in reversed(state.secrets.items())
        if key.startswith(f"drop:{division}:")
    )
    drafts = [] if secret.revealed is not None else [reveal(state, name)]
    chosen = int(secret.kept[1]) if secret.kept else -1
    if chosen > state.ordinal:
        return drafts
    drafts.append(event(DropLanded(division=division, number=drop.planned)))
    if drop.supply_only:
        return drafts
    after = tell_assignments(state, division, drop.planned)
    units = drop_units(design, state, division, drop.planned)
    after += _come_down(design, state, division, units)
    # what has no cause of its own is taken back with the drop
    return [
        *drafts,
        *(replace(each, caused_by=each.caused_by or -n) for n, each in enumerate(after, 1)),
    ]


def first_drop(design: Design, state: State) -> list[EventDraft]:
    """Drop One, always on the first turn and under a clear sky (3.1)."""
    first = state.ordinal == design.calendar.first_ordinal
    allow(first, say("Drop One comes on the first turn only."), "3.1")
    chosen = not state.options.get(TANKS) or TANKS in state.identities
    allow(chosen, say("First choose which airborne tanks are used."), "O4.0")
    drafts: list[EventDraft] = []
    for division in DIVISIONS:
        drafts += tell_assignments(state, division, 1)
        units = drop_units(design, state, division, 1)
        drafts += _come_down(design, state, division, units)
    require(drafts, say("Drop One is down already."), "3.1")
    if not state.weather.kind:
        drafts.append(event(WeatherSet(weather="clear")))
    return drafts


def _come_down(
    design: Design, state: State, division: str, units: Sequence[str]
) -> list[EventDraft]:
    """Units come down in hexes of their zones, however many in each (3.4).

    Whoever has them may put them into other hexes of the zone. Where nobody knows its hexes, they
    lie on the zone.
    """
    spreading = Spreading(design, state, 0)
    rows: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for unit in units:
        zone, game = _zone(design, state, division, unit)
        cells = design.hexes.cells(zone) or cells_for(design, state, unit, game)
        rows.setdefault((zone, game, cells), []).append(unit)
    drafts: list[EventDraft] = []
    for (zone, game, cells), together in rows.items():
        found = spreading.spread(together, cells)
        for unit in together:
            if unit in found:
                there = Place("hex", found[unit], game=game)
                drafts.append(event(UnitArrived(unit=unit, place=there, dropped=zone)))
            else:
                there = Place("drop", zone, game=game)
                drafts.append(event(UnitArrived(unit=unit, place=there)))
    return drafts


def choose_tanks(design: Design, state: State, option: str) -> list[EventDraft]:
    """Which of the two kinds of tank lands with Drop One, where both players want them (O4.0)."""
    allow(state.options.get(TANKS), say("Airborne tanks are not played in this campaign."), "O4.0")
    require(TANKS not in state.identities, say("They are chosen already."), "O4.0")
    group = next(each for each in design.identity_groups if each.id == TANKS)
    known = [each.id for each in group.options]
    require(option in known, say("There are {known}.", known=" and ".join(known)), "O4.0")
    return [event(IdentityChosen(group=TANKS, option=option))]


def _zone(design: Design, state: State, division: str, unit: str) -> tuple[str, str]:
    """The zone that a unit drops on, assigned or of the schedule; and its game."""
    above = design.above(design.unit[unit].formation)
    free = assignments(state, division)
    assigned = next((free[each].zone for each in above if each in free), None)
    rows = [
        each for each in design.arrivals if each.mode == "drop" and each.subject in (unit, *above)
    ]
    rows.sort(key=lambda each: each.subject != unit)
    game = rows[0].game if rows else ""
    return assigned or (rows[0].zone if rows else None) or division, game


# ---- supply, other zones ------------------------------------------------------------------------


def supply(design: Design, state: State, division: str, *, enemy_in_zone: bool) -> list[EventDraft]:
    """A supply drop with Germans in its zone is interdicted until one is not (3.5, S6.1.1).

    It is the division's drop of the day, or comes alone as it was planned; so once a day.
    """
    played(design, state, division, "3.5")
    allow(division in DIVISIONS, say("Only airborne divisions are supplied from the air."), "3.5")
    allow(not drop_of(state, division).secured, say("The sea tail keeps it in supply."), "3.5")
    drop = drop_of(state, division)
    first = state.ordinal == design.calendar.first_ordinal
    comes = first or drop.landed_at == state.ordinal
    allow(comes, say("No drop of this division comes down on this turn."), "3.5")
    allow(drop.supplied_at != state.ordinal, say("Supply comes down once."), "3.5")
    return [event(Interdicted(division=division, on=enemy_in_zone))]


def propose_zone_change(design: Design, state: State, division: str) -> Proposal:
    """The Allies ask for other zones, at 0700 and once for each division (3.6)."""
    on(design, state, "3.6", "0700")
    played(design, state, division, "3.6")
    asked = drop_of(state, division).zones_asked_at
    allow(asked != state.ordinal, say("It has asked today."), "3.6")
    title = say("Other drop zones for {formation}", formation=design.formation[division].name)
    return on_table(f"zones:{division}", title, design.table("zone-change"), "3.6")


def zone_change(design: Design, state: State, division: str, roll: int) -> list[EventDraft]:
    """Success lets the rest be planned anew; abort puts it off by 24 hours (3.6)."""
    proposal = propose_zone_change(design, state, division)
    check_roll(roll)
    result = design.table("zone-change").row(roll).result
    changed = ZonesChanged(division=division, result=result)  # pyright: ignore[reportArgumentType]
    drafts = [judged(proposal, roll, result), event(changed, caused_by=-1)]
    if result == "success":
        today = FactSet(fact=replan_fact(division), value=day(design, state))
        drafts.append(event(today, caused_by=-2))
    if result == "abort":
        payload = DropPostponed(division=division, why=say("zone change aborted"))
        drafts.append(event(payload, caused_by=-1))
    return drafts
