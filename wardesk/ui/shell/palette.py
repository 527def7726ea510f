"""The command palette: type a few letters, Enter runs the command."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionRegistry
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_COMMAND = int(Qt.ItemDataRole.UserRole)


class _ActionRow(QStyledItemDelegate):
    """Icon, title, where it belongs (or why it is off), key."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(200, theme.CONTROL_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        command: Action = index.data(_COMMAND)
        reason = command.why_not()
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)  # type: ignore[attr-defined]
        painter.save()
        if chosen:
            paint.rounded(painter, box, fill=theme.colour("accent_soft"))
        ink = "text3" if reason else "text"
        icon = QRectF(box.left() + 8, box.center().y() - 8, 16, 16)
        paint_icon(painter, command.icon, icon, "text3" if reason else "text2")
        right = box.right() - 10
        if command.key:
            width = paint.key_width(command.key)
            height = theme.px(18)
            cap = QRectF(right - width, box.center().y() - height / 2, width, height)
            paint.key_cap(painter, cap, command.key, theme.colour("text2"))
            right -= width + 10
        note = reason or command.group
        note_width = min(paint.advance(note, "small"), box.width() * 0.45)
        where = QRectF(right - note_width - 2, box.top(), note_width + 2, box.height())
        painter.setFont(theme.font("small"))
        cut = painter.fontMetrics().elidedText(
            note, Qt.TextElideMode.ElideRight, int(where.width())
        )
        paint.words(painter, where, cut, role="small", ink="text2", align=paint.RIGHT)
        title = QRectF(box.left() + 34, box.top(), where.left() - box.left() - 42, box.height())
        role = "strong" if chosen else "body"
        painter.setFont(theme.font(role))
        shown = painter.fontMetrics().elidedText(
            command.title, Qt.TextElideMode.ElideRight, int(title.width())
        )
        paint.words(painter, title, shown, role=role, ink=ink)
        painter.restore()


class CommandPalette(QDialog):
    """Lists the commands that match; a command that is off stays, with its reason.

    *here* are the ids that belong to the open workspace; they come first.
    """

    def __init__(
        self,
        registry: ActionRegistry,
        parent: QWidget | None = None,
        *,
        here: Collection[str] = (),
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Commands"))
        self.setAccessibleName(tr("Commands"))
        self._registry, self._here = registry, here
        self.field = line_edit(tr("Find a command"), self, hint=tr("What do you want to do?"))
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Commands found"))
        self.list.setItemDelegate(_ActionRow(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = Label(tr("No command has these words."), self, tone="text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S3, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        for part in (self.field, self._nothing, self.list):
            column.addWidget(part)
        self.resize(600, 420)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda _item: self.run_chosen())
        self._search("")
        self.field.setFocus()

    def _search(self, words: str) -> None:
        self.list.clear()
        found = self._registry.find(words)
        for command in sorted(found, key=lambda command: command.id not in self._here):
            item = QListWidgetItem(self.list)
            item.setData(_COMMAND, command)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, command.title)
            item.setToolTip(command.why_not())
        self.list.setCurrentRow(0)
        self._nothing.setVisible(not self.list.count())
        self.list.setVisible(bool(self.list.count()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            step = {
                Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8,
            }.get(Qt.Key(event.key()), 0)  # fmt: skip
            if step and self.list.count():
                row = self.list.currentRow() + step
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, row)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_chosen()
                return True
        return super().eventFilter(watched, event)

    def run_chosen(self) -> None:
        """Close and run; a command that is off leaves the palette open, its reason in the row."""
        item = self.list.currentItem()
        if item is None or item.data(_COMMAND).why_not():
            return
        command = item.data(_COMMAND)
        self.accept()
        self._registry.run(command.id)
