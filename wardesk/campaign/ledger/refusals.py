"""What the rules refuse, with the rule, and how an umpire's word stands over them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from wardesk.errors import UserError
from wardesk.words import say


class Refused(UserError):
    """What the rules do not allow; *cite* is the rule. The umpire may overrule it.

    A word of our own in the place of a rule's number is not told.
    """

    ADVICE = say("The umpire can allow it, with a reason.")

    def __init__(self, message: str, cite: str) -> None:
        numbered = any(letter.isdigit() for letter in cite)
        told = say("{why} [{cite!s}]", why=message, cite=cite) if numbered else message
        super().__init__(told, self.ADVICE)
        self.why, self.cite = message, cite


class Impossible(Refused):
    """What has no meaning as things stand, so that no ruling can allow it."""

    ADVICE = ""


_OVERRULED: ContextVar[list[Refused] | None] = ContextVar("overruled", default=None)


@contextmanager
def overruling() -> Iterator[list[Refused]]:
    """The umpire's word stands over the rules in this block: `allow` lets everything pass.

    The list holds what the rules would have refused, each sentence once.
    """
    found: list[Refused] = []
    token = _OVERRULED.set(found)
    try:
        yield found
    finally:
        _OVERRULED.reset(token)


def allow(fine: object, why: str, cite: str) -> None:
    """`Refused` unless *fine*, or unless the umpire overrules it (`overruling`)."""
    if fine:
        return
    refused, overruled = Refused(why, cite), _OVERRULED.get()
    if overruled is None:
        raise refused
    if refused.message not in [each.message for each in overruled]:
        overruled.append(refused)


def require(fine: object, why: str, cite: str) -> None:
    """`Impossible` unless *fine*: what comes after this line needs it."""
    if not fine:
        raise Impossible(why, cite)
