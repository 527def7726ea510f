"""The odds of a die table, without and with one of its modifiers, as bars."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.dice import DICE, die_words
from wardesk.errors import UserError
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.condition_rows import narrow
from wardesk.ui.language import said
from wardesk.ui.widgets.bars import Bars, ValueBar
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr


class OddsPanel(QWidget):
    """Choose a table and one of its modifiers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design: Design | None = None
        self.table = narrow(combo_box(tr("Die table"), self))
        self.table.activated.connect(lambda _at: self._fill())
        self.modifier = narrow(combo_box(tr("Modifier"), self))
        self.modifier.activated.connect(lambda _at: self._draw())
        self.bars = Bars(self)
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
            self.bars.show_rows((), "")
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
        self.words.setText(tr("Above without, below with the modifier.") if after else
                           tr("Rolled with {0}.").format(shown(die_words(table.die))))  # fmt: skip
        of = len(DICE[table.die])
        rows, told = [], []
        for label in labels:
            ways = [each.get(label, 0) for each in (before, after) if each is not None]
            told.append(f"{label}: {', '.join(f'{each}/{of}' for each in ways)}")
            for line, (each, tone) in enumerate(zip(ways, ("chart1", "chart2"), strict=False)):
                figure = tr("{0} in {1}").format(each, of)
                rows.append(ValueBar("" if line else label, figure, each / of, tone))
        self.bars.show_rows(rows, "; ".join(told))
