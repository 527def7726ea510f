"""Asks why two cells are joined or parted; nothing goes on without a reason."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.text import Text


class ReasonDialog(Dialog):
    """One line of text; ``given(reason)`` when it is taken."""

    given = Signal(str)

    def __init__(self, title: str, reason: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_title(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        hint = self.tr("a ferry, a cliff, a blown bridge…")
        self.field = line_edit(self.tr("Reason"), self, reason, hint=hint)
        self.field.setMinimumWidth(340)
        self.take = Button(self.tr("Keep"), self, kind="primary")
        self.take.clicked.connect(self._take)
        words = self.tr("Say why: whoever meets this border must be able to read it.")
        self.body.addWidget(Text(words, self, role="small", tone="text2"))
        self.body.addWidget(self.field)
        self.set_foot(self.take)
        self.need_words(self.field, self.tr("A reason is needed."))
        self.field.setFocus()

    def _take(self) -> None:
        reason = self.field.text().strip()
        if reason:
            self.accept()
            self.given.emit(reason)
