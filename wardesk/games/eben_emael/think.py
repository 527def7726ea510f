"""What a program needs to play beside the questions: the score, and what may be hidden."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer
from wardesk.games.eben_emael import hidden_counters
from wardesk.games.eben_emael.asked import EbenQuestion
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, AnyFrame, FortCounter, State, steps
from wardesk.games.shared.printed import OfSetting
from wardesk.words import join, say


def _over_script(*, german: int, n: int, belgian: int, others: int) -> str:
    """What a level gained on the script, in points of 100 and pairs of games."""
    return say(
        "Measured on Eben-Emael against the scripted bot: {german} of 100 points more for the "
        "Germans ({n} pairs of games), {belgian} for the Belgians in full readiness ({others} "
        "pairs).",
        german=german,
        n=n,
        belgian=belgian,
        others=others,
    )


class EbenEmaelThinking(OfSetting[Setting], Thinking[FortCounter, AnyFrame]):
    """How programs play one scenario."""

    steps = steps.table
    automaton_sides = (BELGIAN,)
    measured: Mapping[str, str] = {
        "captain": _over_script(german=9, n=10, belgian=7, others=10),
        "colonel": join(
            " ",
            (
                _over_script(german=8, n=10, belgian=14, others=16),
                say(
                    "Against the Captain: {belgian} more for the Belgians ({n} pairs), no more "
                    "for the Germans ({others} pairs).",
                    belgian=5,
                    n=100,
                    others=20,
                ),
            ),
        ),
    }

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.stake = say("of the {points} victory points", points=sum(setting.fort.points.values()))

    def automaton(self, state: State) -> Answer:
        """The Belgians of the solitaire game (EE N59)."""
        question = self.question(state)
        if not isinstance(question, EbenQuestion):
            raise ValueError("nothing is asked")
        return question.automatic()

    def score(self, state: State, side: str) -> float:
        """Victory points on a scale of 0 to 1; a finished game is won or lost."""
        points = state.tracks.get("victory_points", 0)
        german = min(1.0, points / sum(self.setting.fort.points.values()))
        if state.result is not None and "automatic" in state.result.level:
            german = 1.0 if state.result.winner == GERMAN else 0.0
        return german if side == GERMAN else 1.0 - german

    def ahead(self, side: str) -> int:
        """Of what two turns bring the Belgians, two thirds are gone two turns later."""
        return 4 if side == BELGIAN else 2

    def guess(self, state: State, side: str, rng: Random) -> State:
        """A hand for the other side, where hands are closed."""
        return hidden_counters.guess(self.setting, state, side, rng)
