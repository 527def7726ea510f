"""Asks why two cells are joined or parted; nothing goes on without a reason."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Text


class ReasonDialog(QDialog):
    """One line of text; ``given(reason)`` when it is taken."""

    given = Signal(str)

    def __init__(self, title: str, reason: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.field = QLineEdit(reason, self)
        self.field.setAccessibleName(self.tr("Reason"))
        self.field.setPlaceholderText(self.tr("a ferry, a cliff, a blown bridge…"))
        self.field.setMinimumWidth(340)
        self.field.textChanged.connect(self._follow)
        self.field.returnPressed.connect(self._take)
        self.take = Button(self.tr("Keep"), self, kind="primary", key="Enter")
        self.take.clicked.connect(self._take)
        drop = Button(self.tr("Cancel"), self, key="Esc")
        drop.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(drop)
        foot.addWidget(self.take)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addWidget(Text(title, self, role="heading"))
        words = self.tr("Say why: whoever meets this border must be able to read it.")
        column.addWidget(Text(words, self, role="small", tone="text2"))
        column.addWidget(self.field)
        column.addLayout(foot)
        self._follow()
        self.field.setFocus()

    def _follow(self) -> None:
        if self.field.text().strip():
            self.take.allow()
        else:
            self.take.refuse(self.tr("A reason is needed."))

    def _take(self) -> None:
        reason = self.field.text().strip()
        if reason:
            self.accept()
            self.given.emit(reason)
