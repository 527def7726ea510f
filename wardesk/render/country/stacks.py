"""Which tokens share a stack at a zoom, and where each stack stands so that names stay free."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from wardesk.render.shapes import Grid
from wardesk.services.campaign.operational_map import MapFacts, SharedPlace, Token

_STEP = 0.085
"""How far each card of a stack lies up and to the right of the one below, in its edge."""
SHOWN = 3
"""Cards of a stack that can be seen."""


@dataclass(frozen=True)
class TokenStack:
    """Tokens of one side that stand together; *box* is the lowest card, in units."""

    key: str
    side: str
    spot: QPointF
    """The true place of the most of them."""
    box: QRectF
    tokens: tuple[Token, ...]
    sure: bool

    @property
    def away(self) -> bool:
        """Whether the card stands so far from its place that a line must join them."""
        return not self.box.adjusted(4, 4, -4, -4).contains(self.spot)


def counter_edge(scale: float) -> float:
    """Edge of a counter in px at a zoom of *scale* px per unit."""
    return min(58.0, max(26.0, 27.0 * (max(scale, 1e-6) / 0.045) ** 0.5))


def stacked(facts: MapFacts, scale: float) -> list[tuple[QPointF, list[Token]]]:
    """Standings of one side that would cover each other at this zoom, put together."""
    reach = counter_edge(scale) * 1.06 / scale
    rows: list[tuple[str, SharedPlace, tuple[Token, ...]]] = []
    for standing in facts.standings:
        for side in dict.fromkeys(token.side for token in standing.tokens):
            own = tuple(token for token in standing.tokens if token.side == side)
            rows.append((side, standing, own))
    rows.sort(key=lambda row: (-sum(token.steps for token in row[2]), row[1].point))
    found: list[tuple[str, QPointF, list[Token]]] = []
    for side, standing, own in rows:
        at = QPointF(*standing.point)
        for other, spot, tokens in found:
            if other == side and math.hypot(spot.x() - at.x(), spot.y() - at.y()) < reach:
                tokens += own
                break
        else:
            found.append((side, at, list(own)))
    return [(spot, tokens) for _side, spot, tokens in found]


def placed(
    facts: MapFacts, scale: float, names: Sequence[QRectF], inside: QRectF
) -> list[TokenStack]:
    """Every stack with a free place near its true one. *names* must not be covered, in units."""
    edge = counter_edge(scale) / scale
    written = _sides(names)
    line = _points([point for route in facts.routes for point in route.line])[::3]
    signs = _points(
        [bridge.point for bridge in facts.bridges]
        + [route.marker for route in facts.routes if route.marker is not None]
    )
    ways, price = _candidates()
    taken = np.empty((0, 4))
    found: list[TokenStack] = []
    for spot, tokens in stacked(facts, scale):
        grown = edge * (1 + _STEP * (min(SHOWN, len(tokens)) - 1))
        at = np.array([spot.x(), spot.y()])
        middle = at + ways * edge
        left, bottom = middle[:, 0] - edge / 2, middle[:, 1] + edge / 2
        whole = np.stack([left, bottom - grown, left + grown, bottom], 1)
        cost = price + 40 * _outside(whole, inside)
        cost += 60 * _covered(whole, taken) + 4 * _covered(whole, _near(written, at, edge * 6))
        cost += 1.5 * _holds(whole, line, at, edge * 6) + 3 * _holds(whole, signs, at, edge * 6)
        best = int(np.argmin(cost))
        taken = np.vstack([taken, whole[best]])
        x, y = float(middle[best, 0]), float(middle[best, 1])
        box = QRectF(x - edge / 2, y - edge / 2, edge, edge)
        key = "+".join(token.id for token in tokens)
        sure = all(token.sure for token in tokens)
        found.append(TokenStack(key, tokens[0].side, spot, box, tuple(tokens), sure))
    return found


@cache
def _candidates() -> tuple[Grid, Grid]:
    """Ways from a spot, in edges of a card, and what each costs: near and to the right is best."""
    ways, price = [(0.0, 0.0)], [0.8]
    for ring, reach in enumerate((0.95, 1.5, 2.1, 2.9)):
        for k in range(12):
            angle = math.pi * 2 * k / 12
            ways.append((reach * math.cos(angle), reach * math.sin(angle)))
            lean = 0.12 * (1 - math.cos(angle)) + 0.05 * abs(math.sin(angle))
            price.append(0.9 * ring + lean)
    return np.array(ways), np.array(price)


def _sides(boxes: Sequence[QRectF]) -> Grid:
    """Left, top, right and bottom of boxes, n × 4."""
    rows = [(box.left(), box.top(), box.right(), box.bottom()) for box in boxes]
    return np.array(rows, dtype=float).reshape(-1, 4)


def _points(rows: Sequence[tuple[float, float]]) -> Grid:
    return np.array(rows, dtype=float).reshape(-1, 2)


def _near(boxes: Grid, at: Grid, reach: float) -> Grid:
    """The boxes that come within *reach* of a point."""
    low, high = at - reach, at + reach
    keep = (boxes[:, :2] <= high).all(1) & (boxes[:, 2:] >= low).all(1)
    return boxes[keep]


def _outside(boxes: Grid, inside: QRectF) -> Grid:
    """Which boxes leave the sheet."""
    left, top, right, bottom = inside.left(), inside.top(), inside.right(), inside.bottom()
    return (
        (boxes[:, 0] < left) | (boxes[:, 1] < top) | (boxes[:, 2] > right) | (boxes[:, 3] > bottom)
    )


def _covered(boxes: Grid, others: Grid) -> Grid:
    """For each box how much it shares with all others, as parts of the smaller one of each two."""
    if not len(others):
        return np.zeros(len(boxes))
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    both = np.clip(high - low, 0, None).prod(2)
    sizes = (boxes[:, 2:] - boxes[:, :2]).prod(1)[:, None]
    theirs = (others[:, 2:] - others[:, :2]).prod(1)[None]
    return (both / np.maximum(np.minimum(sizes, theirs), 1e-9)).sum(1)


def _holds(boxes: Grid, points: Grid, at: Grid, reach: float) -> Grid:
    """How many of the points near *at* lie in each box."""
    near = points[(np.abs(points - at) <= reach).all(1)]
    within = (near[None] >= boxes[:, None, :2]) & (near[None] <= boxes[:, None, 2:])
    return within.all(2).sum(1)


def cards(box: QRectF, count: int) -> list[QRectF]:
    """The cards of a stack that can be seen, the lowest first; *box* is the lowest."""
    shift = box.width() * _STEP
    return [box.translated(k * shift, -k * shift) for k in range(min(SHOWN, count))]
