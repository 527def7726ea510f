"""In which hexes those stand who come: spread over their zone, their way in or their area.

Whoever owns them may put them elsewhere. A campaign that knows no hexes names the place instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from wardesk.campaign.operation.corridor import ArrivalHexes
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.state import State

MARKER = frozenset({"club-marker", "club-start"})
"""The ways in that go with the marker of the route."""


def hexes_of(design: Design, unit: str, game: str) -> ArrivalHexes | None:
    """Where the schedule brings a unit into a game, as hexes; None where nobody knows."""
    arrival = design.schedule.get((unit, game))
    if arrival is None or len(design.hexes.arrivals) != len(design.arrivals):
        return None
    return design.hexes.arrivals[design.arrivals.index(arrival)]


def cells_for(design: Design, state: State, unit: str, game: str) -> tuple[str, ...]:
    """The hexes in which a unit may come into a game by the schedule; none where nobody knows."""
    row = hexes_of(design, unit, game)
    if row is None:
        return ()
    if MARKER & set(row.entries):
        return road_behind(design, state)
    return design.hexes.where(row)


def area_now(design: Design, state: State, unit: str) -> tuple[str, ...]:
    """The hexes in any of which a unit may still be put: it came by the schedule on this turn.

    None where it was put elsewhere since, or came into one hex alone.
    """
    now = state.units[unit]
    arrival = design.schedule.get((unit, now.game))
    if now.place.kind != "hex" or arrival is None or arrival.mode not in _AREAS:
        return ()
    first = design.calendar.first_ordinal
    if max(arrival.at if arrival.at is not None else first, first) != state.ordinal:
        return ()
    cells = cells_for(design, state, unit, now.game)
    here = standing_cell(design, state, now.place)
    return cells if here in cells and len(cells) > 1 else ()


_AREAS = frozenset({"setup", "reinforcement", "drop"})
"""Ways to come in which the owner chooses the hex."""


def _by_road(design: Design, unit: str, game: str) -> bool:
    row = hexes_of(design, unit, game)
    return row is not None and bool(MARKER & set(row.entries))


def road_behind(design: Design, state: State, most: int = 40) -> tuple[str, ...]:
    """The hexes of the road from the marker of the first route back to its start."""
    for route in design.routes[:1]:
        road = design.hexes.route.get(route.id, ())
        at = standing_cell(design, state, Place("marker", route.id))
        if at in road:
            end = road.index(at)
            return road[max(0, end + 1 - most) : end + 1][::-1]
        return (at,) if at else ()
    return ()


def standing_cell(design: Design, state: State, place: Place) -> str:
    """The hex that a place is, as the map calls it; empty for what is none."""
    label = place.at
    if place.kind == "marker":
        route = next((each for each in design.routes if each.id == place.at), None)
        if route is None:
            return ""
        now = state.routes[route.id].stop
        stop = route.stops[now] if now >= 0 else None
        known = design.hexes.stops.get(stop.id) if stop is not None else None
        label = route.start
        if stop is not None:
            label = stop.hex or (known.hex if known is not None else "")
            return design.cell(stop.game, label)
    elif place.kind != "hex":
        return ""
    return design.cell(place.game, label)


def occupied(design: Design, state: State) -> dict[str, Counter[str]]:
    """How many units with steps each side has in every hex."""
    found: dict[str, Counter[str]] = {}
    for unit in design.units:
        now = state.units[unit.id]
        if unit.steps_full and now.place.kind in IN_PLAY and now.place.kind in ("hex", "marker"):
            cell = standing_cell(design, state, now.place)
            found.setdefault(cell, Counter())[design.side_of(unit.id)] += 1
    return found


class Spreading:
    """Hexes for many who come at once: none with the enemy, and no more in one than may stand."""

    def __init__(self, design: Design, state: State, most: int) -> None:
        self._design, self._most = design, most
        self._there = occupied(design, state)

    def spread(
        self, units: Sequence[str], cells: Sequence[str], *, packed: bool = False
    ) -> dict[str, str]:
        """A hex for each unit, along *cells* from the first to the last; empty without any.

        *packed*: as many as may stand in the first, the next behind them.
        """
        found: dict[str, str] = {}
        for side in dict.fromkeys(map(self._design.side_of, units)):
            own = [unit for unit in units if self._design.side_of(unit) == side]
            free = [cell for cell in cells if not self._enemy(cell, side)]
            found |= self._spread(own, free or list(cells), side, packed=packed)
        return found

    def _enemy(self, cell: str, side: str) -> bool:
        return any(count for other, count in self._there.get(cell, {}).items() if other != side)

    def _spread(
        self, units: Sequence[str], cells: Sequence[str], side: str, *, packed: bool
    ) -> dict[str, str]:
        found: dict[str, str] = {}
        if not cells:
            return found
        stride = 0.0 if packed else len(cells) / max(1, len(units))
        for number, unit in enumerate(units):
            start = min(int(number * stride), len(cells) - 1)
            order = (*cells[start:], *cells[:start])
            cell = next((each for each in order if self._room(each, side)), order[0])
            found[unit] = cell
            if self._design.unit[unit].steps_full:
                self._there.setdefault(cell, Counter())[side] += 1
        return found

    def _room(self, cell: str, side: str) -> bool:
        return not self._most or self._there.get(cell, Counter())[side] < self._most


def come_in(
    design: Design,
    state: State,
    units: Iterable[str],
    game: str,
    most: int,
    otherwise: Place,
    spreading: Spreading | None = None,
) -> Mapping[str, Place]:
    """Where units stand who come into a game by the schedule: in hexes, else at *otherwise*."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for unit in units:
        rows.setdefault(cells_for(design, state, unit, game), []).append(unit)
    spreading = spreading or Spreading(design, state, most)
    found: dict[str, Place] = {}
    for cells, together in rows.items():
        spread = spreading.spread(together, cells, packed=_by_road(design, together[0], game))
        for unit in together:
            found[unit] = Place("hex", spread[unit], game=game) if unit in spread else otherwise
    return found
