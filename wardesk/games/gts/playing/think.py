"""What a program needs to play: the script, its advice, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer
from wardesk.games.gts.legality import options
from wardesk.games.gts.playing.prospects import prospects
from wardesk.games.gts.playing.script import PLAYERS, advice
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ALLIED, ENEMY, MUG, AnyFrame, State, Unit
from wardesk.games.shared.printed import OfSetting
from wardesk.model.advice import Advice
from wardesk.words import say

CHITS = 1000
"""More than a mug ever holds."""
STEPS = 0.2
"""What steps count in the score; the chance to win is the rest."""


class GtsThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """What a program that plays asks."""

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
        player = PLAYERS.get(ask.kind)
        found = player(self.setting, state, ask) if player else None
        return found or rng.choice(options(self.setting, state, 12, rng))

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Ranked shots, for a question of fire; empty for any other."""
        return advice(self.setting, state)

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
