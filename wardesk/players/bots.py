"""Players that are programs; each decision has its own random numbers, so games can be repeated."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any, Protocol

from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, GameState
from wardesk.players.search.levels import FORMER, LEVELS, SearchPlayer

KINDS = ("policy", "random", "automaton", *LEVELS)
"""``automaton`` only plays a side that the game's own rule text can play."""
PROGRAMS = frozenset(KINDS) | FORMER
"""Authors of answers in a journal that are no persons, also in journals of earlier versions."""


class Player(Protocol):
    """Somebody who answers for a side."""

    name: str

    def choose(self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random) -> Answer:
        """A legal answer to the question of *view*, which shows no more than the side may see."""
        ...


class PolicyPlayer:
    """The scripted player that a game ships with."""

    name = "policy"

    def choose(self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random) -> Answer:
        """What the game's own script does here."""
        return rules.thinking.policy(view, rng)


class RandomPlayer:
    """Any legal answer: the yardstick for every other player."""

    name = "random"

    def choose(self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random) -> Answer:
        """One legal answer at random."""
        return rules.sample(view, rng)


class AutomatonPlayer:
    """The side that the rule text plays by itself in a solitaire game."""

    name = "automaton"

    def choose(self, rules: Rules[Any, Any], view: GameState[Any, Any], rng: Random) -> Answer:
        """What the rules prescribe; chance has no part in it."""
        del rng
        return rules.thinking.automaton(view)


_MAKERS: dict[str, type[PolicyPlayer | RandomPlayer | AutomatonPlayer]] = {
    "policy": PolicyPlayer,
    "random": RandomPlayer,
    "automaton": AutomatonPlayer,
}


def kinds_for(rules: Rules[Any, Any], side: str) -> tuple[str, ...]:
    """The kinds of player that can hold *side*."""
    missing: set[str] = set() if rules.thinking.looks_ahead else set(LEVELS)
    if side not in rules.thinking.automaton_sides:
        missing.add("automaton")
    return tuple(kind for kind in KINDS if kind not in missing)


def kind_of(word: str) -> str:
    """The kind that a person means by *word*: ``script`` is the name that levels go by."""
    return "policy" if word == "script" else word


def make_player(kind: str) -> Player:
    """The player of this kind. KeyError when there is none."""
    return SearchPlayer(LEVELS[kind]) if kind in LEVELS else _MAKERS[kind]()


def decision_rng(seed: int, side: str, count: int) -> Random:
    """Random numbers for decision number *count* of *side*.

    They depend on nothing else, so two matches with the same seed differ only where players do.
    """
    key = blake2b(f"{seed}/{side}/{count}".encode(), digest_size=8).digest()
    return Random(int.from_bytes(key, "big"))
