"""Matches of the scripted player against random play."""

from __future__ import annotations

from typing import Any

from wardesk.engine.rules import Rules
from wardesk.players.bots import make_player
from wardesk.players.match import MatchResult, play_match


def against_chance(rules: Rules[Any, Any], scripted: str, seed: int) -> MatchResult:
    """A game in which the side *scripted* plays by script, and everybody else at random."""
    kinds = {side: "policy" if side == scripted else "random" for side in rules.sides}
    return play_match(rules, {side: make_player(kind) for side, kind in kinds.items()}, seed)


def won(rules: Rules[Any, Any], scripted: str, games: int) -> int:
    """How many of so many games the script wins."""
    return sum(against_chance(rules, scripted, seed).winner == scripted for seed in range(games))
