"""Chapter 14: who has won, by the scenario's own conditions."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.gts.forces import Award, Hold, Stand
from wardesk.games.gts.position import Table, bridge_state, in_hex, last_in
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY
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


def earned(setting: Setting, table: Table, award: Award) -> bool:
    """Whether every condition of an award holds."""
    return (
        all(bridge_state(table, bridge) == "destroyed" for bridge in award.blown)
        and all(bridge_state(table, bridge) != "destroyed" for bridge in award.standing)
        and all(_stands(table, row) for row in award.stand)
        and all(table.pieces[unit].at is None for unit in award.lost if unit in table.pieces)
        and all(holds(setting, table, row) for row in award.hold)
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
