"""What the hexes say to the desk's rules: proposals that an umpire may say otherwise.

Where units stand is known to the hex, and what they see is what the table sees. Without the map a
fire zone is taken to reach two hexes and no further. A campaign without hexes is told nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from wardesk.campaign.market_garden.common import CLUB
from wardesk.campaign.operation.corridor import hex_xy
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Unit
from wardesk.campaign.operation.meeting import Axial, distance, positions
from wardesk.campaign.operation.of_moment import of_moment
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.positions import standing_cell
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.games.gts.agreed import north_of, reach_along, southing
from wardesk.games.gts.campaign import MOUNTED, PARKED, RIDES, SUPPRESSED
from wardesk.games.gts.tables import TABLES

SURE = 2
"""So far a fire zone surely reaches, where nobody knows the map."""
SILENT = frozenset({SUPPRESSED, PARKED, *MOUNTED.values()})
"""Marks of units that have no fire zone."""
INDIRECT = ("green", "orange", "brown", "black")
"""Weapons whose fire zone is short (9)."""
NIGHT = "Night"
NOBODY = "nobody"
"""What an umpire says where no enemy lies before, though the map has one."""
ENEMY = {"allied": "german", "german": "allied"}


class Ground:
    """Where a side stands, for one look."""

    def __init__(self, design: Design, state: State, side: str) -> None:
        self._design, self._state = design, state
        self.units = {
            unit: there
            for unit, there in positions(design, state).items()
            if design.side_of(unit) == side and design.unit[unit].steps_full
        }
        self.cells = {cell for cell, _ in self.units.values()}
        slot = design.calendar.turn(state.ordinal).slot if state.ordinal >= 0 else ""
        dim = slot == NIGHT or state.weather.kind in ("fog", "rain")
        self._sight = TABLES.figures.night_sight if dim else TABLES.figures.sight

    def reaches(self, cell: str) -> bool:
        """Whether a unit's fire zone reaches a hex (9)."""
        try:
            at = self._design.axial("WED", cell)
        except UserError:
            return False
        return any(self._in_zone(unit, cell, at) for unit in self.units)

    def near(self, cells: Iterable[str], units: Collection[str]) -> list[str]:
        """Those of *units* that stand in one of the hexes, or whose fire zone reaches one."""
        spots = [(cell, self._design.axial("WED", cell)) for cell in cells]
        return [
            unit
            for unit in units
            if any(self.units[unit][1] == at or self._in_zone(unit, cell, at) for cell, at in spots)
        ]

    def _in_zone(self, unit: str, cell: str, at: Axial) -> bool:
        """9 Whether a hex is in the fire zone of a unit: in range and sight, and it can fire."""
        name, there = self.units[unit]
        far, printed = distance(there, at), self._design.unit[unit]
        most = min(_range(printed), self._sight)
        if printed.ratings.get("fire_class") in INDIRECT:
            most = min(most, TABLES.figures.artillery_zone)
        if not 0 < far <= most or not SILENT.isdisjoint(self._state.units[unit].flags):
            return False
        if any(flag.startswith(RIDES) for flag in self._state.units[unit].flags):
            return False
        if (seen := self._design.seen) is None:
            return far <= SURE
        game = self._state.units[unit].place.game
        return self._design.cell("WED", cell) in seen(self._design.cell(game, name), most)


@of_moment
def ground_of(design: Design, state: State, side: str) -> Ground:
    """Where a side stands now."""
    return Ground(design, state, side)


def _range(unit: Unit) -> int:
    found = unit.ratings.get("range")
    fires = unit.ratings.get("fire") is not None
    return found if isinstance(found, int) and not isinstance(found, bool) and fires else 0


# ---- the road -----------------------------------------------------------------------------------


def road(design: Design, state: State) -> tuple[str, ...]:
    """The hexes of the road from its start to its end, over the spur that was chosen (4.2)."""
    whole = design.hexes.route.get(CLUB, ())
    other = design.hexes.route.get("best_spur", ())
    if state.routes[CLUB].spur != "Best" or not other or not {other[0], other[-1]} <= set(whole):
        return whole
    fork, join = whole.index(other[0]), whole.index(other[-1])
    return (*whole[:fork], *other, *whole[join + 1 :])


def marker_cell(design: Design, state: State) -> str:
    """The hex of the marker; empty where nobody knows it."""
    return standing_cell(design, state, Place("marker", CLUB))


def club_route(design: Design, state: State) -> tuple[str, ...]:
    """The road that is the corps' now: up to the marker, without its hex (4.1)."""
    cells, at = road(design, state), marker_cell(design, state)
    return cells[: cells.index(at)] if at in cells else ()


@of_moment
def enemy_before(design: Design, state: State) -> str:
    """The first stop that a German unit or fire zone keeps the trace from; empty for none (4.2)."""
    cells, at = road(design, state), marker_cell(design, state)
    if at not in cells:
        return ""
    stops = {
        row.hex: stop.id
        for stop in design.route(CLUB).stops
        if (row := design.hexes.stops.get(stop.id)) is not None and row.hex in cells
    }
    germans = ground_of(design, state, "german")

    def blocked(_: str, cell: str) -> bool:
        return cell in germans.cells or germans.reaches(cell)

    ahead = cells[cells.index(at) :]
    free = reach_along(ahead, stops, blocked)
    left = [stops[cell] for cell in ahead[1:] if cell in stops and cell not in free]
    return left[0] if left else ""


def germans_on(design: Design, state: State) -> tuple[str, ...]:
    """The hexes of the corps' road in which a German unit stands (4.3.3)."""
    cells = club_route(design, state)
    there = ground_of(design, state, "german").cells if cells else set[str]()
    return tuple(cell for cell in cells if cell in there)


# ---- drops --------------------------------------------------------------------------------------


def zone_cells(design: Design, zone: str) -> tuple[str, ...]:
    """The hexes of a zone, as the map calls them."""
    found = design.hexes.cells(zone)
    row = design.zone.get(zone)
    if found or row is None:
        return found
    parts = [cell for part in row.parts for cell in zone_cells(design, part)]
    return tuple(dict.fromkeys([*(design.cell(row.game, cell) for cell in row.hexes), *parts]))


def supply_cells(design: Design, division: str) -> tuple[str, ...]:
    """The hexes of the zones in which a division is supplied: all of its own where none is said."""
    own = [zone for zone in design.zones if zone.division == division]
    zones = [zone for zone in own if zone.supply] or own
    cells = [cell for zone in zones for cell in zone_cells(design, zone.id)]
    return tuple(dict.fromkeys(cells))


@of_moment
def enemy_in_zone(design: Design, state: State, division: str) -> bool:
    """Whether a German unit stands in the supply zone of a division (3.5, S6.1.1)."""
    cells = supply_cells(design, division)
    return bool(cells) and not ground_of(design, state, "german").cells.isdisjoint(cells)


@of_moment
def zone_load(design: Design, state: State, zone: str) -> dict[str, int]:
    """Germans in a drop zone, flak and 88s whose range reaches it (3.4.1)."""
    cells = zone_cells(design, zone)
    germans = ground_of(design, state, "german")
    there = sum(cell in set(cells) for cell, _ in germans.units.values())
    flak = [u for u in germans.units if design.unit[u].symbol.partition(".")[0] == "antiair"]
    flak = germans.near(cells, flak)
    heavy = [unit for unit in flak if _range(design.unit[unit]) > _LIGHT]
    return {"germans": there, "flak": len(flak) - len(heavy), "flak_88": len(heavy)}


_LIGHT = 4
"""So far the range of light flak goes; what reaches further is 88 mm."""


# ---- bridges ------------------------------------------------------------------------------------


@of_moment
def fire_zone(design: Design, state: State, bridge: str, side: str = "german") -> bool:
    """Whether a fire zone of *side* reaches a bridge (2.11, 2.15.6)."""
    found = design.bridge.get(bridge)
    if found is None:
        return False
    ground = ground_of(design, state, side)
    cells = [design.cell(found.game, cell) for cell in found.hexes]
    return any(cell in ground.cells or ground.reaches(cell) for cell in cells)


@of_moment
def holder(design: Design, state: State, bridge: str) -> str:
    """Who holds a bridge as units stand: one side at it, no fire zone of the other (2.15.5).

    Who was there last and went on is not seen: then it stays as it is.
    """
    found = design.bridge.get(bridge)
    if found is None:
        return ""
    cells = {design.cell(found.game, cell) for cell in found.hexes}
    there = {
        side: not ground_of(design, state, side).cells.isdisjoint(cells) for side in ENEMY
    }  # fmt: skip
    for side, other in ENEMY.items():
        if there[side] and not fire_zone(design, state, bridge, other):
            return side
    return "" if any(there.values()) else state.bridges[bridge].control


# ---- 231 Brigade --------------------------------------------------------------------------------


def beyond_the_line(design: Design, state: State, brigade: str) -> tuple[str, ...]:
    """The units of 231 Brigade north of its line (S6.10)."""
    line = design.hexes.limits.get(brigade)
    if line is None:
        return ()
    found: list[str] = []
    for unit in design.members.get(brigade, ()):
        now = state.units[unit]
        if now.place.kind == "hex" and now.place.game == "WED":
            try:
                at = southing(*hex_xy(standing_cell(design, state, now.place)))
            except UserError:
                continue
            found += [unit] if north_of(at, line) else []
    return tuple(found)


def reckon_load(name: str) -> Any:  # noqa: ANN401 - for a word of an action
    """What the map says for a word of a drop's load."""

    def found(design: Design, state: State, values: Mapping[str, Any]) -> int | None:
        unit = state.units.get(str(values.get("unit", "")))
        zone = str(values.get("zone") or "")
        if not zone and unit is not None:
            named = re.findall(r"\b[A-Z][0-9]?\b", unit.dropped)
            zone = next((each for each in named if each in design.zone), "")
        return zone_load(design, state, zone)[name] if zone_cells(design, zone) else None

    return found
