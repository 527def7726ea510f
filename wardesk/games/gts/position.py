"""What stands where: questions about a position that every chapter asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from wardesk.engine.types import Value
from wardesk.games.gts.forces import Counter
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, PARK, Unit
from wardesk.words import Spoken


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


def counter(setting: Setting, unit: Unit) -> Counter:
    """The printed figures of a unit."""
    return setting.counters[unit.id]


def on_map(setting: Setting, unit: Unit) -> bool:
    """Whether a unit stands in a hex that is in play."""
    return unit.at in setting.beside


def units_of(setting: Setting, table: Table, side: str) -> Iterator[Unit]:
    """Units of *side* on the map, leaders left out."""
    for unit in table.pieces.values():
        if unit.side == side and unit.at in setting.beside and not counter(setting, unit).leads:
            yield unit


def in_hex(setting: Setting, table: Table, cell: str, side: str = "") -> list[Unit]:
    """Units in a hex, of one side or of both, leaders left out."""
    return [
        unit
        for unit in table.pieces.values()
        if unit.at == cell and side in ("", unit.side) and not counter(setting, unit).leads
    ]


def enemy_hexes(setting: Setting, table: Table, side: str) -> set[str]:
    """Hexes with units of the enemy of *side*."""
    return {unit.at or "" for unit in units_of(setting, table, ENEMY[side])}


def barrage(table: Table, cell: str | None) -> str:
    """``light``, ``heavy`` or nothing."""
    return str(table.marks.get(f"{cell}/barrage", ""))


def reduced(setting: Setting, unit: Unit) -> bool:
    """Whether a unit has lost a step (5.3)."""
    return unit.steps < counter(setting, unit).steps


def bridge_state(table: Table, bridge: str) -> str:
    """``wired:SIDE``, ``destroyed``, ``unstable``, ``improved`` or nothing."""
    return str(table.marks.get(f"bridge/{bridge}", ""))


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
    return slots[min(max(table.tracks.get("turn", 1), 1), len(slots)) - 1]


def is_night(setting: Setting, table: Table) -> bool:
    """1.1 Whether this is a night turn."""
    return turn_name(setting, table) == "Night"


WEATHER = "turn/weather"
"""The weather now, where it is no more what it was at the beginning."""


def weather(setting: Setting, table: Table) -> str:
    """1.2 The weather now."""
    return str(table.marks.get(WEATHER) or setting.scenario.weather)


def visibility(setting: Setting, table: Table) -> int:
    """5.5 How far is seen: two hexes at night, in fog and in rain."""
    figures = setting.tables.figures
    dim = is_night(setting, table) or weather(setting, table) in ("fog", "rain")
    return figures.night_sight if dim else figures.sight


def parked(unit: Unit) -> bool:
    """S1.0 Whether artillery stands in a park."""
    return unit.at == PARK
