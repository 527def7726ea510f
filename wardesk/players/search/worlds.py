"""Imagined worlds: what is hidden is guessed, the dice are known, and the script plays on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, GameState, Outcome, replace
from wardesk.players.search.luck import WorldLuck, world_key
from wardesk.players.search.thought import Leaf

State = GameState[Any, Any]
LOOK, TRIAL = -1, -2
"""The numbers of the worlds in which many answers get a short look, and a trial."""
ENDLESS = 1200
"""Answers after which a course ends wherever it stands: a script may go in circles."""
_STAMP = Stamp(id=1, parent=0)


class ThoughtCancelled(Exception):
    """Nobody wants the answer any more."""


class Worlds:
    """Plays answers to one question on, each in as many worlds as are wanted.

    All that happens follows from the question, *seed*, the number of the world and the answer, so
    it does not matter in which process or in which order worlds are played.
    """

    def __init__(
        self,
        rules: Rules[Any, Any],
        view: State,
        seed: int,
        *,
        longest: int = ENDLESS,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """*view* is what the side that is asked sees. *cancelled* is looked at at every answer.

        After *longest* answers a course ends at the next quiet question: what a small budget can
        not follow to the end of a long turn, it follows less far, but still in several worlds.
        """
        assert view.ask is not None
        side = view.ask.who
        if type(view.pieces) is not OnTable:  # read from a file, or blanked by the rules
            view = replace(view, pieces=OnTable(view.pieces))
        self.rules, self.view, self.side = rules, view, side
        self.seed, self._cancelled = seed, cancelled
        self._deep = len(view.stack)
        self.longest = longest
        self._until = rules.thinking.clock(view) + rules.thinking.ahead(side)

    def look(self, answer: Answer) -> Leaf:
        """*answer* in one world, up to the next quiet question."""
        return self._play(answer, LOOK, None)

    def try_out(self, answer: Answer) -> Leaf:
        """*answer* in the world of trials, as far as `play`."""
        return self._play(answer, TRIAL, self._until)

    def play(self, answer: Answer, world: int) -> Leaf:
        """*answer* in world number *world*, up to a quiet question after the clock has moved on."""
        return self._play(answer, world, self._until)

    def _play(self, answer: Answer, world: int, until: int | None) -> Leaf:
        key = world_key(self.seed, world)
        thinking = self.rules.thinking
        luck, rng = WorldLuck(key), Random(key)
        story: list[str] = []
        done = 0
        try:
            state = thinking.guess(self.view, self.side, Random(key ^ 1))
            given: Answer | None = answer
            while given is not None and done < ENDLESS:
                if self._cancelled():
                    raise ThoughtCancelled
                umpire = state.ask is not None and state.ask.who == UMPIRE
                event, state = advance(self.rules, state, given, _STAMP, umpire=umpire)
                done += 1
                story += [line.text for line in event.story]
                given = self._next(state, luck, rng, None if done >= self.longest else until)
            return Leaf(thinking.score(state, self.side), done, tuple(story))
        except (Illegal, RuleFailed):
            return Leaf(None, done + 1)  # a guess that the game cannot go on from

    def _next(self, state: State, luck: WorldLuck, rng: Random, until: int | None) -> Answer | None:
        """What is answered next; None at the end of the course.

        It ends at a quiet question once the clock is at *until*. Quiet is one no deeper in
        procedures than the first: no half-fought battle is judged.
        """
        ask = state.ask
        if ask is None:
            return None
        if ask.who == CHANCE:
            return luck.roll(ask)
        if ask.who == UMPIRE:
            return Outcome(ask.proposed)
        if len(state.stack) <= self._deep and (
            until is None or self.rules.thinking.clock(state) >= until
        ):
            return None
        # The script of an imagined side sees no more than its own view, either.
        return self.rules.thinking.policy(self.rules.view(state, ask.who), rng)
