"""Rows of a list with a second, smaller line below the first."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from wardesk.ui import theme
from wardesk.ui.widgets import paint

DETAIL = Qt.ItemDataRole.UserRole + 7
"""Where an item keeps its second line."""
_HEIGHT = 46


class TwoLines(QStyledItemDelegate):
    """Draws an item's text, and below it what it has under `DETAIL`."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As `QStyledItemDelegate`, high enough for two lines."""
        return QSize(super().sizeHint(option, index).width(), theme.px(_HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:  # fmt: skip
        """As `QStyledItemDelegate`."""
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        ground = box.adjusted(2, 1, -2, -1)
        if state & QStyle.StateFlag.State_Selected:
            paint.rounded(painter, ground, fill=theme.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            paint.rounded(painter, ground, fill=theme.colour("raised"))
        if state & QStyle.StateFlag.State_HasFocus:
            paint.rounded(painter, ground, outline=theme.colour("focus"), width=2)
        half = box.height() / 2
        rows = (
            (index.data(Qt.ItemDataRole.DisplayRole), "body", "text", box.top() + 3),
            (index.data(DETAIL) or "", "small", "text2", box.top() + half - 1),
        )
        for words, role, ink, top in rows:
            line = QRectF(box.left() + 10, top, box.width() - 20, half - 2)
            painter.setFont(theme.font(role))
            elide = Qt.TextElideMode.ElideRight
            shown = painter.fontMetrics().elidedText(words, elide, int(line.width()))
            paint.words(painter, line, shown, role=role, ink=ink)
        painter.restore()
