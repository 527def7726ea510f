"""Chances to win, counted: the same moment played to the end many times by scripted players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Event, GameState
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_on
from wardesk.players.search.luck import world_key
from wardesk.players.search.worlds import ThoughtCancelled


class Playouts(Struct, frozen=True):
    """How the games that began at a moment ended."""

    event: int
    """The event after which they began."""
    games: int = 0
    wins: tuple[int, ...] = ()
    """By side, in the order of the rules. Nobody's games are the rest."""

    def and_one(self, rules: Rules[Any, Any], winner: str) -> Playouts:
        """With one more game, that *winner* won (empty: nobody)."""
        was = self.wins or (0,) * len(rules.sides)
        wins = tuple(n + (side == winner) for n, side in zip(was, rules.sides, strict=True))
        return Playouts(self.event, self.games + 1, wins)


def play_out(
    rules: Rules[Any, Any],
    state: GameState[Any, Any],
    seed: int,
    world: int,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[str, int]:
    """Who wins from *state* if scripts play every side, and how many answers that took.

    All moments of one *world* meet the same dice. `ThoughtCancelled` when nobody wants to know any
    more.
    """

    def watch(_: GameState[Any, Any], __: Event[Any, Any]) -> None:
        if cancelled():
            raise ThoughtCancelled

    scripts = dict.fromkeys(rules.sides, PolicyPlayer())
    found = play_on(rules, state, scripts, world_key(seed, world), watch)
    return found.winner, found.decisions
