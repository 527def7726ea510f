"""The fields of a form: one widget a kind, each with its words as text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QWidget

from wardesk.services.campaign.forms import FormField
from wardesk.ui import theme
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.switch import Switch
from wardesk.words import tr

LONG = 14
"""Rows from which on a list is typed into rather than looked through."""


class FieldBox(QWidget):
    """One field. ``changed()`` when it says something else; `words` is what it says."""

    changed = Signal()

    def __init__(self, field: FormField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self._words: Callable[[], str]
        self._put: Callable[[str], object]
        if field.kind == "yes-no":
            self._switch(row)
        elif field.kind == "list":
            self._several(row)
        elif field.choices:
            self._one_of(row)
        else:
            self._text(row)

    def words(self) -> str:
        """What was chosen or typed."""
        return self._words().strip()

    def set_words(self, words: str) -> None:
        """Fill it in; nothing for no words."""
        if words:
            self._put(words)

    def _switch(self, row: QHBoxLayout) -> None:
        switch = Switch(self.field.label, self, on=self.field.value == "yes")
        switch.toggled.connect(lambda _on: self.changed.emit())
        row.addWidget(switch)
        row.addStretch(1)
        self._words = lambda: "yes" if switch.isChecked() else "no"
        self._put = lambda words: switch.setChecked(words == "yes")
        self.setFocusProxy(switch)

    def _combo(self, first: str) -> QComboBox:
        box = combo_box(self.field.label, self)
        box.addItem(first, "")
        for value, name in self.field.choices:
            box.addItem(name, value)
        box.setMinimumContentsLength(18)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if len(self.field.choices) > LONG:
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            names = QStringListModel([name for _value, name in self.field.choices], box)
            completer = QCompleter(names, box)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            box.setCompleter(completer)
            editor = box.lineEdit()
            assert editor is not None
            editor.setFont(theme.font())
            editor.setAccessibleName(self.field.label)
            editor.setPlaceholderText(tr("Type a part of the name"))
            box.setCurrentIndex(-1)
        return box

    def _chosen(self, box: QComboBox) -> str:
        """The value of the row, or of the row with the name that was typed."""
        at = box.findText(box.currentText()) if box.isEditable() else box.currentIndex()
        if at >= 0:
            return str(box.itemData(at) or "")
        return box.currentText()

    def _one_of(self, row: QHBoxLayout) -> None:
        box = self._combo(tr("Choose…") if self.field.needed else tr("None"))
        box.currentTextChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(box, 1)
        self._words = lambda: self._chosen(box)
        self._put = lambda words: box.setCurrentIndex(box.findData(words))
        self.setFocusProxy(box)

    def _text(self, row: QHBoxLayout) -> None:
        line = line_edit(self.field.label, self, self.field.value)
        if self.field.kind == "number":
            line.setMaximumWidth(theme.px(90))
        line.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(line, 1)
        if self.field.kind == "number":
            row.addStretch(2)
        self._words = line.text
        self._put = line.setText
        self.setFocusProxy(line)

    def _several(self, row: QHBoxLayout) -> None:
        line = line_edit(self.field.label, self, self.field.value)
        line.setPlaceholderText(tr("with commas between them"))
        line.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(line, 2)
        self._words = line.text
        self._put = line.setText
        self.setFocusProxy(line)
        if not self.field.choices:
            return
        box = self._combo(tr("Add…"))
        box.setAccessibleName(tr("Add to {0}").format(self.field.label))

        def add() -> None:
            value = self._chosen(box)
            known = {one for one, _name in self.field.choices}
            if value in known:
                have = [word.strip() for word in line.text().split(",") if word.strip()]
                line.setText(", ".join([*have, value] if value not in have else have))
                box.setCurrentIndex(-1 if box.isEditable() else 0)

        box.activated.connect(lambda _at: add())
        completer = box.completer()
        if completer is not None:
            completer.activated.connect(lambda _text: add())
        row.addWidget(box, 1)
