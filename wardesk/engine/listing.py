"""Answers that fit a question's own lists: all of them, or some at random."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from math import comb
from random import Random

from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    Outcome,
    Pieces,
    Roll,
)


def listed(decision: Decision, n: int, rng: Random) -> list[Answer]:
    """Answers that fit the question's own lists: all of them up to *n*, else *n* at random.

    ``path`` questions have no list of goals; a game lists its own.
    """
    buttons: list[Answer] = [Choose(c.key) for c in decision.choices if not c.refused]
    return buttons + _LISTERS[decision.shape](decision, max(1, n), rng)


def _list_nothing(_: Decision, __: int, ___: Random) -> list[Answer]:
    return []


def _subsets(items: tuple[str, ...], d: Decision, n: int, rng: Random) -> list[tuple[str, ...]]:
    least, most = max(d.least, 1), min(d.most, len(items))
    sizes = range(least, most + 1)
    if sum(comb(len(items), size) for size in sizes) <= n:
        return [found for size in sizes for found in combinations(items, size)]
    drawn = [rng.sample(items, rng.randint(least, most)) for _ in range(n)]
    return sorted({tuple(sorted(found, key=items.index)) for found in drawn})


def _list_pieces(decision: Decision, n: int, rng: Random) -> list[Answer]:
    return [Pieces(found) for found in _subsets(decision.pieces, decision, n, rng)]


def _list_cells(decision: Decision, n: int, rng: Random) -> list[Answer]:
    return [Cells(found) for found in _subsets(decision.cells, decision, n, rng)]


def _list_allocations(decision: Decision, n: int, rng: Random) -> list[Answer]:
    found: dict[tuple[tuple[str, int], ...], Answer] = {}
    for _ in range(n):
        amounts: dict[str, int] = {}
        open_to = [p for p in decision.pieces if decision.limits.get(p, decision.most) > 0]
        for _ in range(decision.most):
            if not open_to:
                break
            piece = rng.choice(open_to)
            amounts[piece] = amounts.get(piece, 0) + 1
            if amounts[piece] >= decision.limits.get(piece, decision.most):
                open_to.remove(piece)
        found[tuple(sorted(amounts.items()))] = Allocate(amounts)
    return list(found.values())


def _list_rolls(decision: Decision, n: int, rng: Random) -> list[Answer]:
    total = 1
    for faces in decision.dice:
        total *= faces
    if total <= n:
        return [Roll(dice) for dice in product(*decision.printed())]
    return [Roll(tuple(map(rng.choice, decision.printed()))) for _ in range(n)]


def _list_outcome(decision: Decision, _: int, __: Random) -> list[Answer]:
    return [Outcome(decision.proposed)]


_LISTERS: dict[str, Callable[[Decision, int, Random], list[Answer]]] = {
    "choose": _list_nothing,
    "path": _list_nothing,
    "pieces": _list_pieces,
    "cells": _list_cells,
    "allocate": _list_allocations,
    "roll": _list_rolls,
    "outcome": _list_outcome,
}
