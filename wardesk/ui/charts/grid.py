"""One sheet of a chart as a grid: cells are typed over, pasted, and set back by Delete."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidgetItem,
    QWidget,
)

from wardesk.documents.files.csv_cells import pasted
from wardesk.model.look import Origin
from wardesk.services.play.chart_book import FigureSheet, SheetCell
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.grid import Grid
from wardesk.ui.widgets.origins import ORIGINS, mark_origin, origin_word
from wardesk.words import shown, tr

Index = QModelIndex | QPersistentModelIndex
_CELL = Qt.ItemDataRole.UserRole + 1
_NARROWEST, _WIDEST = 44, 220


class _OriginPainter(QStyledItemDelegate):
    """Paints a cell with the mark of where it is from."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell: SheetCell | None = index.data(_CELL)
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        painter.fillRect(box, theme.colour("sunken" if cell is None else "surface"))
        if cell is not None:
            paint_cell(painter, box, cell.text, cell.origin)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.drawRect(box.adjusted(1, 1, -1, -1))
        painter.restore()


class ChartGrid(Grid):
    """Shows a `FigureSheet`.

    ``typed(cells)``: texts by path; ``cleared(paths)``: these shall be as shipped again.
    ``reached(cell)`` when the keyboard comes to one, None for a place without.
    """

    typed = Signal(object)
    cleared = Signal(object)
    reached = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("framed")
        self.setItemDelegate(_OriginPainter(self))
        self.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        self.horizontalHeader().setFixedHeight(theme.ROW_HEIGHT + theme.S1)
        self.horizontalHeader().setFont(theme.font("small-strong"))
        self.verticalHeader().setFont(theme.font("small-strong"))
        self.itemChanged.connect(self._take)
        self.currentCellChanged.connect(lambda *_: self.reached.emit(self.current))
        self._sheet: FigureSheet | None = None
        self._held = False

    def hold(self) -> None:
        """Stay on the cell that was typed into: it was refused."""
        self._held = True

    @property
    def current(self) -> SheetCell | None:
        """The cell that the keyboard is on."""
        return self._cell(self.currentRow(), self.currentColumn())

    def _cell(self, row: int, column: int) -> SheetCell | None:
        item = self.item(row, column)
        return item.data(_CELL) if item is not None else None

    def show_sheet(self, sheet: FigureSheet) -> None:
        """Show a sheet; the keyboard stays where it was on the same one."""
        same = self._sheet is not None and self._sheet.key == sheet.key
        at = (self.currentRow(), self.currentColumn()) if same else (-1, -1)
        self._sheet = sheet
        self.setAccessibleName(said(sheet.title))
        blocked = self.blockSignals(True)
        if not same:
            self.clear()
            self.setRowCount(len(sheet.rows))
            self.setColumnCount(len(sheet.columns))
            self.setHorizontalHeaderLabels([shown(one) for one in sheet.columns])
            self.setVerticalHeaderLabels([shown(one) for one in sheet.rows])
            self.horizontalHeader().setVisible(any(sheet.columns))
        for r, row in enumerate(sheet.cells):
            for c, cell in enumerate(row):
                self.setItem(r, c, _item(cell))
        if not same:
            self.resizeColumnsToContents()
            for c in range(self.columnCount()):
                wide = self.columnWidth(c) + theme.S3
                self.setColumnWidth(c, max(theme.px(_NARROWEST), min(theme.px(_WIDEST), wide)))
        self.blockSignals(blocked)
        row, column = (
            at
            if at[0] >= 0
            else next(
                ((r, c) for r, line in enumerate(sheet.cells) for c, one in enumerate(line) if one),
                (0, 0),
            )
        )
        self.setCurrentCell(row, column)
        self.reached.emit(self.current)
        self.viewport().update()

    def go_to(self, path: str) -> None:
        """Put the keyboard on a cell."""
        for r in range(self.rowCount()):
            for c in range(self.columnCount()):
                cell = self._cell(r, c)
                if cell is not None and cell.path == path:
                    self.setCurrentCell(r, c)
                    self.setFocus()

    def _take(self, item: QTableWidgetItem) -> None:
        cell: SheetCell | None = item.data(_CELL)
        if cell is not None and item.text() != cell.text:
            self.typed.emit({cell.path: item.text()})

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter goes on to the cell below, as one reads down a printed column."""
        super().closeEditor(editor, hint)
        held, self._held = self._held, False
        if not held and hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            row = self.currentRow() + 1
            if row < self.rowCount():
                self.setCurrentCell(row, self.currentColumn())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            cells = (item.data(_CELL) for item in self.selectedItems())
            self.cleared.emit(tuple(cell.path for cell in cells if cell is not None))
            return
        super().keyPressEvent(event)

    def paste(self, text: str = "") -> None:
        """Type what a spreadsheet copied, from the current cell on; what has no place is left."""
        row, column = max(0, self.currentRow()), max(0, self.currentColumn())
        found: dict[str, str] = {}
        for down, line in enumerate(pasted(text or QApplication.clipboard().text())):
            for right, words in enumerate(line):
                cell = self._cell(row + down, column + right)
                if cell is not None and words.strip():
                    found[cell.path] = words
        if found:
            self.typed.emit(found)


class OriginKey(QWidget):
    """What the marks of cells mean, of those that a sheet has."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._there: tuple[Origin, ...] = ()
        self.setFixedHeight(theme.px(22))

    def show_origins(self, there: frozenset[Origin]) -> None:
        """Explain these."""
        self._there = tuple(origin for origin in ORIGINS if origin in there)
        self.setAccessibleName(", ".join(map(origin_word, self._there)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, left = QPainter(self), 0.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for origin in self._there:
            words = origin_word(origin)
            wide = paint.advance(words, "small") + 12
            box = QRectF(left, 0, wide, self.height())
            paint_cell(painter, box, words, origin, role="small")
            left += wide + theme.S3
        painter.end()


_GROUNDS: dict[Origin, str] = {"own": "accent_soft", "scenario": "umpire_soft"}
_INKS: dict[Origin, str] = {"own": "accent_text", "scenario": "umpire_text"}


def paint_cell(
    painter: QPainter, box: QRectF, words: str, origin: Origin, *, role: str = ""
) -> None:
    """A cell with its words and the mark of where it is from."""
    if origin in _GROUNDS:
        painter.fillRect(box, theme.colour(_GROUNDS[origin]))
    role = role or ("small-strong" if origin in _GROUNDS else "small")
    paint.words(painter, box, words, role=role, ink=_INKS.get(origin, "text"), align=paint.CENTRE)
    mark_origin(painter, box, origin)


def _item(cell: SheetCell | None) -> QTableWidgetItem:
    item = QTableWidgetItem(cell.text if cell is not None else "")
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    if cell is None:
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item
    item.setData(_CELL, cell)
    item.setToolTip(cell_words(cell))
    return item


def cell_words(cell: SheetCell) -> str:
    """Where a cell stands, where it is from, and what was there."""
    words = f"{cell.path} · {origin_word(cell.origin) or tr('shipped')}"
    if cell.origin == "own":
        words += " · " + tr("without it: {0}").format(cell.shipped)
    return words
