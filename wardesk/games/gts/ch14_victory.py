"""Chapter 14: who has won, by the scenario's own conditions, and what a side wants for that."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.engine.draft import Draft
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.forces import Award, Hold, Stand, Tally
from wardesk.games.gts.position import Table, bridge_state, enemy_hexes, in_hex, last_in
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, Unit
from wardesk.words import say

D = Draft[Setting]


def holds(setting: Setting, table: Table, row: Hold) -> bool:
    """Whether a side was the last in every hex, or stands in each of them without the enemy."""
    for cell in row.cells:
        enemy = in_hex(setting, table, cell, ENEMY[row.side])
        mine = in_hex(setting, table, cell, row.side)
        if enemy or (row.alone and not mine) or (last_in(table, cell) != row.side and not mine):
            return False
    return True


def _stands(table: Table, row: Stand) -> bool:
    unit = table.pieces.get(row.unit)
    return unit is not None and unit.at in row.cells


def points_in(setting: Setting, table: Table, row: Tally) -> int:
    """What a side has in the hexes of a tally, in points."""
    there = (unit for cell in row.cells for unit in in_hex(setting, table, cell, row.side))
    return sum(row.worth.get(unit.id, unit.steps) for unit in there)


def earned(setting: Setting, table: Table, award: Award) -> bool:
    """Whether every condition of an award holds."""
    return (
        all(bridge_state(table, bridge) == "destroyed" for bridge in award.blown)
        and all(bridge_state(table, bridge) != "destroyed" for bridge in award.standing)
        and all(_stands(table, row) for row in award.stand)
        and all(table.pieces[unit].at is None for unit in award.lost if unit in table.pieces)
        and all(holds(setting, table, row) for row in award.hold)
        and all(points_in(setting, table, row) >= row.least for row in award.tally)
    )


def judge_end(d: D, *, at_once: bool) -> bool:
    """Whether an award is earned: the first one ends the game."""
    for award in d.setting.scenario.victory:
        if (award.at_once or not at_once) and earned(d.setting, d, award):
            level = say("Victory") if award.winner else say("Draw")
            d.end(award.winner, level, award.title, award.cite)
            return True
    return False


def judge_last(d: D) -> None:
    """After the last turn: without an award it is a draw."""
    if not judge_end(d, at_once=False):
        d.end("", say("Draw"), say("Nobody had reached his aim"), "WED SR14")


# ---- what a side wants --------------------------------------------------------------------------


def quarry(setting: Setting, table: Table, side: str) -> tuple[str, ...]:
    """Units of the enemy of *side* whose loss wins."""
    units = [u for award in setting.scenario.victory for u in award.lost if award.winner == side]
    return tuple(u for u in units if table.pieces[u].at is not None)


def home_of(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """Where a unit has to stand for a victory whose hexes its side has been in already."""
    for award in setting.scenario.victory:
        for row in award.stand:
            if row.unit == unit.id and all(holds(setting, table, hold) for hold in award.hold):
                return row.cells
    return ()


def aims(setting: Setting) -> tuple[str, ...]:
    """Hexes that the scenario's victory asks for; what makes a draw counts where it is held."""
    found: list[str] = []
    for award in setting.scenario.victory:
        rows = (*award.hold, *award.tally) if award.winner else award.hold
        found += [cell for row in rows for cell in row.cells]
    return tuple(dict.fromkeys(found))


def wanted(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """The aims that a unit is needed for: those not held yet, or the one that it holds alone."""
    goals, here = aims(setting), unit.at or ""

    def friends(cell: str) -> bool:
        return any(other.id != unit.id for other in in_hex(setting, table, cell, unit.side))

    def held(cell: str) -> bool:
        if in_hex(setting, table, cell, ENEMY[unit.side]):
            return False
        return last_in(table, cell) == unit.side or friends(cell) or cell == here

    missing = tuple(cell for cell in goals if not held(cell))
    if missing and here in goals and held(here) and not friends(here):
        return (here,)
    return missing or goals


def nearest(setting: Setting, table: Table, cells: Iterable[str], side: str) -> str:
    """The hex that is nearest to what a side wants, and out of fire."""
    marks = aims(setting) or tuple(enemy_hexes(setting, table, side))

    def far(cell: str) -> tuple[float, str]:
        goal = min((setting.distance(cell, mark) for mark in marks), default=0)
        risk = 2.0 if in_enemy_zone(setting, table, side, cell) else 0.0
        crowd = len(in_hex(setting, table, cell, side))
        return goal + risk + (4.0 if crowd >= setting.tables.figures.stack else 0.0), cell

    return min(cells, key=far)
