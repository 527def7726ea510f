"""Which tokens share a stack at a zoom, and where each stack stands so that names stay free."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from wardesk.services.campaign_map import MapFacts, Standing, Token

_STEP = 0.085
"""How far each card of a stack lies up and to the right of the one below, in its edge."""
SHOWN = 3
"""Cards of a stack that can be seen."""


@dataclass(frozen=True)
class Stack:
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
    rows: list[tuple[str, Standing, tuple[Token, ...]]] = []
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


def placed(facts: MapFacts, scale: float, names: Sequence[QRectF], inside: QRectF) -> list[Stack]:
    """Every stack with a free place near its true one. *names* must not be covered, in units."""
    edge = counter_edge(scale) / scale
    line = [QPointF(*point) for route in facts.routes for point in route.line]
    marks = [QPointF(*bridge.point) for bridge in facts.bridges]
    marks += [QPointF(*route.marker) for route in facts.routes if route.marker is not None]
    boxes: list[QRectF] = []
    found: list[Stack] = []
    for spot, tokens in stacked(facts, scale):
        cards = min(SHOWN, len(tokens))
        grown = edge * (1 + _STEP * (cards - 1))
        near = edge * 6
        around = QRectF(spot.x() - near, spot.y() - near, 2 * near, 2 * near)
        blocked = [one for one in names if one.intersects(around)]
        road = [p for p in line if around.contains(p)]
        signs = [p for p in marks if around.contains(p)]
        best: tuple[float, QRectF] | None = None
        for cost, centre in _candidates(spot, edge):
            whole = QRectF(centre.x() - edge / 2, centre.y() + edge / 2 - grown, grown, grown)
            if not inside.contains(whole):
                cost += 40
            cost += 60 * sum(_share(whole, other) for other in boxes)
            cost += 3 * sum(_share(whole, other) for other in blocked)
            cost += 0.5 * sum(whole.contains(p) for p in road) + 3 * sum(
                whole.contains(p) for p in signs
            )
            if best is None or cost < best[0]:
                best = cost, QRectF(centre.x() - edge / 2, centre.y() - edge / 2, edge, edge)
        assert best is not None
        box = best[1]
        boxes.append(box.adjusted(0, edge - grown, grown - edge, 0))
        key = "+".join(token.id for token in tokens)
        sure = all(token.sure for token in tokens)
        found.append(Stack(key, tokens[0].side, spot, box, tuple(tokens), sure))
    return found


def _candidates(spot: QPointF, edge: float) -> list[tuple[float, QPointF]]:
    """Places around a spot with what they cost by themselves: nearer and to the right is better."""
    found = [(0.8, QPointF(spot))]
    for ring, reach in enumerate((0.95, 1.5, 2.1, 2.9)):
        for k in range(12):
            angle = math.pi * 2 * k / 12
            lean = 0.12 * (1 - math.cos(angle)) + 0.05 * abs(math.sin(angle))
            at = QPointF(
                spot.x() + edge * reach * math.cos(angle), spot.y() + edge * reach * math.sin(angle)
            )
            found.append((1.0 * ring + lean, at))
    return found


def _share(one: QRectF, other: QRectF) -> float:
    """How much of the smaller of two boxes the other one covers."""
    both = one.intersected(other)
    if both.isEmpty():
        return 0.0
    least = min(one.width() * one.height(), other.width() * other.height())
    return both.width() * both.height() / max(least, 1e-9)


def cards(box: QRectF, count: int) -> list[QRectF]:
    """The cards of a stack that can be seen, the lowest first; *box* is the lowest."""
    shift = box.width() * _STEP
    return [box.translated(k * shift, -k * shift) for k in range(min(SHOWN, count))]
