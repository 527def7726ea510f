"""Values that programs go by, learned from scripted games: weights, and where they come from.

A file of weights says which games it was learned from and under which rules: whoever changes these
is told to learn it anew. `packaging/learn/` writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from msgspec import Struct


class Learned(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where weights come from, and how much they tell."""

    scenarios: dict[str, str]
    """Scenario -> digest of the rules that its games were played by."""
    games: int
    """Of each scenario."""
    seed: int
    """Of the first game; the others follow."""
    explained: float
    """Share of the variance of wins that is told by them, in games not learned from."""
    explained_before: float
    """The same of what stands on the table, weighed as well as it can be."""


def chance(weights: Sequence[float], figures: Sequence[float]) -> float:
    """The chance that logistic *weights* give to *figures*, 0 to 1."""
    total = sum([weight * figure for weight, figure in zip(weights, figures, strict=True)])
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
