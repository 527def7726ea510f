"""Tables on the way of a game that the script plays for every side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, GameState


def scripted_tables(
    rules: Rules[Any, Any], seed: int, every: int
) -> Iterator[tuple[int, GameState[Any, Any]]]:
    """Every so many answers the table with its number, unless dice are asked for there."""
    _, state = begin(rules, umpire=False)
    dice, chances, number = SeededDice(seed), 0, 0
    while (ask := state.ask) is not None:
        if number % every == 0 and ask.who != CHANCE:
            yield number, state
        stamp = Stamp(id=number + 1, parent=number, chances=chances)
        if ask.who == CHANCE:
            answer, chances = dice.answer(ask, 0, chances), chances + 1
        else:
            answer = rules.thinking.policy(rules.view(state, ask.who), Random(number))
        _, state = advance(rules, state, answer, stamp, umpire=False)
        number += 1
