"""How strong a program plays: answers that it may give in imagined worlds before each of its own.

No level sees more than its side may see, gets other dice or any bonus.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, GameState
from wardesk.players.search.search import Spread, in_turn, think
from wardesk.players.search.thought import Thought


class Level(Struct, frozen=True, kw_only=True):
    """A strength that a person can choose."""

    id: str
    name: str
    answers: int
    """Budget of one decision: answers in imagined worlds."""
    blur: float = 0.0
    """Standard deviation of the noise on its judgement, as a share of the whole score."""


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level(id="cadet", name="Cadet", answers=200, blur=0.05),
        Level(id="captain", name="Captain", answers=800),
        Level(id="colonel", name="Colonel", answers=2_000),
        Level(id="general", name="General", answers=12_000),
    )
}
"""From the weakest up; the script alone stands below them all."""


class SearchPlayer:
    """The script of a game with a search of one level on top."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.name = level.id

    def choose(self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random) -> Answer:
        """The answer of `think`."""
        return self.think(rules, view, rng).answer

    def think(
        self,
        rules: Rules[Any, Any],
        view: GameState[Any, Any],
        rng: Random,
        *,
        spread: Spread = in_turn,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """The answer and its reasons. Raises `Cancelled` soon after *cancelled* says so."""
        return think(
            rules,
            view,
            rng,
            self.level.answers,
            spread=spread,
            blur=self.level.blur,
            cancelled=cancelled,
        )
