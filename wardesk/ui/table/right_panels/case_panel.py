"""The chart of the coming roll with column and row lit, and its exact odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, ChartLook, WeighedLine
from wardesk.ui import theme
from wardesk.ui.dialogs.chart_dialog import ChartDialog
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.chart_view import ChartView
from wardesk.ui.widgets.chip import rebuilt_mark
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.odds_bar import OddsBar
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr

_MOST = 4 * 46 + 2
"""Px: four rows, then it scrolls; the chart wants room too."""


class AdviceList(QWidget):
    """``picked(number)`` on Enter or a click, ``reached(number)`` when the keyboard comes there."""

    picked = Signal(int)
    reached = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = Label(tr("Best to worst, by exact odds"), self, role="small-strong", wrap=True)
        self.list = RowList(tr("Choices ranked by exact odds"), self, most=_MOST)
        self.list.picked.connect(lambda key: self.picked.emit(int(key)))
        self.list.reached.connect(lambda key: self.reached.emit(int(key)))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addWidget(self._head)
        column.addWidget(self.list)
        self.set_advice(())

    def set_advice(self, found: Sequence[Advice]) -> None:
        """Show other choices, the best first; hidden when there is nothing to compare."""
        values = [one.value for one in found]
        best, worst = max(values, default=0.0), min(values, default=0.0)
        stars = values.count(best) == 1  # Of equals none is the best.
        unit = next((one.unit for one in found if one.unit), "")
        head = tr("Best to worst, by exact odds")
        self._head.setText(f"{head}: {unit}" if unit else head)
        self.list.set_rows([
            ListRow(
                str(k),
                f"{k + 1}  {one.label}",
                one.text,
                one.figure,
                hint=one.hint,
                icon="star" if stars and one.value == best else "target",
                tone="ok" if stars and one.value == best else
                "danger" if one.value == worst < min(best, 0.0) else "text3",
            )
            for k, one in enumerate(found)
        ])  # fmt: skip
        self.setVisible(bool(found))

    def needed_height(self) -> int:
        """Px that it takes; nothing while it is hidden."""
        if self.isHidden():
            return 0
        return self._head.sizeHint().height() + theme.S1 + self.list.height()


_ICONS = {"good": "check", "mixed": "target", "bad": "warning", "none": "target"}
_TONES = {"good": "ok", "mixed": "text2", "bad": "danger", "none": "text2"}


class WeighedList(RowList):
    """Things that are weighed side by side; ``shown(cell)`` when one is reached or clicked."""

    shown = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What is weighed"), parent, most=_MOST)
        self._cells: tuple[str, ...] = ()
        self.picked.connect(self._show)
        self.reached.connect(self._show)
        self.hide()

    def _show(self, key: str) -> None:
        if cell := self._cells[int(key)]:
            self.shown.emit(cell)

    def set_lines(self, lines: Sequence[WeighedLine]) -> None:
        """Show other lines; hidden without any."""
        self._cells = tuple(line.cell for line in lines)
        self.set_rows([
            ListRow(
                str(k), line.label, line.text, line.figure, _ICONS[line.tone], _TONES[line.tone]
            )
            for k, line in enumerate(lines)
        ])  # fmt: skip
        self.setVisible(bool(lines))


class CasePanel(Panel):
    """Shows a `CaseLook`; without one, a chart to look things up in, or nothing at all.

    *last* is the chart that was shown last, unlit. ``sheet`` opens the case in the assistant.
    """

    def __init__(self, summary: Callable[[str], str], parent: QWidget | None = None) -> None:
        self._rebuilt = rebuilt_mark()
        self._cite = Cite("")
        words = tr("Try it out in the assistant")
        self.sheet = ToolButton("scales", words, action="table.sheet", size=16)
        super().__init__(tr("Chart"), parent, tools=(self._rebuilt, self._cite, self.sheet))
        self._summary = summary
        self._place = ElidedLine("", self, role="strong", least=60)
        self._sum = Label("", self, role="small", tone="text2", wrap=True)
        self._chart = ChartView(None, self)
        self._chart.large_asked.connect(self._open_large)
        self._odds = OddsBar((), self)
        self.last: ChartLook | None = None
        self.lines = WeighedList(self)
        self.advice = AdviceList(self)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self._place, 1)
        # The odds first: where the dock is short, the chart is what scrolls.
        self.add(head, self._sum, self.lines, self._odds, self.advice, self._chart)
        self.set_case(None, None)

    def needed_height(self, width: int) -> int:
        """Px that the panel needs to show everything at *width*."""
        inner = width - 2 * theme.S4
        parts = [p for p in (self._place, self._chart, self._sum, self._odds) if not p.isHidden()]
        tall = 0
        for part in parts:
            high = part.heightForWidth(inner) if part.hasHeightForWidth() else -1
            tall += max(high, part.sizeHint().height()) if part is not self._odds else high
        if not self.lines.isHidden():
            tall += self.lines.height() + theme.S2
        if advice := self.advice.needed_height():
            tall += advice + theme.S2
        return 40 + tall + theme.S2 * max(0, len(parts) - 1) + theme.S3 + 4

    def _open_large(self) -> None:
        ChartDialog(self._chart.look, self.window()).open()

    def set_case(
        self, case: CaseLook | None, idle: ChartLook | None, *, sheet: bool = False
    ) -> None:
        """Show what the coming roll rests on, or *idle* when nothing is to be rolled.

        *sheet*: the assistant can take it over.
        """
        self.sheet.setVisible(sheet)
        chart = case.chart if case is not None else idle
        advised = not self.advice.isHidden()
        self.setVisible(chart is not None or case is not None or advised)
        if case is None and advised:
            chart = None  # Nothing is planned yet: the list is what helps, and wants the room.
        title = tr("Which is best?")
        if case is not None or chart is not None:
            title = case.title if case is not None else (chart.title if chart else tr("Chart"))
        self.set_title(title)
        self._rebuilt.setVisible(chart is not None and chart.reconstruction)
        cite = chart.cite if chart else ""
        self._cite.set_rule(cite, self._summary(cite) if cite else "")
        self._place.set_words(case.place if case is not None else "")
        self._place.setVisible(bool(case is not None and case.place))
        self._sum.setText(case.sum_text if case is not None else "")
        self._sum.setVisible(bool(case is not None and case.sum_text))
        self.lines.set_lines(case.lines if case is not None else ())
        self._chart.setVisible(chart is not None)
        if chart is not None:
            self._chart.set_chart(chart)
            self.last = replace(chart, column=-1, row=-1)
        odds = case.odds if case is not None else ()
        self._odds.set_odds(odds)
        self._odds.setVisible(bool(odds))
