"""What stands where: questions about a position that every chapter asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from wardesk.engine.derived_cache import indexed, remembered
from wardesk.engine.types import Value
from wardesk.games.blitzkrieg.forces import Kind
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, Unit
from wardesk.words import Spoken, join

Pieces = Mapping[str, Unit]


class Table(Protocol):
    """A state, or a draft of one."""

    @property
    def pieces(self) -> dict[str, Unit]:
        """By id."""
        ...

    @property
    def marks(self) -> dict[str, Value]:
        """Markers of hexes and formations."""
        ...

    @property
    def tracks(self) -> dict[str, int]:
        """Turn, points, losses."""
        ...

    @property
    def cups(self) -> dict[str, tuple[str, ...]]:
        """Cup, hands and piles of chits."""
        ...


def on_map(setting: Setting, unit: Unit) -> bool:
    """Whether a unit stands on the map, and not in a box or among the lost."""
    return unit.at in setting.neighbours


def combatants(setting: Setting, table: Table, side: str) -> list[Unit]:
    """Units of *side* on the map that fight for themselves: no HQs, nobody on a carrier."""
    return list(_combatants(setting, table.pieces, side))


@remembered
def _combatants(setting: Setting, pieces: Pieces, side: str) -> tuple[Unit, ...]:
    places = setting.neighbours
    found = [
        u
        for u in pieces.values()
        if u.side == side and u.at in places and not u.hq and not u.aboard
    ]
    return tuple(found)


def members(table: Table, formations: Iterable[str]) -> list[Unit]:
    """Everything that belongs to *formations*, attached units too."""
    wanted = set(formations)
    return [u for u in table.pieces.values() if u.formation in wanted]


def standing(table: Table) -> Mapping[str | None, Sequence[Unit]]:
    """Everything by the hex or box it is in."""
    return indexed(table.pieces, _by_cell)


def _by_cell(pieces: Pieces) -> dict[str | None, list[Unit]]:
    found: dict[str | None, list[Unit]] = {}
    for unit in pieces.values():
        here = found.get(unit.at)
        if here is None:
            found[unit.at] = [unit]
        else:
            here.append(unit)
    return found


def at(table: Table, cell: str, side: str) -> list[Unit]:
    """Everything of *side* in a hex."""
    return [u for u in standing(table).get(cell, ()) if u.side == side]


def fighters_at(table: Table, cell: str, side: str) -> list[Unit]:
    """Units of *side* in a hex that fight for themselves."""
    return [
        u for u in standing(table).get(cell, ()) if u.side == side and not u.hq and not u.aboard
    ]


def seen_enemies(setting: Setting, table: Table, side: str) -> list[Unit]:
    """Enemies of *side* on the map that it knows of, HQs left out (13.1)."""
    return [u for u in _combatants(setting, table.pieces, ENEMY[side]) if not u.hidden]


def enemy_cells(setting: Setting, table: Table, side: str) -> frozenset[str]:
    """Hexes that known enemies of *side* fight from; an HQ alone holds none (3.2)."""
    return _enemy_cells(setting, table.pieces, side)


@remembered
def _enemy_cells(setting: Setting, pieces: Pieces, side: str) -> frozenset[str]:
    foes = _combatants(setting, pieces, ENEMY[side])
    return frozenset([u.at or "" for u in foes if not u.hidden])


def enemy_hq_cells(table: Table, side: str) -> frozenset[str]:
    """Hexes where HQs of the enemy of *side* are, alone or not."""
    return indexed(table.pieces, _hqs)[side]


def _hqs(pieces: Pieces) -> dict[str, frozenset[str]]:
    hqs = [u for u in pieces.values() if u.hq]
    return {side: frozenset(u.at for u in hqs if u.at and u.side != side) for side in ENEMY}


def beside_enemy(setting: Setting, table: Table, cell: str, side: str) -> bool:
    """Whether a known enemy of *side* stands next to a hex."""
    return not enemy_cells(setting, table, side).isdisjoint(setting.neighbours[cell])


def riders(table: Table, carrier: str) -> list[Unit]:
    """The company on a carrier, if there is one (12.1)."""
    return list(indexed(table.pieces, _by_carrier).get(carrier, ()))


def _by_carrier(pieces: Pieces) -> dict[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in pieces.values():
        if unit.aboard and unit.at is not None:
            found[unit.aboard] = (*found.get(unit.aboard, ()), unit)
    return found


def kind_of(setting: Setting, unit: Unit) -> Kind | None:
    """The figures of a unit; None for an HQ."""
    return setting.kinds.get(unit.id)


def is_infantry(setting: Setting, unit: Unit) -> bool:
    """1.1 Infantry and machine-gun companies on their feet. HQs count as such (N27)."""
    return unit.id not in setting.machines


def sight_class(setting: Setting, unit: Unit) -> str:
    """4.1 As what a unit is seen; infantry on a carrier is seen as the vehicle."""
    return "vehicle" if unit.id in setting.vehicles else "foot"


def dispersed(setting: Setting, unit: Unit) -> bool:
    """7.2.2 Tanks, assault guns and armoured cars in close country, unless in column."""
    return unit.at in setting.close and not unit.column and unit.id in setting.armour


def holds(table: Table, formation: str, what: str) -> bool:
    """Whether a formation has a marker: exhausted, demoralised, normal, replay, lone, tested."""
    return bool(table.marks.get(f"{formation}/{what}"))


def hq_of(table: Table, formation: str) -> Unit | None:
    """The HQ of a formation, wherever it is; None for one without."""
    return table.pieces.get(f"{formation}-hq")


def unit_name(setting: Setting, unit: Unit) -> Spoken:
    """A unit in a sentence: ``S 35 2 of 1 Cuir``."""
    return setting.unit_names[unit.id]


def names(setting: Setting, table: Table, units: Iterable[str]) -> Spoken:
    """Units in a sentence."""
    return join(", ", [unit_name(setting, table.pieces[unit]) for unit in units])
