"""Asks for a few words: a note, a name, a reason. Plain text, whatever is in it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from wardesk.services.play.notes import LONGEST
from wardesk.ui.dialogs.dialog import Dialog, words_in
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit, text_edit
from wardesk.ui.widgets.text import Text


class TextDialog(Dialog):
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
        super().__init__(parent, least=(440, 0))
        self.set_title(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.nothing = tr("Write something first")
        """What is said while nothing stands in the field."""
        self.field: QPlainTextEdit | QLineEdit
        if lines:
            self.field = text_edit(label, self, text)
            self.field.setFixedHeight(120)
        else:
            self.field = line_edit(label, self, text, most=most)
            self.field.selectAll()
        self.field.textChanged.connect(self._check)
        self.save = Button(take or tr("Save"), self, kind="primary")
        self.save.clicked.connect(self._give)
        left: list[Button] = []
        if text:
            left.append(Button(tr("Take away"), self))
            left[0].clicked.connect(self._remove)
        self.body.addWidget(Text(label, self, wrap=True))
        self.body.addWidget(self.field)
        self.set_foot(self.save, left=left, with_control=lines)
        self._check()
        self.field.setFocus()

    def text(self) -> str:
        """What stands in the field."""
        return words_in(self.field)

    def _check(self) -> None:
        if not self.text():
            self.judge(self.nothing)
        else:
            long = len(self.text()) > LONGEST
            self.judge(tr("At most {0} characters").format(LONGEST) if long else "")

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
