"""Everything a person can do, by name: behind shortcuts, the palette and the key list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from wardesk.errors import BugError
from wardesk.ui.key_book import KeyBook, key_book


def always() -> str:
    """The reason of a command that is never off: none."""
    return ""


@dataclass(frozen=True)
class Command:
    """One thing to do.

    *where* is the group in the palette and in the key list ("Everywhere", "Table"). *why_not* gives
    the reason while the command is off, else an empty string. *everywhere* binds the shortcut to
    the whole window; without it the key is only shown, and the workspace's board listens for it.
    *also* are further words by which the palette finds it.
    """

    id: str
    title: str
    shortcut: str
    run: Callable[[], object]
    where: str = ""
    icon: str = "chevron-right"
    why_not: Callable[[], str] = always
    everywhere: bool = True
    also: str = ""


class CommandRegistry(QObject):
    """Commands in the order they were added; ``changed()`` when some come or go."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, *, keys: KeyBook | None = None) -> None:
        super().__init__(parent)
        self._commands: dict[str, Command] = {}
        self._keys = keys or key_book()
        self._keys.changed.connect(self._follow_keys)

    def add(self, *commands: Command) -> None:
        """Register commands; an id can be taken once only."""
        for command in commands:
            if command.id in self._commands:
                raise BugError(f"There are two commands called {command.id}")
            key = self._keys.learn(command.id, command.shortcut, local=not command.everywhere)
            self._commands[command.id] = replace(command, shortcut=key)
        self.changed.emit()

    def _follow_keys(self) -> None:
        """Somebody has chosen other keys."""
        for one, command in self._commands.items():
            self._commands[one] = replace(command, shortcut=self._keys.key(one))
        self.changed.emit()

    def remove(self, *ids: str) -> None:
        """Forget commands, when their workspace goes."""
        for one in ids:
            self._commands.pop(one, None)
        self._keys.forget(*ids)
        self.changed.emit()

    def all(self) -> tuple[Command, ...]:
        """Every command, in the order of registration."""
        return tuple(self._commands.values())

    def run(self, command: str) -> str:
        """Run a command; if it is off nothing happens and the reason comes back."""
        one = self._commands[command]
        reason = one.why_not()
        if not reason:
            one.run()
        return reason

    def find(self, words: str) -> list[Command]:
        """Commands in which every word occurs, those that begin with them first."""
        parts = words.casefold().split()
        found = []
        for order, command in enumerate(self._commands.values()):
            text = f"{command.title} {command.where} {command.also}".casefold()
            if all(part in text for part in parts):
                starts = bool(parts) and text.startswith(parts[0])
                found.append((not starts, order, command))
        return [command for _starts, _order, command in sorted(found, key=lambda f: f[:2])]
