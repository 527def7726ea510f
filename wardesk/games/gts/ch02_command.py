"""Chapter 2: who is in command, and what is paid from a division's command points."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.engine.draft import Draft
from wardesk.games.gts.position import Table, counter, on_map, parked
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import Unit

D = Draft[Setting]
HELPED, HELPER = "43.231", "gds"
"""S6.10 The brigade that another division may pay for, and that division."""
TELEPHONED = frozenset({"town", "city", "fortified"})


def leaders(setting: Setting, table: Table, division: str) -> Iterator[Unit]:
    """Leaders of a division that are on the map."""
    for name in setting.leaders_of.get(division, ()):
        unit = table.pieces.get(name)
        if unit is not None and on_map(setting, unit):
            yield unit


def chiefs(setting: Setting, table: Table, formation: str) -> list[Unit]:
    """Leaders of a formation that are on the map."""
    found = leaders(setting, table, setting.formations[formation].division)
    return [leader for leader in found if counter(setting, leader).formation == formation]


def led_by(setting: Setting, leader: Unit, unit: Unit) -> bool:
    """Whether *unit* is within the command range of *leader*, or on his telephone (S6.7)."""
    if unit.at is None or leader.at is None:
        return False
    figures = counter(setting, leader)
    if setting.distance(leader.at, unit.at) <= figures.command:
        return True
    return figures.telephone and all(_has_line(setting, cell) for cell in (leader.at, unit.at))


def _has_line(setting: Setting, cell: str) -> bool:
    """S6.7 Towns, cities, fortified hexes, strongpoints and observation posts."""
    told = setting.board.cells[cell].properties
    return (
        setting.terrain[cell] in TELEPHONED
        or bool(told.get("strongpoint"))
        or bool(told.get("observation_post"))
    )


def independent(setting: Setting, unit: Unit) -> bool:
    """2, S5.3, S6.3 Whether a unit is an independent one, or as long as trucks carry it."""
    return unit.mounted in ("truck", "jeep") or setting.formations[
        counter(setting, unit).formation].independent  # fmt: skip


def in_command(setting: Setting, table: Table, unit: Unit) -> bool:
    """2 Whether a unit is in command at this moment."""
    return price(setting, table, unit) > 0


def price(setting: Setting, table: Table, unit: Unit) -> int:
    """2, S6.6 What a thing of one command point costs a unit; 0 = it is out of command."""
    figures = counter(setting, unit)
    if setting.scenario.in_command or figures.self_command or figures.leads or parked(unit):
        return 1
    if not on_map(setting, unit):
        return 0
    formation = setting.formations[figures.formation]
    division, loose = setting.divisions[formation.division], independent(setting, unit)
    far = 0
    for leader in leaders(setting, table, division.id):
        if not led_by(setting, leader, unit):
            continue
        if loose or counter(setting, leader).formation == figures.formation:
            return 1
        far = 2 if division.any_leader else far
    return far


def pool(setting: Setting, table: Table, unit: Unit) -> str:
    """The track that pays for a unit: its division's, or the Guards' for the 231st (S6.10)."""
    own = f"cp/{setting.division_of(unit.id).id}"
    helped = counter(setting, unit).formation == HELPED and not table.tracks.get(own)
    theirs = f"cp/{HELPER}"
    return theirs if helped and theirs in table.tracks else own


def points(setting: Setting, table: Table, unit: Unit) -> int:
    """Command points that there are for a unit."""
    return table.tracks.get(pool(setting, table, unit), 0)


def can_pay(setting: Setting, table: Table, unit: Unit) -> bool:
    """Whether a unit's division can pay for something that costs one point."""
    cost = price(setting, table, unit)
    return 0 < cost <= points(setting, table, unit)


def pay(d: D, unit: Unit) -> None:
    """2 The points leave the division's pool."""
    d.count(pool(d.setting, d, unit), -price(d.setting, d, unit))
