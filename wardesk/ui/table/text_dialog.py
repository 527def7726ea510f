"""Asks for a few words: a note, a name, a reason. Plain text, whatever is in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from wardesk.services.play.notes import LONGEST
from wardesk.ui import theme
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Text


class TextDialog(QDialog):
    """``given(text)`` or ``removed()``. *lines* gives a field for several lines.

    *most* are the characters of a single line, *take* the words of the button.
    """

    given = Signal(str)
    removed = Signal()

    def __init__(
        self,
        title: str,
        label: str,
        text: str,
        parent: QWidget | None,
        *,
        lines: bool = False,
        most: int = 80,
        take: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.nothing = tr("Write something first")
        """What is said while nothing stands in the field."""
        self.field: QPlainTextEdit | QLineEdit
        if lines:
            self.field = QPlainTextEdit(text, self)
            self.field.setTabChangesFocus(True)
            self.field.setFixedHeight(120)
            self.field.installEventFilter(self)
        else:
            self.field = QLineEdit(text, self)
            self.field.setMaxLength(most)
            self.field.returnPressed.connect(self._give)
            self.field.selectAll()
        self.field.setFont(theme.font())
        self.field.setAccessibleName(label)
        self.field.textChanged.connect(self._check)
        self.save = Button(
            take or tr("Save"), self, kind="primary", key="Ctrl+Enter" if lines else "Enter"
        )
        self.save.clicked.connect(self._give)
        cancel = Button(tr("Cancel"), self, key="Esc")
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(theme.S2)
        if text:
            remove = Button(tr("Take away"), self)
            remove.clicked.connect(self._remove)
            row.addWidget(remove)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S4, theme.S4, theme.S4)
        column.setSpacing(theme.S2)
        column.addWidget(Text(label, self, wrap=True))
        column.addWidget(self.field)
        column.addLayout(row)
        self.setMinimumWidth(440)
        self._check()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._give()
                return True
        return super().eventFilter(watched, event)

    def text(self) -> str:
        """What stands in the field."""
        if isinstance(self.field, QPlainTextEdit):
            return self.field.toPlainText().strip()
        return self.field.text().strip()

    def _check(self) -> None:
        if not self.text():
            self.save.refuse(self.nothing)
        elif len(self.text()) > LONGEST:
            self.save.refuse(tr("At most {0} characters").format(LONGEST))
        else:
            self.save.allow()

    def _give(self) -> None:
        if self.save.isEnabled():
            self.given.emit(self.text())
            self.accept()

    def _remove(self) -> None:
        self.removed.emit()
        self.accept()


class ReasonDialog(TextDialog):
    """Asks for one sentence, without which nothing goes on: ``given(reason)``."""

    def __init__(self, question: str, take: str, parent: QWidget | None = None) -> None:
        super().__init__(tr("Reason"), question, "", parent, most=LONGEST, take=take)
        self.nothing = tr("Write the reason first")
        self.field.setAccessibleName(tr("Reason"))
        self._check()
