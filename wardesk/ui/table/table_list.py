"""The list beside the map: everything that can be clicked on the board, for the keyboard too.

First what answers the question (buttons, pieces, places), then every occupied place with what lies
there, then the boxes beside the map.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget

from wardesk.model.board import Board
from wardesk.model.look import CellMark, CounterLook, TableLook
from wardesk.ui import theme
from wardesk.ui.table.interactions import Offer, Row, counter_line
from wardesk.ui.table.list_painter import (
    ID,
    KEY,
    KIND,
    OFF,
    ROLE,
    TICK,
    Index,
    ListPainter,
)


class TableList(QTreeView):
    """``picked(kind, id)`` on Space, a click or `pick`: kind is offer, piece or cell.

    ``reached(kind, id)`` when the keyboard comes to a line, so that the board can show it.
    """

    picked = Signal(str, str)
    reached = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("List of answers, pieces and places"))
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setItemDelegate(ListPainter(self))
        self.setMouseTracking(True)
        self.setItemsExpandable(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._question = self._group("")
        self._board = self._group(self.tr("On the board"))
        self._boxes = self._group(self.tr("Beside the board"))
        self._asked: tuple[object, ...] = ()
        self._lying: tuple[object, ...] = ()
        self.clicked.connect(self._clicked)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 4 * theme.ROW_HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(240, 8 * theme.ROW_HEIGHT)

    # ---- what it shows --------------------------------------------------------------------------

    def _item(
        self, words: str, kind: str = "", key: str = "", role: str = "body", spoken: str = ""
    ) -> QStandardItem:
        item = QStandardItem(words)
        item.setData(kind, KIND)
        item.setData(key, ID)
        item.setData(role, ROLE)
        item.setToolTip(spoken or words)
        item.setData(spoken or words, Qt.ItemDataRole.AccessibleTextRole)
        return item

    def _group(self, words: str) -> QStandardItem:
        item = self._item(words, role="small-strong")
        self._model.appendRow(item)
        return item

    def set_question(self, prompt: str, offers: Sequence[Offer], rows: Sequence[Row]) -> None:
        """Show what answers the pending question; the keyboard stays on its line."""
        asked = (prompt, tuple(offers), tuple(rows))
        if asked == self._asked:
            return
        same = bool(self._asked) and self._asked[0] == prompt
        self._asked = asked
        current = self._current()
        self._question.setText(prompt)
        self._question.setToolTip(prompt)
        self._question.removeRows(0, self._question.rowCount())
        for offer in offers:
            self._question.appendRow(self._offer_item(offer))
        for row in rows:
            self._question.appendRow(self._row_item(row))
        self.expand(self._question.index())
        if not (same and self._go_to(*current)):
            self._go_to_first()

    def _offer_item(self, offer: Offer) -> QStandardItem:
        item = self._item(offer.label, "offer", offer.id, "strong" if offer.primary else "body")
        item.setData(offer.key, KEY)
        if offer.refused:
            item.setData(True, OFF)
            item.setToolTip(offer.refused)
            said = self.tr("{0}, not possible: {1}").format(offer.label, offer.refused)
            item.setData(said, Qt.ItemDataRole.AccessibleTextRole)
        return item

    def _row_item(self, row: Row) -> QStandardItem:
        item = self._item(row.words, row.kind, row.id, spoken=row.spoken)
        if row.checked is not None:
            item.setData(row.checked, TICK)
            said = self.tr("picked") if row.checked else self.tr("not picked")
            item.setData(f"{row.spoken or row.words}, {said}", Qt.ItemDataRole.AccessibleTextRole)
        if row.refused:
            item.setData(True, OFF)
            item.setToolTip(row.refused)
        return item

    def set_table(self, look: TableLook, board: Board) -> None:
        """Show what lies where; nothing is done while it lies there as before."""
        shown = (look.counters, look.marks, look.boxes, look.sides)
        if shown == self._lying:
            return
        self._lying = shown
        names = {side.id: side.name for side in look.sides}
        current = self._current()
        self._board.removeRows(0, self._board.rowCount())
        self._boxes.removeRows(0, self._boxes.rowCount())
        counters_at: dict[str, list[CounterLook]] = {}
        for counter in look.counters:
            counters_at.setdefault(counter.at or "", []).append(counter)
        marks_at: dict[str, list[CellMark]] = {}
        for mark in look.marks:
            marks_at.setdefault(mark.cell, []).append(mark)
        for cell in board.cells.values():
            there, marks = counters_at.get(cell.id, ()), marks_at.get(cell.id, ())
            if not there and not marks:
                continue
            words = cell.name or cell.id
            if marks:
                said = ", ".join(m.text.removeprefix(f"{words}: ") for m in marks)
                words = f"{words}: {said}"
            place = self._item(words, "cell", cell.id)
            for counter in there:
                side = names.get(counter.side, counter.side)
                said = counter.text or counter.title
                said = said if side[:4].lower() in said.lower() else f"{side}: {said}"
                line = f"{side}: {counter_line(counter)}"
                place.appendRow(self._item(line, "piece", counter.piece, spoken=said))
            self._board.appendRow(place)
        counters = {c.piece: c for c in look.counters}
        for box in look.boxes:
            words = f"{box.title}: {box.text}" if box.text else box.title
            item = self._item(words, "box", box.id)
            for piece in box.pieces:
                held = counters.get(piece)
                line = counter_line(held) if held else piece
                said = (held.text or held.title) if held else piece
                item.appendRow(self._item(line, "piece", piece, spoken=said))
            self._boxes.appendRow(item)
        self.setRowHidden(self._boxes.row(), QModelIndex(), not look.boxes)
        self.expandAll()
        self._go_to(*current)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # The style would fill the whole row, indent included, in the full accent.
        plain = QStyleOptionViewItem(option)
        palette: QPalette = plain.palette  # type: ignore[attr-defined]
        palette.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent)
        plain.palette = palette  # type: ignore[attr-defined]
        super().drawRow(painter, plain, index)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """No arrows: everything is open, and the style would paint its own selection here."""

    # ---- where the keyboard is ------------------------------------------------------------------

    def _current(self) -> tuple[str, str, bool]:
        index = self.currentIndex()
        top = index.parent() == self._question.index()
        return (str(index.data(KIND) or ""), str(index.data(ID) or ""), top)

    def _go_to(self, kind: str, key: str, question: bool) -> bool:
        if not kind:
            return False
        for item in self._walk(self._question if question else self._board):
            if item.data(KIND) == kind and item.data(ID) == key:
                self._quietly(item)
                return True
        return False

    def _walk(self, top: QStandardItem) -> list[QStandardItem]:
        found = []
        for k in range(top.rowCount()):
            child = top.child(k)
            found += [child, *self._walk(child)]
        return found

    def _quietly(self, item: QStandardItem) -> None:
        self.blockSignals(True)
        self.setCurrentIndex(item.index())
        self.blockSignals(False)

    def _go_to_first(self) -> None:
        lines = [self._question.child(k) for k in range(self._question.rowCount())]
        filled = (i for i in lines if i.data(ROLE) == "strong" and not i.data(OFF))
        first = next(filled, self._question.child(0))
        if first is not None:
            self._quietly(first)
            self.scrollTo(self._question.index())

    def lines(self) -> list[tuple[str, str, str]]:
        """Every line that answers the question: kind, id, words."""
        items = self._walk(self._question)
        return [(i.data(KIND), i.data(ID), i.text()) for i in items]

    # ---- acting ---------------------------------------------------------------------------------

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and not self.signalsBlocked():
            self.reached.emit(str(current.data(KIND) or ""), str(current.data(ID) or ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        elif key == Qt.Key.Key_Space:
            self.pick()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()  # What Enter means here is the table's to say.
        elif event.text() and (event.text().isalnum() or key == Qt.Key.Key_Escape):
            # Keys of the table (1 to 9, R, T …) beat the search by first letter.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def current(self) -> tuple[str, str]:
        """Kind and id of the line that the keyboard is on; empty words for a heading."""
        index = self.currentIndex()
        return str(index.data(KIND) or ""), str(index.data(ID) or "")

    def at_filled(self) -> bool:
        """Whether the keyboard is on the line of the filled button."""
        index = self.currentIndex()
        return index.data(KIND) == "offer" and index.data(ROLE) == "strong"

    def pick(self) -> None:
        """Pick the line that the keyboard is on."""
        self._clicked(self.currentIndex())

    def _clicked(self, index: QModelIndex) -> None:
        kind, key = str(index.data(KIND) or ""), str(index.data(ID) or "")
        if kind:
            self.picked.emit(kind, key)
