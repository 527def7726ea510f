"""The game around the chapter: places and who has won (EF N23)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.europa.position import Table
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ALLIES, AXIS, SIDE_NAMES
from wardesk.words import say, say_count

D = Draft[Setting]


def points(setting: Setting, table: Table) -> int:
    """Points of the Axis: the places that they took last."""
    return sum(p.value for p in setting.scenario.place if table.marks[f"{p.cell}/held"] == AXIS)


def judge(d: D) -> None:
    """N23 After the last turn."""
    found, needed = points(d.setting, d), d.setting.scenario.victory
    winner = AXIS if found >= needed.marginal else ALLIES
    decisive = found >= needed.decisive or 2 * found < needed.marginal
    level = say("decisive victory") if decisive else say("marginal victory")
    text = say_count(
        "The Axis held {n} point, {side} won",
        "The Axis held {n} points, {side} won",
        n=found,
        side=SIDE_NAMES[winner],
    )
    d.end(winner, level, text, "EF N23")
