"""Values as bars under each other: what each is, how far it goes, and its figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.picture import StripView

_ROW, _TALL, _LEAST = 22, 8.0, 56
"""Px of a row, of the bar in it, and of the narrowest bar."""
_WRAPPED = int(Qt.TextFlag.TextWordWrap.value)


class ValueBar(NamedTuple):
    """One row. A bar goes from *start* to *end*, in shares of the room that there is for it."""

    label: str
    figure: str
    end: float
    tone: str
    start: float = 0.0
    strong: bool = False
    beside: str = ""
    """A quieter figure before the other one."""


def _role(row: ValueBar) -> str:
    return "small-strong" if row.strong else "small"


class _Columns(NamedTuple):
    label: float
    beside: float
    figure: float


def _columns(rows: Sequence[ValueBar], width: float) -> _Columns:
    """Px for the labels, and for both figures; the bars have what is between them."""
    label = max((paint.advance(row.label, _role(row)) for row in rows), default=0.0) + 8
    beside = max((paint.advance(row.beside, "small") for row in rows), default=0.0)
    beside += 12 if beside else 0
    figure = max((paint.advance(row.figure, "small-strong") for row in rows), default=0.0) + 8
    return _Columns(min(label, width - figure - beside - theme.px(_LEAST)), beside, figure)


def _row_height(row: ValueBar, room: float) -> int:
    """Px of a row: a label that is longer than its *room* goes on below."""
    metrics = QFontMetricsF(theme.shared_font(_role(row)))
    box = metrics.boundingRect(QRectF(0, 0, room - 6, 1000), _WRAPPED, row.label)
    more = max(0, round(box.height() / metrics.height()) - 1)
    return theme.px(_ROW) + round(more * metrics.height())


def bars_height(rows: Sequence[ValueBar], width: float) -> int:
    """Px that rows need in so much *width*."""
    room = _columns(rows, width).label
    return sum(_row_height(row, room) for row in rows)


def draw_bars(painter: QPainter, rows: Sequence[ValueBar], width: float) -> None:
    """Draw rows from the upper left corner."""
    columns, top = _columns(rows, width), 0.0
    room = width - sum(columns)
    for row in rows:
        tall = _row_height(row, columns.label)
        painter.setFont(theme.shared_font(_role(row)))
        painter.setPen(theme.colour("text"))
        label = QRectF(0, top, columns.label - 6, tall)
        painter.drawText(label, _WRAPPED | paint.LEFT.value, row.label)
        track = QRectF(columns.label, top + (tall - _TALL) / 2, room, _TALL)
        paint.rounded(painter, track, fill=theme.colour("sunken"), radius=_TALL / 2)
        low, high = sorted((row.start, row.end))
        bar = QRectF(track.left() + room * low, track.top(), max(4.0, room * (high - low)), _TALL)
        paint.rounded(painter, bar, fill=theme.colour(row.tone), radius=_TALL / 2)
        beside = QRectF(track.right(), top, columns.beside, tall)
        paint.words(painter, beside, row.beside, role="small", ink="text2", align=paint.RIGHT)
        figure = QRectF(width - columns.figure, top, columns.figure, tall)
        paint.words(painter, figure, row.figure, role="small-strong", align=paint.RIGHT)
        top += tall


class Bars(StripView):
    """Shows rows of `ValueBar`; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[ValueBar, ...] = ()

    def show_rows(self, rows: Sequence[ValueBar], name: str) -> None:
        """Show other values; *name* says them all."""
        self.rows = tuple(rows)
        self.setAccessibleName(name)
        self.setVisible(bool(rows))
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        return bars_height(self.rows, width)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        draw_bars(painter, self.rows, box.width())
