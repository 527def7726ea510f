"""What a program needs to play a game: a scripted player, the rule text's own, ideas, a score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Generic

from wardesk.engine.types import Answer, F, GameState, P
from wardesk.model.advice import Advice


class Thinking(ABC, Generic[P, F]):
    """How programs play. *state* is always what the player may see: a view."""

    automaton_sides: tuple[str, ...] = ()
    """Sides that the rule text itself can play: those that `automaton` answers for."""

    @abstractmethod
    def policy(self, state: GameState[P, F], rng: Random) -> Answer:
        """The scripted player's answer to the pending question."""

    @abstractmethod
    def score(self, state: GameState[P, F], side: str) -> float:
        """How the game stands for *side*: 0 lost, 1 won."""

    def automaton(self, state: GameState[P, F]) -> Answer:
        """What the rule text makes an unplayed side do: no luck and no judgement in it.

        Only for `automaton_sides`; the same state always gets the same answer.
        """
        raise NotImplementedError("this game plays no side by itself")

    def advice(self, state: GameState[P, F]) -> tuple[Advice, ...]:
        """Answers to the pending question, ranked from exact chances, the best first.

        Empty where the rules have nothing to compare.
        """
        return ()
