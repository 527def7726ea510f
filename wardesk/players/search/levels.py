"""How strong a program plays: answers that it may give in imagined worlds before each of its own.

No level sees more than its side may see, gets other dice or any bonus.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, GameState
from wardesk.players.search.search import Spread, in_turn, think
from wardesk.players.search.thought import Thought
from wardesk.words import Spoken, join, say


class SearchLevel(Struct, frozen=True, kw_only=True):
    """A strength that a person can choose."""

    id: str
    name: Spoken
    answers: int
    """Budget of one decision: answers in imagined worlds."""
    processes: int = 1
    """Processes that a window may let it use; its answers do not depend on them."""
    plays: Spoken
    """How it plays, in a sentence."""


NOT_MEASURED = say("Its strength is not measured in this game.")
LEVELS: dict[str, SearchLevel] = {
    level.id: level
    for level in (
        SearchLevel(
            id="captain",
            name=say("Captain"),
            answers=800,
            plays=say("Looks ahead, a second or less for most answers."),
        ),
        SearchLevel(
            id="colonel",
            name=say("Colonel"),
            answers=2_000,
            processes=2,
            plays=say("Looks ahead in more imagined worlds than the Captain; takes seconds."),
        ),
    )
}
"""From the weakest up; the script alone stands below them all."""
FORMER = frozenset({"cadet", "general"})
"""Levels that games of earlier versions name: nothing showed a Captain to beat the first of them,
nor the second to beat a Colonel."""
FAIR = say("It sees no more than its side, and gets no other dice and no bonus.")


def about(level: SearchLevel, measured: Mapping[str, str]) -> str:
    """What a level is, how strong it was *measured* to be in a game, and that it is fair."""
    return join(" ", (level.plays, measured.get(level.id, NOT_MEASURED), FAIR))


class SearchPlayer:
    """The script of a game with a search of one level on top."""

    def __init__(self, level: SearchLevel) -> None:
        self.level = level
        self.name = level.id

    def at_once(
        self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random
    ) -> Answer | None:
        """The script's answer where the game says that little is gained; else None.

        *rng* is left as it was if there is something to think about.
        """
        drawn = rng.getstate()
        script = rules.thinking.policy(view, rng)
        if not rules.thinking.weighs(view, script):
            return script
        rng.setstate(drawn)
        return None

    def choose(self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random) -> Answer:
        """What it answers at once, or the answer of `think`."""
        answer = self.at_once(rules, view, rng)
        return self.think(rules, view, rng).answer if answer is None else answer

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
            cancelled=cancelled,
        )
