"""The shortcuts editor: every command with its key; press another to change it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionRegistry
from wardesk.ui.key_book import key_book, key_of
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.key_rules import owner, refusal, with_key
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Line, Text


class KeyButton(Button):
    """Shows a key; pressed, it waits for another: ``taken(key)``, empty for none."""

    taken = Signal(str)

    def __init__(self, command: Action, parent: QWidget) -> None:
        super().__init__("", parent)
        self._command = command
        self.waiting = False
        self.show_key(command.key)
        self.clicked.connect(lambda: self.wait(True))

    def show_key(self, key: str) -> None:
        """Show a key that holds."""
        self.waiting = False
        self.set_words(key or self.tr("none"))
        self.setAccessibleName(self.tr("Key of {0}: {1}").format(self._command.title, self.text()))
        self.setAccessibleDescription(self.tr("Press it, then press the new key"))

    def wait(self, on: bool) -> None:
        """Wait for a key, or stop waiting."""
        if not on:
            self.show_key(key_book().key(self._command.id))
            return
        self.waiting = True
        self.setText(self.tr("Press a key…"))
        self.setAccessibleName(
            self.tr("Press the new key of {0}; Esc keeps the old one").format(self._command.title)
        )
        self.updateGeometry()
        self.update()

    def event(self, event: QEvent) -> bool:
        if self.waiting and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._press(event)
                return True
        if event.type() == QEvent.Type.FocusOut and self.waiting:
            self.wait(False)
        return super().event(event)

    def _press(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.wait(False)
            return
        bare = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if bare and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.taken.emit("")
        elif key := key_of(event):
            self.taken.emit(key)


class KeyRow(QWidget):
    """A command, its key, the way back, and below what stands in the way of a new one."""

    def __init__(self, command: Action, parent: QWidget) -> None:
        super().__init__(parent)
        self.command = command
        self.button = KeyButton(command, self)
        self.reset = ToolButton("undo", self.tr("{0}: the usual key").format(command.title), self)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        line = QHBoxLayout()
        line.setSpacing(theme.S3)
        line.addWidget(Line(command.title, self, least=160), 1)
        where = Text(command.group, self, role="small", tone="text2")
        where.setMinimumWidth(theme.px(90))
        line.addWidget(where)
        self.button.setMinimumWidth(theme.px(150))
        line.addWidget(self.button)
        line.addWidget(self.reset)
        self._words = Text("", self, role="small", tone="warn", wrap=True)
        self.swap = Button(self.tr("Swap the two"), self)
        self._below = QWidget(self)
        below = QHBoxLayout(self._below)
        below.setContentsMargins(0, 0, 0, theme.S1)
        below.addWidget(self._words, 1)
        below.addWidget(self.swap)
        self._below.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 1)
        column.setSpacing(2)
        column.addLayout(line)
        column.addWidget(self._below)

    def say(self, words: str, *, swap: bool = False) -> None:
        """Explain why the pressed key was not taken; empty takes the words away."""
        self._words.setText(words)
        self._words.setAccessibleName(words)
        self.swap.setVisible(swap)
        self._below.setVisible(bool(words))

    def said(self) -> str:
        """What `say` was told."""
        return self._words.text()


class KeysEditor(QDialog):
    """Lists the commands of *registry*. Changes hold at once and are stored in the settings."""

    def __init__(self, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change keys"))
        self._registry = registry
        self._offered: tuple[str, str, str] = ("", "", "")
        self.rows: dict[str, KeyRow] = {}
        self.search = QLineEdit(self)
        self.search.setFont(theme.font())
        self.search.setPlaceholderText(self.tr("Search commands and keys"))
        self.search.setAccessibleName(self.tr("Search commands and keys"))
        self.search.setMinimumWidth(theme.px(240))
        self.search.textChanged.connect(lambda _text: self._show_rows())
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.S3, 0)
        column.setSpacing(2)
        for command in registry.all():
            row = KeyRow(command, body)
            row.button.taken.connect(lambda key, one=command.id: self.choose(one, key))
            row.reset.clicked.connect(lambda _on=False, one=command.id: self.reset(one))
            row.swap.clicked.connect(lambda _on=False: self.swap())
            self.rows[command.id] = row
            column.addWidget(row)
        self._nothing = Text(self.tr("No command has these words."), self, tone="text2")
        column.addWidget(self._nothing)
        column.addStretch(1)
        self._lay_out(body)
        key_book().changed.connect(self._show_rows)
        self._show_rows()
        self.search.setFocus()

    def _lay_out(self, body: QWidget) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, theme.S3, 0)
        head.addWidget(Text(self.tr("Change keys"), self, role="title"), 1)
        head.addWidget(self.search)
        note = Text(
            self.tr("Press a key button, then the new key. Backspace takes the key away."),
            self, role="small", tone="text2", wrap=True,
        )  # fmt: skip
        self.reset_all = Button(self.tr("All usual keys"), self, icon="undo")
        self.reset_all.clicked.connect(lambda: self._store({}))
        close = Button(self.tr("Close"), self, key="Esc")
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, theme.S3, 0)
        foot.setSpacing(theme.S2)
        foot.addWidget(note, 1)
        foot.addWidget(self.reset_all)
        foot.addWidget(close)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(theme.S6, theme.S4, theme.S3, theme.S4)
        outer.setSpacing(theme.S3)
        outer.addLayout(head)
        outer.addWidget(Scroller(body, self), 1)
        outer.addLayout(foot)
        self.resize(theme.px(640), theme.px(560))

    # ---- changing -------------------------------------------------------------------------------

    def _command(self, one: str) -> Action:
        return next(command for command in self._registry.all() if command.id == one)

    def choose(self, one: str, key: str, *, swap: bool = False) -> None:
        """Give a command a key, or say what stands in the way."""
        command, row = self._command(one), self.rows[one]
        row.button.wait(False)
        for other in self.rows.values():
            other.say("")
        if words := refusal(command, key) if key else "":
            row.say(words)
            return
        taken = owner(command, key, self._registry.all())
        if taken is not None and not swap:
            words = self.tr("{0} belongs to “{1}” ({2}).").format(key, taken.title, taken.group)
            self._offered = (one, key, taken.id)
            hinders = refusal(taken, command.key) if command.key else ""
            row.say(words, swap=not hinders)
            return
        usual = {c.id: key_book().usual(c.id) for c in self._registry.all()}
        swapped = taken.id if taken is not None else ""
        self._store(
            with_key(preferences().now.keys, self._registry.all(), one, key, usual, swapped)
        )

    def swap(self) -> None:
        """Give the key that was pressed last, and its owner the old one."""
        one, key, _other = self._offered
        if one:
            self.choose(one, key, swap=True)

    def reset(self, one: str) -> None:
        """The usual key of a command again; whoever has it now is asked for it."""
        self.choose(one, key_book().usual(one))

    def _store(self, keys: dict[str, str]) -> None:
        preferences().change("keys", keys)
        key_book().choose(keys)

    # ---- showing --------------------------------------------------------------------------------

    def _show_rows(self) -> None:
        parts = self.search.text().casefold().split()
        found = 0
        for one, row in self.rows.items():
            key = key_book().key(one)
            row.button.show_key(key)
            row.reset.setVisible(key != key_book().usual(one))
            text = f"{row.command.title} {row.command.group} {key}".casefold()
            row.setVisible(all(part in text for part in parts))
            found += not row.isHidden()
        self._nothing.setVisible(not found)
        self.reset_all.setEnabled(bool(preferences().now.keys))
