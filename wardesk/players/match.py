"""Program against program without a log: the same game as in a session, only faster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import RuleFailed, Stamp, advance, begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Event, GameResult, GameState, Outcome
from wardesk.errors import BugError
from wardesk.players.bots import Player, decision_rng
from wardesk.words import say

MOST_DECISIONS = 100_000
"""A game that asks more often than this never ends."""


class MatchResult(Struct, frozen=True, kw_only=True):
    """How one match went."""

    seed: int
    result: GameResult | None
    """None when the game stopped asking without naming a winner."""
    decisions: int
    state: GameState[Any, Any]
    """The table at the end."""

    @property
    def winner(self) -> str:
        """The winning side; empty for a draw."""
        return self.result.winner if self.result else ""


def play_match(
    rules: Rules[Any, Any],
    players: Mapping[str, Player],
    seed: int,
    watch: Callable[[GameState[Any, Any], Event[Any, Any]], None] | None = None,
) -> MatchResult:
    """Play to the end. The same *seed* gives the same dice and the same game, on every machine.

    *watch* sees the table before each event after the set-up, and the event. BugError when a rule
    breaks or the game does not end.
    """
    _, state = begin(rules, umpire=False)
    return play_on(rules, state, players, seed, watch)


def play_on(
    rules: Rules[Any, Any],
    state: GameState[Any, Any],
    players: Mapping[str, Player],
    seed: int,
    watch: Callable[[GameState[Any, Any], Event[Any, Any]], None] | None = None,
) -> MatchResult:
    """Play from *state* to the end; as `play_match`."""
    dice = SeededDice(seed)
    counts = dict.fromkeys(rules.sides, 0)
    chances = decisions = 0
    while (ask := state.ask) is not None:
        if decisions >= MOST_DECISIONS:
            raise BugError(
                say(
                    "{game} asked {number} questions and did not end",
                    game=rules.title,
                    number=decisions,
                )
            )
        stamp = Stamp(id=decisions + 1, parent=decisions, chances=chances)
        if ask.who == CHANCE:
            answer = dice.answer(ask, 0, chances)
            chances += 1
        elif ask.who == UMPIRE:
            answer = Outcome(ask.proposed)
        else:
            rng = decision_rng(seed, ask.who, counts[ask.who])
            answer = _choice(rules, state, players[ask.who], rng)
            counts[ask.who] += 1
        before = state
        event, state = advance(rules, before, answer, stamp, umpire=ask.who == UMPIRE)
        decisions += 1
        if watch is not None:
            watch(before, event)
    return MatchResult(seed=seed, result=state.result, decisions=decisions, state=state)


def _choice(
    rules: Rules[Any, Any], state: GameState[Any, Any], player: Player, rng: Random
) -> Answer:
    assert state.ask is not None
    side = state.ask.who
    try:
        return player.choose(rules, rules.view(state, side), rng)
    except Exception as error:
        what = say(
            "the {player!s} player of {side!s} broke: {kind!s}: {error}",
            player=player.name,
            side=side,
            kind=type(error).__name__,
            error=error,
        )
        raise RuleFailed(state.stack[-1] if state.stack else None, "choose", what) from error
