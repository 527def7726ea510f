"""Exact odds as one bar that sums to 1, best outcome for the asker first, labels beneath it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from wardesk.model.look import OddsLine
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr

_FILLS = {"good": "chart1", "mixed": "chart2", "bad": "danger", "none": "chart3"}
_BAR, _LINE = 12, 36


_MANY, _NARROW, _ROW = 5, 380, 21
"""Outcomes, and px of width, from which each has a row of its own, so high."""
_WRAPPED = int(Qt.TextFlag.TextWordWrap.value)


def percent(ways: int, of: int) -> str:
    """A chance in whole percent that never rounds to certainty or impossibility."""
    if ways > 0 and 200 * ways < of:
        return "<1 %"
    if ways < of and 200 * (of - ways) < of:
        return ">99 %"
    return f"{round(100 * ways / of)} %"


class OddsBar(QWidget):
    """Lines of `OddsLine`; their *ways* add up to *of*, what is missing stays empty."""

    def __init__(
        self,
        lines: Sequence[OddsLine] = (),
        parent: QWidget | None = None,
        *,
        compact: bool = False,
        rows: bool = False,
    ) -> None:
        """*rows* gives each outcome a row of its own whatever the width."""
        super().__init__(parent)
        self._lines: tuple[OddsLine, ...] = ()
        self._compact, self._rows = compact, rows
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_odds(lines)

    def set_odds(self, lines: Sequence[OddsLine]) -> None:
        """Show other odds."""
        possible = tuple(line for line in lines if line.ways > 0)
        if possible == self._lines and self.accessibleName():
            return
        self._lines = possible
        said = ", ".join(tr("{0} {1} in {2}").format(x.label, x.ways, x.of) for x in self._lines)
        self.setAccessibleName(tr("Odds: {0}").format(said) if said else tr("No odds"))
        self.updateGeometry()
        self.update()

    def _places(self, width: float) -> list[tuple[OddsLine, float, float]]:
        """Where each label stands: under its part if there is room, else further right or below."""
        placed: list[tuple[OddsLine, float, float]] = []
        start, free, row = 0.0, 0.0, 0
        for line in self._lines:
            need = max(paint.advance(line.label, "small"), theme.px(46)) + 14
            left = max(start, free)
            if left + need > width and left > free:
                left = max(free, width - need)
            if left + need > width + 14 and free > 0:
                left, row = 0.0, row + 1
            placed.append((line, left, _BAR + 6 + row * theme.px(_LINE)))
            free = left + need
            start += width * line.ways / line.of
        return placed

    def _as_rows(self, width: float) -> bool:
        """Whether each outcome has a line and a bar of its own: many of them in a narrow column."""
        many = len(self._lines) >= _MANY and width < theme.px(_NARROW)
        return bool(self._lines) and (self._rows or (many and not self._compact))

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(self.width(), 160)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, _BAR if self._compact else self.heightForWidth(max(self.width(), 120)))

    def heightForWidth(self, width: int) -> int:
        if self._compact or not self._lines:
            return _BAR
        if self._as_rows(width):
            return sum(self._row_height(line, self._room(width)) for line in self._lines)
        return round(self._places(width)[-1][2]) + theme.px(_LINE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.updateGeometry()

    def part_at(self, x: float) -> OddsLine | None:
        """The outcome whose part of the bar lies at *x* px."""
        start = 0.0
        if self._as_rows(self.width()):
            return None
        for line in self._lines:
            start += self.width() * line.ways / line.of
            if x < start:
                return line
        return None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self.part_at(event.pos().x())
            if line is not None:
                tip = tr("{0}: {1} in {2}").format(line.label, line.ways, line.of)
                QToolTip.showText(event.globalPos(), tip, self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._as_rows(self.width()):
            self._paint_rows(painter)
            painter.end()
            return
        bar = QRectF(0, 0, self.width(), _BAR)
        clip = QPainterPath()
        clip.addRoundedRect(bar, 4, 4)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(bar, theme.colour("sunken"))
        x = 0.0
        for line in self._lines:
            part = bar.width() * line.ways / line.of
            painter.fillRect(QRectF(x, 0, part, _BAR), theme.colour(_FILLS[line.tone]))
            if x:
                painter.fillRect(QRectF(x - 1, 0, 2, _BAR), theme.colour("surface"))
            x += part
        painter.restore()
        if not self._compact:
            for line, left, top in self._places(self.width()):
                self._label(painter, line, left, top)
        painter.end()

    def _figures(self) -> float:
        """Px that the figures at the right of a row take."""
        return float(theme.px(86 if self._rows else 42))

    def _room(self, width: float) -> float:
        """Px that the labels of rows have beside their bars."""
        words = max(paint.advance(line.label, "small") for line in self._lines) + 8
        return min(words, width - self._figures() - theme.px(56))

    def _row_height(self, line: OddsLine, room: float) -> int:
        """Px of a row: a label that is longer than its *room* goes on below."""
        metrics = QFontMetricsF(theme.shared_font("small"))
        box = metrics.boundingRect(QRectF(0, 0, room - 6, 1000), _WRAPPED, line.label)
        more = max(0, round(box.height() / metrics.height()) - 1)
        return theme.px(_ROW) + round(more * metrics.height())

    def _paint_rows(self, painter: QPainter) -> None:
        """One row for each outcome: what it is, a bar, how likely it is."""
        most = max(line.ways / line.of for line in self._lines)
        left, right, top = self._room(self.width()), self._figures(), 0
        for line in self._lines:
            tall = self._row_height(line, left)
            row = QRectF(0, top, self.width(), tall)
            top += tall
            painter.setFont(theme.shared_font("small"))
            painter.setPen(theme.colour("text"))
            label = QRectF(0, row.top(), left - 6, tall)
            painter.drawText(label, _WRAPPED | paint.LEFT.value, line.label)
            whole = QRectF(left, row.center().y() - 4, self.width() - left - right, 8)
            paint.rounded(painter, whole, fill=theme.colour("sunken"), radius=4)
            part = QRectF(whole)
            part.setWidth(max(4.0, whole.width() * line.ways / line.of / most))
            paint.rounded(painter, part, fill=theme.colour(_FILLS[line.tone]), radius=4)
            number = QRectF(self.width() - right, row.top(), right, tall)
            chance = percent(line.ways, line.of)
            if self._rows:
                of = number.adjusted(8, 0, -theme.px(42), 0)
                ways = f"{line.ways}/{line.of}"
                paint.words(painter, of, ways, role="small", ink="text2", align=paint.RIGHT)
            paint.words(painter, number, chance, role="small-strong", align=paint.RIGHT)

    def _label(self, painter: QPainter, line: OddsLine, left: float, top: float) -> None:
        swatch = QRectF(left, top + theme.px(9) - 4, 8, 8)
        paint.rounded(painter, swatch, fill=theme.colour(_FILLS[line.tone]), radius=2)
        number = QRectF(left + 14, top, theme.px(80), theme.px(18))
        paint.words(painter, number, percent(line.ways, line.of), role="small-strong")
        room = QRectF(left, top + theme.px(17), self.width() - left, theme.px(18))
        painter.setFont(theme.font("small"))
        shown = painter.fontMetrics().elidedText(
            line.label, Qt.TextElideMode.ElideRight, int(room.width())
        )
        paint.words(painter, room, shown, role="small", ink="text2")
