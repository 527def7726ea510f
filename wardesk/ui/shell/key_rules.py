"""Which keys a command may have: what is taken, what is fixed, and what to say about it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt

from wardesk.ui.actions import Action
from wardesk.ui.key_book import FIXED, combination_of


def _tr(words: str) -> str:
    return QCoreApplication.translate("Keys", words)


def refusal(command: Action, key: str) -> str:
    """Why a command cannot have a key at all; empty when it can."""
    if key in FIXED:
        return _tr("{0} has a fixed meaning everywhere. Press another key.").format(key)
    if command.everywhere and _plain(key):
        return _tr(
            "This command holds in the whole window, where a single key would be in the way "
            "of typing. Press it together with Ctrl or Alt, or take a function key."
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
