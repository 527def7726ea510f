"""The keys of the campaign desk: as commands for the palette, as shortcuts, as single keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from wardesk.ui.actions import Action
from wardesk.ui.key_book import key_book

PLACE = "campaign"
Row = tuple[str, str, str, Callable[[], object], str]
"""Id, title, usual key, what it does, icon."""


class DeskKeys(QObject):
    """Binds the rows of one workspace, and follows when a person gives them other keys."""

    def __init__(self, rows: Sequence[Row], owner: QWidget, away: Callable[[], str]) -> None:
        super().__init__(owner)
        self._rows, self._away = tuple(rows), away
        self._bound: list[tuple[QShortcut, str]] = []
        for _id, _title, key, run, _icon in self._rows:
            if not key.startswith(("Ctrl+", "Alt+")):
                continue
            shortcut = QShortcut(QKeySequence(key_book().shown(key, PLACE)), owner)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(run)
            self._bound.append((shortcut, key))
        key_book().changed.connect(self._keys_changed)

    def commands(self) -> list[Action]:
        """The rows as commands."""
        return [
            Action(f"{PLACE}.{one}", title, key, run, self.tr("Campaign"), icon, self._away)
            for one, title, key, run, icon in self._rows
        ]  # fmt: skip

    def _keys_changed(self) -> None:
        for shortcut, key in self._bound:
            shortcut.setKey(QKeySequence(key_book().shown(key, PLACE)))

    def press(self, event: QKeyEvent) -> bool:
        """Do what a single key means; whether it means anything."""
        found = key_book().translated(event, PLACE)
        if found is None or found.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        pressed = QKeySequence(found.key()).toString()
        for _id, _title, key, run, _icon in self._rows:
            if key and key == pressed:
                run()
                return True
        return False
