"""The little statistics a study needs: intervals for shares, spreads of counts, paired differences.

All intervals are 95 % and stand for themselves: of twenty of them one misses by chance alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

Z = 1.959963984540054
"""Of a normal distribution 95 % lie within this many standard deviations."""


class Share(Struct, frozen=True):
    """*count* of *of*, as a share between 0 and 1 with its interval."""

    count: int
    of: int
    share: float
    low: float
    high: float


class Spread(Struct, frozen=True, kw_only=True):
    """How whole numbers are spread: mean with its interval, and the quarters."""

    n: int
    mean: float
    low: float
    high: float
    deviation: float
    least: int
    quarter: int
    median: int
    three_quarters: int
    most: int


class MeasuredDifference(Struct, frozen=True):
    """How much more one thing is than another, with its interval, from *pairs* of games."""

    pairs: int
    value: float
    low: float
    high: float

    @property
    def may_be_chance(self) -> bool:
        """Whether no difference at all lies within the interval."""
        return self.low <= 0 <= self.high


def wilson(count: int, of: int) -> Share:
    """A share with Wilson's score interval, which holds near 0 and 1 and for few games too.

    Of nothing everything is possible: 0 to 1.
    """
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    share, square = count / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = Z / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    # Rounding must not put the end of an interval beside the share that it ends at.
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    high = 1.0 if count == of else min(1.0, middle + reach)
    return Share(count, of, share, low, high)


def spread(counts: Mapping[int, int]) -> Spread | None:
    """The spread of a histogram; None of an empty one."""
    n = sum(counts.values())
    if n == 0:
        return None
    mean = sum(value * often for value, often in counts.items()) / n
    squares = sum(often * (value - mean) ** 2 for value, often in counts.items())
    deviation = math.sqrt(squares / (n - 1)) if n > 1 else 0.0
    reach = Z * deviation / math.sqrt(n)
    values = sorted(value for value, often in counts.items() if often)
    return Spread(
        n=n,
        mean=mean,
        low=mean - reach,
        high=mean + reach,
        deviation=deviation,
        least=values[0],
        quarter=quantile(counts, 0.25),
        median=quantile(counts, 0.5),
        three_quarters=quantile(counts, 0.75),
        most=values[-1],
    )


def apart(one: Spread, other: Spread) -> MeasuredDifference:
    """How much larger the mean of *other* is than that of *one*, where games are no pairs."""
    reach = Z * math.sqrt(one.deviation**2 / one.n + other.deviation**2 / other.n)
    value = other.mean - one.mean
    return MeasuredDifference(min(one.n, other.n), value, value - reach, value + reach)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that at least *share* of a histogram do not exceed. ValueError if empty."""
    n = sum(counts.values())
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= share * n and passed:
            return value
    raise ValueError("an empty histogram has no quantiles")


def paired_shares(pairs: Iterable[tuple[bool, bool]]) -> MeasuredDifference:
    """How much more often the second of a pair holds than the first (Bonett and Price, 2012).

    Their interval adds one pair to each kind that differs; it holds where nearly none does.
    """
    found = list(pairs)
    n = len(found)
    if n == 0:
        return MeasuredDifference(0, 0.0, -1.0, 1.0)
    gained = sum(after and not before for before, after in found)
    dropped = sum(before and not after for before, after in found)
    up, down = (gained + 1) / (n + 2), (dropped + 1) / (n + 2)
    reach = Z * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    value = (gained - dropped) / n
    return MeasuredDifference(n, value, max(-1.0, up - down - reach), min(1.0, up - down + reach))


def paired_means(pairs: Sequence[tuple[int, int]]) -> MeasuredDifference:
    """How much larger the second of a pair is than the first, on average."""
    n = len(pairs)
    if n == 0:
        return MeasuredDifference(0, 0.0, -math.inf, math.inf)
    steps = [after - before for before, after in pairs]
    mean = sum(steps) / n
    if n == 1:
        return MeasuredDifference(1, mean, -math.inf, math.inf)
    deviation = math.sqrt(sum((step - mean) ** 2 for step in steps) / (n - 1))
    reach = Z * deviation / math.sqrt(n)
    return MeasuredDifference(n, mean, mean - reach, mean + reach)
