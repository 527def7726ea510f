"""The odds of a die table, with and without one of its modifiers, drawn as bars."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.dice import DICE, die_words
from wardesk.errors import UserError
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.condition_rows import narrow
from wardesk.ui.language import said
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

_ROW, _BAR = 58, 13
Bars = list[tuple[str, int, int | None]]


class _Bars(QWidget):
    """One result a row: its chance without, and below it with, the modifier."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.rows: Bars = []
        self.of = 10

    def set_bars(self, rows: Bars, of: int) -> None:
        """Show ways of *of* for each result."""
        self.rows, self.of = rows, of
        told = (f"{words}: {a}/{of}" + (f", {b}/{of}" if b is not None else "")
                for words, a, b in rows)  # fmt: skip
        self.setAccessibleName("; ".join(told))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, max(1, len(self.rows)) * _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        figure = 74
        for k, (words, before, after) in enumerate(self.rows):
            top = k * _ROW
            metrics = QFontMetricsF(theme.shared_font("small-strong"))
            told = metrics.elidedText(words, Qt.TextElideMode.ElideRight, self.width())
            paint.words(painter, QRectF(0, top, self.width(), 20), told, role="small-strong")
            for line, ways, tone in ((0, before, "chart1"), (1, after, "chart2")):
                if ways is None:
                    continue
                y = top + 21 + line * (_BAR + 3)
                whole = QRectF(0, y, self.width() - figure, _BAR)
                paint.rounded(painter, whole, fill=theme.colour("sunken"), radius=3)
                part = QRectF(0, y, max(2.0, whole.width() * ways / self.of), _BAR)
                paint.rounded(painter, part, fill=theme.colour(tone), radius=3)
                box = QRectF(self.width() - figure + 8, y - 3, figure - 8, _BAR + 6)
                paint.words(painter, box, tr("{0} in {1}").format(ways, self.of), role="small",
                            ink="text2")  # fmt: skip
        painter.end()


class OddsPanel(QWidget):
    """Choose a table and one of its modifiers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design: Design | None = None
        self.table = narrow(combo_box(tr("Die table"), self))
        self.table.activated.connect(lambda _at: self._fill())
        self.modifier = narrow(combo_box(tr("Modifier"), self))
        self.modifier.activated.connect(lambda _at: self._draw())
        self.bars = _Bars(self)
        self.words = Label("", self, role="small", tone="text2", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        for part in (self.table, self.modifier, self.words, self.bars):
            column.addWidget(part)
        column.addStretch(1)

    def show_design(self, design: Design | None) -> None:
        """Show another state; without one the last that could be read stays."""
        if design is None:
            self.words.setText(tr("Mend what Check tells, then it is worked out again."))
            return
        self._design = design
        was = self.table.currentData()
        self.table.clear()
        for each in design.tables:
            self.table.addItem(each.title, each.id)
        self.table.setCurrentIndex(max(0, self.table.findData(was)))
        self._fill()

    def _fill(self) -> None:
        design, key = self._design, self.table.currentData()
        self.modifier.clear()
        self.modifier.addItem(tr("without modifiers"), None)
        if design is not None and key is not None:
            for each in design.table(str(key)).modifiers:
                self.modifier.addItem(f"{each.label} ({each.value:+d})".replace("-", "−"),
                                      each.value)  # fmt: skip
            if self.modifier.count() > 1:
                self.modifier.setCurrentIndex(1)
        self._draw()

    def _draw(self) -> None:
        design, key = self._design, self.table.currentData()
        if design is None or key is None:
            self.bars.set_bars([], 10)
            self.words.setText(tr("There is no table yet."))
            return
        table = design.table(str(key))
        value = self.modifier.currentData()
        before = {said(each.label): each.ways for each in table.odds()}
        after: dict[str, int] | None = None
        if value is not None:
            try:
                after = {said(each.label): each.ways for each in table.odds(int(value))}
            except UserError:
                after = None
        labels = [*before, *(label for label in after or {} if label not in before)]
        rows: Bars = [
            (label, before.get(label, 0), after.get(label, 0) if after is not None else None)
            for label in labels
        ]
        self.words.setText(tr("Above without, below with the modifier.") if after else
                           tr("Rolled with {0}.").format(shown(die_words(table.die))))  # fmt: skip
        self.bars.set_bars(rows, len(DICE[table.die]))
