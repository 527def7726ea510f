"""What the words of an action may be: bridges, units, boxes and the rest, each with its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wardesk.campaign.operation.corridor import BRIDGE_MOVES
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import WEATHER
from wardesk.campaign.operation.places import GONE, IN_PLAY
from wardesk.campaign.operation.scenarios import PLAYED
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Chooser, Pairs, ruleset_of
from wardesk.words import join, say


def choices(design: Design, state: State, of: str) -> Pairs:
    """The values that *of* stands for, in the order of the design; none for an unknown word."""
    found = ruleset_of(design).choices.get(of) or _CHOICES.get(of)
    return found(design, state) if found is not None else []


def _bridges(design: Design, state: State) -> Pairs:
    return [
        (each.id, f"{each.name} ({state.bridges[each.id].state.replace('-', ' ')})")
        for each in design.bridges
    ]


def _sides(design: Design, state: State) -> Pairs:
    del state
    return [(each.id, each.name) for each in design.sides]


def units(design: Design, state: State) -> Pairs:
    """The units that came into play and are not lost."""
    return [
        (each.id, join(", ", (each.name, design.formation[each.formation].name)))
        for each in design.units
        if state.units[each.id].place.kind not in GONE | {"not-yet", "queue"}
    ]


def _units_in_play(design: Design, state: State) -> Pairs:
    return [row for row in units(design, state) if state.units[row[0]].place.kind in IN_PLAY]


def named(rows: str) -> Chooser:
    """A chooser of all rows of a table of the design: ``boxes``."""

    def found(design: Design, state: State) -> Pairs:
        del state
        return [(each.id, each.name) for each in getattr(design, rows)]

    return found


def formations(fits: Callable[[Design, str], object]) -> Chooser:
    """A chooser of the formations with units of their own that *fits* is true of."""

    def found(design: Design, state: State) -> Pairs:
        del state
        return [
            (each.id, each.name)
            for each in design.formations
            if design.members[each.id] and fits(design, each.id)
        ]

    return found


def _stops(design: Design, state: State) -> Pairs:
    return [
        (stop.id, stop.name)
        for route in design.routes
        for stop in route.stops[state.routes[route.id].stop + 1 :]
    ]


def _turns(design: Design, state: State) -> Pairs:
    calendar = design.calendar
    today = calendar.turn(max(state.ordinal, 0)).day_number
    found = [calendar.turn(calendar.at(today, slot)) for slot in calendar.slots]
    return [(turn.slot, turn.label) for turn in found if turn.ordinal >= state.ordinal]


def _attachments(design: Design, state: State) -> Pairs:
    del state
    names = {each.id: each.name for each in design.formations}
    return [
        (
            each.id,
            say(
                "{formation}: {normal} or {option}",
                formation=names[each.formation],
                normal=names[each.normal],
                option=names[each.option],
            ),
        )
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


_CHOICES: Mapping[str, Chooser] = {
    "bridge": _bridges,
    "side": _sides,
    "unit": units,
    "unit-in-play": _units_in_play,
    "box": named("boxes"),
    "entry": named("entries"),
    "formation": formations(lambda d, key: True),
    "stop": _stops,
    "bridge-state": lambda d, s: [(each, each.replace("-", " ")) for each in BRIDGE_MOVES],
    "turn": _turns,
    "attachment": _attachments,
    "pool": _pools,
    "game": lambda d, s: list(d.games.items()),
    "player": lambda d, s: [(each.id, each.name) for each in s.seats.values() if each.side],
    "role": lambda d, s: [(each, each) for each in ("commander", "commander-in-chief", "observer")],
    "weather": lambda d, s: [(each, each) for each in WEATHER],
    "flag": named("flags"),
    "table": lambda d, s: [(each.id, each.title) for each in d.tables],
    "scenario": lambda d, s: [
        (each.id, each.name) for each in d.nodes if each.id not in s.nodes and each.kind in PLAYED
    ],
}
