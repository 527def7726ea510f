"""A line of text typed on the sheet itself: Enter takes it, Esc drops it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from wardesk.ui import theme
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

WIDTH = 220


class InlineEditor(QLineEdit):
    """Asks for one line of text at a place of the view; goes away when it is answered.

    Enter, or clicking elsewhere, gives the text to *taken*; Esc gives nothing. *taken* tells
    whether it could use the text: if not, the field stays for mending.
    """

    closed = Signal()

    def __init__(
        self, view: MapView, at: QPointF, text: str, name: str, taken: Callable[[str], bool]
    ) -> None:
        super().__init__(text, view)
        self._view, self._taken, self._over = view, taken, False
        self._before = text
        self.setObjectName("inlineeditor")
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setToolTip(tr("Enter keeps it, Esc drops it"))
        self.setFont(theme.font("strong"))
        self.setFixedSize(WIDTH, theme.CONTROL_HEIGHT)
        x = min(max(at.x() - WIDTH / 2, 4.0), max(view.width() - WIDTH - 4.0, 4.0))
        y = min(max(at.y() - theme.CONTROL_HEIGHT / 2, 4.0),
                max(view.height() - theme.CONTROL_HEIGHT - 4.0, 4.0))  # fmt: skip
        self.move(round(x), round(y))
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        view.moved.connect(self.drop)  # the sheet has moved away under it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.drop()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # a menu over the field or another window in front is no answer
        leaving = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.TabFocusReason)
        if not self._over and event.reason() in leaving:
            QTimer.singleShot(0, self.leave)  # after the press that took the keyboard away

    def leave(self) -> None:
        """The hand went elsewhere: what was typed is kept."""
        if self.text().strip() and self.text() != self._before:
            self.take()
        else:
            self.drop()

    def take(self) -> None:
        """The text is as it should be."""
        if not self._over and self._taken(self.text().strip()):
            self.drop()

    def drop(self) -> None:
        """Close without (further) effect."""
        if self._over:
            return
        self._over = True
        mine = self.hasFocus()
        self.hide()
        self.closed.emit()
        if mine:
            self._view.setFocus()
        self.deleteLater()
