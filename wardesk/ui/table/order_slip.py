"""The slip at the pointer: what a click would do, what it costs, draws and comes to.

It lies where it covers no counter and no part of the way, and a hairline joins it to its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from wardesk.model.look import OddsLine
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.odds_bar import FILLS, percent

MOST_ROWS = 6
"""Lines under the title; the menu of a right click has everything."""
_LEAST, _MOST = 240, 404
"""Its width, px at usual size."""
_EDGE, _LABEL, _LINE, _HEAD, _BAR, _FOOT = 6, 68, 20, 36, 38, 30
_GAP = 14
_HAIR = (("#b3ffffff", 2.6), ("#26221a", 1.2))
"""The line to the place lies on the paper of a map, in any theme."""
_SIDES = ((0, 1), (1, 0), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))


class SlipRow(NamedTuple):
    """One line: what it is about, and what is told; *tone* is a token."""

    label: str
    words: str
    tone: str = "text"


class SlipKey(NamedTuple):
    """A key, and what it does to the slip."""

    key: str
    words: str


class Slip(NamedTuple):
    """All that a slip says."""

    title: str
    rows: tuple[SlipRow, ...] = ()
    odds: tuple[OddsLine, ...] = ()
    about: bool = False
    """Whether the odds were tried out and are not exact."""
    keys: tuple[SlipKey, ...] = ()

    @property
    def words(self) -> str:
        """The whole as a sentence, for screen readers."""
        rows = (f"{row.label} {row.words}".strip() for row in self.rows)
        return "; ".join((self.title, *rows, *(self.chance(line) for line in self.odds)))

    def chance(self, line: OddsLine) -> str:
        """One result with how likely it is."""
        if not self.about:
            return f"{percent(line.ways, line.of)} {line.label}"
        # Tries cannot tell that something is certain.
        how = ">99 %" if line.ways == line.of else f"~{percent(line.ways, line.of)}"
        return f"{how} {line.label}"


class OrderSlip(QWidget):
    """Paints a `Slip`. The mouse goes through it."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self._slip, self._spot, self._box = Slip(""), QPointF(), QRectF()
        self._edge = "accent"
        self._lines: tuple[SlipRow, ...] = ()
        """The rows as they are painted: of long ones the rest stands below."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def words(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._slip.words

    @property
    def slip(self) -> Slip:
        """What it says, or said last."""
        return self._slip

    @property
    def box(self) -> QRectF:
        """Where the paper lies on the board, without the line to its place."""
        return self._box.translated(self.x(), self.y())

    def say(
        self, slip: Slip, spot: QRectF, clear_of: Sequence[QRectF] = (), edge: str = ""
    ) -> None:
        """Say it beside *spot*, clear of what lies in the boxes *clear_of* (px of the parent).

        A slip without a line hides it; *edge* is the colour of its left edge.
        """
        self.setVisible(bool(slip.rows or slip.odds or slip.keys))
        if self.isHidden():
            return
        self._slip, self._edge = slip, edge or "accent"
        wide = self._width(slip)
        self._lines = _wrapped(slip, wide - _EDGE - 24 - _label_width(slip))
        box = self._place(wide, self._height(wide), spot, clear_of)
        whole = box.united(QRectF(spot.center(), spot.center()).adjusted(-2, -2, 2, 2))
        self.setGeometry(whole.toAlignedRect())
        corner = QPointF(self.pos())
        self._box, self._spot = box.translated(-corner), spot.center() - corner
        self.setAccessibleName(slip.words)
        self.raise_()
        self.update()

    # ---- where ----------------------------------------------------------------------------------

    def _place(self, wide: float, high: float, spot: QRectF, clear_of: Sequence[QRectF]) -> QRectF:
        """The place beside *spot* where it covers least of what is to be seen; the nearest one."""
        room = QRectF(self._board.rect()).adjusted(8, 8, -8, -8)
        box = QRectF(0, 0, min(wide, room.width()), high)
        best, least = box, float("inf")
        for ring in (1.0, 2.0, 3.5):
            for dx, dy in _SIDES:
                box.moveCenter(spot.center())
                away_x = (spot.width() + box.width()) / 2 + _GAP
                away_y = (spot.height() + box.height()) / 2 + _GAP
                extra = (ring - 1) * spot.width()
                box.translate(dx * (away_x + extra), dy * (away_y + extra))
                box.moveLeft(min(max(box.left(), room.left()), room.right() - box.width()))
                box.moveTop(min(max(box.top(), room.top()), room.bottom() - box.height()))
                covers = sum(_area(box & other) for other in clear_of if box.intersects(other))
                covers += 50 * _area(box & spot)
                away = box.center() - spot.center()
                cost = covers + 0.05 * (away.x() ** 2 + away.y() ** 2) ** 0.5
                if cost < least:
                    best, least = QRectF(box), cost
        return best

    def _height(self, wide: float) -> float:
        slip, bar = self._slip, 0
        if slip.odds:
            more = len(_labels(slip, wide - _EDGE - 24)) - 1
            bar = theme.px(_BAR) + more * theme.px(16)
        foot = theme.px(_FOOT) if slip.keys else 0
        return theme.px(_HEAD) + theme.px(_LINE) * len(self._lines) + bar + foot + 10

    @staticmethod
    def _width(slip: Slip) -> float:
        label = _label_width(slip)
        wide = [paint.advance(slip.title, "strong")]
        wide += [label + paint.advance(row.words, "small-strong") for row in slip.rows]
        wide.append(sum(_key_width(one) for one in slip.keys))
        wide.append(sum(paint.advance(slip.chance(o), "tiny") + 12 for o in slip.odds))
        least, most = theme.px(_LEAST), theme.px(_MOST)
        return min(max(max(wide) + _EDGE + 26, least if slip.keys else 120), most)

    # ---- painting -------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, box, slip = QPainter(self), self._box, self._slip
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ink, width in _HAIR:
            painter.setPen(QPen(QColor(ink), width))
            painter.drawLine(self._spot, _nearest(box, self._spot))
        paint.rounded(painter, box, fill=theme.colour("surface"), outline=theme.colour("edge"),
                      radius=3)  # fmt: skip
        painter.fillRect(QRectF(box.left(), box.top(), _EDGE, box.height()),
                         theme.colour(self._edge))  # fmt: skip
        left, wide = box.left() + _EDGE + 12, box.width() - _EDGE - 24
        y = box.top() + 6
        head = QRectF(left, y, wide, theme.px(24))
        paint.words(painter, head, _cut(slip.title, "strong", wide), role="strong")
        y += theme.px(_HEAD) - 10
        painter.fillRect(QRectF(left, y, wide, 1), theme.colour("line"))
        y += 5
        label = _label_width(slip)
        for row in self._lines:
            line = QRectF(left, y, wide, theme.px(_LINE))
            paint.words(painter, line, row.label, role="small", ink="text3")
            role = _role(row)
            line.setLeft(left + label)
            said = _cut(row.words, role, wide - label)
            paint.words(painter, line, said, role=role, ink=theme.ink_on(row.tone))
            y += theme.px(_LINE)
        if slip.odds:
            self._paint_odds(painter, QRectF(left, y + 4, wide, 9))
            y += theme.px(_BAR) + (len(_labels(slip, wide)) - 1) * theme.px(16)
        if slip.keys:
            painter.fillRect(QRectF(left, y + 3, wide, 1), theme.colour("line"))
            self._paint_keys(painter, QPointF(left, y + 8), left + wide)

    def _paint_odds(self, painter: QPainter, bar: QRectF) -> None:
        x = bar.left()
        painter.fillRect(bar, theme.colour("sunken"))
        starts: list[float] = []
        for line in self._slip.odds:
            part = bar.width() * line.ways / line.of
            ink = theme.colour(FILLS[line.tone])
            painter.fillRect(QRectF(x, bar.top(), part, bar.height()), ink)
            if starts:
                edge = QRectF(x - 1, bar.top(), 2, bar.height())
                painter.fillRect(edge, theme.colour("surface"))
            starts.append(x)
            x += part
        places = iter(starts)
        for number, row in enumerate(_labels(self._slip, bar.width())):
            free, needs = bar.left(), [_need(words) for words in row]
            for k, words in enumerate(row):
                # Under its part, if those further right still find room.
                at = max(free, min(next(places), bar.right() + 10 - sum(needs[k:])))
                top = bar.bottom() + 2 + number * theme.px(16)
                paint.words(painter, QRectF(at, top, needs[k], theme.px(18)), words, role="tiny")
                free = at + needs[k]

    def _paint_keys(self, painter: QPainter, at: QPointF, right: float) -> None:
        x = at.x()
        for one in self._slip.keys:
            if x + _key_width(one) > right + 14:
                return
            cap = QRectF(x, at.y(), paint.key_width(one.key), theme.px(18))
            paint.key_cap(painter, cap, one.key, theme.colour("text2"))
            words = QRectF(cap.right() + 6, at.y(), right - cap.right(), theme.px(18))
            paint.words(painter, words, one.words, role="small")
            x += _key_width(one)


def _role(row: SlipRow) -> str:
    return "small" if row.tone in ("text", "text2", "text3") else "small-strong"


def _wrapped(slip: Slip, wide: float) -> tuple[SlipRow, ...]:
    """The rows broken where they are too long; as many lines as there is room for."""
    found: list[SlipRow] = []
    spare = MOST_ROWS - len(slip.rows)
    for row in slip.rows:
        words, lines = row.words.split(" "), [""]
        for word in words:
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and spare and paint.advance(longer, _role(row)) > wide:
                lines.append(word)
                spare -= 1
            else:
                lines[-1] = longer
        found += [row._replace(words=lines[0]), *(row._replace(label="", words=x)
                                                  for x in lines[1:])]  # fmt: skip
    return tuple(found)


def _need(words: str) -> float:
    return paint.advance(words, "tiny") + 10


def _labels(slip: Slip, wide: float) -> list[list[str]]:
    """What stands under the bar, in as many lines as it needs."""
    rows: list[list[str]] = []
    for line in slip.odds:
        words = slip.chance(line)
        if rows and sum(map(_need, (*rows[-1], words))) <= wide + 10:
            rows[-1].append(words)
        else:
            rows.append([words])
    return rows


def _label_width(slip: Slip) -> float:
    widest = max((paint.advance(row.label, "small") for row in slip.rows), default=0.0)
    return min(max(widest + 10, theme.px(_LABEL)), theme.px(150)) if widest else 0.0


def _key_width(one: SlipKey) -> float:
    return paint.key_width(one.key) + 6 + paint.advance(one.words, "small") + 14


def _area(box: QRectF) -> float:
    return max(box.width(), 0.0) * max(box.height(), 0.0)


def _nearest(box: QRectF, spot: QPointF) -> QPointF:
    """The point of *box* that is nearest to *spot*."""
    x = min(max(spot.x(), box.left()), box.right())
    y = min(max(spot.y(), box.top()), box.bottom())
    return QPointF(x, y)


def _cut(words: str, role: str, wide: float) -> str:
    if paint.advance(words, role) <= wide:
        return words
    while words and paint.advance(words + "…", role) > wide:
        words = words[:-1]
    return words.rstrip() + "…"
