"""Which cell an arrow key leads to: the next one on any map, and home again with the arrow back."""

from __future__ import annotations

import math
from collections.abc import Iterable

from wardesk.geometry.grids.snap import Point

_ASIDE = 1.5
"""What a step sideways costs beside one ahead. Below 1.7, or a hex of the next column costs more
than one of the column after it; above 1.2, or an arrow along a column of hexes leaves it."""
_STEEPEST = 1.7
"""How much further sideways than ahead a cell may lie. Less than 1.732: beyond the last hex of a
row the nearest ones ahead are those of the next row, and an arrow would run down the rim."""
_ALIKE = 1.001
"""Costs whose quotient is smaller are the same: the two hexes ahead of a corner."""


def next_by_arrow(
    here: Point, others: Iterable[tuple[str, Point]], way: Point, origin: Point
) -> str:
    """The cell of *others* (id, anchor) next to *here* in direction *way*; "" if there is none.

    Each number of *way* is -1, 0 or 1. Where two lie equally well ahead, as the hexes on both
    sides of a corner, the one in the same row as *here* is taken; rows are counted from *origin*,
    the anchor of any cell of the map, so that an arrow and the one back come home.
    """
    (x, y), (dx, dy) = here, way
    best: list[tuple[float, str, float]] = []
    least = math.inf
    for cell, (ax, ay) in others:
        ahead = (ax - x) * dx + (ay - y) * dy
        aside = abs((ax - x) * dy) + abs((ay - y) * dx)
        cost = ahead + _ASIDE * aside
        if ahead <= 0 or aside > _STEEPEST * ahead or cost > least * _ALIKE:
            continue
        least = min(least, cost)
        best.append((cost, cell, ax * abs(dy) + ay * abs(dx)))
    best = [one for one in best if one[0] <= least * _ALIKE]
    if len(best) < 2:
        return best[0][1] if best else ""
    low, high = min(one[2] for one in best), max(one[2] for one in best)
    if high - low <= 0:
        return best[0][1]
    start = origin[0] * abs(dy) + origin[1] * abs(dx)
    row = _row(x * abs(dy) + y * abs(dx) - start, high - low)
    same = [one for one in best if _row(one[2] - start, high - low) == row]
    return min(same or best)[1]


def cost_of(here: Point, there: Point, way: Point) -> float:
    """What the step of an arrow costs; the one that costs least is taken."""
    x, y, (dx, dy) = there[0] - here[0], there[1] - here[1], way
    return x * dx + y * dy + _ASIDE * (abs(x * dy) + abs(y * dx))


def _row(at: float, height: float) -> int:
    """Rows begin a quarter before their anchors: far from the anchors of both kinds of columns."""
    return math.floor(at / height + 0.25)
