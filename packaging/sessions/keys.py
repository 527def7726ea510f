"""What the sessions by keys alone share: a hand that walks with Tab and takes no mouse."""

from __future__ import annotations

from sessions.stage import Session, SessionError

MOST = 60
"""Presses of a key after which the thing that was walked to cannot be reached."""


def without_mouse(s: Session) -> None:
    """From now on whoever takes the mouse breaks the session; the pointer lies in a corner."""
    s.mouse = False


def walk(s: Session, reached: str, words: str, key: str = "Tab", most: int = MOST) -> None:
    """Press *key* until the expression *reached* holds; the log tells how often that was."""
    for presses in range(most + 1):
        if s.ask(reached):
            s.tell(f"       {words}: {presses} x {key}, at “{s.ask('focus()')[:80]}”")
            return
        s.key(key)
    raise SessionError(f"{most} x {key} do not lead to {words}; at “{s.ask('focus()')}”")


def named(words: str) -> str:
    """An expression: the keyboard is on something whose class, text or name has these words."""
    return f"{words!r} in focus()"


def command(s: Session, words: str) -> None:
    """Find a command by its words, and run it."""
    s.key("ctrl+shift+p")
    s.until("dialog('CommandPalette') and keyboard_on(top().field)", "the list of commands")
    s.type(words)
    s.until(f"top().field.text() == {words!r}", "the words are there")
    s.key("Return")
    s.until("not dialog('CommandPalette')", f"{words} is begun")


def keyed(s: Session) -> None:
    """No part of the window may have lost the keyboard."""
    s.check("something has the keyboard", s.ask("bool(focus())"), s.ask("focus()")[:60])
