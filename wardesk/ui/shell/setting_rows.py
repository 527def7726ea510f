"""One line of the settings: what it is, what it means, the control, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import language, theme
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import LANGUAGES, MADE_BY_MACHINE, tr


class SettingRow(QFrame):
    """Words at the left, what `put` adds at the right. *name* is a field of the settings."""

    def __init__(
        self, title: str, words: str, parent: QWidget | None = None, *, name: str = ""
    ) -> None:
        super().__init__(parent)
        self.name, self.title = name, title
        self._words = words
        self._more: list[str] = []
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(Label(title, self, role="strong", wrap=True))
        self._note = Label(words, self, role="small", tone="text2", wrap=True)
        column.addWidget(self._note)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, theme.S2, 0, theme.S2)
        self._row.setSpacing(theme.S3)
        self._row.addLayout(column, 1)
        self._reset = ToolButton("undo", tr("{0}: back to the usual").format(title), self)
        self._reset.clicked.connect(self._back)
        policy = self._reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._reset.setSizePolicy(policy)
        self._row.addWidget(self._reset, 0, Qt.AlignmentFlag.AlignVCenter)
        if name:
            preferences().changed.connect(self._changed)
        self._show_reset()

    def put(self, control: QWidget, *more: str) -> None:
        """Set the control in; *more* are words that the search finds too."""
        self._row.insertWidget(1, control, 0, Qt.AlignmentFlag.AlignVCenter)
        self._more += more

    def matches(self, parts: Sequence[str]) -> bool:
        """Whether every part of a search occurs."""
        text = " ".join((self.title, self._words, *self._more)).casefold()
        return all(part in text for part in parts)

    def set_words(self, words: str) -> None:
        """Put another explanation under the title."""
        self._words = words
        self._note.setText(words)

    def show_value(self) -> None:
        """Follow a value that was changed elsewhere."""

    def _changed(self, name: str) -> None:
        if name == self.name:
            self.show_value()
            self._show_reset()

    def _show_reset(self) -> None:
        self._reset.setVisible(bool(self.name) and not preferences().is_usual(self.name))

    def _back(self) -> None:
        preferences().reset(self.name)


class ChoiceRow(SettingRow):
    """A setting with a few values; *choices* are ``(value, words)``."""

    def __init__(
        self, name: str, title: str, words: str, choices: Sequence[tuple[Any, str]],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, words, parent, name=name)
        self.box = combo_box(title, self)
        self.box.setAccessibleDescription(words)
        self.box.setMinimumWidth(theme.px(190))
        # The wheel is for the page: a setting must not change because somebody scrolled over it.
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.box.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]
        for value, label in choices:
            self.box.addItem(label, value)
        self.put(self.box, *(label for _value, label in choices))
        self.show_value()
        self.box.activated.connect(self._chosen)

    def show_value(self) -> None:
        now = getattr(preferences().now, self.name)
        at = self.box.findData(now)
        if at < 0:
            self.box.addItem(str(now), now)
            at = self.box.count() - 1
        self.box.setCurrentIndex(at)

    def _chosen(self, at: int) -> None:
        preferences().change(self.name, self.box.itemData(at))


class LanguageRow(ChoiceRow):
    """The language of the window; it says of one that no person has read that this is so."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        self._plain = words
        choices = [("", tr("As the system"))]
        for code, name in LANGUAGES.items():
            machine = code in MADE_BY_MACHINE
            choices.append((code, tr("{0} (machine-made)").format(name) if machine else name))
        super().__init__("language", tr("Language of the window"), words, choices, parent)

    def show_value(self) -> None:
        super().show_value()
        words = self._plain
        if language.wanted(preferences().now.language) in MADE_BY_MACHINE:
            words = f"{_machine_made()} {words}"
        self.set_words(words)
        self.box.setAccessibleDescription(words)


def _machine_made() -> str:
    return tr("This translation was made by a machine and has not yet been read by a person.")


class SwitchRow(SettingRow):
    """A setting that is on or off."""

    def __init__(self, name: str, title: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(title, words, parent, name=name)
        self.switch = Switch(title, self, on=getattr(preferences().now, name), tone="accent")
        self.switch.setAccessibleDescription(words)
        self.switch.toggled.connect(lambda on: preferences().change(name, on))
        self.put(self.switch)

    def show_value(self) -> None:
        self.switch.blockSignals(True)
        self.switch.setChecked(getattr(preferences().now, self.name))
        self.switch.blockSignals(False)


class ActionRow(SettingRow):
    """Something to do rather than a value: a button, or several."""

    def __init__(
        self, title: str, words: str, actions: Sequence[tuple[str, str, Callable[[], object]]],
        parent: QWidget | None = None, *, name: str = "",
    ) -> None:  # fmt: skip
        super().__init__(title, words, parent, name=name)
        self.buttons: list[Button] = []
        for label, icon, run in actions:
            button = Button(label, self, icon=icon)
            button.setAccessibleDescription(f"{title}. {words}")
            button.clicked.connect(lambda _on=False, run=run: run())
            self.buttons.append(button)
            self.put(button, label)
