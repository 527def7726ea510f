"""Games played at random to their end, kept with every state, for the laws that all must obey."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

from game_list import all_games

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Event, GameState, Outcome

MOST_ANSWERS = 20_000
"""A game that is still going on after so many answers never ends."""
EVERY = 9


class Position(NamedTuple):
    """A pending question on the way, and whether it interrupts another side's doing."""

    number: int
    state: GameState[Any, Any]
    answer: Answer
    event: Event[Any, Any]
    after: GameState[Any, Any]
    reaction: bool


class Game(NamedTuple):
    """One random game from the set-up to the end."""

    rules: Rules[Any, Any]
    seed: int
    first: Event[Any, Any]
    start: GameState[Any, Any]
    positions: list[Position]

    @property
    def events(self) -> list[Event[Any, Any]]:
        return [self.first, *(p.event for p in self.positions)]

    @property
    def end(self) -> GameState[Any, Any]:
        return self.positions[-1].after

    @property
    def looked_at(self) -> list[Position]:
        """Every ninth question and every reaction."""
        return [p for p in self.positions if p.reaction or p.number % EVERY == 0]


def play(rules: Rules[Any, Any], seed: int, *, umpire: bool = False) -> Game:
    """Play with seeded dice and random legal answers; an umpire lets every outcome stand."""
    rng, dice = Random(seed), SeededDice(seed)
    first, start = begin(rules, umpire=umpire)
    event, state = first, start
    positions: list[Position] = []
    depth = len(start.stack)
    while (asked := state.ask) is not None:
        assert len(positions) < MOST_ANSWERS, f"no end after {MOST_ANSWERS} answers"
        answer: Answer
        reaction = len(state.stack) > depth
        if asked.who == CHANCE:
            answer = dice.answer(asked, 0, event.chances)
        elif asked.who == UMPIRE:
            answer = Outcome(asked.proposed)
        else:
            options = rules.options(state, 8, rng)
            assert options, f"dead end: {asked.kind} of {asked.who} after event {event.id}"
            answer = rng.choice(options)
            depth = len(state.stack)
        stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
        event, after = advance(rules, state, answer, stamp, umpire=umpire)
        positions.append(Position(len(positions), state, answer, event, after, reaction))
        state = after
    return Game(rules, seed, first, start, positions)


@cache
def rules_of(scenario: str) -> Rules[Any, Any]:
    """The rules of a scenario, made once: they hold no state of a game."""
    return dict(all_games())[scenario]()
