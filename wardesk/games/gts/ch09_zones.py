"""Chapter 9: lines of sight and fire zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wardesk.games.gts.position import (
    Table,
    barrage,
    counter,
    enemy_hexes,
    last_in,
    of_table,
    on_map,
    units_of,
    visibility,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, Unit
from wardesk.games.shared.memory import remember

_NONE = frozenset[str]()
KEPT = 64
"""How many fire zones of a side are kept by where it stands, and grounds with barrages on it."""
KEPT_LINES = 20_000
"""How many lines past a barrage are kept."""


def barraged(table: Table) -> frozenset[str]:
    """Hexes with a barrage."""
    found = [key for key in table.marks if key.endswith("/barrage")]
    return frozenset([key.removesuffix("/barrage") for key in found]) if found else _NONE


@of_table
def _shells(_: Setting, table: Table) -> frozenset[str]:
    return barraged(table)


def sees(setting: Setting, table: Table, a: str, b: str) -> bool:
    """9 Whether two hexes see each other, through no barrage and as far as weather allows."""
    if a == b:
        return True
    if b not in setting.seen(a, visibility(setting, table, a)):
        return False
    shells = _shells(setting, table)
    return not shells or _through_smoke(setting, shells, a, b)


def _through_smoke(setting: Setting, shells: frozenset[str], a: str, b: str) -> bool:
    """9 Whether no barrage blocks the line between two hexes that see each other otherwise."""
    far, distance = setting.distance(a, b), setting.distance
    near = frozenset(
        cell
        for cell in shells
        if cell not in (a, b) and distance(a, cell) + distance(cell, b) <= far
    )
    if not near:
        return True
    key = (a, b, near)
    if key in setting.smoke:
        return setting.smoke[key]
    return remember(setting.smoke, key, _clear(setting, near, a, b), KEPT_LINES)


def _clear(setting: Setting, shells: frozenset[str], a: str, b: str) -> bool:
    """9 What `Board.sight` says of two hexes and barrages, without the words."""
    lines = setting.past.get(shells)
    if lines is None:
        lines = setting.board.sight_lines(setting.sight, {"barrage": shells})
        remember(setting.past, shells, lines, KEPT)
    limit = lines.range_to(b, None)
    if limit and lines.distance(a, b) > limit:
        return False
    return lines.engine.verdict(lines.numbers[a], lines.numbers[b]).clear


def reach(setting: Setting, table: Table, unit: Unit) -> int:
    """5.3, 9 How far a unit fires directly: one hex beside an enemy or under a barrage."""
    figures = counter(setting, unit)
    if unit.at is None or figures.fire is None:
        return 0
    if pressed(setting, table, unit):
        return min(1, figures.range)
    return min(figures.range, visibility(setting, table, unit.at))


def pressed(setting: Setting, table: Table, unit: Unit) -> bool:
    """5.3 Whether a unit fires no further than one hex: beside an enemy, or under a barrage."""
    if barrage(table, unit.at):
        return True
    return not enemy_hexes(setting, table, unit.side).isdisjoint(
        setting.beside.get(unit.at or "", ())
    )


def has_zone(setting: Setting, table: Table, unit: Unit) -> bool:
    """9 No fire zone without a fire rating, when suppressed or under a barrage."""
    figures = counter(setting, unit)
    return (
        on_map(setting, unit)
        and figures.fire is not None
        and not figures.leads
        and not (unit.suppressed or unit.on or unit.carries or unit.mounted)
        and not barrage(table, unit.at)
    )


def in_zone_of(setting: Setting, table: Table, unit: Unit, cell: str) -> bool:
    """9 Whether a hex lies in the fire zone of a unit."""
    if not has_zone(setting, table, unit) or unit.at is None:
        return False
    figures = counter(setting, unit)
    most = min(figures.range, visibility(setting, table, unit.at))
    if figures.artillery:
        most = min(most, setting.tables.figures.artillery_zone)
    far = setting.distance(unit.at, cell)
    return 0 < far <= most and sees(setting, table, unit.at, cell)


def zone_units(setting: Setting, table: Table, side: str, cell: str) -> Iterator[Unit]:
    """Units of *side* whose fire zone a hex lies in."""
    for unit in units_of(setting, table, side):
        if in_zone_of(setting, table, unit, cell):
            yield unit


@of_table
def zone_hexes(setting: Setting, table: Table, side: str) -> frozenset[str]:
    """9 Every hex in a fire zone of *side*; kept until somebody moves or a barrage falls."""
    reaches = set(_reaches(setting, table, side))
    key = (side, frozenset(reaches), barraged(table))
    if key in setting.zones:
        return setting.zones[key]
    found = frozenset(_seen_from(setting, table, reaches))
    return remember(setting.zones, key, found, KEPT)


def zone_counts(setting: Setting, table: Table, side: str) -> dict[str, int]:
    """9 Every hex in a fire zone of *side*, with how many units have it in theirs."""
    found: dict[str, int] = {}
    for reach_of, count in Counter(_reaches(setting, table, side)).items():
        for cell in set(_seen_from(setting, table, {reach_of})):
            found[cell] = found.get(cell, 0) + count
    return found


def _reaches(setting: Setting, table: Table, side: str) -> Iterator[tuple[str, int]]:
    """Where each unit with a fire zone stands, and how far that goes."""
    figures = setting.tables.figures
    for unit in units_of(setting, table, side):
        if has_zone(setting, table, unit) and unit.at is not None:
            printed = counter(setting, unit)
            most = min(printed.range, visibility(setting, table, unit.at))
            most = min(most, figures.artillery_zone) if printed.artillery else most
            yield unit.at, most


def _seen_from(setting: Setting, table: Table, reaches: set[tuple[str, int]]) -> Iterator[str]:
    shells = barraged(table)
    for at, most in reaches:
        for cell in setting.seen(at, most):
            if cell != at and (not shells or _through_smoke(setting, shells, at, cell)):
                yield cell


def in_enemy_zone(setting: Setting, table: Table, side: str, cell: str) -> bool:
    """9 Whether a hex lies in a fire zone of the enemy of *side*."""
    return cell in zone_hexes(setting, table, ENEMY[side])


def controls(setting: Setting, table: Table, side: str, bridge: str) -> bool:
    """2.15.5 Last in both hexes, and neither in an enemy fire zone."""
    return all(
        last_in(table, cell) == side and not in_enemy_zone(setting, table, side, cell)
        for cell in setting.bridges[bridge].between
    )
