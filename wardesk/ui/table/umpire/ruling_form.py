"""Accept a proposed outcome, or put another in its place with a reason."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from wardesk.documents.translate_values import PLAIN, Wording
from wardesk.engine.types import Decision, OutcomeField, Record, Value
from wardesk.ui import theme
from wardesk.ui.key_book import key_book
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.keycap import KeyCap
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.words import tr


class RulingForm(QWidget):
    """``ruled(value, reason)``: the proposed value with Accept, a changed one with Overrule."""

    ruled = Signal(dict, str)

    def __init__(
        self, ask: Decision, parent: QWidget | None = None, words: Wording = PLAIN
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._proposed: Record = dict(ask.proposed)
        self._value: Record = dict(ask.proposed)
        self._notes: dict[str, Label] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        summary = ask.summary or ask.prompt
        column.addWidget(Label(summary, self, role="strong", wrap=True))
        self.accept = Button(tr("Accept"), self, icon="check", kind="umpire", key="Enter")
        self.accept.clicked.connect(self._accept)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Label(tr("Another result"), self, role="heading"))
        head.addWidget(KeyCap(key_book().key("table.override"), self))
        head.addStretch(1)
        column.addLayout(head)
        self._first: QWidget | None = None
        for field in ask.fields:
            column.addWidget(self._field_row(field))
        self.reason = QPlainTextEdit(self)
        self.reason.setFont(theme.font())
        self.reason.setTabChangesFocus(True)
        self.reason.setPlaceholderText(tr("Reason; it goes on the record"))
        self.reason.setAccessibleName(tr("Reason of the ruling"))
        self.reason.textChanged.connect(self._check)
        column.addWidget(self.reason)
        self.overrule = Button(tr("Overrule"), self, icon="scales", key="Ctrl+Enter")
        self.overrule.clicked.connect(self._overrule)
        self._why_not = Label("", self, role="small", tone="text2", wrap=True)
        self.foot = QWidget(parent)
        """What goes on; it stands where it is always in sight."""
        ways = FlowBox(self.foot)
        ways.add(self.accept, self.overrule)
        below = QVBoxLayout(self.foot)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(theme.S1)
        below.addWidget(self._why_not)
        below.addWidget(ways)
        self._check()

    def _field_row(self, field: OutcomeField) -> QWidget:
        row = QWidget(self)
        now = self._proposed.get(field.name)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S2)
        line.addWidget(Wrapped(field.label, row), 1)
        note = Label("", row, role="small", tone="umpire_text")
        self._notes[field.name] = note
        line.addWidget(note)
        editor = self._editor(field, now, row)
        line.addWidget(editor)
        self._first = self._first or editor
        return row

    def _editor(self, field: OutcomeField, now: Value, row: QWidget) -> QWidget:
        change: Callable[[Value], None] = lambda value: self._set(field.name, value)  # noqa: E731
        if field.choices:
            box = Choices(row)
            box.setFont(theme.font())
            box.setAccessibleName(field.label)
            for choice in field.choices:
                box.addItem(self._words.text(choice), choice)
            box.setCurrentIndex(box.findData(str(now)))
            box.currentIndexChanged.connect(lambda _index: change(box.currentData()))
            return box
        number = now if isinstance(now, int) else field.least
        stepper = Stepper(field.label, row, value=number, least=field.least, most=field.most)
        stepper.changed.connect(change)
        stepper.field.textEdited.connect(lambda text: self._typed(field, text))
        return stepper

    def _typed(self, field: OutcomeField, text: str) -> None:
        # What stands in the field counts at once, not only when the keyboard leaves it.
        if text.lstrip("-").isdigit() and field.least <= int(text) <= field.most:
            self._set(field.name, int(text))

    def _set(self, name: str, value: Value) -> None:
        self._value[name] = value
        before = self._proposed[name]
        same = value == before
        self._notes[name].setText(
            "" if same else tr("proposed: {0}").format(self._words.text(str(before)))
        )
        self._check()

    @property
    def changed(self) -> bool:
        """Whether the value differs from the proposed one."""
        return self._value != self._proposed

    def _check(self) -> None:
        reason = ""
        if not self.changed:
            reason = tr("Change the result to overrule it.")
        elif not self.reason.toPlainText().strip():
            reason = tr("Write the reason first.")
        self._why_not.setText(reason or tr("The reason goes on the record."))
        if reason:
            self.overrule.refuse(reason)
        else:
            self.overrule.allow()
        # Two lines where one must be written, one where it is only a note.
        self.reason.setFixedHeight(58 if self.changed else 36)
        self.accept.set_kind("normal" if self.changed else "umpire")
        self.overrule.set_kind("umpire" if self.changed else "normal")
        if self.changed:
            self.accept.refuse(tr("You changed the result: overrule, or put it back"))
        else:
            self.accept.allow()

    def go_on(self) -> None:
        """From a field to what comes next: the reason that is missing, else the filled button."""
        filled = self.overrule if self.changed else self.accept
        (filled if filled.isEnabled() else self.reason).setFocus()

    def press_primary(self) -> None:
        """Accept; once the result was changed, overrule, or go to the reason that is missing."""
        if not self.changed:
            self.accept.click()
        elif self.overrule.isEnabled():
            self.overrule.click()
        else:
            self.reason.setFocus()

    def _accept(self) -> None:
        self.ruled.emit(dict(self._proposed), self.reason.toPlainText().strip())

    def _overrule(self) -> None:
        self.ruled.emit(dict(self._value), self.reason.toPlainText().strip())

    def focus_override(self) -> None:
        """Give the keyboard to the first field that can be changed."""
        if isinstance(self._first, Stepper):
            self._first.field.setFocus()
            self._first.field.selectAll()
        elif self._first is not None:
            self._first.setFocus()
        else:
            self.reason.setFocus()
