"""Dice of an imagined world, keyed by what is rolled: in one world all plans meet the same luck.

The n-th roll of a kind falls alike whatever was done before. So two answers that are played on in
one world differ by what they are worth, and hardly by luck. Each roll by itself is fair. (Keyed by
the pieces and cells of a roll as well, differences were four times as noisy: an attack elsewhere is
still the same attack.)
"""

from __future__ import annotations

from zlib import crc32

from wardesk.engine.types import Decision, Roll

_ALL = (1 << 64) - 1


def mixed(number: int) -> int:
    """A number of 64 bits from which the given one cannot be told (splitmix64)."""
    number = (number + 0x9E3779B97F4A7C15) & _ALL
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _ALL
    return number ^ (number >> 31)


def world_key(seed: int, world: int) -> int:
    """What all luck and all guesses of world number *world* follow from."""
    return mixed(mixed(seed) ^ world)


class WorldLuck:
    """The dice of one world, for one course through it."""

    __slots__ = ("_counts", "_key")

    def __init__(self, key: int) -> None:
        self._key = key
        self._counts: dict[str, int] = {}

    def roll(self, asked: Decision) -> Roll:
        """The dice for *asked*.

        In a draw each name has a number of its own and the least is drawn: from two cups that
        differ by one counter mostly the same is drawn.
        """
        what = asked.kind
        number = self._counts.get(what, 0)
        self._counts[what] = number + 1
        found = mixed(self._key ^ _hash(what) ^ (number << 40))
        if asked.faces:
            face = min(
                range(len(asked.faces)), key=lambda k: (mixed(found ^ _hash(asked.faces[k])), k)
            )
            return Roll((face + 1,))
        dice: list[int] = []
        for printed in asked.printed():
            found = mixed(found)
            dice.append(printed[found * len(printed) >> 64])
        return Roll(tuple(dice))


def _hash(word: str) -> int:
    """The same on every machine and in every process, which Python's own hash is not."""
    return crc32(word.encode()) * 2654435761 & _ALL
