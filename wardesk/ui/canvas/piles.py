"""How counters lie: in piles, one per side in a cell, and fanned out over the board on demand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from wardesk.model.look import CounterLook

SHOWN = 4
"""Cards of a pile that are drawn; the count tells of the rest."""

_STEP = 8.5 / 106
"""How far each card of a pile lies up and to the right, in counter edges."""


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
        for k, (side, members) in enumerate(sides.items()):
            aside = (k - (len(sides) - 1) / 2) * edge * 1.12
            middle = anchors[cell] + QPointF(aside, 0)
            box = QRectF(middle.x() - edge / 2, middle.y() - edge / 2, edge, edge)
            members.sort(key=lambda look: look.piece in first)
            found.append(Pile(cell, side, tuple(members), box))
    # Piles further down the sheet lie over those above them, as on a table seen from the south.
    return sorted(found, key=lambda pile: (pile.box.top(), pile.box.left()))


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
    wide, tall = columns * (side + gap) + gap, rows * (side + gap) + gap
    left = min(max(middle.x() - wide / 2, view.left() + 4), max(view.right() - wide - 4, 4))
    top = min(max(middle.y() - tall / 2, view.top() + 4), max(view.bottom() - tall - 4, 4))
    cards = tuple(
        (look, QRectF(left + gap + k % columns * (side + gap),
                      top + gap + k // columns * (side + gap), side, side))
        for k, look in enumerate(looks)
    )  # fmt: skip
    return Fan(cell, cards, QRectF(left, top, wide, tall), at)
