"""What a program needs to play: the script, its advice, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces
from wardesk.games.gts.ch14_victory import aims, nearest
from wardesk.games.gts.legality import options, reach_of
from wardesk.games.gts.playing.prospects import prospects
from wardesk.games.gts.position import (
    enemy_hexes,
    in_hex,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    MUG,
    AnyFrame,
    Astray,
    Happening,
    State,
    Unit,
    steps,
)
from wardesk.games.shared.printed import OfSetting
from wardesk.words import say

PAYS = 0.15
MOST_ROWS = 12
"""So many shots are told at most."""
FIRST = ("gather", "job/repair", "job/mines", "job/unblock", "park", "ferry")
"""What a unit does before anything else, where it can."""
Player = Callable[[Setting, State, Decision], Answer | None]


# ---- before the first chit, and what nobody had planned -----------------------------------------


def _event_unit(_: Setting, state: State, ask: Decision) -> Answer | None:
    """The strongest one."""
    return Pieces((max(ask.pieces, key=lambda name: (state.pieces[name].steps, name)),))


def _event_hex(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Aircraft at the fullest hex, anything else in the enemy's way."""
    side = ENEMY[ask.who]
    fullest = max(ask.cells, key=lambda cell: (len(in_hex(setting, state, cell, side)), cell))
    if in_hex(setting, state, fullest, side):
        return Cells((fullest,))
    return Cells((nearest(setting, state, ask.cells, ask.who),))


def _event_formation(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """A rout for the enemy, help for oneself: the first of the right side."""
    frame = state.stack[-1]
    rout = isinstance(frame, Happening) and frame.event == "rout"
    wanted = ENEMY[ask.who] if rout else ask.who

    def side(name: str) -> str:
        return setting.divisions[setting.formations[name].division].side

    keys = [choice.key for choice in ask.choices]
    return Choose(next((key for key in keys if side(key) == wanted), keys[0]))


def _astray(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """As far from what the unit wants as it goes."""
    frame = state.stack[-1]
    assert isinstance(frame, Astray)
    goals = aims(setting) or tuple(enemy_hexes(setting, state, state.pieces[frame.unit].side))
    if ask.shape != "path" or not goals:
        return Choose("stop")

    def far(cell: str) -> tuple[int, str]:
        return min(setting.distance(cell, goal) for goal in goals), cell

    reach = reach_of(setting, state, ask.pieces[0])
    away = max(reach, key=far, default="")
    here = state.pieces[ask.pieces[0]].at or ""
    return Path(ask.pieces, reach[away]) if away and far(away) > far(here) else Choose("stop")


def _last(_: Setting, __: State, ask: Decision) -> Answer | None:
    """The last of the buttons, which does something."""
    return Choose(ask.choices[-1].key)


def _first(_: Setting, __: State, ask: Decision) -> Answer | None:
    """The first of the buttons."""
    return Choose(ask.choices[0].key)


PLAYERS: Mapping[str, Player] = {
    "event-unit": _event_unit,
    "event-hex": _event_hex,
    "event-formation": _event_formation,
    "event-division": _first,
    "lost-stack": _last,
    "astray": _astray,
}


CHITS = 1000
"""More than a mug ever holds."""
STEPS = 0.2
"""What steps count in the score; the chance to win is the rest."""


class GtsThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """What a program that plays asks."""

    steps = steps.table

    measured: Mapping[str, str] = {
        "captain": say(
            "Measured against the scripted bot: from {low} to {high} of 100 points more, by "
            "scenario and side (8 pairs of games and more).",
            low=0,
            high=24,
        )
    }

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player's answer to the pending question."""
        ask = state.ask
        if ask is None:
            raise ValueError("nothing is asked")
        if (question := self.question(state)) is not None:
            return question.play(rng)
        player = PLAYERS.get(ask.kind)
        found = player(self.setting, state, ask) if player else None
        return found or rng.choice(options(self.setting, state, 12, rng))

    def clock(self, state: State) -> int:
        """Chits: a turn has hundreds of questions, an activation a few dozen."""
        return CHITS * state.tracks["turn"] - len(state.cups.get(MUG, ()))

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else what the scenario's victories promise, and steps left.

        Where a game is all but decided, the first hardly moves; steps still tell better from worse.
        """
        if state.result is not None:
            return {side: 1.0, "": 0.5}.get(state.result.winner, 0.0)
        won = prospects(self.setting, state)
        steps = dict.fromkeys(ENEMY, 1.0)
        for unit in state.pieces.values():
            steps[unit.side] += unit.steps
        share = steps[side] / sum(steps.values())
        return (1.0 - STEPS) * (won if side == ALLIED else 1.0 - won) + STEPS * share
