"""The two kinds of failure: what a person can mend (UserError) and what we must mend (BugError)."""

from __future__ import annotations

from collections.abc import Callable


class WarDeskError(Exception):
    """Root of every error that WarDesk raises on purpose."""


class UserError(WarDeskError):
    """Something a person can put right: the message says what is wrong and what to do.

    *advice* is one more sentence with the way out; it is shown under the message.
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.message} {self.advice}".rstrip()


class DamagedFile(UserError):
    """A file that is not what it says it is: cut short, altered, hostile or of another kind."""


class NewerFile(UserError):
    """A file written by a later WarDesk than this one."""


class Cancelled(UserError):
    """A person stopped long work half-way; everything is as it was before."""


Progress = Callable[[int, int], bool]
"""Told of long work as ``progress(done, of)``; False stops it, which raises `Cancelled`."""


def report(progress: Progress | None, done: int, of: int) -> None:
    """Tell how far the work is. Cancelled if whoever is told wants no more of it."""
    if progress is not None and not progress(done, of):
        raise Cancelled("Stopped before the end.", "Nothing was written.")


class BugError(WarDeskError):
    """Something that only we can put right; it goes into a report, with the game left standing."""


def shown(value: object, most: int = 80) -> str:
    """*value* as a sentence may quote it: its first letters; its type where that is impossible."""
    try:
        return repr(value)[:most]
    except Exception:  # noqa: BLE001 - a huge number, or whatever a stranger's object does
        return f"<{type(value).__name__}>"
