"""Who is due now by the schedule: set-up, reinforcements, and what a gate still holds back."""

from __future__ import annotations

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.operation.conditions import holds
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import facts_of
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.positions import Spreading, come_in
from wardesk.campaign.operation.schedule import Arrival
from wardesk.campaign.operation.state import State

BY_SCHEDULE: frozenset[str] = frozenset({"setup", "reinforcement"})
"""Modes that need no roll, no choice and no other rule."""


class Due(Struct, frozen=True, kw_only=True):
    """A line of the schedule whose turn has come."""

    arrival: Arrival
    units: tuple[str, ...]
    gate: bool | None
    """Whether it is open; None is not yet known."""


def games_in_play(design: Design, state: State) -> frozenset[str]:
    """The games that are played: all, or with ``both_games`` off that in which the route begins.

    A campaign without a route has no first game, and is played in all of them.
    """
    return frozenset(
        design.games if both_played(design, state) else [design.routes[0].stops[0].game]
    )


def both_played(design: Design, state: State) -> bool:
    """Whether more than the game in which the route begins is played."""
    return bool(state.options.get("both_games", True)) or not design.routes


def passed(design: Design, state: State, box: str | None) -> bool:
    """Whether a flank corps stands in an off-map box or beyond it."""
    return any(
        state.corps[corps.id].box >= corps.track.index(box)
        for corps in design.corps
        if box in corps.track
    )


def shut_out(design: Design, state: State, formation: str) -> bool:
    """Whether all entries of a formation's division lie behind a flank corps.

    A division without entries is never shut out.
    """
    above = design.above(formation)
    entries = [entry for entry in design.entries if entry.owner in above]
    return bool(entries) and all(passed(design, state, entry.shut_by) for entry in entries)


def due(design: Design, state: State) -> list[Due]:
    """Every line that is due now and has units that are not in play yet."""
    facts = facts_of(design, state)
    played = games_in_play(design, state)
    found: list[Due] = []
    for arrival in design.arrivals:
        when = design.calendar.first_ordinal if arrival.at is None else arrival.at
        if arrival.mode not in BY_SCHEDULE or when > state.ordinal or arrival.for_scenario:
            continue
        if arrival.game not in played:
            continue
        units = tuple(
            unit
            for unit in design.brought_by(arrival)
            if design.schedule[unit, arrival.game] is arrival
            and state.units[unit].place.kind == "not-yet"
            and not (arrival.mode == "reinforcement" and arrival.at is None)
            and _allowed(design, state, unit)
        )
        if units:
            formation = arrival.subject
            if arrival.subject_kind == "unit":
                formation = design.unit[arrival.subject].formation
            # set-up forces stand on the map from the start; the others come by their entries
            shut = arrival.mode == "reinforcement" and shut_out(design, state, formation)
            gate = False if shut else holds(arrival.gate, facts)
            found.append(Due(arrival=arrival, units=units, gate=gate))
    return found


def arrive(design: Design, state: State, most: int = 0) -> list[EventDraft]:
    """The events that bring everybody who is due and whose gate is open, into hexes.

    *most* units of a side stand in one; 0: nobody knows how many may.
    """
    drafts: list[EventDraft] = []
    placed: set[str] = set()
    spreading = Spreading(design, state, most)
    for each in due(design, state):
        if each.gate is not True:
            continue
        place = Place("hex", each.arrival.entry or "", game=each.arrival.game)
        # a unit with a line in both games comes in the first one
        units = [unit for unit in each.units if unit not in placed]
        placed.update(units)
        where = come_in(design, state, units, each.arrival.game, most, place, spreading)
        drafts += [
            EventDraft(payload=UnitArrived(unit=unit, place=where[unit]), source="engine")
            for unit in units
        ]
    return drafts


def _allowed(design: Design, state: State, unit: str) -> bool:
    """Not one of several sets of counters before it is chosen, and not an optional unit."""
    if design.unit[unit].optional:
        return False
    return all(
        state.identities.get(group) == option for group, option in design.choices.get(unit, ())
    )
