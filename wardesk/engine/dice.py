"""Where dice come from: a seed, a person's hand or a record; all answer questions to CHANCE."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Literal, Protocol

from wardesk.engine.types import CHANCE, Decision, Event, Roll

Source = Literal["none", "seeded", "typed", "recorded"]


class Dice(Protocol):
    """A dice source. *branch* and *chances* name the roll, so that a redo rolls the same again."""

    source: Source

    def answer(self, asked: Decision, branch: int, chances: int) -> Roll | None:
        """The dice for *asked*; None = wait for a person to type them."""
        ...


class SeededDice:
    """Dice from a seed, keyed by (seed, branch, CHANCE answers so far).

    Umpire answers therefore shift no later dice, studies can share random numbers, and the same
    game rolls the same on every machine.
    """

    source: Source = "seeded"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, asked: Decision, branch: int, chances: int) -> Roll:
        """Fair dice: bytes of a keyed hash, rejected where they would favour low faces."""
        key = b"%d/%d/%d" % (self.seed, branch, chances)
        stream, used, block = blake2b(key).digest(), 0, 0
        found: list[int] = []
        for faces in asked.dice:
            limit = 65536 - 65536 % faces
            while True:
                if used + 2 > len(stream):
                    block += 1
                    stream, used = blake2b(key + b"/%d" % block).digest(), 0
                value = stream[used] << 8 | stream[used + 1]
                used += 2
                if value < limit:
                    found.append(value % faces + 1)
                    break
        return Roll(tuple(found))


class TypedDice:
    """Dice on a real table: every roll waits for a person."""

    source: Source = "typed"

    def answer(self, asked: Decision, branch: int, chances: int) -> None:  # noqa: ARG002
        """Nothing: somebody has to type the dice."""
        return


class RecordedDice:
    """The dice of recorded events, in their order."""

    source: Source = "recorded"

    def __init__(self, events: Iterable[Event[Any, Any]]) -> None:
        self._rolls = [
            e.answer
            for e in events
            if e.asked is not None and e.asked.who == CHANCE and isinstance(e.answer, Roll)
        ]
        self._next = 0

    def answer(self, asked: Decision, branch: int, chances: int) -> Roll | None:  # noqa: ARG002
        """The next recorded roll; None when the record has ended."""
        if self._next >= len(self._rolls):
            return None
        self._next += 1
        return self._rolls[self._next - 1]
