"""Whole-number costs out of halves and thirds: one scale for all figures of a table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from msgspec import Struct

Cost = int | float | str | Fraction

_FINEST = 720
"""No table counts in smaller parts of a point."""


class Scale(Struct, frozen=True):
    """How many whole steps one point is: 2 where a table knows halves."""

    parts: int = 1

    def whole(self, cost: Cost) -> int:
        """A cost in whole steps. ValueError if it does not come out even."""
        exact = fraction(cost) * self.parts
        if exact.denominator != 1:
            raise ValueError(f"{cost} is no multiple of 1/{self.parts}")
        return int(exact)

    def points(self, steps: int) -> Fraction:
        """Whole steps as points again."""
        return Fraction(steps, self.parts)


def fraction(cost: Cost) -> Fraction:
    """A cost as an exact fraction: 1, 0.5, "1/2", "½". ValueError if it is none, or negative."""
    if isinstance(cost, str):
        cost = cost.strip().replace("½", "1/2").replace("⅓", "1/3").replace("¼", "1/4")
    try:
        exact = Fraction(cost).limit_denominator(_FINEST)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{cost!r} is no cost") from None
    if exact < 0:
        raise ValueError(f"{cost!r} is no cost: it is negative")
    return exact


def common_scale(costs: Iterable[Cost]) -> Scale:
    """The coarsest scale on which all these costs are whole."""
    return Scale(lcm(1, *(fraction(cost).denominator for cost in costs)))
