"""A list of short rows: title, figure, detail, and the rails of a tree at the left if there is one.

One list for branches, bookmarks, differences and advice: arrows move, Enter picks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.text import two_lines

Index = QModelIndex | QPersistentModelIndex

_ROW = Qt.ItemDataRole.UserRole + 1
_LANE = 14


@dataclass(frozen=True)
class ListRow:
    """One row. *key* says what it is about; *detail* makes rows two lines high."""

    key: str
    title: str
    detail: str = ""
    figure: str = ""
    icon: str = ""
    tone: str = "text2"
    strong: bool = False
    hint: str = ""
    """More of it, for the tooltip."""
    aside: str = ""
    """In a column of its own between title and figure, in the row's tone."""
    rails: tuple[bool, ...] | None = None
    """Of a tree: for each level up to its own, whether the rail goes on below this row."""
    roomy: bool = False
    """Whether the title may take two lines."""

    @property
    def height(self) -> int:
        """Px that it takes."""
        one = 46 if self.detail else theme.ROW_HEIGHT
        return one + self._more

    @property
    def _more(self) -> int:
        return round(theme.line_height("body")) if self.roomy else 0

    @property
    def words(self) -> str:
        """The row as a screen reader says it."""
        parts = (self.title, self.figure, self.detail, self.hint)
        return ", ".join(part for part in parts if part)


class _RowPainter(QStyledItemDelegate):
    """Draws a `ListRow`."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, index.data(_ROW).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: ListRow = index.data(_ROW)
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        ground = box.adjusted(0, 1, -2, -1)
        if row.strong or state & QStyle.StateFlag.State_Selected:
            paint.rounded(painter, ground, fill=theme.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            paint.rounded(painter, ground, fill=theme.colour("raised"))
        if state & QStyle.StateFlag.State_HasFocus:
            paint.rounded(painter, ground, outline=theme.colour("focus"), width=2)
        left, right = box.left() + 8, box.right() - 8
        if row.rails is not None:
            left = self._rails(painter, box, row)
        if row.icon:
            paint_icon(painter, row.icon, QRectF(left, box.top() + 6, 16, 16), row.tone)
            left += 22
        first = QRectF(left, box.top(), right - left, theme.ROW_HEIGHT)
        if row.figure:
            paint.words(painter, first, row.figure, role="small-strong", align=paint.RIGHT)
            first.setRight(right - paint.advance(row.figure, "small-strong") - 8)
        if row.aside:
            # one column down the list, however wide the figures are
            begins = left + (right - left) * 0.4
            second = QRectF(begins, first.top(), 0, first.height())
            second.setRight(first.right())
            self._line(painter, second, row.aside, "small", row.tone)
            first.setRight(second.left() - 6)
        role = "strong" if row.strong else "small-strong" if row.aside else "body"
        lines = two_lines(row.title, role, first.width()) if row.roomy else [row.title]
        for line in lines:
            self._line(painter, first, line, role, "text")
            first.translate(0, theme.line_height(role))
        if row.detail:
            below = theme.line_height(role) * (len(lines) - 1)
            second = QRectF(left, box.top() + 23 + below, right - left, 18)
            self._line(painter, second, row.detail, "small", "text2")
        painter.restore()

    @staticmethod
    def _line(painter: QPainter, box: QRectF, words: str, role: str, ink: str) -> None:
        painter.setFont(theme.font(role))
        width = int(box.width())
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, width)
        paint.words(painter, box, shown, role=role, ink=ink)

    @staticmethod
    def _rails(painter: QPainter, box: QRectF, row: ListRow) -> float:
        """The tree at the left of a row; gives where its words begin."""
        rails = row.rails or ()
        level, middle = len(rails) - 1, box.top() + theme.ROW_HEIGHT / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("edge"), 1.5))

        def x(k: int) -> float:
            return box.left() + 12 + k * _LANE

        for k, goes_on in enumerate(rails):
            if goes_on:
                top = middle if k == level else box.top()
                painter.drawLine(QPointF(x(k), top), QPointF(x(k), box.bottom() + 1))
        if level:
            painter.drawLine(QPointF(x(level - 1), box.top()), QPointF(x(level - 1), middle))
            painter.drawLine(QPointF(x(level - 1), middle), QPointF(x(level), middle))
        painter.setBrush(theme.colour("accent" if row.strong else "surface"))
        painter.setPen(QPen(theme.colour("accent" if row.strong else "text2"), 2))
        painter.drawEllipse(QPointF(x(level), middle), 4, 4)
        return x(level) + 14


class RowList(QListView):
    """``picked(key)`` on Enter, on a double click, or on a click if *click_picks*.

    ``reached(key)`` when the keyboard comes to a row. It is as tall as its rows, up to *most* px.
    """

    picked = Signal(str)
    reached = Signal(str)

    def __init__(
        self, name: str, parent: QWidget | None = None, *, click_picks: bool = True, most: int = 240
    ) -> None:
        super().__init__(parent)
        self._most = most
        self._rows: tuple[ListRow, ...] = ()
        self._items = QStandardItemModel(self)
        self.setModel(self._items)
        self.setItemDelegate(_RowPainter(self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        (self.clicked if click_picks else self.doubleClicked).connect(self._pick)
        self.set_rows(())

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Show other rows; the keyboard stays on its row if that is still there."""
        rows = tuple(rows)
        if rows == self._rows and self._items.rowCount() == len(rows):
            return
        current = self.current
        self._rows = rows
        self.blockSignals(True)
        self._items.clear()
        for row in rows:
            item = QStandardItem(row.title)
            item.setData(row, _ROW)
            item.setData(row.words, Qt.ItemDataRole.AccessibleTextRole)
            item.setToolTip("\n".join(part for part in (row.title, row.detail, row.hint) if part))
            self._items.appendRow(item)
        self.set_current(current)
        self.blockSignals(False)
        self.setFixedHeight(min(self.whole_height(), self._most))

    def whole_height(self) -> int:
        """Px that all rows need."""
        return sum(row.height for row in self._rows) + 2

    @property
    def rows(self) -> tuple[ListRow, ...]:
        """What is shown."""
        return self._rows

    @property
    def current(self) -> str:
        """The key of the row that the keyboard is on, else an empty string."""
        found = self.currentIndex().data(_ROW) if self.currentIndex().isValid() else None
        return found.key if isinstance(found, ListRow) else ""

    def set_current(self, key: str) -> None:
        """Put the keyboard on a row without a signal."""
        at = next((k for k, row in enumerate(self._rows) if row.key == key), -1)
        if at >= 0:
            was = self.blockSignals(True)
            self.setCurrentIndex(self._items.index(at, 0))
            self.blockSignals(was)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and not self.signalsBlocked():
            self.reached.emit(current.data(_ROW).key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) or (event.text().isprintable() and (
            event.text()
        )):  # fmt: skip
            event.ignore()  # The keys of the table beat the search by first letter.
        else:
            super().keyPressEvent(event)

    def _pick(self, index: Index) -> None:
        if index.isValid():
            self.picked.emit(index.data(_ROW).key)
