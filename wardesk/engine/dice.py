"""Dice from a seed; where a person types them instead, the session waits for the answer."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal

from wardesk.engine.types import Decision, Roll

Source = Literal["none", "seeded", "typed", "recorded", "shared"]
"""*shared*: both homes of a game by mail made them."""


class SeededDice:
    """Dice from a seed, keyed by (seed, the journal's luck, CHANCE answers so far).

    Umpire answers therefore shift no later dice, studies can share random numbers, and the same
    game rolls the same on every machine.
    """

    source: Source = "seeded"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, asked: Decision, luck: int, chances: int) -> Roll:
        """What the dice of *asked* show."""
        return Roll(fall(b"%d/%d/%d" % (self.seed, luck, chances), asked.printed()))


def fall(key: bytes, dice: Iterable[range]) -> tuple[int, ...]:
    """Fair *dice*, each a range of what is printed on it: the same *key*, the same throw.

    Bytes of a keyed hash, rejected where they would favour low faces.
    """
    stream, used, block = blake2b(key).digest(), 0, 0
    found: list[int] = []
    for printed in dice:
        faces = len(printed)
        limit = 65536 - 65536 % faces
        while True:
            if used + 2 > len(stream):
                block += 1
                stream, used = blake2b(key + b"/%d" % block).digest(), 0
            value = stream[used] << 8 | stream[used + 1]
            used += 2
            if value < limit:
                found.append(printed[value % faces])
                break
    return tuple(found)
