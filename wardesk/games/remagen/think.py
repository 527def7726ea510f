"""What a program needs to play: script and score."""

from __future__ import annotations

from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer
from wardesk.games.remagen import policy
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import US, AnyFrame, State, Unit


class RemagenThinking(Thinking[Unit, AnyFrame]):
    """How programs play the scenario."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return policy.choose(self.setting, state, rng)

    def score(self, state: State, side: str) -> float:
        """The strength across the river on a scale of 0 to 1."""
        best = self.setting.tables.victory[0].least
        us = min(1.0, foothold(self.setting, state) / best)
        if state.result is not None:
            us = {"us": 1.0, "german": 0.0}.get(state.result.winner, 0.5)
        return us if side == US else 1.0 - us
