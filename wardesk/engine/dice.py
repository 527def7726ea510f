"""Dice from a seed; where a person types them instead, the session waits for the answer."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

from wardesk.engine.types import Decision, Roll

Source = Literal["none", "seeded", "typed", "recorded"]


class SeededDice:
    """Dice from a seed, keyed by (seed, the journal's luck, CHANCE answers so far).

    Umpire answers therefore shift no later dice, studies can share random numbers, and the same
    game rolls the same on every machine.
    """

    source: Source = "seeded"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, asked: Decision, luck: int, chances: int) -> Roll:
        """Fair dice: bytes of a keyed hash, rejected where they would favour low faces."""
        key = b"%d/%d/%d" % (self.seed, luck, chances)
        stream, used, block = blake2b(key).digest(), 0, 0
        found: list[int] = []
        for printed in asked.printed():
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
        return Roll(tuple(found))
