"""A form made of settings: a field for each, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from wardesk.model.setting import FormSetting
from wardesk.ui import theme
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import shown


class SettingsForm(Fields):
    """Fields of settings, in their order; ``changed()`` when another value stands in one."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, settings: Iterable[FormSetting] = ()) -> None:
        super().__init__(parent)
        self.settings: dict[str, FormSetting] = {}
        self.toggles: dict[str, QPushButton | QCheckBox] = {}
        self.steppers: dict[str, Stepper] = {}
        self.segments: dict[str, Segment] = {}
        self.lists: dict[str, QComboBox] = {}
        self.lines: dict[str, QLineEdit] = {}
        self.add_settings(settings)

    def add_settings(self, settings: Iterable[FormSetting]) -> None:
        """A field for each that has a title; those of one row stand side by side."""
        rows: dict[str, list[QWidget]] = {}
        for one in settings:
            if one.title is not None:
                self.settings[one.name] = one
                words = shown(one.title)
                field = self._made(one, words)
                if one.tip is not None:
                    field.setToolTip(shown(one.tip))
                rows.setdefault(shown(one.row or words), []).append(field)
        for words, fields in rows.items():
            if len(fields) == 1:
                self.add(words, fields[0], fields[0].accessibleName())
            else:
                self.add(words, self.row(*fields))

    def _made(self, one: FormSetting, words: str) -> QWidget:
        if one.choices and one.spread:
            called = [(str(value), shown(told)) for value, told in one.choices]
            field = self.segments[one.name] = Segment(
                called, self, name=words, current=str(one.usual)
            )
            field.chosen.connect(self.changed)
        elif one.choices:
            called = [(shown(told), value) for value, told in one.choices]
            field = self.lists[one.name] = combo_box(words, self, called)
            field.setCurrentIndex(field.findData(one.usual))
            field.currentIndexChanged.connect(self.changed)
        elif isinstance(one.usual, bool):
            # beside others each says itself what it is; alone its row does
            field = Toggle(words, self) if one.row else Switch(words, self)
            self.toggles[one.name] = field
            field.setChecked(one.usual)
            field.toggled.connect(self.changed)
        elif isinstance(one.usual, str):
            field = self.lines[one.name] = line_edit(
                words, self, one.usual, hint=one.hint, most=one.longest
            )
            field.textChanged.connect(self.changed)
        else:
            begins = one.usual if one.begins is UNSET else one.begins
            field = self.steppers[one.name] = Stepper(
                words, self, value=int(begins), least=one.least, most=one.most
            )
            field.changed.connect(self.changed)
        return field

    def field(self, name: str) -> QWidget:
        """The field of a setting."""
        return {
            **self.toggles, **self.steppers, **self.segments, **self.lists, **self.lines
        }[name]  # fmt: skip

    def values(self) -> dict[str, Any]:
        """What stands in the fields, by the names of their settings."""
        return {name: self._value(one) for name, one in self.settings.items()}

    def _value(self, one: FormSetting) -> Any:  # noqa: ANN401 - settings differ in type
        name = one.name
        if name in self.toggles:
            return self.toggles[name].isChecked()
        if name in self.segments:
            current = self.segments[name].current
            return next(value for value, _words in one.choices if str(value) == current)
        if name in self.lists:
            return self.lists[name].currentData()
        if name in self.lines:
            return self.lines[name].text()
        return type(one.usual)(self.steppers[name].value)

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Let these stand in the fields of those names; nobody hears of it."""
        for name, value in values.items():
            blocker = QSignalBlocker(self.field(name))
            if name in self.toggles:
                self.toggles[name].setChecked(value)
            elif name in self.segments:
                self.segments[name].set_current(str(value))
            elif name in self.lists:
                self.lists[name].setCurrentIndex(self.lists[name].findData(value))
            elif name in self.lines:
                self.lines[name].setText(value)
            elif self.steppers[name].value != value:  # what is being typed stays as it is
                self.steppers[name].set_value(value)
            blocker.unblock()

    def show_settings(self, *names: str, shown: bool) -> None:
        """Show the rows of settings that have one each, or leave them out."""
        for name in names:
            self.show_row(self.field(name), shown=shown)

    def row(self, *parts: QWidget) -> QWidget:
        """Fields side by side; a line to type in takes the room, else it stays empty."""
        row_of = QWidget(self)
        row = QHBoxLayout(row_of)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        for part in parts:
            row.addWidget(part, int(isinstance(part, QLineEdit)))
        if not any(isinstance(part, QLineEdit) for part in parts):
            row.addStretch(1)
        return row_of
