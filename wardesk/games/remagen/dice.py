"""What dice that are added up come to, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wardesk.model.look import OddsLine
from wardesk.words import say

_LISTED = 8
"""Results with a line of their own; of more several go together."""


def expected(dice: int, by: int, plus: int = 0) -> Mapping[int, int]:
    """Ways to get each number of hits from *dice* and *plus*, divided by *by*.

    They add up to 6 ** dice.
    """
    sums = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, ways in sums.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0) + ways
        sums = after
    found: dict[int, int] = {}
    for total, ways in sums.items():
        hits = max(0, total + plus) // by
        found[hits] = found.get(hits, 0) + ways
    return found


def mean(found: Mapping[int, int]) -> float:
    """What *found* comes to on average."""
    return sum(number * ways for number, ways in found.items()) / sum(found.values())


def listed(found: Mapping[int, int], label: Callable[[int], str]) -> tuple[OddsLine, ...]:
    """A distribution without a gap as odds, the most first; long ones in spans of equal length."""
    of, low, high = sum(found.values()), min(found), max(found)
    wide = -(-(high - low + 1) // _LISTED)
    lines: list[OddsLine] = []
    for least in range(low, high + 1, wide):
        last = min(high, least + wide - 1)
        ways = sum(found[n] for n in range(least, last + 1))
        words = label(least)
        if last > least:
            words = say("{least} to {last}", least=least, last=last)
        lines.append(OddsLine(words, ways, of, "good" if last else "none"))
    return tuple(reversed(lines))
