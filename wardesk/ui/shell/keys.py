"""The keys: the list of all of them, and the editor that gives commands others."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionRegistry
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.key_book import FIXED, combination_of, key_book, key_of
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.keycap import KeyCap
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr


def refusal(command: Action, key: str) -> str:
    """Why a command cannot have a key at all; empty when it can."""
    if key in FIXED:
        return tr("{0} has a fixed meaning everywhere. Press another key.").format(key)
    if command.everywhere and _plain(key):
        return tr(
            "This command works in the whole window, where a single key would get "
            "in the way of typing. Press it together with Ctrl or Alt, or take a "
            "function key."
        )
    return ""


def _plain(key: str) -> bool:
    """Whether a key alone writes something: no Ctrl, no Alt, no function key."""
    combination = combination_of(key)
    strong = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    strong |= Qt.KeyboardModifier.MetaModifier
    function = Qt.Key.Key_F1 <= combination.key() <= Qt.Key.Key_F35
    return not (combination.keyboardModifiers() & strong) and not function


def owner(command: Action, key: str, commands: Iterable[Action]) -> Action | None:
    """The command that has *key* already where *command* would want it; None if it is free."""
    for other in commands:
        if other.id == command.id or other.key != key or not key:
            continue
        if other.everywhere or command.everywhere or other.group == command.group:
            return other
    return None


def with_key(
    chosen: dict[str, str], commands: Iterable[Action], command: str, key: str,
    usual: dict[str, str], swap_with: str = "",
) -> dict[str, str]:  # fmt: skip
    """The chosen keys after *command* got *key*; *swap_with* takes the key it had before."""
    now = {one.id: one.key for one in commands}
    result = dict(chosen)
    changes = {command: key}
    if swap_with:
        changes[swap_with] = now[command]
    for one, value in changes.items():
        result[one] = value
        if value == usual.get(one, ""):
            del result[one]
    return result


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
        self.set_words(key or tr("none", "KeyButton"))
        self.setAccessibleName(tr("Key of {0}: {1}").format(self._command.title, self.text()))
        self.setAccessibleDescription(tr("Press it, then press the new key"))

    def wait(self, on: bool) -> None:
        """Wait for a key, or stop waiting."""
        if not on:
            self.show_key(key_book().key(self._command.id))
            return
        self.waiting = True
        self.setText(tr("Press a key…"))
        self.setAccessibleName(
            tr("Press the new key of {0}; Esc keeps the old one").format(self._command.title)
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
        self.reset = ToolButton("undo", tr("{0}: the usual key").format(command.title), self)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        line = QHBoxLayout()
        line.setSpacing(theme.S3)
        line.addWidget(ElidedLine(command.title, self, least=160), 1)
        where = Label(command.group, self, role="small", tone="text2")
        where.setMinimumWidth(theme.px(90))
        line.addWidget(where)
        self.button.setMinimumWidth(theme.px(150))
        line.addWidget(self.button)
        line.addWidget(self.reset)
        self._words = Label("", self, role="small", tone="warn", wrap=True)
        self.swap = Button(tr("Swap the two"), self)
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


class KeysEditor(Dialog):
    """Lists the commands of *registry*. Changes hold at once and are stored in the settings."""

    def __init__(self, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(640, 560))
        self.set_title(tr("Change keys"))
        self._registry = registry
        self._offered: tuple[str, str, str] = ("", "", "")
        self.rows: dict[str, KeyRow] = {}
        words = tr("Search commands and keys")
        self.search = line_edit(words, self, hint=words)
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
        self._nothing = Label(tr("No command has these words."), self, tone="text2")
        column.addWidget(self._nothing)
        column.addStretch(1)
        self._lay_out(body)
        key_book().changed.connect(self._show_rows)
        self._show_rows()
        self.search.setFocus()

    def _lay_out(self, body: QWidget) -> None:
        self.head.addWidget(self.search)
        note = Label(
            tr("Press a key button, then the new key. Backspace takes the key away."),
            self, role="small", tone="text2", wrap=True,
        )  # fmt: skip
        self.reset_all = Button(tr("All usual keys"), self, icon="undo")
        self.reset_all.clicked.connect(lambda: self._store({}))
        self.body.addWidget(Scroller(body, self), 1)
        self.body.addWidget(note)
        self.set_foot(None, leave=tr("Close"), left=(self.reset_all,))

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
            words = tr("{0} belongs to “{1}” ({2}).").format(key, taken.title, taken.group)
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


class KeysDialog(Dialog):
    """Lists the commands that have a key, one column per place; ``change_asked()``."""

    change_asked = Signal()

    def __init__(self, commands: Iterable[Action], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_title(tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups: dict[str, list[Action]] = {}
        for command in commands:
            if command.key:
                groups.setdefault(command.group, []).append(command)
        body = QWidget(self)
        columns = QHBoxLayout(body)
        columns.setContentsMargins(0, 0, theme.S3, 0)
        columns.setSpacing(theme.S8)
        for where, members in groups.items():
            columns.addLayout(self._column(where, members, body))
        columns.addStretch(1)
        note = Label(
            tr("Single letters act while board or list has the keyboard, never in a field."),
            self, role="small", tone="text2", wrap=True,
        )  # fmt: skip
        change = Button(tr("Change keys…"), self, icon="keyboard")
        change.clicked.connect(self._change)
        self.body.addWidget(Scroller(body, self), 1)
        self.body.addWidget(note)
        close = self.set_foot(None, change, leave=tr("Close"))
        self.resize(max(560, body.sizeHint().width() + 2 * theme.S6 + 24), 520)
        close.setFocus()

    def _change(self) -> None:
        self.accept()
        self.change_asked.emit()

    def _column(self, where: str, members: list[Action], parent: QWidget) -> QVBoxLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(6)
        for row, command in enumerate(members):
            grid.addWidget(KeyCap(command.key, parent), row, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(Label(command.title, parent), row, 1)
        column = QVBoxLayout()
        column.setSpacing(theme.S2)
        column.addWidget(Label(where, parent, role="strong"))
        column.addLayout(grid)
        column.addStretch(1)
        return column
