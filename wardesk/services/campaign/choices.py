"""What the words of an action may be: bridges, units, boxes and the rest, each with its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wardesk.campaign.arrivals import games_in_play
from wardesk.campaign.design import Design
from wardesk.campaign.market_garden.ch01_weather import DIVISIONS
from wardesk.campaign.market_garden.ch02_bridges import BAILEY_POOLS
from wardesk.campaign.market_garden.ch03_drops import TANKS
from wardesk.campaign.market_garden.ch05_off_map import MOVERS
from wardesk.campaign.market_garden.common import unknown_numbers
from wardesk.campaign.market_garden.s03_random import CHITS
from wardesk.campaign.market_garden.s05_german import HUBER, RAID_DAYS
from wardesk.campaign.places import GONE, IN_PLAY
from wardesk.campaign.state import State

Pairs = list[tuple[str, str]]
"""Values with their names."""


def choices(design: Design, state: State, of: str) -> Pairs:
    """The values that *of* stands for, in the order of the design; none for an unknown word."""
    found = _CHOICES.get(of)
    return found(design, state) if found is not None else []


def _bridges(design: Design, state: State) -> Pairs:
    return [
        (each.id, f"{each.name} ({state.bridges[each.id].state.replace('-', ' ')})")
        for each in design.bridges
    ]


def _sides(design: Design, state: State) -> Pairs:
    del state
    return [(each.id, each.name) for each in design.sides]


def _units(design: Design, state: State) -> Pairs:
    return [
        (each.id, f"{each.name}, {design.formation[each.formation].name}")
        for each in design.units
        if state.units[each.id].place.kind not in GONE | {"not-yet", "queue"}
    ]


def _units_in_play(design: Design, state: State) -> Pairs:
    return [row for row in _units(design, state) if state.units[row[0]].place.kind in IN_PLAY]


def _dropped(design: Design, state: State) -> Pairs:
    return [row for row in _units(design, state) if state.units[row[0]].place.kind == "drop"]


def _baileys(design: Design, state: State) -> Pairs:
    units = [unit for pool in design.pools if pool.id in BAILEY_POOLS for unit in pool.units]
    return [(unit, f"{design.unit[unit].name} ({state.units[unit].place.kind})") for unit in units]


def _named(rows: str) -> Callable[[Design, State], Pairs]:
    def found(design: Design, state: State) -> Pairs:
        del state
        return [(each.id, each.name) for each in getattr(design, rows)]

    return found


def _formations(fits: Callable[[Design, str], object]) -> Callable[[Design, State], Pairs]:
    def found(design: Design, state: State) -> Pairs:
        del state
        return [
            (each.id, each.name)
            for each in design.formations
            if design.members[each.id] and fits(design, each.id)
        ]

    return found


def _airborne(design: Design, state: State) -> Pairs:
    here = games_in_play(design, state)
    found = _formations(lambda d, key: key in DIVISIONS and here & set(d.formation[key].games))
    return found(design, state)


def _german_not_59(design: Design, key: str) -> bool:
    return design.formation[key].side == "german" and "59" not in design.above(key)


def _is_division(design: Design, key: str) -> bool:
    return any(each.division == key for each in design.formations) or key in ("101", "gds", "43")


def _stops(design: Design, state: State) -> Pairs:
    now = state.routes[design.routes[0].id].stop if design.routes else 0
    return [(stop.id, stop.name) for stop in design.routes[0].stops[now + 1 :]]


def _turns(design: Design, state: State) -> Pairs:
    calendar = design.calendar
    today = calendar.turn(max(state.ordinal, 0)).day_number
    found = [calendar.turn(calendar.at(today, slot)) for slot in calendar.slots]
    return [(turn.slot, turn.label) for turn in found if turn.ordinal >= state.ordinal]


def _tanks(design: Design, state: State) -> Pairs:
    del state
    group = next((each for each in design.identity_groups if each.id == TANKS), None)
    return [
        (each.id, ", ".join(design.unit[unit].name for unit in each.units))
        for each in (group.options if group is not None else ())
    ]


def _huber(design: Design, state: State) -> Pairs:
    del state
    group = next((each for each in design.identity_groups if each.id == HUBER), None)
    return [
        (each.id, design.formation[each.formation or ""].name)
        for each in (group.options if group is not None else ())
    ]


def _attachments(design: Design, state: State) -> Pairs:
    del state
    names = {each.id: each.name for each in design.formations}
    return [
        (each.id, f"{names[each.formation]}: {names[each.normal]} or {names[each.option]}")
        for each in design.attachments
    ]


def _pools(design: Design, state: State) -> Pairs:
    names = {each.id: each.name for each in design.formations}
    return [
        (each.id, f"{each.name}{f', {names[each.owner]}' if each.owner in names else ''}"
                  f" ({state.pools[each.id]})")
        for each in design.pools
        if state.pools.get(each.id) is not None
    ]  # fmt: skip


_CHOICES: Mapping[str, Callable[[Design, State], Pairs]] = {
    "bridge": _bridges,
    "side": _sides,
    "unit": _units,
    "unit-in-play": _units_in_play,
    "dropped": _dropped,
    "bailey": _baileys,
    "box": _named("boxes"),
    "entry": _named("entries"),
    "corps": _named("corps"),
    "zone": _named("zones"),
    "formation": _formations(lambda d, key: True),
    "formation-59": _formations(lambda d, key: "59" in d.above(key)),
    "formation-german": _formations(_german_not_59),
    "mover": _formations(lambda d, key: any(each in d.above(key) for each in MOVERS)),
    "division": _formations(_is_division),
    "airborne": _airborne,
    "allied-division": _formations(
        lambda d, key: d.formation[key].kind == "division" and d.formation[key].side == "allied"
    ),
    "stop": _stops,
    "turn": _turns,
    "spur": lambda d, s: [(each, each) for route in d.routes for each in route.spurs],
    "night": lambda d, s: [
        (str(day), d.calendar.turn(d.calendar.at(day, "Night")).label) for day in RAID_DAYS
    ],
    "huber": _huber,
    "tanks": _tanks,
    "attachment": _attachments,
    "pool": _pools,
    "chit": lambda d, s: [(each.id, f"{each.name}: {each.words}") for each in CHITS],
    "number": lambda d, s: list(unknown_numbers(d).items()),
    "game": lambda d, s: list(d.games.items()),
}
