"""A pile looked at closely: every counter large, every value in words, beside the pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from wardesk.model.look import BadgeLook, CounterFact, CounterLook
from wardesk.ui import theme
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.origins import origin_sign, origin_word
from wardesk.words import tr

LARGE = 96
"""Edge of a counter in the viewer, px."""

_COLUMN, _GAP, _PAD, _APART, _SIGN = 172, 10, 14, 14, 13
"""Width of a column with words, room between and around, off the pile, edge of a sign; px."""
_HUNG = 16
"""Room above a counter for its signs, px."""

Facts = Mapping[str, Sequence[CounterFact]]
"""Piece -> its values in words."""
_WRAP = Qt.TextFlag.TextWordWrap.value


@dataclass(frozen=True)
class ViewerLine:
    """Words in the viewer: their font, their box in view px, and a sign before them."""

    words: str
    role: str
    box: QRectF
    badge: BadgeLook | None = None


@dataclass(frozen=True)
class CounterFan:
    """The counters of a cell laid out, in view px; *at* is the one with the keyboard.

    One that is not *pinned* goes when the pointer leaves *spot*, where the pile lies, and *box*.
    """

    cell: str
    title: str
    cards: tuple[tuple[CounterLook, QRectF], ...]
    box: QRectF
    spot: QRectF
    lines: tuple[ViewerLine, ...] = ()
    at: int = 0
    pinned: bool = True

    def piece_at(self, point: QPointF) -> str:
        """The piece under *point* (view px), or nothing."""
        return next((look.piece for look, box in self.cards if box.contains(point)), "")

    def columns(self) -> int:
        """How many lie in a row."""
        top = self.cards[0][1].top()
        return sum(1 for _, box in self.cards if box.top() == top)

    def holds(self, point: QPointF) -> bool:
        """Whether a pointer there still looks at it: on the pile, in the box or between them."""
        near = self.box.adjusted(-_APART - 2, -_APART - 2, _APART + 2, _APART + 2)
        return near.contains(point) or self.spot.contains(point)


def fan_out(
    cell: str,
    title: str,
    looks: Sequence[CounterLook],
    facts: Facts,
    spot: QRectF,
    view: QRectF,
    *,
    at: int = 0,
    pinned: bool = True,
) -> CounterFan:
    """Lay *looks* out beside *spot*, on the side with more room, wholly inside *view*.

    Where words have no room their notes go first, then all but the names, then these.
    """
    sides = _sides(spot, view)
    for level in range(len(_LEVELS)):
        for side in sides:
            for columns in range(len(looks), 0, -1):
                made = _Layout(looks, facts, level, columns, title)
                if made.size.width() <= side.width() and made.size.height() <= side.height():
                    origin = _beside(made.size, spot, side)
                    return made.at(cell, title, origin, spot, at=at, pinned=pinned)
    columns = max(1, int((view.width() - 2 * _PAD) // (theme.px(LARGE) + _GAP)))
    made = _Layout(looks, facts, len(_LEVELS) - 1, min(columns, len(looks)), title)
    origin = _beside(made.size, spot, view.adjusted(4, 4, -4, -4))
    return made.at(cell, title, origin, spot, at=at, pinned=pinned)


def _sides(spot: QRectF, view: QRectF) -> list[QRectF]:
    """The parts of the view beside the pile, the largest first."""
    room = view.adjusted(6, 6, -6, -6)
    right, left = spot.right() + _APART, spot.left() - _APART
    below, above = spot.bottom() + _APART, spot.top() - _APART
    sides = [
        QRectF(right, room.top(), room.right() - right, room.height()),
        QRectF(room.left(), room.top(), left - room.left(), room.height()),
        QRectF(room.left(), below, room.width(), room.bottom() - below),
        QRectF(room.left(), room.top(), room.width(), above - room.top()),
    ]
    return sorted(sides, key=lambda one: -max(one.width(), 0) * max(one.height(), 0))


def _beside(size: QSizeF, spot: QRectF, side: QRectF) -> QPointF:
    """Where a box of a size stands in a side: as near to the pile as that allows."""
    left = min(max(spot.center().x() - size.width() / 2, side.left()), side.right() - size.width())
    top = min(max(spot.center().y() - size.height() / 2, side.top()), side.bottom() - size.height())
    return QPointF(max(left, side.left()), max(top, side.top()))


_LEVELS = ("all", "no notes", "names", "counters")
"""How much is said, the most first."""


class _Layout:
    """One way to lay counters out, around (0, 0)."""

    def __init__(
        self, looks: Sequence[CounterLook], facts: Facts, level: int, columns: int, title: str
    ) -> None:
        self._looks, self._edge = looks, float(theme.px(LARGE))
        wordless = _LEVELS[level] == "counters"
        wide = self._edge if wordless else float(theme.px(_COLUMN))
        self._cards: list[QRectF] = []
        self._lines: list[ViewerLine] = []
        head = theme.px(22)
        top = _PAD + head
        for first in range(0, len(looks), columns):
            lowest = 0.0
            for k, look in enumerate(looks[first : first + columns]):
                left = _PAD + k * (wide + _GAP)
                card = QRectF(left, top + _HUNG, self._edge, self._edge)
                self._cards.append(card)
                bottom = card.bottom()
                if not wordless:
                    bottom = self._write(look, facts, level, card, wide)
                lowest = max(lowest, bottom)
            top = lowest + _GAP
        count = min(columns, len(looks))
        width = 2 * _PAD + count * wide + (count - 1) * _GAP
        width = max(width, min(paint.advance(title, "heading") + 2 * _PAD, 320.0))
        if not wordless:
            top = self._tell_origins(looks, facts, top, width)
        self.size = QSizeF(width, top - _GAP + _PAD)

    def _tell_origins(
        self, looks: Sequence[CounterLook], facts: Facts, top: float, width: float
    ) -> float:
        """What the signs beside the figures mean, in as many lines as it takes; where they end."""
        there = {fact.origin for look in looks for fact in facts.get(look.piece, ())} - {""}
        high, x = float(theme.px(18)), _PAD
        for origin in ("stated", "deduced", "rebuilt"):
            if origin not in there:
                continue
            word = origin_word(origin)
            wide = _SIGN + 6 + paint.advance(word, "small") + 4
            if x > _PAD and x + wide > width - _PAD:
                x, top = _PAD, top + high
            box = QRectF(x + _SIGN + 6, top, wide - _SIGN - 6, high)
            self._lines.append(ViewerLine(word, "small", box, origin_sign(origin)))
            x += wide + 12
        return top + high + _GAP if there else top

    def _write(
        self, look: CounterLook, facts: Facts, level: int, card: QRectF, wide: float
    ) -> float:
        """Name and values of a counter below its card; where they end."""
        rows: list[tuple[str, str, BadgeLook | None]] = []
        name = f"{look.title} {look.subtitle}".strip()
        if name:
            rows.append((name, "strong", None))
        if _LEVELS[level] != "names":
            for fact in facts.get(look.piece, ()):
                rows.append((fact.text, "small-strong", fact.badge or origin_sign(fact.origin)))
                if fact.note and level == 0:
                    rows.append((fact.note, "small", None))
        y = card.bottom() + 8
        for words, role, badge in rows:
            inset = _SIGN + 6 if badge is not None else 0
            high = _height(words, role, wide - inset)
            box = QRectF(card.left() + inset, y, wide - inset, high)
            self._lines.append(ViewerLine(words, role, box, badge))
            y += high + 1
        return y

    def at(
        self, cell: str, title: str, origin: QPointF, spot: QRectF, *, at: int, pinned: bool
    ) -> CounterFan:
        """The same at its place."""
        cards = tuple(
            (look, box.translated(origin))
            for look, box in zip(self._looks, self._cards, strict=True)
        )
        lines = tuple(replace(line, box=line.box.translated(origin)) for line in self._lines)
        return CounterFan(cell, title, cards, QRectF(origin, self.size), spot, lines, at, pinned)


def _height(words: str, role: str, width: float) -> float:
    metrics = QFontMetricsF(theme.font(role))
    return metrics.boundingRect(QRectF(0, 0, width, 1e4), _WRAP, words).height()


def paint_words(painter: QPainter, fan: CounterFan, art: BoardArt, ratio: float) -> None:
    """Ground, heading, names, values and keys; the counters are drawn over it."""
    ground, edge = theme.colour("surface", 0.98), theme.colour("edge")
    paint.rounded(painter, fan.box, fill=ground, outline=edge, radius=10)
    head = QRectF(fan.box.left() + _PAD, fan.box.top() + 8, fan.box.width() - 2 * _PAD, 24)
    if not fan.pinned:
        key = tr("Space")
        wide = paint.key_width(key)
        cap = QRectF(head.right() - wide, head.top() + 3, wide, 18)
        paint.key_cap(painter, cap, key, theme.colour("text2"))
        head.setRight(cap.left() - 8)
    metrics = QFontMetricsF(theme.font("strong"))
    title = metrics.elidedText(fan.title, Qt.TextElideMode.ElideRight, head.width())
    paint.words(painter, head, title, role="strong")
    for line in fan.lines:
        painter.setFont(theme.font(line.role))
        painter.setPen(theme.colour("text2" if line.role == "small" else "text"))
        painter.drawText(line.box, _WRAP, line.words)
        if line.badge is not None:
            sign = _sign(art, line.badge, ratio)
            painter.drawImage(QPointF(line.box.left() - _SIGN - 5, line.box.top() + 2), sign)
    if fan.pinned and len(fan.cards) > 1 and fan.lines:
        for number, (_, box) in enumerate(fan.cards[:9], 1):
            cap = QRectF(box.right() + 8, box.top(), paint.key_width(str(number)), 18)
            paint.key_cap(painter, cap, str(number), theme.colour("text2"))


def _sign(art: BoardArt, badge: BadgeLook, ratio: float) -> QImage:
    return art.badge_image(badge, _SIGN, ratio)


def counter_facts(look: CounterLook, told: Sequence[CounterFact]) -> tuple[CounterFact, ...]:
    """What the game tells of a counter, else its sentence; then what its signs mean."""
    plain = (CounterFact(look.text),) if look.text else ()
    return (*(told or plain), *(CounterFact(badge.name, badge=badge) for badge in look.badges))
