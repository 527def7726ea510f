"""What stands where: questions about a position that every chapter asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple, Protocol

from wardesk.engine.derived_cache import of_table, remembered
from wardesk.engine.draft import Draft
from wardesk.engine.types import Value
from wardesk.games.gts.agreed import reorganised_on
from wardesk.games.gts.forces import PrintedCounter
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, PARK, Unit
from wardesk.words import Spoken

MORNING = "0700"
"""The first turn of a day."""


class Table(Protocol):
    """A state, or a draft of one."""

    @property
    def pieces(self) -> dict[str, Unit]:
        """By id."""
        ...

    @property
    def marks(self) -> dict[str, Value]:
        """Markers of hexes and bridges."""
        ...

    @property
    def tracks(self) -> dict[str, int]:
        """Turn, command and dispatch points."""
        ...

    @property
    def cups(self) -> dict[str, tuple[str, ...]]:
        """The mug and what was played."""
        ...


class View(NamedTuple):
    """A table with something else in a place than there is."""

    pieces: dict[str, Unit]
    marks: dict[str, Value]
    tracks: dict[str, int]
    cups: dict[str, tuple[str, ...]]


def counter(setting: Setting, unit: Unit) -> PrintedCounter:
    """The printed figures of a unit."""
    return setting.counters[unit.id]


def on_map(setting: Setting, unit: Unit) -> bool:
    """Whether a unit stands in a hex that is in play."""
    return unit.at in setting.beside


def units_of(setting: Setting, table: Table, side: str) -> Sequence[Unit]:
    """Units of *side* on the map, leaders left out."""
    return _units(setting, table.pieces, side)


@remembered
def _units(setting: Setting, pieces: Mapping[str, Unit], side: str) -> Sequence[Unit]:
    beside, leading = setting.beside, setting.leading
    return [
        unit
        for unit in pieces.values()
        if unit.side == side and unit.at in beside and unit.id not in leading
    ]


def in_hex(setting: Setting, table: Table, cell: str, side: str = "") -> list[Unit]:
    """Units in a hex, of one side or of both, leaders left out."""
    here = _by_hex(setting, table.pieces).get(cell, ())
    return [unit for unit in here if side in ("", unit.side)]


@remembered
def _by_hex(setting: Setting, pieces: Mapping[str, Unit]) -> Mapping[str, Sequence[Unit]]:
    found: dict[str, list[Unit]] = {}
    leading = setting.leading
    for unit in pieces.values():
        if unit.at is not None and unit.id not in leading:
            found.setdefault(unit.at, []).append(unit)
    return found


def enemy_hexes(setting: Setting, table: Table, side: str) -> frozenset[str]:
    """Hexes with units of the enemy of *side*."""
    return _held(setting, table.pieces, ENEMY[side])


@remembered
def _held(setting: Setting, pieces: Mapping[str, Unit], side: str) -> frozenset[str]:
    return frozenset([unit.at or "" for unit in _units(setting, pieces, side)])


def barrage(table: Table, cell: str | None) -> str:
    """``light``, ``heavy`` or nothing."""
    return str(table.marks.get(f"{cell}/barrage", ""))


def reduced(setting: Setting, unit: Unit) -> bool:
    """Whether a unit has lost a step (5.3)."""
    return unit.steps < counter(setting, unit).steps


def bridge_state(table: Table, bridge: str) -> str:
    """``wired:SIDE``, ``destroyed``, ``unstable``, ``stable``, ``bailey:UNIT`` or nothing."""
    return str(table.marks.get(f"bridge/{bridge}", ""))


def improved(table: Table, bridge: str) -> bool:
    """2.15.3 Whether a railway bridge carries vehicles."""
    return bool(table.marks.get(f"improved/{bridge}"))


def stands(table: Table, bridge: str) -> bool:
    """2.15.7 Whether a bridge carries anybody: not destroyed, or its Bailey bridge is fit."""
    now = bridge_state(table, bridge)
    if not now.startswith("bailey:"):
        return now != "destroyed"
    unit = table.pieces.get(now.partition(":")[2])
    return unit is not None and unit.at is not None and not (unit.suppressed or unit.cohesion)


def last_in(table: Table, cell: str) -> str:
    """Which side was the last to enter a hex."""
    return str(table.marks.get(f"{cell}/last", ""))


def unit_name(setting: Setting, unit: Unit) -> Spoken:
    """A unit in a sentence."""
    return counter(setting, unit).name


def turn_name(setting: Setting, table: Table) -> str:
    """``0700``, … ``Night``: the turn that is being played."""
    slots = setting.scenario.slots
    return slots[min(max(table.tracks["turn"], 1), len(slots)) - 1]


def days_gone(setting: Setting, table: Table) -> int:
    """Days since the first turn of the table; a new one begins with 0700."""
    turns = setting.scenario.slots[1 : table.tracks.get("turn", 1)]
    return sum(name == MORNING for name in turns)


def is_night(setting: Setting, table: Table) -> bool:
    """1.1 Whether this is a night turn."""
    return turn_name(setting, table) == "Night"


WEATHER = "turn/weather"
"""The weather now, where it is no more what it was at the beginning."""


def weather(setting: Setting, table: Table) -> str:
    """1.2 The weather now."""
    return str(table.marks.get(WEATHER) or setting.scenario.weather)


def fog_number(setting: Setting, table: Table) -> int | None:
    """1.2 The number on which fog clears; None where it stays."""
    found = table.marks.get("turn/fog")
    return int(found) if found else setting.scenario.fog


@of_table
def dim(setting: Setting, table: Table) -> bool:
    """5.5 Whether night, fog or rain let nobody see far."""
    return is_night(setting, table) or weather(setting, table) in ("fog", "rain")


def visibility(setting: Setting, table: Table, at: str = "") -> int:
    """5.5 How far is seen: two hexes at night, in fog and in rain; from an observation post far."""
    figures = setting.tables.figures
    if dim(setting, table):
        return figures.night_sight
    post = at in setting.posts and not table.marks.get(f"{at}/rubble")  # 2.9
    return figures.post_sight if post else figures.sight


def parked(unit: Unit) -> bool:
    """S1.0 Whether artillery stands in a park."""
    return unit.at == PARK


def ferries(table: Table) -> dict[str, str]:
    """2.18 Engineers that are ferries -> the bridge they stand in for."""
    return {
        str(value): key.removeprefix("ferry/")
        for key, value in table.marks.items()
        if key.startswith("ferry/")
    }


def end_ferry(d: Draft[Setting], unit: str) -> None:
    """2.18.3 A ferry is no more."""
    for key, value in tuple(d.marks.items()):
        if key.startswith("ferry/") and value == unit:
            d.mark(key, None)


def takes_room(table: Table, units: Iterable[Unit], *, column: bool) -> int:
    """4, S4.3, 2.18.1 How many of some units fill a hex: no riders, and no engineers of a ferry."""
    boats = ferries(table)
    return sum(u.column == column and not u.on and u.id not in boats for u in units)


def reorganised(setting: Setting, table: Table) -> bool:
    """S5.1.1 Whether the Germans fight as from 20 September on: on maps of this game, by date."""
    first = setting.scenario.day
    if first is None or not setting.of_eagles:
        return False
    return reorganised_on(first + timedelta(days_gone(setting, table)))


def park_of(setting: Setting, table: Table, division: str) -> tuple[str, int] | None:
    """S1.0 Where the park marker of a division lies and what is added to its range."""
    for row in setting.scenario.park:
        cell = table.marks.get(f"park/{row.id}")
        if row.division == division and cell:
            return str(cell), row.value
    return None
