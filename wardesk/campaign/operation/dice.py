"""The dice that a campaign's tables are rolled with, by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from wardesk.model.look import OddsLine
from wardesk.words import Text, say

DieName = Literal["d10", "d6", "d8", "d12", "d20", "d100"]
TEN: DieName = "d10"
DICE: dict[DieName, range] = {
    TEN: range(10), "d6": range(1, 7), "d8": range(1, 9), "d12": range(1, 13), "d20": range(1, 21),
    "d100": range(1, 101),
}  # fmt: skip
"""What each can show: the die of ten shows 0 to 9, the others count from 1."""
_TONES: tuple[Literal["good", "none", "mixed"], ...] = ("good", "none", "mixed")


def die_words(name: DieName) -> Text:
    """What a die is called: ``d10``, in German ``W10``."""
    return say("d{faces}", faces=len(DICE[name]))


def odds_of(results: Iterable[str]) -> tuple[OddsLine, ...]:
    """Equal results counted together, as they first come. Every entry is one way."""
    tally = Counter(results)
    return tuple(
        OddsLine(label, ways, tally.total(), _TONES[k % 3])
        for k, (label, ways) in enumerate(tally.items())
    )
