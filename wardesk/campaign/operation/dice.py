"""The dice that a campaign's tables are rolled with, by their names."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wardesk.words import Text, say

DieName = Literal["d10", "d6", "d8", "d12", "d20", "d100"]


class Die(Struct, frozen=True):
    """One die of *count* faces, the lowest of which is *least*."""

    count: int
    least: int = 1

    @property
    def faces(self) -> range:
        """What it can show."""
        return range(self.least, self.least + self.count)

    def shown(self, face: int) -> int:
        """What its face number 1 to *count* shows: the last face of a die from 0 is the 0."""
        return face if self.least else face % self.count


TEN: DieName = "d10"
DICE: dict[DieName, Die] = {
    TEN: Die(10, 0), "d6": Die(6), "d8": Die(8), "d12": Die(12), "d20": Die(20), "d100": Die(100),
}  # fmt: skip
"""The die of ten shows 0 to 9; the others count from 1."""


def die_words(name: DieName) -> Text:
    """What a die is called: ``d10``, in German ``W10``."""
    return say("d{faces}", faces=DICE[name].count)
