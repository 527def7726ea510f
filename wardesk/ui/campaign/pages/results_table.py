"""The parts of a results sheet: the table that is typed into, and what will be recorded."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.operation.doubts import Doubt
from wardesk.ui import theme
from wardesk.ui.campaign.pages.results_model import OUT, STATE, TYPED, WHERE, Typed
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.table import LINE, Index, PlainTable
from wardesk.ui.widgets.text import Text
from wardesk.words import shown, tr


class Field(QStyledItemDelegate):
    """A cell that can be typed into is drawn as a field, a wrong one in red."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        line: Typed = index.data(LINE)
        wrong = line.wrong and index.column() == OUT
        box = QRectF(option.rect).adjusted(3, 2, -3, -2)  # type: ignore[attr-defined]
        painter.save()
        edge = theme.colour("danger" if wrong else "edge")
        paint.rounded(painter, box, outline=edge, width=2 if wrong else 1, radius=4)
        painter.restore()


class ResultsTable(PlainTable):
    """Digits are typed where steps stand, letters where a state or hex stands; else keys go on."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        column = self.currentIndex().column()
        text = event.text()
        typed = (column == OUT and text.isdigit()) or (
            column in (STATE, WHERE) and text.isprintable() and bool(text)
        )
        if typed:
            QTableView.keyPressEvent(self, event)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and column in TYPED:
            # a cell that is being typed into commits itself first, when this event is over
            QTimer.singleShot(0, self._go_below)
            return
        super().keyPressEvent(event)

    def here(self) -> tuple[str, int]:
        """The unit and the column that have the keyboard; no unit without a row."""
        index = self.currentIndex()
        return (index.data(LINE).unit, index.column()) if index.isValid() else ("", OUT)

    def go_to(self, unit: str, column: int) -> None:
        """Give the keyboard to the cell of a unit, to the first row where it is not here."""
        rows = range(self.model().rowCount())
        cells = (self.model().index(row, column) for row in rows)
        first = self.model().index(0, OUT)
        self.setCurrentIndex(next((c for c in cells if c.data(LINE).unit == unit), first))

    def _go_below(self) -> None:
        below = self.currentIndex().siblingAtRow(self.currentIndex().row() + 1)
        if below.isValid():
            self.setCurrentIndex(below)


class RecordList(QWidget):
    """What the campaign will record, a sentence for each unit that changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.S3, 0, theme.S2, 0)
        self._column.setSpacing(theme.S1)

    def show_lines(self, changed: Sequence[Typed]) -> None:
        """Show these; the first forty of them."""
        clear(self._column)
        for line in changed[:40]:
            self._column.addWidget(self._sentence(line))
        if len(changed) > 40:
            words = tr("and {0} more").format(len(changed) - 40)
            self._column.addWidget(Text(words, self, role="small", tone="text3"))
        if not changed:
            words = tr("Nothing yet: every unit came out as it went in.")
            self._column.addWidget(Text(words, self, role="small", tone="text2", wrap=True))
        self._column.addStretch(1)

    def _sentence(self, line: Typed) -> Text:
        if line.wrong:
            words, tone = tr("{0}: not yet, it does not balance").format(line.name), "danger"
        else:
            tone = "text"
            words = tr("{0} from {1} steps to {2}").format(line.name, line.before, line.after)
            if line.after == line.before:
                words = line.name
            elif not line.after:
                words = tr("{0} is lost").format(line.name)
            if line.fallen:
                words = tr("{0} is lost").format(line.name)
            if line.where:
                words += f", {line.where}"
            if line.state.strip():
                words += f", {line.state.strip()}"
        return Text(words, self, role="small", tone=tone, wrap=True)


class DoubtRow(QWidget):
    """What can hardly be. ``mended()``: use the hex that was meant; ``confirmed(why)``: keep it."""

    mended = Signal()
    confirmed = Signal(str)

    def __init__(self, doubt: Doubt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        row.addWidget(Text(shown(doubt.words), self, role="strong", wrap=True), 1)
        if doubt.mend:
            mend = Button(tr("Use {0}").format(doubt.mend), self)
            mend.clicked.connect(self.mended)
            row.addWidget(mend)
        self.why = line_edit(tr("Why it is so"), self, hint=tr("It is so, because …"))
        self.tick = Button(tr("It is so", "ResultsPage"), self, icon="check")
        self.why.textChanged.connect(self._judge)
        self.why.returnPressed.connect(self._confirm)
        self.tick.clicked.connect(self._confirm)
        self._judge()
        row.addWidget(self.why)
        row.addWidget(self.tick)

    def _judge(self) -> None:
        self.tick.allow() if self.why.text().strip() else self.tick.refuse(tr("Say why first"))

    def _confirm(self) -> None:
        if self.why.text().strip():
            self.confirmed.emit(self.why.text().strip())
