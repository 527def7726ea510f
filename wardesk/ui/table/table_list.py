"""The list beside the map: everything that can be clicked on the board, for the keyboard too.

First what answers the question (buttons, pieces, places), then every occupied place with what lies
there, then the boxes beside the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPalette,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from wardesk.model.board import Board
from wardesk.model.look import CellMark, CounterLook, TableLook
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.table.chance import card_offers
from wardesk.ui.table.interactions import ButtonOffer, MatterRow, counter_line
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint
from wardesk.words import tr

Index = QModelIndex | QPersistentModelIndex

KIND, ID = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
TICK, KEY, OFF, ROLE = (Qt.ItemDataRole.UserRole + k for k in (3, 4, 5, 6))
"""Whether ticked (None: no tick box), the key that does the same, whether refused, the font."""


class ListPainter(QStyledItemDelegate):
    """Draws lines of `TableList` in the theme's colours; asks for them while it paints."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, theme.ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = QRectF(option.rect)  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        box = row.adjusted(0, 1, -2, -1)
        if state & QStyle.StateFlag.State_Selected:
            paint.rounded(painter, box, fill=theme.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver and index.data(KIND):
            paint.rounded(painter, box, fill=theme.colour("raised"))
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if focused:
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2)
        left, right = row.left() + 8, row.right() - 8
        tick = index.data(TICK)
        if tick is not None:
            self._tick(painter, QRectF(left, row.center().y() - 8, 16, 16), bool(tick))
            left += 24
        ink = "text3" if index.data(OFF) else "text" if index.data(KIND) else "text2"
        if key := index.data(KEY):
            wide = paint.key_width(key)
            tall = theme.px(18)
            cap = QRectF(right - wide, row.center().y() - tall / 2, wide, tall)
            paint.key_cap(painter, cap, key, theme.colour("text2"))
            right = cap.left() - 8
        role = index.data(ROLE) or "body"
        painter.setFont(theme.font(role))
        words = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, int(right - left)
        )
        where = QRectF(left, row.top(), right - left, row.height())
        paint.words(painter, where, words, role=role, ink=ink)
        painter.restore()

    @staticmethod
    def _tick(painter: QPainter, box: QRectF, on: bool) -> None:
        fill = theme.colour("accent" if on else "field")
        outline = None if on else theme.colour("edge")
        paint.rounded(painter, box, fill=fill, outline=outline, radius=4)
        if on:
            paint_icon(painter, "check", box.adjusted(1, 1, -1, -1), "on_accent")


class TableList(QTreeView):
    """``picked(kind, id)`` on Space, a click or `pick`: kind is offer, piece or cell.

    ``reached(kind, id)`` when the keyboard comes to a line, so that the board can show it.
    """

    picked = Signal(str, str)
    reached = Signal(str, str)

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("List of answers, pieces and places"))
        self._table = model
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
        self._board = self._group(tr("On the board"))
        self._boxes = self._group(tr("Beside the board"))
        self._asked: tuple[object, ...] = ()
        self._lying: tuple[object, ...] = ()
        self.clicked.connect(self._clicked)
        self.picked.connect(self.answer)
        self.reached.connect(self._show_on_board)
        self._behind: set[str] = set()
        """What is to be shown anew once somebody looks: a shut drawer costs nothing."""
        model.asked.connect(partial(self._follow, "question"))
        model.settled.connect(partial(self._follow, "table"))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 4 * theme.ROW_HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(240, 8 * theme.ROW_HEIGHT)

    # ---- what it shows --------------------------------------------------------------------------

    def _follow(self, part: str) -> None:
        self._behind.add(part)
        if self.isVisible():
            self.catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        self.catch_up()
        super().showEvent(event)

    def catch_up(self) -> None:
        """Show what was left while nobody looked."""
        behind, self._behind = self._behind, set()
        if "table" in behind:
            self._show_table(self._table.look, self._table.session.board)
        if "question" in behind:
            self._show_question()

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

    def _show_question(self) -> None:
        found, words = self._table.interaction, self._table.words
        rows = found.rows() if found is not None else []
        self.set_question(words.prompt, [*card_offers(found), *words.offers], rows)

    def set_question(
        self, prompt: str, offers: Sequence[ButtonOffer], rows: Sequence[MatterRow]
    ) -> None:
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

    def _offer_item(self, offer: ButtonOffer) -> QStandardItem:
        item = self._item(offer.label, "offer", offer.id, "strong" if offer.primary else "body")
        item.setData(offer.cap, KEY)
        if offer.refused:
            item.setData(True, OFF)
            item.setToolTip(offer.refused)
            said = tr("{0}, not possible: {1}").format(offer.label, offer.refused)
            item.setData(said, Qt.ItemDataRole.AccessibleTextRole)
        return item

    def _row_item(self, row: MatterRow) -> QStandardItem:
        item = self._item(row.words, row.kind, row.id, spoken=row.spoken)
        if row.checked is not None:
            item.setData(row.checked, TICK)
            said = tr("picked") if row.checked else tr("not picked")
            item.setData(f"{row.spoken or row.words}, {said}", Qt.ItemDataRole.AccessibleTextRole)
        if row.refused:
            item.setData(True, OFF)
            item.setToolTip(row.refused)
        return item

    def _show_table(self, look: TableLook, board: Board) -> None:
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
        self.catch_up()
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

    def answer(self, kind: str, key: str) -> None:
        """Answer with a line; where nobody here is asked the board shows it."""
        found = self._table.interaction
        if kind == "offer":
            self._table.press(key)
        elif found is None:
            self._show_on_board(kind, key)
        elif kind == "piece":
            self._table.give(found.piece(key))
        elif kind == "cell":
            self._table.give(found.cell(key))

    def _show_on_board(self, kind: str, key: str) -> None:
        """The keyboard came to a line: the board shows where that is."""
        look = self._table.counter(key) if kind == "piece" else None
        cell = key if kind == "cell" else (look.at if look is not None else "")
        if cell:
            self._table.cell_asked.emit(cell)
