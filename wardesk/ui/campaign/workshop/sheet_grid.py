"""One sheet of a campaign as a grid of cells: typed, picked, pasted, lines added and removed."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.services.campaign.workshop.sheets import Cells, Choices, DesignSheet
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.grid import Grid
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_WIDEST = 230
_NARROWEST = 72
Index = QModelIndex | QPersistentModelIndex


class _Picked(QStyledItemDelegate):
    """Cells of a column with choices are picked from a list, shown by their words, or typed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.choices: dict[int, Choices] = {}

    def displayText(self, value: object, locale: object) -> str:
        return str(value)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        words = dict(self.choices.get(index.column(), ()))
        value = str(index.data() or "")
        option.text = said(words[value]) if value in words else value  # type: ignore[attr-defined]

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        choices = self.choices.get(index.column())
        if not choices:
            return super().createEditor(parent, option, index)
        box = combo_box(tr("Choose"), parent, ((said(words), value) for value, words in choices))
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.activated.connect(lambda _at: self._done(box))
        return box

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QStyledItemDelegate.EndEditHint.NoHint)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if not isinstance(editor, QComboBox):
            super().setEditorData(editor, index)
            return
        value = str(index.data(Qt.ItemDataRole.EditRole) or "")
        at = editor.findData(value)
        if at >= 0:
            editor.setCurrentIndex(at)
        else:
            editor.setEditText(value)
        if (line := editor.lineEdit()) is not None:
            line.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if not isinstance(editor, QComboBox):
            super().setModelData(editor, model, index)
            return
        at = editor.findText(editor.currentText().strip(), Qt.MatchFlag.MatchFixedString)
        value = editor.itemData(at) if at >= 0 else editor.currentText().strip()
        model.setData(index, value, Qt.ItemDataRole.EditRole)


class SheetGrid(QWidget):
    """Shows a `DesignSheet`; ``edited(cells)`` after every step of a person's."""

    edited = Signal(object)

    def __init__(self, sheet: DesignSheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.grid = Grid(self)
        self.grid.setFont(theme.font("small"))
        self.grid.setObjectName("framed")
        self.grid.setAccessibleName(said(sheet.title))
        self._delegate = _Picked(self.grid)
        self.grid.setItemDelegate(self._delegate)
        self.grid.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        self.grid.horizontalHeader().setFixedHeight(theme.ROW_HEIGHT + theme.S1)
        self.grid.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.grid.horizontalHeader().setStretchLastSection(True)
        self.grid.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.grid.verticalHeader().setFont(theme.font("tiny"))
        self.grid.verticalHeader().setFixedWidth(theme.px(40))
        self.grid.itemChanged.connect(lambda _item: self.edited.emit(self.cells()))
        self.grid.many.connect(lambda: self.edited.emit(self.cells()))
        self.more = Button(tr("Add a line"), self, icon="plus")
        self.more.clicked.connect(self._add)
        self.less = Button(tr("Remove the lines"), self, icon="minus")
        self.less.clicked.connect(self._remove)
        self.paste = Button(tr("Paste"), self, icon="copy")
        self.paste.setToolTip(tr("From a spreadsheet or a CSV text, at the cell that is chosen"))
        self.paste.clicked.connect(lambda: self.grid.paste(QApplication.clipboard().text()))
        self.wrong = Label("", self, role="small", tone="danger", wrap=True)
        self.wrong.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        self.words = Label("", self, role="small", tone="text2", wrap=True)
        column.addWidget(self.words)
        column.addWidget(self.grid, 1)
        column.addWidget(self.wrong)
        self.row = QHBoxLayout()
        self.row.setSpacing(theme.S2)
        for button in (self.more, self.less, self.paste):
            self.row.addWidget(button)
        self.row.addStretch(1)
        column.addLayout(self.row)
        self._fill(sheet)

    def set_sheet(self, sheet: DesignSheet) -> None:
        """Show another state of the sheet; nothing moves where its cells are the same."""
        if sheet == self.sheet and sheet.rows == self.cells():
            return
        if sheet.columns == self.sheet.columns and sheet.rows == self.cells():
            self.sheet = sheet
            return
        self._fill(sheet)

    def _fill(self, sheet: DesignSheet) -> None:
        at = self.grid.currentRow(), self.grid.currentColumn()
        same = sheet.columns == self.sheet.columns and self.grid.columnCount() > 0
        self.sheet = sheet
        self.words.setText(said(sheet.words))
        self._delegate.choices = {
            k: column.choices for k, column in enumerate(sheet.columns) if column.choices
        }
        blocked = self.grid.blockSignals(True)
        self.grid.setRowCount(0)
        self.grid.setColumnCount(len(sheet.columns))
        self.grid.setRowCount(len(sheet.rows))
        self.grid.setHorizontalHeaderLabels([said(column.title) for column in sheet.columns])
        for number, column in enumerate(sheet.columns):
            head = self.grid.horizontalHeaderItem(number)
            if column.hint and head is not None:
                head.setToolTip(said(column.hint))
        for down, line in enumerate(sheet.rows):
            for number, cell in enumerate(line):
                self.grid.setItem(down, number, QTableWidgetItem(cell))
        self.grid.blockSignals(blocked)
        if not same:
            self._fit()
        if at[0] >= 0:
            self.grid.setCurrentCell(min(at[0], self.grid.rowCount() - 1), at[1])

    def _fit(self) -> None:
        """Columns as wide as their words, within limits."""
        self.grid.resizeColumnsToContents()
        header: QHeaderView = self.grid.horizontalHeader()
        for number in range(self.grid.columnCount()):
            wide = max(theme.px(_NARROWEST), header.sectionSize(number) + theme.S3)
            header.resizeSection(number, min(theme.px(_WIDEST), wide))

    def _add(self) -> None:
        """One line more; it counts from its first cell on."""
        at = self.grid.rowCount()
        blocked = self.grid.blockSignals(True)
        self.grid.insertRow(at)
        self.grid.blockSignals(blocked)
        self.grid.setCurrentCell(at, 0)
        self.grid.setFocus()
        self.grid.edit(self.grid.model().index(at, 0))

    def _remove(self) -> None:
        rows = {index.row() for index in self.grid.selectedIndexes()}
        blocked = self.grid.blockSignals(True)
        for row in sorted(rows, reverse=True):
            self.grid.removeRow(row)
        self.grid.blockSignals(blocked)
        if rows:
            self.edited.emit(self.cells())

    def tell_wrong(self, words: str) -> None:
        """Say under the grid why its cells cannot be taken; nothing any more for no words."""
        self.wrong.setText(words)
        self.wrong.setVisible(bool(words))

    def cells(self) -> Cells:
        """What stands in the grid now, without empty lines at the end."""

        def words(row: int, column: int) -> str:
            item = self.grid.item(row, column)
            return item.text() if item is not None else ""

        columns = range(self.grid.columnCount())
        found = [
            tuple(words(row, column) for column in columns) for row in range(self.grid.rowCount())
        ]
        while found and not any(found[-1]):
            found.pop()
        return tuple(found)
