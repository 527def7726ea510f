"""Who stands where: questions about a position that movement, combat and looks share."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.derived_cache import indexed, remembered
from wardesk.engine.types import Value
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, ENEMY, GERMAN, GLIDERS, FortCounter, State
from wardesk.games.shared.march import flood, way
from wardesk.games.shared.memory import remember
from wardesk.games.shared.zones import beside, occupied

Pieces = Mapping[str, FortCounter]
Marks = Mapping[str, Value]
MOST_KEPT = 4096
"""Positions of the enemy whose stops and ways are kept."""


def soldiers(pieces: Pieces, side: str) -> tuple[FortCounter, ...]:
    """Living soldiers of *side* on the map."""
    return indexed(pieces, _soldiers).get(side, ())


def _soldiers(pieces: Pieces) -> dict[str, tuple[FortCounter, ...]]:
    off = (None, GLIDERS)
    there = [c for c in pieces.values() if c.men > 0 and c.at not in off]
    return {side: tuple([c for c in there if c.side == side]) for side in ENEMY}


def soldiers_at(pieces: Pieces, side: str, cell: str) -> tuple[FortCounter, ...]:
    """Living soldiers of *side* in *cell*, inside the work too."""
    return indexed(pieces, _soldiers_at).get((side, cell), ())


def _soldiers_at(pieces: Pieces) -> dict[tuple[str, str | None], tuple[FortCounter, ...]]:
    found: dict[tuple[str, str | None], tuple[FortCounter, ...]] = {}
    for counter in pieces.values():
        if counter.men > 0:
            place = (counter.side, counter.at)
            found[place] = (*found[place], counter) if place in found else (counter,)
    return found


def ground(pieces: Pieces, side: str) -> frozenset[str]:
    """Sectors whose ground *side* occupies; men inside a work do not count (3.4)."""
    return indexed(pieces, _ground).get(side, frozenset())


def _ground(pieces: Pieces) -> dict[str, frozenset[str]]:
    return {
        side: frozenset(occupied(c for c in counters if not c.inside))
        for side, counters in indexed(pieces, _soldiers).items()
    }


def held(pieces: Pieces, side: str) -> frozenset[str]:
    """Sectors in which soldiers of *side* are, on the ground or inside the work."""
    return indexed(pieces, _held).get(side, frozenset())


def _held(pieces: Pieces) -> dict[str, frozenset[str]]:
    places = indexed(pieces, _soldiers_at)
    off = (None, GLIDERS)
    return {
        side: frozenset([at for of, at in places if of == side and at not in off]) for side in ENEMY
    }


def men_at(pieces: Pieces, side: str, cell: str) -> int:
    """Strength of *side* in *cell* (3.6)."""
    return indexed(pieces, _strengths).get((side, cell), 0)


def strengths(pieces: Pieces) -> Mapping[tuple[str, str | None], int]:
    """Strength by side and sector, of those that hold anybody."""
    return indexed(pieces, _strengths)


def _strengths(pieces: Pieces) -> dict[tuple[str, str | None], int]:
    found = indexed(pieces, _soldiers_at).items()
    return {place: sum([c.men for c in counters]) for place, counters in found}


def standing_in(pieces: Pieces, cell: str) -> tuple[FortCounter, ...]:
    """Every counter in *cell*, weapons too, in the order of the table."""
    return indexed(pieces, _standing_in).get(cell, ())


def _standing_in(pieces: Pieces) -> dict[str | None, tuple[FortCounter, ...]]:
    found: dict[str | None, list[FortCounter]] = {}
    for counter in pieces.values():
        found.setdefault(counter.at, []).append(counter)
    return {cell: tuple(counters) for cell, counters in found.items()}


def destroyed(marks: Marks, work: str) -> bool:
    """Whether the work has been blown up or shot to pieces."""
    return bool(marks.get(f"{work}/destroyed"))


def silenced(marks: Marks, work: str) -> bool:
    """Whether nobody can fire from the work: destroyed, or sealed by sappers (EE N28, EE N39)."""
    return destroyed(marks, work) or bool(marks.get(f"{work}/sealed"))


def closed(marks: Marks, work: str) -> bool:
    """Whether nobody can leave the work: silenced, or its door blocked (EE N24)."""
    return silenced(marks, work) or bool(marks.get(f"{work}/blocked"))


def open_door(setting: Setting, state: State, cell: str | None) -> bool:
    """Whether men can come out of *cell*, go in, and fight from its door (EE N51)."""
    return cell is not None and cell in setting.fort.doors and not closed(state.marks, cell)


def manned(setting: Setting, state: State, cell: str) -> bool:
    """Whether the weapons of *cell* have a crew: men inside its work, or in a field post."""
    crew = soldiers_at(state.pieces, BELGIAN, cell)
    if not crew:
        return False
    if cell in setting.fort.works:
        if silenced(state.marks, cell):
            return False
        crew = [c for c in crew if c.inside]
    return any(serves(setting, c) for c in crew)


def serves(setting: Setting, unit: FortCounter) -> bool:
    """Whether *unit* may man a work and serve weapons: no counterattack as printed (EE N38)."""
    return unit.kind != "sally" or setting.options.sallies == "stay"


def divisor(setting: Setting, pieces: Pieces, side: str, cell: str) -> int:
    """What attacks and fire on *side* in *cell* are divided by (EE N6).

    A work shelters only those inside it: Germans on its roof and Belgians before its door stand
    in the open. One man inside gives the whole sector the work's figure, the best single one.
    """
    if cell not in setting.fort.works:
        return setting.fort.divisors[cell]
    if side == GERMAN:
        return 1
    return (
        setting.fort.divisors[cell] if any(c.inside for c in soldiers_at(pieces, side, cell)) else 1
    )


@remembered
def stops(setting: Setting, pieces: Pieces, side: str) -> frozenset[str]:
    """Sectors where a moving unit of *side* must stop: those beside the enemy (3.5).

    In full readiness men inside works count, and whoever steps on their roof stops there too.
    """
    fort, enemy = setting.fort, ground(pieces, ENEMY[side])
    crews = frozenset[str]()
    if fort.watched:
        crews = frozenset(occupied(c for c in soldiers(pieces, ENEMY[side]) if c.inside))
    found = fort.halts.get((enemy, crews))
    if found is None:
        found = frozenset(beside(fort.neighbours, enemy | crews) | crews)
        remember(fort.halts, (enemy, crews), found, MOST_KEPT)
    return found


def ways(setting: Setting, state: State, unit: FortCounter) -> Mapping[str, str]:
    """Every sector that *unit* can walk to, with the sector before it (3.2 to 3.5); as it is kept.

    Room in the goal (3.6) is not looked at. A unit inside a work first steps out of its door, which
    it cannot while Germans stand on the roof; nobody else walks to where he stands, though that is
    among them.
    """
    origin = unit.at
    enemy = ground(state.pieces, ENEMY[unit.side])
    if origin is None or origin in enemy or (unit.inside and not open_door(setting, state, origin)):
        return {}
    return _flooded(setting, state.pieces, unit.side, origin)


@remembered
def _flooded(setting: Setting, pieces: Pieces, side: str, origin: str) -> dict[str, str]:
    fort, enemy = setting.fort, ground(pieces, ENEMY[side])
    halts = stops(setting, pieces, side)
    key = (origin, enemy, halts)
    found = fort.floods.get(key)
    if found is None:
        found = flood(fort.neighbours, origin, stops=halts, closed=enemy)
        remember(fort.floods, key, found, MOST_KEPT)
    return found


def route(setting: Setting, state: State, unit: FortCounter, goal: str) -> tuple[str, ...]:
    """The shortest way of *unit* to *goal*."""
    return way(ways(setting, state, unit), unit.at or "", goal)
