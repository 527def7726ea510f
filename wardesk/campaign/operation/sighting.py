"""What a seat's units can see of the other side: the hexes around them, by one fixed distance."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from wardesk.campaign.operation.corridor import hex_xy
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.state import Seen, State
from wardesk.errors import UserError

OFF_MAP = frozenset({"box", "display", "transit"})
"""Places in play where nobody sees anybody."""
STEPS = (1, 3, 6, 10, 15, 25, 40, 60, 99)
"""Where each range of steps ends that a strength is told by: 1, 2 to 3, 4 to 6 and so on."""
Spot = tuple[str, int, int] | tuple[str, str]
"""A game with column and row, which its sheets share; or with a label without a number."""


def in_sight(design: Design, state: State, seat: Seat, hexes: int) -> tuple[Seen, ...]:
    """Every formation of another side that a unit of the seat can see now, and where.

    A unit sees its own hex and those that are at most *hexes* away on the same game's map; a place
    without a number, a drop zone say, only from the same place.
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
        Seen(place=place, formation=formation, units=units, steps=about(steps))
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


def _spot(design: Design, state: State, place: Place) -> Spot:
    label = place.at
    if place.kind == "marker":  # with the marker of a route, on the hex of its stop
        route = next((each for each in design.routes if each.id == place.at), None)
        stop = state.routes[place.at].stop if route is not None else -1
        if route is not None:
            label = (route.stops[stop].hex if stop >= 0 else route.start) or place.at
    try:
        column, row = hex_xy(label)
    except UserError:
        return place.game, label
    return place.game, column, row


def _around(spot: Spot, hexes: int) -> Iterable[Spot]:
    """The spot, and every one that is at most so many hexes away; oblique numbers."""
    if len(spot) == 2:
        yield spot
        return
    game, column, row = spot
    for x in range(-hexes, hexes + 1):
        for y in range(max(-hexes, -hexes - x), min(hexes, hexes - x) + 1):
            yield game, column + x, row + y
