"""The editor of one document: do, undo, redo, strokes, history, clean mark, journal.

A record is written before it counts: if the journal cannot take it, nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct

from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.change import DocumentChange, together
from wardesk.drawing.document import MapDocument
from wardesk.errors import DamagedFile, UserError
from wardesk.words import Text, say


class Did(Struct, frozen=True, tag_field="record", tag="do", forbid_unknown_fields=True):
    """A command was done. Commands of one *stroke* are undone together; 0 = no stroke."""

    command: AnyCommand
    stroke: int = 0


class Undid(Struct, frozen=True, tag_field="record", tag="undo", forbid_unknown_fields=True):
    """The last entry was undone."""


class Redid(Struct, frozen=True, tag_field="record", tag="redo", forbid_unknown_fields=True):
    """The next entry was done again."""


class Saved(Struct, frozen=True, tag_field="record", tag="saved", forbid_unknown_fields=True):
    """The document was saved; *digest* names the bytes that were written."""

    digest: str


Record: TypeAlias = Did | Undid | Redid | Saved
Writer = Callable[[Record], None]


class HistoryEntry:
    """One line of the history: a title and the changes that are undone together."""

    def __init__(self, change: DocumentChange, stroke: int) -> None:
        self.stroke = stroke
        self.changes = [change]
        self._cells = set(change.cells)
        self._verbs = {_verb(change)}

    def add(self, change: DocumentChange) -> None:
        """One more change of the same stroke."""
        self.changes.append(change)
        self._cells |= change.cells
        self._verbs.add(_verb(change))

    @property
    def title(self) -> str:
        """What was done; of a stroke over many cells their number instead of the first one."""
        first = self.changes[0].title
        if len(self._verbs) > 1 or not isinstance(first, Text):
            return first
        if isinstance(count := first.values.get("count"), Text):
            total = sum(_counted(change.title) for change in self.changes)
            return first.having(count=count.having(n=total))
        if "cells" in first.values and len(self.changes) > 1 and len(self._cells) > 1:
            return first.having(cells=say("{n} cells", n=len(self._cells)))
        return first

    def backward(self, document: MapDocument) -> DocumentChange:
        """Undo all changes, the last one first; what they concerned, as one change."""
        for change in reversed(self.changes):
            change.backward(document)
        return self.summary

    def forward(self, document: MapDocument) -> DocumentChange:
        """Do all changes again; what they concerned, as one change."""
        for change in self.changes:
            change.forward(document)
        return self.summary

    @property
    def summary(self) -> DocumentChange:
        """All changes as one, for those who must look again: which rows and fields were touched.

        It names a row once for each change; it is for reading, not for doing.
        """
        return together(self.changes)


def _verb(change: DocumentChange) -> str:
    """What a title says beside how many there are, to tell strokes of one kind."""
    title = change.title
    if isinstance(title, Text) and not title.values.keys().isdisjoint(("count", "cells")):
        return title.having(count="", cells="")
    return title


def _counted(title: str) -> int:
    count = title.values["count"] if isinstance(title, Text) else ""
    n = count.values["n"] if isinstance(count, Text) else 0
    return n if isinstance(n, int) else 0


class Editor:
    """Edits one document, which nobody else may change meanwhile.

    *write* stores a record and returns when it is safe; it raises UserError if it cannot.
    """

    def __init__(self, document: MapDocument, write: Writer | None = None) -> None:
        self.document = document
        self.write = write
        self._entries: list[HistoryEntry] = []
        self._position = 0
        self._clean: int | None = 0
        self._open_stroke = 0
        self._next_stroke = 1

    def do(self, command: AnyCommand, stroke: int = 0) -> DocumentChange:
        """Do a command; UserError with the reason if it cannot be done, and nothing changed then.

        Commands with the same *stroke* (of `new_stroke`) become one entry of the history. A command
        that changes nothing answers with an empty change and leaves no entry.
        """
        change = command.planned(self.document)
        if change.is_empty:
            return change
        self._store(Did(command, stroke))
        change.forward(self.document)
        self._forget_undone()
        if stroke and stroke == self._open_stroke:
            self._entries[-1].add(change)
        else:
            self._entries.append(HistoryEntry(change, stroke))
            self._position += 1
        self._open_stroke = stroke
        self._next_stroke = max(self._next_stroke, stroke + 1)
        return change

    def undo(self) -> DocumentChange:
        """Take back the last entry. UserError if there is none."""
        if not self.can_undo:
            raise UserError("There is nothing to undo.")
        self._store(Undid())
        self._open_stroke = 0
        self._position -= 1
        return self._entries[self._position].backward(self.document)

    def redo(self) -> DocumentChange:
        """Do the next entry again. UserError if there is none."""
        if not self.can_redo:
            raise UserError("There is nothing to redo.")
        self._store(Redid())
        self._open_stroke = 0
        entry = self._entries[self._position]
        self._position += 1
        return entry.forward(self.document)

    def go(self, position: int) -> None:
        """Undo or redo until *position* entries are done, for a history panel."""
        while self._position > max(position, 0):
            self.undo()
        while self._position < min(position, len(self._entries)):
            self.redo()

    def mark_saved(self, digest: str = "") -> None:
        """Remember that the document is stored as it is now."""
        self._store(Saved(digest))
        self._open_stroke = 0
        self._clean = self._position

    def new_stroke(self) -> int:
        """A number for the commands of one gesture."""
        self._next_stroke += 1
        return self._next_stroke - 1

    @property
    def can_undo(self) -> bool:
        """Whether something can be undone."""
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        """Whether something can be done again."""
        return self._position < len(self._entries)

    @property
    def titles(self) -> tuple[str, ...]:
        """The history, undone entries included; `position` of them are done."""
        return tuple(entry.title for entry in self._entries)

    def title(self, place: int) -> str:
        """The title of one entry of the history; the first is 0. IndexError if there is none."""
        return self._entries[place].title

    @property
    def count(self) -> int:
        """How many entries the history has, undone ones included."""
        return len(self._entries)

    @property
    def position(self) -> int:
        """How many entries are done."""
        return self._position

    @property
    def last_stroke(self) -> int:
        """The stroke of the last entry that is done; 0 without one."""
        return self._entries[self._position - 1].stroke if self._position else 0

    @property
    def is_clean(self) -> bool:
        """Whether the document is as it was when it was opened or saved last."""
        return self._clean == self._position

    def _store(self, record: Record) -> None:
        if self.write is not None:
            self.write(record)

    def _forget_undone(self) -> None:
        del self._entries[self._position :]
        if self._clean is not None and self._clean > self._position:
            self._clean = None  # the saved state cannot be reached any more


class Misfit(DamagedFile):
    """A record does not fit the map; *editor* stands before it, after *done* records."""

    def __init__(self, message: str, editor: Editor, done: int) -> None:
        super().__init__(message)
        self.editor = editor
        self.done = done


def replay(document: MapDocument, records: Iterable[Record]) -> Editor:
    """The editor as it stood after *records*; *document* is the one they began with.

    Misfit if they do not fit it. The editor writes nothing until it is given a writer.
    """
    editor = Editor(document)
    for number, record in enumerate(records, start=1):
        try:
            if isinstance(record, Did):
                editor.do(record.command, record.stroke)
            elif isinstance(record, Undid):
                editor.undo()
            elif isinstance(record, Redid):
                editor.redo()
            else:
                editor.mark_saved(record.digest)
        except UserError as error:
            text = say(
                "Record {number} of the journal does not fit the map: {message}",
                number=number,
                message=error.message,
            )
            raise Misfit(text, editor, number - 1) from error
    return editor
