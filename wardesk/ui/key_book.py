"""Which key does what: the usual keys of the commands, and those a person has chosen instead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

FIXED = ("Tab", "Shift+Tab", "Esc", "Return", "Enter", "Space", "Left", "Right", "Up", "Down",
         *"0123456789")  # fmt: skip
"""Keys that cannot be given away: walking, answering, leaving."""

_BARE = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr,
         Qt.Key.Key_CapsLock, Qt.Key.Key_unknown, Qt.Key.Key_NumLock,
         Qt.Key.Key_Super_L)  # fmt: skip


def key_of(event: QKeyEvent) -> str:
    """The key of an event as it is written in the lists; empty for a modifier alone."""
    key = Qt.Key(event.key()) if event.key() else Qt.Key.Key_unknown
    if key in _BARE:
        return ""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    # "?" is what the person pressed, however a keyboard comes to it.
    if event.text() and event.text().isprintable() and not event.text().isalpha():
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    sequence = QKeySequence(QKeyCombination(modifiers, key))
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)


def combination_of(key: str) -> QKeyCombination:
    """The first press of a key as it is written in the lists."""
    sequence: Sequence[QKeyCombination] = QKeySequence(key)  # type: ignore[assignment]
    return sequence[0]


def _of(command: str, place: str) -> bool:
    return not place or command.startswith(f"{place}.")


class KeyBook(QObject):
    """Knows the usual key of every command and what it is now; ``changed()`` when that differs."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._usual: dict[str, str] = {}
        self._local: set[str] = set()
        self._chosen: dict[str, str] = {}

    def learn(self, command: str, usual: str, *, local: bool) -> str:
        """Note the usual key of a command; gives its key now. *local*: not in the whole window."""
        self._usual[command] = usual
        self._local.discard(command)
        if local:
            self._local.add(command)
        return self.key(command)

    def forget(self, *commands: str) -> None:
        """These commands have gone; what was chosen for them stays for when they come back."""
        for one in commands:
            self._usual.pop(one, None)
            self._local.discard(one)

    def known(self) -> tuple[str, ...]:
        """Every command that is there."""
        return tuple(self._usual)

    def choose(self, chosen: dict[str, str]) -> None:
        """Other keys than the usual ones, by command."""
        if chosen != self._chosen:
            self._chosen = dict(chosen)
            self.changed.emit()

    def key(self, command: str) -> str:
        """The key of a command now; empty for none."""
        return self._chosen.get(command, self._usual.get(command, ""))

    def usual(self, command: str) -> str:
        """The key it comes with."""
        return self._usual.get(command, "")

    def shown(self, usual: str, place: str = "") -> str:
        """What stands on the cap of a control that was made with the key *usual*.

        *place*: the workspace it belongs to, as in `meant`.
        """
        if not self._chosen:
            return usual
        owner = next(
            (one for one, key in self._usual.items() if key == usual and _of(one, place)), ""
        )
        return self.key(owner) if owner else usual

    def cap(self, key: str, action: str = "") -> str:
        """What stands on the cap of a control: the key of *action*, else *key* as it is now."""
        return (self.key(action) if action else self.shown(key)).replace("Return", "Enter")

    def meant(self, pressed: str, place: str = "") -> str:
        """The usual key that a pressed one stands for; empty when it was given up.

        Only for keys that are no shortcuts of the whole window: board and table listen for these.
        *place* is the workspace that listens, the first part of its commands' ids ("table"): what
        the same key does in another workspace that is open is none of its business.
        """
        if not self._chosen or not pressed:
            return pressed
        here = [command for command in self._local if _of(command, place)]
        for command in here:
            if self.key(command) == pressed:
                return self._usual[command]
        given_up = any(self._usual[one] == pressed and self.key(one) != pressed for one in here)
        return "" if given_up else pressed

    def translated(self, event: QKeyEvent, place: str = "") -> QKeyEvent | None:
        """The event as if the usual key had been pressed; None when its key was given up."""
        pressed = key_of(event)
        meant = self.meant(pressed, place)
        if meant == pressed:
            return event
        if not meant:
            return None
        combination = combination_of(meant)
        text = meant.lower() if len(meant) == 1 else ""
        return QKeyEvent(
            event.type(), combination.key(), combination.keyboardModifiers(), text,
            event.isAutoRepeat(), event.count(),
        )  # fmt: skip


@cache
def key_book() -> KeyBook:
    """The one book of the program."""
    return KeyBook()
