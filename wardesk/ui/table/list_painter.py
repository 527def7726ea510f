"""How a line of the list beside the map is drawn: tick, words, key cap, soft ground."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint

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
