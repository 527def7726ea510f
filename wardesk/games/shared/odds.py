"""Odds of two strengths and the column they are read in, with each game's own rounding."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from wardesk.games.shared.charts import BadCell
from wardesk.words import say

Rounding = Callable[[int, int], int]
"""``rounding(number, divisor)``: the quotient as a whole number."""


def down(number: int, divisor: int) -> int:
    """*number* / *divisor* without its fraction."""
    return number // divisor


def up(number: int, divisor: int) -> int:
    """*number* / *divisor*, any fraction counted as one."""
    return -(-number // divisor)


def half_down(number: int, divisor: int) -> int:
    """*number* / *divisor* to the nearest whole, a half down."""
    return -((divisor - 2 * number) // (2 * divisor))


def half_up(number: int, divisor: int) -> int:
    """*number* / *divisor* to the nearest whole, a half up."""
    return (2 * number + divisor) // (2 * divisor)


def column(
    attackers: int,
    defenders: int,
    columns: tuple[str, ...],
    *,
    above: Rounding = down,
    below: Rounding = up,
) -> int:
    """Index into *columns* (``1:2``, ``1:1``, ``2:1`` …, rising) for two strengths.

    *above* rounds attackers to one defender, *below* defenders to one attacker; the usual pair
    rounds for the defender. Odds between two columns are read in the lower one, odds beyond the
    chart at its end; a side without strength stands at the end that is worst for it, an attacker
    first.
    """
    if attackers <= 0:
        return 0
    if defenders <= 0:
        return len(columns) - 1
    if attackers >= defenders:
        step = max(1, above(attackers, defenders)) - 1
    else:
        step = 1 - max(1, below(defenders, attackers))
    return max(0, bisect_right(_steps(columns), step) - 1)


@cache
def _steps(columns: tuple[str, ...]) -> tuple[int, ...]:
    """How far each column lies above 1:1. ValueError when they do not rise."""
    pairs = ((int(a), int(b)) for a, _, b in (name.partition(":") for name in columns))
    found = tuple(a - b for a, b in pairs)
    if sorted(set(found)) != list(found):
        raise ValueError(f"the odds {', '.join(columns)} do not rise")
    return found


def judge(path: str, columns: Sequence[str]) -> tuple[Fraction, ...]:
    """What each column is to one defender. `BadCell` unless they are odds and rise."""
    found: list[Fraction] = []
    for number, name in enumerate(columns):
        if not _ODDS.fullmatch(name):
            told = say("{name!s} is no odds, such as 2:1", name=name)
            raise BadCell(f"{path}.{number}", told)
        attackers, _, defenders = name.partition(":")
        found.append(Fraction(int(attackers), int(defenders)))
        if found[-1:] <= found[-2:-1]:
            raise BadCell(f"{path}.{number}", say("the odds do not rise to {name!s}", name=name))
    return tuple(found)


_ODDS = re.compile(r"[1-9][0-9]?:[1-9][0-9]?")
