"""What the words of its actions may be that only this operation knows."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.campaign.choices import formations, named, units
from wardesk.campaign.market_garden.ch01_weather import DIVISIONS
from wardesk.campaign.market_garden.ch02_bridges import BAILEY_POOLS
from wardesk.campaign.market_garden.ch03_drop_table import came_down
from wardesk.campaign.market_garden.ch03_drops import TANKS
from wardesk.campaign.market_garden.ch05_off_map import MOVERS
from wardesk.campaign.market_garden.ground import NOBODY
from wardesk.campaign.market_garden.s03_random import CHITS
from wardesk.campaign.market_garden.s05_german import HUBER, RAID_DAYS
from wardesk.campaign.operation.arrivals import games_in_play
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import identity_names, place_words, unknown_numbers
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Chooser, Pairs
from wardesk.words import join, say


def _baileys(design: Design, state: State) -> Pairs:
    units = [unit for pool in design.pools if pool.id in BAILEY_POOLS for unit in pool.units]
    return [
        (
            unit,
            say(
                "{unit} ({place})",
                unit=design.unit[unit].name,
                place=place_words(design, state.units[unit].place),
            ),
        )
        for unit in units
    ]


def _airborne(design: Design, state: State) -> Pairs:
    here = games_in_play(design, state)
    found = formations(lambda d, key: key in DIVISIONS and here & set(d.formation[key].games))
    return found(design, state)


def _german_not_59(design: Design, key: str) -> bool:
    return design.formation[key].side == "german" and "59" not in design.above(key)


def _is_division(design: Design, key: str) -> bool:
    return any(each.division == key for each in design.formations) or key in ("101", "gds", "43")


def _dropped(design: Design, state: State) -> Pairs:
    return [row for row in units(design, state) if came_down(state.units[row[0]])]


def tanks(design: Design, state: State) -> Pairs:
    """The sets of airborne tanks of which one lands."""
    del state
    return list(identity_names(design, TANKS).items())


def huber_sets(design: Design, state: State) -> Pairs:
    """The two sets of KG Huber, of which one is played."""
    del state
    return list(identity_names(design, HUBER).items())


CHOICES: Mapping[str, Chooser] = {
    "bailey": _baileys,
    "dropped": _dropped,
    "enemy-stop": lambda d, s: [
        (NOBODY, say("nobody, whatever the map has")),
        *((each.id, each.name) for route in d.routes for each in route.stops),
    ],
    "holder": lambda d, s: [
        (NOBODY, say("nobody: contested")),
        *((each.id, each.name) for each in d.sides),
    ],
    "corps": named("corps"),
    "zone": named("zones"),
    "spur": lambda d, s: [(each, each) for route in d.routes for each in route.spurs],
    "formation-59": formations(lambda d, key: "59" in d.above(key)),
    "formation-german": formations(_german_not_59),
    "mover": formations(lambda d, key: any(each in d.above(key) for each in MOVERS)),
    "division": formations(_is_division),
    "airborne": _airborne,
    "allied-division": formations(
        lambda d, key: d.formation[key].kind == "division" and d.formation[key].side == "allied"
    ),
    "night": lambda d, s: [
        (str(day), d.calendar.turn(d.calendar.at(day, "Night")).label) for day in RAID_DAYS
    ],
    "huber": huber_sets,
    "tanks": tanks,
    "chit": lambda d, s: [(each.id, join(": ", (each.name, each.words))) for each in CHITS],
    "number": lambda d, s: list(unknown_numbers(d).items()),
}
