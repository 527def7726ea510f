"""The game around the chapter: places and who has won (EF N23)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.thinking import Thinking
from wardesk.games.europa.position import Table
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import (
    ALLIES,
    AXIS,
    SIDE_NAMES,
    AnyFrame,
    State,
    Unit,
    steps,
)
from wardesk.games.shared.printed import OfSetting
from wardesk.words import say, say_count

D = Draft[Setting]


def points(setting: Setting, table: Table) -> int:
    """Points of the Axis: the places that they took last."""
    return sum(p.value for p in setting.scenario.place if table.marks[f"{p.cell}/held"] == AXIS)


def judge(d: D) -> None:
    """N23 After the last turn."""
    found, needed = points(d.setting, d), d.setting.scenario.victory
    winner = AXIS if found >= needed.marginal else ALLIES
    decisive = found >= needed.decisive or found < needed.routed
    level = say("decisive victory") if decisive else say("marginal victory")
    text = say_count(
        "The Axis held {n} point, {side} won",
        "The Axis held {n} points, {side} won",
        n=found,
        side=SIDE_NAMES[winner],
    )
    d.end(winner, level, text, "EF N23")


class EuropaThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """What a program needs to play beside the questions: the score."""

    steps = steps.table

    def score(self, state: State, side: str) -> float:
        """How the game stands for *side*: points against what is needed."""
        if state.result is not None:
            return float(state.result.winner == side)
        needed = max(1, self.setting.scenario.victory.marginal)
        axis = min(1.0, 0.5 * points(self.setting, state) / needed)
        return axis if side == AXIS else 1.0 - axis
