"""What a seat's units can see of the other side: the hexes around them, by one fixed distance."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.state import SeenTroops, State
from wardesk.errors import UserError

OFF_MAP = frozenset({"box", "display", "transit", "node"})
"""Places in play where nobody sees anybody; who sees whom at a table is known there alone."""
STEPS = (1, 3, 6, 10, 15, 25, 40, 60, 99)
"""Where each range of steps ends that a strength is told by: 1, 2 to 3, 4 to 6 and so on."""
Spot = tuple[str, int, int] | tuple[str, str]
"""A game with axial coordinates, which its sheets share; or with a label without them."""
_NUMBERED = re.compile(r"[A-Za-z]{0,2}\d{1,4}\Z")
"""How the cells of other maps are numbered: 0512, B7, BL2."""


def in_sight(design: Design, state: State, seat: Seat, hexes: int) -> tuple[SeenTroops, ...]:
    """Every formation of another side that a unit of the seat can see now, and where.

    A unit sees its own hex and those that are at most *hexes* away on the same game's map; a place
    without column and row, a drop zone say, only from the same place. Who is in no real place yet
    sees nobody and is seen by nobody.
    """
    eyes: set[Spot] = set()
    for unit, now in state.units.items():
        if now.place.kind in IN_PLAY - OFF_MAP and _commands(design, seat, unit):
            spot = _spot(design, state, now.place)
            eyes.update(_around(spot, hexes))
    found: dict[tuple[str, Place], tuple[int, int]] = {}
    for unit in design.units:
        now = state.units[unit.id]
        other = design.formation[unit.formation].side != seat.side
        if not other or now.place.kind not in IN_PLAY - OFF_MAP:
            continue
        if _spot(design, state, now.place) in eyes:
            key = unit.formation, now.place
            units, steps = found.get(key, (0, 0))
            found[key] = units + 1, steps + now.steps
    return tuple(
        SeenTroops(place=place, formation=formation, units=units, steps=about(steps))
        for (formation, place), (units, steps) in sorted(found.items(), key=_order)
    )


def about(steps: int) -> tuple[int, int]:
    """The range that a number of steps is told as."""
    ends = [0, *STEPS]
    for low, high in pairwise(ends):
        if low < steps <= high:
            return low + 1, high
    return (STEPS[-1] + 1, steps) if steps > STEPS[-1] else (0, 0)


def _order(row: tuple[tuple[str, Place], object]) -> tuple[str, str, str, str]:
    (formation, place), _ = row
    return formation, place.game, place.sheet, place.at


def _commands(design: Design, seat: Seat, unit: str) -> bool:
    formation = design.unit[unit].formation
    if design.formation[formation].side != seat.side:
        return False
    return not seat.formations or bool(set(design.above(formation)) & set(seat.formations))


def _spot(design: Design, state: State, place: Place) -> Spot | None:
    """Where on a map a place is; None where its label names no spot of any map."""
    label = place.at
    if place.kind == "marker":  # with the marker of a route, on the hex of its stop
        route = next((each for each in design.routes if each.id == label), None)
        if route is None:
            return None
        stop = state.routes[label].stop
        label = route.stops[stop].hex if stop >= 0 else route.start
        if not label:  # its hex is not known, but it is where the marker is
            return place.game, place.at
    try:
        q, r = design.axial(place.game, label)
    except UserError:
        return (place.game, label) if _is_spot(design, label) else None
    return place.game, q, r


def _is_spot(design: Design, label: str) -> bool:
    """Whether a label without column and row is the number of a cell, or a place of the design.

    What else stands there says how a unit will come, and not where it is: nothing yet, an entry,
    "the north edge".
    """
    if any(label in (zone.id, zone.name) for zone in design.zones):
        return True
    named = any(label in node.extent for node in design.nodes)
    entry = any(label == each.id for each in design.entries)
    return named or (bool(_NUMBERED.match(label)) and not entry)


def _around(spot: Spot | None, hexes: int) -> Iterable[Spot]:
    """The spot, and every one that is at most so many hexes away."""
    if spot is None:
        return
    if len(spot) == 2:
        yield spot
        return
    game, q, r = spot
    for x in range(-hexes, hexes + 1):
        for y in range(max(-hexes, -hexes - x), min(hexes, hexes - x) + 1):
            yield game, q + x, r + y
