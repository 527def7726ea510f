"""What a program needs to play: script, ideas, guesses, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer
from wardesk.games.blitzkrieg.ch11_victory import holds_place
from wardesk.games.blitzkrieg.legality import guess
from wardesk.games.blitzkrieg.playing.prospects import prospects
from wardesk.games.blitzkrieg.playing.script import choose, ideas
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import CUP, ENEMY, AnyFrame, State, Unit
from wardesk.games.shared.printed import OfSetting
from wardesk.words import say

CHITS = 1000
"""More than a cup ever holds."""
ANSWERED = frozenset(
    {
        "react",
        "reaction",
        "return",
        "neutralised",
        "retreat",
        "target",
        "assault-target",
        "give-way",
        "break-off",
        "rally",
        "cancel",
    }
)
"""Most of what orders and shots bring about, and chits to annul. At Hannut they are two of three
questions, and took four fifths of the time of a Colonel, who found a quarter of his gains there."""


class BlitzkriegThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """How programs play one scenario."""

    measured: Mapping[str, str] = {
        "colonel": say(
            "Measured at Hannut against the scripted bot: {german} of 100 points more for the "
            "Germans ({n} pairs of games), {french} for the French ({others} pairs).",
            german=61,
            n=8,
            french=13,
            others=21,
        )
    }

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return choose(self.setting, state, rng)

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else what points promise, or the place and steps left."""
        if state.result is not None:
            winner = state.result.winner
            return 0.5 if not winner else float(winner == side)
        victory = self.setting.scenario.victory
        mine = self._standing(state, victory.side)
        return mine if side == victory.side else 1.0 - mine

    def clock(self, state: State) -> int:
        """Chits: a turn has hundreds of questions, an activation a few dozen."""
        return CHITS * state.tracks["turn"] - len(state.cups.get(CUP, ()))

    def ideas(self, state: State, n: int, rng: Random) -> Sequence[Answer]:
        """Orders that the script would think of; what else is asked has short lists."""
        del rng  # nothing is drawn
        return ideas(self.setting, state, n)

    def weighs(self, state: State, script: Answer) -> bool:
        """Orders are weighed; most of what they bring about is answered by the script."""
        del script
        return state.ask is not None and state.ask.kind not in ANSWERED

    def guess(self, state: State, side: str, rng: Random) -> State:
        """Hidden guns of the other side somewhere where they may have begun (13.1)."""
        return guess(self.setting, state, side, rng)

    def _standing(self, state: State, side: str) -> float:
        """How the side that wants to win by *victory* stands while nobody has won yet."""
        victory = self.setting.scenario.victory
        if victory.bands:
            return prospects(self.setting, state)
        ours = sum(u.steps for u in state.pieces.values() if u.side == side and u.at)
        theirs = sum(u.steps for u in state.pieces.values() if u.side == ENEMY[side] and u.at)
        held = float(holds_place(state, self.setting.scenario.place[0], side))
        return 0.1 + 0.5 * held + 0.3 * ours / max(1, ours + theirs)
