"""What a program needs to play a game: a scripted player, the rule text's own, ideas, a score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Generic

from wardesk.engine.question import KnowsQuestions
from wardesk.engine.types import Answer, F, GameState, P
from wardesk.model.advice import Advice


class Thinking(KnowsQuestions, ABC, Generic[P, F]):
    """How programs play. *state* is always what the player may see: a view."""

    automaton_sides: tuple[str, ...] = ()
    """Sides that the rule text itself can play: those that `automaton` answers for."""
    looks_ahead: bool = True
    """Whether a search has anything to go by: False where the script and the score know nothing."""
    stake: str = ""
    """What a whole `score` is, as words that follow a share: "of the 26 victory points"."""
    measured: Mapping[str, str] = {}
    """How strong levels of a search were measured to be in this game: id and a sentence."""

    def policy(self, state: GameState[P, F], rng: Random) -> Answer:
        """The scripted player's answer to the pending question."""
        question = self.question(state)
        assert question is not None, "a game whose questions are steps has a policy of its own"
        return question.play(rng)

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
        question = self.question(state)
        return question.advice() if question else ()

    # ---- for a player that searches -------------------------------------------------------------

    def clock(self, state: GameState[P, F]) -> int:
        """A number that grows with the game: a search looks on until it has grown by `ahead`.

        Turns, unless a game's turns are so long that nobody can look ahead to the end of one.
        """
        return state.tracks.get("turn", 0)

    def ahead(self, side: str) -> int:
        """How far the clock goes on until a search of *side* judges the table.

        So far that what is gained by then is still there at the end of the game.
        """
        return 2

    def ideas(self, state: GameState[P, F], n: int, rng: Random) -> Sequence[Answer]:
        """Up to *n* answers that deserve a look; empty = whatever the rules list."""
        question = self.question(state)
        return question.ideas(n) if question else ()

    def weighs(self, state: GameState[P, F], script: Answer) -> bool:
        """Whether a program that looks ahead does so here, where the script would answer *script*.

        No where little is gained, but finding that out takes as long as anywhere else: then it
        answers so at once. A person who asks for advice gets it all the same.
        """
        question = self.question(state)
        return question.weighs(script) if question else True

    def guess(self, state: GameState[P, F], side: str, rng: Random) -> GameState[P, F]:
        """A whole state that *side* would see as *state*, its view while it is asked.

        Whatever the view hides is filled in at random from what is possible; draws to come are not
        guessed. A game that hides nothing leaves this alone.
        """
        return state
