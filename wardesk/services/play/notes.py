"""What people wrote on events of a game: bookmarks, notes, names of branches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from wardesk.documents.games.gamelog import LogRecord, Note, NoteKind
from wardesk.errors import UserError, shown
from wardesk.words import say

LONGEST = 2000
"""Characters that a note may have."""

NOTE_KINDS: tuple[NoteKind, ...] = get_args(NoteKind)

NoteKey = tuple[int, NoteKind]


class Notebook:
    """The notes that stand, at most one of a kind on an event. Later records win."""

    def __init__(self, records: Iterable[LogRecord] = ()) -> None:
        self._notes: dict[NoteKey, Note] = {}
        for record in records:
            if isinstance(record, Note):
                self.take(record)

    def take(self, note: Note) -> None:
        """Take in a record: a new note, a changed one, or one that goes away."""
        key = (note.event, note.kind)
        self._notes.pop(key, None)
        if not note.removed:
            self._notes[key] = note

    def on(self, event: int, kind: NoteKind) -> Note | None:
        """The note of this kind on *event*."""
        return self._notes.get((event, kind))

    def all(self, kind: NoteKind | None = None) -> tuple[Note, ...]:
        """Every note that stands, by event; of one *kind* if it is named."""
        found = [note for note in self._notes.values() if kind in (None, note.kind)]
        return tuple(sorted(found, key=lambda note: (note.event, NOTE_KINDS.index(note.kind))))

    def names(self) -> Mapping[int, str]:
        """The names of branches, by the event they are written on."""
        return {note.event: note.text for note in self.all("branch-name")}


def checked_note(event: int, kind: NoteKind, text: str, author: str) -> Note:
    """A note on an event that is there, ready to be stored.

    UserError for an unknown kind, or far too long a text.
    """
    if kind not in NOTE_KINDS:
        known = ", ".join(NOTE_KINDS)
        raise UserError(
            say("{kind!s} is no kind of note.", kind=shown(kind)),
            say("Say one of {known!s}.", known=known),
        )
    text = text.strip()
    if len(text) > LONGEST:
        raise UserError(
            say("A note has at most {longest!s} characters.", longest=LONGEST), "Shorten it."
        )
    if not text and kind != "bookmark":
        raise UserError("The note is empty.", "Write something, or take the note away.")
    return Note(event=event, kind=kind, text=text, author=author)
