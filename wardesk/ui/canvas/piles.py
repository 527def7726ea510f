"""How counters lie: in piles, one per side in a cell, near its anchor and off the names."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from wardesk.model.look import CounterLook
from wardesk.render.counters.counter import NARROW_TAB, TAB, fanned
from wardesk.ui.canvas.picking import Points

Inside = Callable[[str, Points, Points], Sequence[bool]]
"""``inside(cell, xs, ys)``: which points lie in a cell."""

SHOWN = 4
"""Cards of a pile that are drawn; the count tells of the rest."""

_BESIDE = 1.16
"""From one pile to the next in a cell, in counter edges."""

_ACROSS = 1.3
"""What the piles of all sides in a hex or square may take, in counter edges."""

_LEAST_TAB = 0.04
"""What of a card in a pile is always seen, in counter edges."""

_ABOVE = 0.24
"""What signs take above a pile, in counter edges."""

_NUMBER = 0.13
"""What half of its number takes there."""


@dataclass(frozen=True)
class Pile:
    """Counters of one side in one cell, fanned upwards; *box* is where the top card lies.

    All in board units. *tab*: how far each card looks out above the one before it, in edges; a
    narrow one shows of each covered card its edge alone.
    """

    cell: str
    side: str
    looks: tuple[CounterLook, ...]
    """The top one last."""
    box: QRectF
    tab: float = TAB / 100

    @property
    def narrow(self) -> bool:
        """Whether something lies above it, so that its tabs cannot be read."""
        return self.tab < TAB / 100

    def cards(self) -> list[tuple[CounterLook, QRectF]]:
        """The cards that can be seen, lowest first, each with its place."""
        return self._cards

    @cached_property
    def _cards(self) -> list[tuple[CounterLook, QRectF]]:
        seen = fanned(self.looks[-SHOWN:], narrow=self.narrow)
        last = len(seen) - 1
        return [
            (look, self.box.translated(0, -(last - k) * self.step)) for k, look in enumerate(seen)
        ]

    @cached_property
    def step(self) -> float:
        """How far each card looks out above the one before it."""
        return self.box.width() * self.tab

    @cached_property
    def opened(self) -> Pile:
        """The same with all its tabs to be read."""
        return replace(self, tab=TAB / 100) if self.narrow else self

    def card_at(self, point: QPointF) -> str:
        """The piece whose card is seen at a board point; empty beside the pile."""
        if not self._bounds.contains(point):
            return ""
        return next((look.piece for look, box in self._cards[::-1] if box.contains(point)), "")

    def part_of(self, piece: str) -> QRectF:
        """What is seen of a piece's card; the top card where it lies under too many."""
        for look, box in self._cards[:-1]:
            if look.piece == piece:
                return QRectF(box.topLeft(), QPointF(box.right(), box.top() + self.step))
        return self.box

    @property
    def top(self) -> CounterLook:
        """The card on top."""
        return self.looks[-1]

    def bounds(self) -> QRectF:
        """The whole pile."""
        return self._bounds

    @cached_property
    def _bounds(self) -> QRectF:
        return self.box.adjusted(0, -self.step * (min(len(self.looks), SHOWN) - 1), 0, 0)

    @cached_property
    def order(self) -> tuple[float, float]:
        """From top to bottom and from left to right."""
        return (self.box.top(), self.box.left())

    def body(self) -> QRectF:
        """The pile with its number and the signs on its top card."""
        hung = _ABOVE if self.top.badges else _NUMBER if len(self.looks) > 1 else 0.0
        return self.bounds().adjusted(0, -self.box.width() * hung, 0, 0)


class Piling:
    """Piles counters up. What lies in a cell as it lay there stays the same piles, as values.

    Holds for one set of *anchors* and one size of counters (*edge*, board units). *within*: piles
    lie on the anchors of their cells, where one of *edge* has just room.
    """

    def __init__(
        self, anchors: Mapping[str, QPointF], edge: float, *, within: bool = False
    ) -> None:
        self.edge = edge
        self._anchors, self._within = anchors, within
        self._kept: dict[str, list[Pile]] = {}

    def pile_up(
        self, looks: Iterable[CounterLook], first: frozenset[str] = frozenset()
    ) -> list[Pile]:
        """Piles of all counters on the board; pieces in *first* lie on top of theirs."""
        anchors = self._anchors
        cells: dict[str, list[CounterLook]] = {}
        for look in looks:
            if (cell := look.at) is not None and cell in anchors:
                if (held := cells.get(cell)) is None:
                    cells[cell] = [look]
                else:
                    held.append(look)
        before, self._kept = self._kept, {}
        found: list[Pile] = []
        for cell, held in cells.items():
            kept = before.get(cell)
            if len(held) == 1 and kept is not None and len(kept) == 1:
                same = kept[0].looks == (held[0],)
                piles = kept if same else self._piles(cell, {held[0].side: held})
            else:
                sides: dict[str, list[CounterLook]] = {}
                for look in held:
                    sides.setdefault(look.side, []).append(look)
                for members in sides.values():
                    if len(members) > 1:
                        members.sort(key=lambda look: (look.piece in first, look.rank))
                same = kept is not None and [(pile.side, pile.looks) for pile in kept] == [
                    (side, tuple(members)) for side, members in sides.items()
                ]
                piles = kept if same and kept is not None else self._piles(cell, sides)
            self._kept[cell] = piles
            found += piles
        # Piles further down the sheet lie over those above them, as on a table seen from the south.
        found.sort(key=_down_the_sheet)
        return self._off_each_other(found) if self._within else found

    def _off_each_other(self, piles: list[Pile]) -> list[Pile]:
        """Each pile that would lie on the card above it narrow: no figure is ever covered."""
        near: dict[tuple[int, int], list[QRectF]] = {}
        for pile in piles:
            near.setdefault(self._bucket(pile.box.center()), []).append(pile.box)
        found: list[Pile] = []
        for pile in piles:
            if len(pile.looks) > 1:
                body = pile.body()
                x, y = self._bucket(pile.box.center())
                above = [box for dx in (-1, 0, 1) for dy in (-2, -1, 0)
                         for box in near.get((x + dx, y + dy), ())]  # fmt: skip
                above = [box for box in above if box != pile.box and box.intersects(body)]
                if above:
                    room = pile.box.top() - max(box.bottom() for box in above)
                    each = room / pile.box.width() / (min(len(pile.looks), SHOWN) - 1)
                    tab = min(max(each, _LEAST_TAB), NARROW_TAB / 100)
                    pile = replace(pile, tab=tab)
            found.append(pile)
        return found

    def _bucket(self, point: QPointF) -> tuple[int, int]:
        return (math.floor(point.x() / self.edge), math.floor(point.y() / self.edge))

    def _piles(self, cell: str, sides: Mapping[str, Sequence[CounterLook]]) -> list[Pile]:
        """One pile for each side, side by side."""
        edge, anchor = self.edge, self._anchors[cell]
        width, step = edge, edge * _BESIDE
        if self._within and len(sides) > 1:
            width = step = edge * _ACROSS / len(sides)
        left = anchor.x() - ((len(sides) - 1) * step + width) / 2
        found: list[Pile] = []
        for side, members in sides.items():
            box = QRectF(left, anchor.y() - width / 2, width, width)
            found.append(Pile(cell, side, tuple(members), box))
            left += step
        return found


def _down_the_sheet(pile: Pile) -> tuple[float, float]:
    return pile.order


def count_box(box: QRectF) -> QRectF:
    """Where the number of a pile stands that fills *box* (view px).

    Beside the upper left corner: what is printed on the tab, and the signs, stay free.
    """
    size = min(max(box.width() * 0.25, 17.0), 26.0)
    middle = box.topLeft() + QPointF(-size * 0.36, size * 0.1)
    return QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size)


_FAR = 1.3
"""How far a pile may move, in counter edges."""

_AROUND = tuple(
    (far * math.cos(turn * math.pi / 6), far * math.sin(turn * math.pi / 6))
    for far in (0.15, 0.3, 0.5, 0.75, 1.0, _FAR)
    for turn in range(12)
)
"""Where a pile may lie instead, in counter edges from its place, the nearest first."""

_CORNERS = tuple((x, y) for x in (0.08, 0.5, 0.92) for y in (0.08, 0.5, 0.92))
"""Points of a card that should lie in its own cell, in shares of its edge."""

_NAMED, _CROWDED, _OUTSIDE, _AWAY = 3.0, 3.5, 1.2, 0.22
"""What it costs to hide a name, to hide a pile, to lie outside of the cell, and to lie far off."""


class Settling:
    """Lays piles near their anchors, off names and other piles, inside their cells.

    Holds for one set of names and one size of counters (*edge*, board units): what was worked out
    for a pile among the same neighbours is kept.
    """

    def __init__(self, names: Sequence[QRectF], edge: float, inside: Inside) -> None:
        self.names, self.edge, self._inside = names, edge, inside
        self._last: tuple[tuple[Pile, ...], list[Pile]] = ((), [])
        self._moves: dict[tuple[object, ...], QPointF] = {}
        self._kept_ways: dict[tuple[str, float, float], list[tuple[float, QPointF]]] = {}

    def settle(self, piles: Sequence[Pile]) -> list[Pile]:
        """*piles*, each where it costs least, those further down the sheet last."""
        if self._last[0] == tuple(piles):
            return self._last[1]
        bodies = [pile.body() for pile in piles]
        found: list[Pile] = []
        for k, pile in enumerate(piles):
            far = (_FAR + 0.2) * self.edge
            reach = bodies[k].adjusted(-far, -far, far, far)
            others = [box for j, box in enumerate(bodies) if j != k and box.intersects(reach)]
            by = self._by(pile, bodies[k], reach, others)
            bodies[k] = bodies[k].translated(by)
            found.append(pile if by.isNull() else replace(pile, box=pile.box.translated(by)))
        self._last = (tuple(piles), sorted(found, key=_down_the_sheet))
        return self._last[1]

    def _by(self, pile: Pile, body: QRectF, reach: QRectF, others: list[QRectF]) -> QPointF:
        case = (pile.cell, *(box.getRect() for box in (pile.box, body, *others)))
        if (known := self._moves.get(case)) is None:
            if len(self._moves) > _MOST_KEPT:
                self._moves.clear()
            known = self._moves[case] = self._cheapest(pile, body, reach, others)
        return known

    def _cheapest(self, pile: Pile, body: QRectF, reach: QRectF, others: list[QRectF]) -> QPointF:
        names = [_corners(name) for name in self.names if name.intersects(reach)]
        crowd = [_corners(other) for other in others]
        area = self.edge**2
        best, least = QPointF(0, 0), math.inf
        for alone, way in self._ways(pile):
            if alone >= least:
                break
            moved = _corners(body.translated(way))
            cost = alone + _NAMED * _shared(moved, names) / area
            if cost < least:
                cost += _CROWDED * _shared(moved, crowd) / area
            if cost < least:
                best, least = way, cost
        return best

    def _ways(self, pile: Pile) -> list[tuple[float, QPointF]]:
        """How a pile may move, and what that costs were it alone, the cheapest way first."""
        key = (pile.cell, pile.box.left(), pile.box.top())
        if key not in self._kept_ways:
            ways = np.array([(0.0, 0.0), *_AROUND])[:, None, :]
            spots = (ways + np.array(_CORNERS)[None, :, :]) * self.edge
            xs, ys = spots[..., 0] + pile.box.left(), spots[..., 1] + pile.box.top()
            held = np.array(self._inside(pile.cell, xs.ravel(), ys.ravel())).reshape(xs.shape)
            costs = _OUTSIDE * (1 - held.mean(axis=1)) + _AWAY * np.hypot(*ways[:, 0].T)
            moves = [QPointF(x * self.edge, y * self.edge) for x, y in ((0.0, 0.0), *_AROUND)]
            rows = sorted(zip(costs.tolist(), moves, strict=True), key=lambda row: row[0])
            self._kept_ways[key] = rows
        return self._kept_ways[key]


_MOST_KEPT = 2000


_Corners = tuple[float, float, float, float]
"""Left, top, right and bottom of a box."""


def _corners(box: QRectF) -> _Corners:
    return (box.left(), box.top(), box.right(), box.bottom())


def _shared(one: _Corners, others: Iterable[_Corners]) -> float:
    """How much of *one* lies in each of *others*, in all."""
    left, top, right, bottom = one
    found = 0.0
    for x, y, far_x, far_y in others:
        wide = min(right, far_x) - max(left, x)
        high = min(bottom, far_y) - max(top, y)
        if wide > 0 and high > 0:
            found += wide * high
    return found
