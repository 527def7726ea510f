"""What rolls gave: each against the mean of all the ways in which its dice could have fallen.

Whoever plays, and however well, these differences are zero on average: they are luck and nothing
else (the chance part of AIVAT, Burch et al. 2018).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

from msgspec import Struct

from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Decision, Event, GameState, Outcome, Roll
from wardesk.players.search.worlds import ThoughtCancelled
from wardesk.words import encode

MOST_WAYS = 1296
"""Ways of dice that are counted out, as many as four dice have; of more, `DRAWN` are drawn."""
DRAWN = 200
FOLLOWED = 4
"""Answers that the script gives at most until the procedure of a roll is through."""

State = GameState[Any, Any]


class Swing(Struct, frozen=True):
    """What one roll gave."""

    score: float
    """The score of the first side, less its mean; from -1 to 1."""
    losses: tuple[float, ...]
    """By side, in the order of the rules: how many fell, less the mean."""
    exact: bool
    """Whether every way of the dice was counted, and not a sample of them."""


class _Worth(Struct, frozen=True):
    """What a table is worth once a roll has had its effect."""

    score: float
    losses: tuple[float, ...]


class _Gone(Struct, frozen=True):
    """A table after a roll, with who fell on the way."""

    state: State
    losses: tuple[float, ...]


def swing_of(
    rules: Rules[Any, Any],
    before: State,
    event: Event[Any, Any],
    cancelled: Callable[[], bool] = lambda: False,
    *,
    stands: Callable[[State], float] | None = None,
) -> Swing | None:
    """What the roll of *event*, made on the table *before* it, gave.

    *stands*: the score of a table, that of the first side if not given.

    Each way of the dice is played to the end of the procedure that asked for them: rolls that
    follow at once by their mean, what the owner then decides by the script. None where *event* is
    no roll, or where the rules no longer go on from there. `ThoughtCancelled` when nobody wants to
    know.
    """
    if before.ask is None or before.ask.who != CHANCE or not isinstance(event.answer, Roll):
        return None
    umpired = event.mode == "adjudicate"
    scales = _Scales(rules, len(before.stack), umpired, cancelled, stands or _first(rules))
    try:
        mean, found, exact = scales.mean(_Gone(before, (0.0,) * len(rules.sides)), event.answer, 1)
    except (Illegal, RuleFailed):
        return None
    if found is None:
        return None
    losses = tuple(mine - fair for mine, fair in zip(found.losses, mean.losses, strict=True))
    return Swing(found.score - mean.score, losses, exact)


def _first(rules: Rules[Any, Any]) -> Callable[[State], float]:
    """The score of the first side."""
    return lambda state: rules.thinking.score(state, rules.sides[0])


class _Scales:
    """Weighs the ways of one roll."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        deep: int,
        umpired: bool,
        cancelled: Callable[[], bool],
        stands: Callable[[State], float],
    ) -> None:
        """*deep*: how many procedures were under way when the roll was asked for."""
        self._rules, self._deep, self._umpired = rules, deep, umpired
        self._cancelled, self._stands = cancelled, stands

    def mean(self, gone: _Gone, given: Roll, level: int) -> tuple[_Worth, _Worth | None, bool]:
        """The mean over all ways of the pending roll, and what the dice of *given* are worth.

        Modifiers and inputs are those of *given*. The third: whether all ways were counted.
        """
        asked = gone.state.ask
        assert asked is not None
        ways, exact = _ways(asked)
        known: dict[bytes, _Worth] = {}
        every: list[_Worth] = []
        mine: _Worth | None = None
        if not exact and level == 1:
            ways = (given.dice, *ways)
        for k, dice in enumerate(ways):
            if self._cancelled():
                raise ThoughtCancelled
            event, there = self._next(gone, Roll(dice, given.factors, given.inputs))
            # Most ways come to the same: what fell is told, and changes nothing else.
            key = encode((event.effects, event.stack, event.ask))
            worth = known.get(key)
            if worth is None:
                worth = known[key] = self._through(there, level)
            if dice == given.dice:
                mine = worth
            if exact or level > 1 or k:  # what fell is no part of a sample
                every.append(worth)
        n = len(every)
        losses = tuple(sum(column) / n for column in zip(*(w.losses for w in every), strict=True))
        return _Worth(sum(w.score for w in every) / n, losses), mine, exact

    def _through(self, gone: _Gone, level: int) -> _Worth:
        """What it is worth when the procedure is through."""
        rng, decided = Random(0), 0
        while (ask := gone.state.ask) is not None:
            if ask.who == CHANCE:
                if decided or level > 1:
                    break  # a roll of its own, with luck of its own
                return self.mean(gone, Roll(()), level + 1)[0]
            if ask.who == UMPIRE:
                answer = Outcome(ask.proposed)
            elif self._deep < 2 or len(gone.state.stack) < self._deep or decided >= FOLLOWED:
                break
            else:
                decided += 1
                seen = self._rules.view(gone.state, ask.who)
                answer = self._rules.thinking.policy(seen, rng)
            gone = self._next(gone, answer)[1]
        return _Worth(self._stands(gone.state), gone.losses)

    def _next(self, gone: _Gone, answer: Any) -> tuple[Event[Any, Any], _Gone]:  # noqa: ANN401
        rules, before = self._rules, gone.state
        umpired = self._umpired or (before.ask is not None and before.ask.who == UMPIRE)
        stamp = Stamp(id=before.seq + 1, parent=before.seq, reason="weighed")
        event, state = advance(rules, before, answer, stamp, umpire=umpired)
        losses = list(gone.losses)
        for loss in rules.showing.losses(before, event) if event.effects else ():
            if loss.side in rules.sides:
                losses[rules.sides.index(loss.side)] += loss.count
        return event, _Gone(state, tuple(losses))


def _ways(asked: Decision) -> tuple[Sequence[tuple[int, ...]], bool]:
    """All ways in which the dice of *asked* can fall, each as likely; else some of them."""
    if prod(asked.dice) <= MOST_WAYS:
        return tuple(product(*asked.printed())), True
    rng = Random(0)
    return tuple(tuple(map(rng.choice, asked.printed())) for _ in range(DRAWN)), False
