"""What a program needs to play: the scripted player and a score."""

from __future__ import annotations

from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer
from wardesk.games.blitzkrieg import policy
from wardesk.games.blitzkrieg.ch11_victory import holds_place, points
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, AnyFrame, State, Unit


class BlitzkriegThinking(Thinking[Unit, AnyFrame]):
    """How programs play one scenario."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return policy.choose(self.setting, state, rng)

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else places held, points and steps left."""
        if state.result is not None:
            winner = state.result.winner
            return 0.5 if not winner else float(winner == side)
        victory = self.setting.scenario.victory
        mine = self._standing(state, victory.side)
        return mine if side == victory.side else 1.0 - mine

    def _standing(self, state: State, side: str) -> float:
        victory = self.setting.scenario.victory
        ours = sum(u.steps for u in state.pieces.values() if u.side == side and u.at)
        theirs = sum(u.steps for u in state.pieces.values() if u.side == ENEMY[side] and u.at)
        strength = ours / max(1, ours + theirs)
        if victory.bands:
            turn = min(max(1, state.tracks["turn"]), len(victory.bands))
            least, most = victory.bands[turn - 1]
            share = (points(self.setting, state) - least + 6) / (most - least + 12)
            held = min(1.0, max(0.0, share))
        else:
            held = float(holds_place(state, self.setting.scenario.place[0], side))
        return 0.1 + 0.5 * held + 0.3 * strength
