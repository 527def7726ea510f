"""Notes on the table: an edit by hand, so that author and reason are on the record (FF 4.3)."""

from __future__ import annotations

from wardesk.engine.types import SetMark
from wardesk.games.freeform.state import NOTE, State

LONGEST = 400


def add_note(state: State, text: str) -> tuple[SetMark, ...]:
    """The effects that lay a note on the table. ValueError when it is empty or too long."""
    words = " ".join(text.split())
    if not 0 < len(words) <= LONGEST:
        raise ValueError(f"a note has 1 to {LONGEST} characters")
    used = {key.removeprefix(NOTE) for key in state.marks if key.startswith(NOTE)}
    number = next(n for n in range(1, len(used) + 2) if str(n) not in used)
    return (SetMark(f"{NOTE}{number}", words),)


def drop_note(number: int) -> tuple[SetMark, ...]:
    """The effects that take a note away."""
    return (SetMark(f"{NOTE}{number}", None),)
