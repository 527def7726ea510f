"""What a program needs to play beside the questions: the clock and the score."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.thinking import Thinking
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.position import (
    in_yard,
    labour,
    on_board,
    pontoon,
    standing,
    strength,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import DOWN, GERMAN, US, AnyFrame, State, Unit, steps
from wardesk.games.shared.printed import OfSetting
from wardesk.words import say


class RemagenThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """How programs play the scenario."""

    steps = steps.table
    measured: Mapping[str, str] = {
        "colonel": say(
            "Measured against the scripted bot: {us} of 100 points more for the Americans ({n} "
            "pairs of games), {german} for the Germans ({others} pairs).",
            us=36,
            n=14,
            german=29,
            others=18,
        )
    }

    def clock(self, state: State) -> int:
        """Half turns: to where the same side is up again, one turn on.

        Who sets up looks on as far as who moves first: nothing tells of a set-up before that.
        """
        return 2 * max(1, state.tracks["turn"]) + any(
            getattr(frame, "side", "") == GERMAN or frame.step.startswith(GERMAN)
            for frame in state.stack[:2]
        )

    def score(self, state: State, side: str) -> float:
        """How the game stands for *side* on a scale of 0 to 1; both sides together make 1."""
        us = prospects(self.setting, state)
        if state.result is not None:
            us = {"us": 1.0, "german": 0.0}.get(state.result.winner, 0.5)
        return us if side == US else 1.0 - us


ON_THE_WAY = 0.5
"""What combat value on a bridge counts; on the west bank it counts at most half of that."""
NOT_YET = 0.5
"""What German combat value in the yard counts."""
FAR = 16.0
"""Sectors from a bridge at which units on the west bank count for nothing."""


def prospects(setting: Setting, state: State) -> float:
    """How the Americans stand, 0 to 1.

    Before the end three things beside the foothold: their strength across the river and on the way
    to it against the Germans (losses, columns, the way they still have), and the bridges that stand
    or grow. With each turn the foothold counts more, and after the last one nothing else.
    """
    done = min(1.0, max(0, state.tracks["turn"] - 1) / max(1, setting.turns))
    hold = min(1.0, foothold(setting, state) / setting.tables.victory[0].least)
    mine, theirs = _columns(setting, state), _germans(setting, state)
    balance = mine / max(1.0, mine + theirs)
    open_game = 0.4 * hold + 0.4 * balance + 0.2 * _crossings(setting, state)
    return done * hold + (1.0 - done) * open_game


def _columns(setting: Setting, state: State) -> float:
    """American combat value, by how near it is to the east bank."""
    rhine, total = setting.rhine, 0.0
    rows = standing(setting, state)
    heads = [rhine.sites[row].west for row in rows or rhine.sites]
    for unit in on_board(state, US):
        cell, value = unit.at or "", setting.row(unit).value
        if cell in rhine.east:
            total += value
        elif cell in rhine.water:
            total += ON_THE_WAY * value
        else:
            far = min(rhine.distance(cell, head) for head in heads)
            total += ON_THE_WAY * value * max(0.0, 1.0 - far / FAR) / 2
    return total


def _germans(setting: Setting, state: State) -> float:
    waiting = strength(setting, in_yard(state.pieces, GERMAN))
    return strength(setting, on_board(state, GERMAN)) + NOT_YET * waiting


def _crossings(setting: Setting, state: State) -> float:
    """What the bridges promise: one pontoon bridge is worth more than the railway bridge."""
    full = setting.tables.constants.labour
    lasts = setting.tables.constants.last_drop_turn - state.tracks["turn"]
    rail = 0.0 if state.marks.get(DOWN) else 0.7 * max(0.0, min(1.0, lasts / 8))
    boats = sum(
        labour(state, row) / full * (1.0 if pontoon(state, row) else 0.6)
        for row in setting.rhine.sites
    )
    return min(1.0, rail + 0.8 * boats)
