"""How counters lie: in piles, one per side in a cell, and fanned out over the board on demand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from wardesk.model.look import CounterLook

Inside = Callable[[str, QPointF], bool]
"""Whether a point lies in a cell."""

SHOWN = 4
"""Cards of a pile that are drawn; the count tells of the rest."""

_STEP = 8.5 / 106
"""How far each card of a pile lies up and to the right, in counter edges."""

_BESIDE, _BADGED = 1.12, 1.32
"""From one pile to the next in a cell, in counter edges: plain ones, and those with badges."""


@dataclass(frozen=True)
class Pile:
    """Counters of one side in one cell. *box* is where the lowest card lies, in board units."""

    cell: str
    side: str
    looks: tuple[CounterLook, ...]
    """The top one last."""
    box: QRectF

    def cards(self) -> list[tuple[CounterLook, QRectF]]:
        """The cards that can be seen, lowest first, each with its place."""
        step = self.box.width() * _STEP
        seen = self.looks[-SHOWN:]
        return [(look, self.box.translated(k * step, -k * step)) for k, look in enumerate(seen)]

    @property
    def top(self) -> CounterLook:
        """The card on top."""
        return self.looks[-1]

    def bounds(self) -> QRectF:
        """The whole pile."""
        return self.box.united(self.cards()[-1][1])


def pile_up(
    looks: Iterable[CounterLook], anchors: Mapping[str, QPointF], edge: float,
    first: frozenset[str] = frozenset(),
) -> list[Pile]:  # fmt: skip
    """Piles of all counters on the board; pieces in *first* lie on top of theirs."""
    cells: dict[str, dict[str, list[CounterLook]]] = {}
    for look in looks:
        if look.at is not None and look.at in anchors:
            cells.setdefault(look.at, {}).setdefault(look.side, []).append(look)
    found: list[Pile] = []
    for cell, sides in cells.items():
        for members in sides.values():
            members.sort(key=lambda look: look.piece in first)
        # Badges hang over the right edge: the next pile leaves them room.
        steps = [edge * (_BADGED if m[-1].badges else _BESIDE) for m in sides.values()][:-1]
        left = anchors[cell].x() - (sum(steps) + edge) / 2
        for (side, members), step in zip(sides.items(), [*steps, 0.0], strict=True):
            box = QRectF(left, anchors[cell].y() - edge / 2, edge, edge)
            found.append(Pile(cell, side, tuple(members), box))
            left += step
    # Piles further down the sheet lie over those above them, as on a table seen from the south.
    return sorted(found, key=lambda pile: (pile.box.top(), pile.box.left()))


def count_box(box: QRectF) -> QRectF:
    """Where the number of a pile stands whose lowest card lies in *box* (view px).

    On the upper left corner: what is printed on the lower half, and the badges, stay free.
    """
    size = min(max(box.width() * 0.30, 14.0), 22.0)
    return QRectF(box.left() - size / 2, box.top() - size / 2, size, size)


_AROUND = tuple(
    (far * math.cos(turn * math.pi / 4), far * math.sin(turn * math.pi / 4))
    for far in (0.3, 0.6, 0.9, 1.2)
    for turn in range(8)
)
"""Where a pile may lie instead, in counter edges from its place, the nearest first."""


Settled = dict[tuple[object, ...], QPointF]
"""How far a pile was moved, by itself and the piles around it."""


def off_the_names(
    piles: Sequence[Pile],
    names: Sequence[QRectF],
    edge: float,
    inside: Inside,
    settled: Settled | None = None,
) -> list[Pile]:
    """Piles moved a little where they would hide a name; a name half hidden is hard to read.

    A pile stays in its own cell (*inside*) and off the others as well as it can. What was worked
    out for a pile is kept in *settled*, which holds for the same names and edge only.
    """
    settled = {} if settled is None else settled
    boxes = [pile.bounds() for pile in piles]
    found: list[Pile] = []
    for k, pile in enumerate(piles):
        reach = boxes[k].adjusted(-1.3 * edge, -1.3 * edge, 1.3 * edge, 1.3 * edge)
        near = [name for name in names if name.intersects(reach)]
        if not any(name.intersects(boxes[k]) for name in near):
            found.append(pile)
            continue
        others = [box for j, box in enumerate(boxes) if j != k and box.intersects(reach)]
        case = (pile.cell, *(box.getRect() for box in (pile.box, boxes[k], *others)))
        if (best := settled.get(case)) is not None:
            boxes[k] = boxes[k].translated(best)
            found.append(replace(pile, box=pile.box.translated(best)))
            continue

        def cost(
            by: QPointF, box: QRectF = boxes[k], near: list[QRectF] = near,
            others: list[QRectF] = others,
        ) -> float:  # fmt: skip
            moved = box.translated(by)
            hidden = sum(_shared(moved, name) for name in near)
            crowded = sum(_shared(moved, other) for other in others)
            return hidden + 1.5 * crowded + 0.08 * edge * math.hypot(by.x(), by.y())

        ways = [QPointF(0, 0)]
        ways += [
            by
            for x, y in _AROUND
            if inside(pile.cell, pile.box.center() + (by := QPointF(x * edge, y * edge)))
        ]
        settled[case] = best = min(ways, key=cost)
        boxes[k] = boxes[k].translated(best)
        found.append(replace(pile, box=pile.box.translated(best)))
    return sorted(found, key=lambda pile: (pile.box.top(), pile.box.left()))


def _shared(one: QRectF, other: QRectF) -> float:
    both = one.intersected(other)
    return both.width() * both.height() if both.isValid() else 0.0


@dataclass(frozen=True)
class Fan:
    """The counters of a cell side by side, in view px; *at* is the one with the keyboard."""

    cell: str
    cards: tuple[tuple[CounterLook, QRectF], ...]
    box: QRectF
    at: int = 0

    def piece_at(self, point: QPointF) -> str:
        """The piece under *point* (view px), or nothing."""
        return next((look.piece for look, box in self.cards if box.contains(point)), "")

    def columns(self) -> int:
        """How many lie in a row."""
        top = self.cards[0][1].top()
        return sum(1 for _, box in self.cards if box.top() == top)


def fan_out(
    cell: str, looks: list[CounterLook], middle: QPointF, edge: float, view: QRectF, at: int = 0
) -> Fan:
    """Lay *looks* out around *middle*, wholly inside *view*."""
    side = max(edge, 64.0)
    gap = 8.0
    room = max(1, int((view.width() - gap) // (side + gap)))
    columns = min(len(looks), room, max(3, math.ceil(math.sqrt(len(looks)))))
    rows = math.ceil(len(looks) / columns)
    width, height = columns * (side + gap) + gap, rows * (side + gap) + gap
    left = min(max(middle.x() - width / 2, view.left() + 4), max(view.right() - width - 4, 4))
    top = min(max(middle.y() - height / 2, view.top() + 4), max(view.bottom() - height - 4, 4))
    cards = tuple(
        (look, QRectF(left + gap + k % columns * (side + gap),
                      top + gap + k // columns * (side + gap), side, side))
        for k, look in enumerate(looks)
    )  # fmt: skip
    return Fan(cell, cards, QRectF(left, top, width, height), at)
