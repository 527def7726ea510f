"""Asks for a few words: a note, a name, a reason. Plain text, whatever is in it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from wardesk.ui.dialogs.dialog import Dialog, words_in
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit, text_edit
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class TextDialog(Dialog):
    """``given(text)`` or ``removed()``; what stands there already can be taken away.

    *label* says what is asked, *lines* gives a field for several lines, *most* is how many
    characters it may have, *take* are the words of the button, *why_not* what it says while
    nothing stands there, *hint* stands in the empty field.
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
        why_not: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(parent, least=(440, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(title)
        self._most, self._why_not = most, why_not or tr("Write something first")
        self.field: QPlainTextEdit | QLineEdit
        if lines:
            self.field = text_edit(label, self, text)
            self.field.setFixedHeight(120)
        else:
            self.field = line_edit(label, self, text, most=most, hint=hint)
            self.field.selectAll()
        self.field.textChanged.connect(self._check)
        self.take = Button(take or tr("Save"), self, kind="primary")
        self.take.clicked.connect(self._give)
        self.remove = Button(tr("Take away"), self)
        self.remove.clicked.connect(self._remove)
        self.remove.setVisible(bool(text))
        self.body.addWidget(Label(label, self, wrap=True))
        self.body.addWidget(self.field)
        self.set_foot(self.take, left=[self.remove], with_control=lines)
        self._check()
        self.field.setFocus()

    def text(self) -> str:
        """What stands in the field."""
        return words_in(self.field)

    def _check(self) -> None:
        long = len(self.text()) > self._most
        too_long = tr("At most {0} characters").format(self._most) if long else ""
        self.judge(too_long if self.text() else self._why_not)

    def _give(self) -> None:
        self.accept()
        self.given.emit(self.text())

    def _remove(self) -> None:
        self.accept()
        self.removed.emit()


class ReasonDialog(TextDialog):
    """Asks for one sentence, without which nothing goes on: ``given(reason)``."""

    def __init__(
        self,
        title: str,
        words: str,
        parent: QWidget | None = None,
        *,
        take: str,
        reason: str = "",
        hint: str = "",
    ) -> None:
        why_not = tr("Write the reason first")
        super().__init__(
            title, words, reason, parent, most=2000, take=take, why_not=why_not, hint=hint
        )
        self.field.setAccessibleName(tr("Reason"))
        self.remove.hide()
