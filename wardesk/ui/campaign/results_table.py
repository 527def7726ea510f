"""The table of a results sheet: cells that are typed into, and the keys that do it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from wardesk.ui import theme
from wardesk.ui.campaign.formations import PlainTable
from wardesk.ui.campaign.results_model import LINE, OUT, STATE, Index, Typed
from wardesk.ui.widgets import paint


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


class SheetTable(PlainTable):
    """Digits are typed where steps stand, letters where a state stands; else keys go on."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        column = self.currentIndex().column()
        text = event.text()
        typed = (column == OUT and text.isdigit()) or (
            column == STATE and text.isprintable() and bool(text)
        )
        if typed:
            QTableView.keyPressEvent(self, event)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and column in (OUT, STATE):
            # a cell that is being typed into commits itself first, when this event is over
            QTimer.singleShot(0, self._go_below)
            return
        super().keyPressEvent(event)

    def _go_below(self) -> None:
        below = self.currentIndex().siblingAtRow(self.currentIndex().row() + 1)
        if below.isValid():
            self.setCurrentIndex(below)
