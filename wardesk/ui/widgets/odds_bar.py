"""Exact odds as one bar that sums to 1, best outcome for the asker first, labels beneath it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QToolTip, QWidget

from wardesk.model.look import OddsLine
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.bars import ValueBar, bars_height, draw_bars
from wardesk.ui.widgets.picture import StripView
from wardesk.words import tr

FILLS = {"good": "chart1", "mixed": "chart2", "bad": "danger", "none": "chart3"}
_BAR, _LINE = 12, 36


_MANY, _NARROW = 5, 380
"""Outcomes, and px of width, from which each has a row of its own."""


def percent(ways: int, of: int) -> str:
    """A chance in whole percent that never rounds to certainty or impossibility."""
    if ways > 0 and 200 * ways < of:
        return "<1 %"
    if ways < of and 200 * (of - ways) < of:
        return ">99 %"
    return f"{round(100 * ways / of)} %"


class OddsBar(StripView):
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

    def _bars(self) -> list[ValueBar]:
        """A row for each outcome; the bar of the likeliest fills its room."""
        most = max(line.ways / line.of for line in self._lines)
        return [
            ValueBar(
                line.label, percent(line.ways, line.of), line.ways / line.of / most,
                FILLS[line.tone], beside=f"{line.ways}/{line.of}" if self._rows else "",
            )
            for line in self._lines
        ]  # fmt: skip

    def heightForWidth(self, width: int) -> int:
        if self._compact or not self._lines:
            return _BAR
        if self._as_rows(width):
            return bars_height(self._bars(), width)
        return round(self._places(width)[-1][2]) + theme.px(_LINE)

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

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self._as_rows(self.width()):
            draw_bars(painter, self._bars(), box.width())
            return
        bar = QRectF(0, 0, box.width(), _BAR)
        clip = QPainterPath()
        clip.addRoundedRect(bar, 4, 4)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(bar, theme.colour("sunken"))
        x = 0.0
        for line in self._lines:
            part = bar.width() * line.ways / line.of
            painter.fillRect(QRectF(x, 0, part, _BAR), theme.colour(FILLS[line.tone]))
            if x:
                painter.fillRect(QRectF(x - 1, 0, 2, _BAR), theme.colour("surface"))
            x += part
        painter.restore()
        if not self._compact:
            for line, left, top in self._places(self.width()):
                self._label(painter, line, left, top)

    def _label(self, painter: QPainter, line: OddsLine, left: float, top: float) -> None:
        swatch = QRectF(left, top + theme.px(9) - 4, 8, 8)
        paint.rounded(painter, swatch, fill=theme.colour(FILLS[line.tone]), radius=2)
        number = QRectF(left + 14, top, theme.px(80), theme.px(18))
        paint.words(painter, number, percent(line.ways, line.of), role="small-strong")
        room = QRectF(left, top + theme.px(17), self.width() - left, theme.px(18))
        painter.setFont(theme.font("small"))
        shown = painter.fontMetrics().elidedText(
            line.label, Qt.TextElideMode.ElideRight, int(room.width())
        )
        paint.words(painter, room, shown, role="small", ink="text2")
