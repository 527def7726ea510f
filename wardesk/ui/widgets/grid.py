"""A grid of cells that a spreadsheet can be copied into and out of."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem

from wardesk.documents.files.csv_cells import pasted


class Grid(QTableWidget):
    """Takes what a spreadsheet copied, from the current cell on; Delete empties cells.

    ``pasted_()`` after many cells changed at once.
    """

    many = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_Delete:
            blocked = self.blockSignals(True)
            for item in self.selectedItems():
                item.setText("")
            self.blockSignals(blocked)
            self.many.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # what is typed into a cell is no key of the workspace
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
            if plain and event.text().isprintable() and event.text():
                event.accept()
                return True
        return super().event(event)

    def copy(self) -> None:
        """What is selected, as a spreadsheet takes it."""
        rows: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes(), key=lambda each: (each.row(), each.column())):
            rows.setdefault(index.row(), []).append(str(index.data() or ""))
        QApplication.clipboard().setText("\n".join("\t".join(row) for row in rows.values()))

    def paste(self, text: str) -> None:
        """Put cells in; lines that are missing are added, columns that are too many left out."""
        if not text.strip("\n"):
            return
        blocked = self.blockSignals(True)
        row, column = max(0, self.currentRow()), max(0, self.currentColumn())
        for down, line in enumerate(pasted(text)):
            if row + down >= self.rowCount():
                self.insertRow(self.rowCount())
            for right, cell in enumerate(line):
                if column + right < self.columnCount():
                    self.setItem(row + down, column + right, QTableWidgetItem(cell))
        self.blockSignals(blocked)
        self.many.emit()
