"""Going back in a game: how far by itself, and when it needs a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wardesk.engine.journal import Journal
from wardesk.errors import UserError
from wardesk.services.play.record import Settings

REWIND = "rewind"


def last_person(journal: Journal[Any, Any], needs_nobody: Callable[[int], bool]) -> int:
    """The nearest event behind the head after which a person was needed; else the parent.

    UserError when there is nothing behind the head.
    """
    if journal.head == journal.root:
        raise UserError("There is nothing to undo.")
    at = journal.event.parent
    while at != journal.root and needs_nobody(at):
        at = journal.events[at].parent
    return journal.event.parent if needs_nobody(at) else at


def passage(journal: Journal[Any, Any], target: int, reason: str, settings: Settings) -> str:
    """The reason to record for going to *target*.

    UserError when two people play, dice have fallen since *target*, and there is none.
    """
    kept = {event.id for event in journal.line(target)}
    if journal.barrier() in kept or reason.strip():
        return reason
    people = sum(kind == "human" for kind in settings.players.values())
    if settings.mode == "play" and people > 1:
        raise UserError(
            "Dice have fallen since then.", "Agree on going back and write down the reason."
        )
    return REWIND
