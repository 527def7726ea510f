"""One sheet of a campaign as a grid of cells: typed, pasted from a spreadsheet, lines added."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.services.campaign.workshop_sheets import Cells, Sheet, pasted
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Text
from wardesk.words import tr

_WIDEST = 220
_NARROWEST = 64


class _Grid(QTableWidget):
    """Takes what a spreadsheet copied, from the current cell on; Delete empties cells."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Delete:
            for item in self.selectedItems():
                item.setText("")
        else:
            super().keyPressEvent(event)

    def paste(self, text: str) -> None:
        """Put cells in; lines that are missing are added, columns that are too many left out."""
        row, column = max(0, self.currentRow()), max(0, self.currentColumn())
        for down, line in enumerate(pasted(text)):
            if row + down >= self.rowCount():
                self.insertRow(self.rowCount())
            for right, cell in enumerate(line):
                if column + right < self.columnCount():
                    self.setItem(row + down, column + right, QTableWidgetItem(cell))


class SheetGrid(QWidget):
    """Shows a `Sheet`; ``changed()`` after every change."""

    changed = Signal()

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.grid = _Grid(len(sheet.rows), len(sheet.columns), self)
        self.grid.setFont(theme.font("small"))
        self.grid.setObjectName("framed")
        self.grid.setAccessibleName(said(sheet.title))
        self.grid.setHorizontalHeaderLabels([said(column.title) for column in sheet.columns])
        for number, column in enumerate(sheet.columns):
            head = self.grid.horizontalHeaderItem(number)
            if column.hint and head is not None:
                head.setToolTip(said(column.hint))
        self.grid.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        self.grid.horizontalHeader().setFixedHeight(theme.ROW_HEIGHT + theme.S1)
        self.grid.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.grid.horizontalHeader().setStretchLastSection(True)
        for at, line in enumerate(sheet.rows):
            for number, cell in enumerate(line):
                self.grid.setItem(at, number, QTableWidgetItem(cell))
        self._fit()
        self.grid.itemChanged.connect(lambda _item: self.changed.emit())
        self.more = Button(tr("Add a line"), self, icon="plus")
        self.more.clicked.connect(self._add)
        self.less = Button(tr("Remove the lines"), self, icon="minus")
        self.less.clicked.connect(self._remove)
        self.paste = Button(tr("Paste"), self, icon="copy")
        self.paste.setToolTip(tr("From a spreadsheet or a CSV text, at the cell that is chosen"))
        self.paste.clicked.connect(lambda: self.grid.paste(QApplication.clipboard().text()))
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(theme.S2)
        column_.addWidget(Text(sheet.words, self, role="small", tone="text2", wrap=True))
        column_.addWidget(self.grid, 1)
        row = QHBoxLayout()
        row.setSpacing(theme.S2)
        for button in (self.more, self.less, self.paste):
            row.addWidget(button)
        row.addStretch(1)
        column_.addLayout(row)

    def _fit(self) -> None:
        """Columns as wide as their words, within limits."""
        self.grid.resizeColumnsToContents()
        header: QHeaderView = self.grid.horizontalHeader()
        for number in range(self.grid.columnCount()):
            wide = max(theme.px(_NARROWEST), header.sectionSize(number) + theme.S2)
            header.resizeSection(number, min(theme.px(_WIDEST), wide))

    def _add(self) -> None:
        self.grid.insertRow(self.grid.rowCount())
        self.grid.setCurrentCell(self.grid.rowCount() - 1, 0)
        self.grid.setFocus()
        self.changed.emit()

    def _remove(self) -> None:
        rows = {index.row() for index in self.grid.selectedIndexes()}
        for row in sorted(rows, reverse=True):
            self.grid.removeRow(row)
        if rows:
            self.changed.emit()

    def cells(self) -> Cells:
        """What stands in the grid now."""

        def words(row: int, column: int) -> str:
            item = self.grid.item(row, column)
            return item.text() if item is not None else ""

        columns = range(self.grid.columnCount())
        return tuple(
            tuple(words(row, column) for column in columns) for row in range(self.grid.rowCount())
        )
