"""What can be saved of a map whose journal was damaged: all whole strokes before the damage."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from wardesk.documents.files.container import write_parts
from wardesk.documents.maps.edit_journal import DamagedJournal, journal_path, read_journal
from wardesk.documents.maps.store import parts_from_document
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Misfit, replay
from wardesk.errors import DamagedFile
from wardesk.services.maps.edit_session import journal_images
from wardesk.words import say


class JournalHealth(Struct, frozen=True):
    """What stands in the journal of a map."""

    problem: str
    """What is wrong with it, as a sentence; empty when it is fine."""
    records: int = 0
    """Good ones, up to the damage."""
    document: MapDocument | None = None
    """The map after them; None when not even the beginning can be read."""


def journal_health(path: Path) -> JournalHealth | None:
    """How the journal of the map at *path* is; None where there is none. UserError."""
    place = journal_path(path)
    if not place.exists():
        return None
    problem = ""
    try:
        journal = read_journal(place, lambda parts: journal_images(path, parts))
    except DamagedJournal as error:
        problem, journal = str(error), error.saved
    except DamagedFile as error:
        return JournalHealth(str(error))
    try:
        editor, done = replay(journal.document, journal.records), len(journal.records)
    except Misfit as error:
        problem, editor, done = problem or str(error), error.editor, error.done
    return JournalHealth(problem, done, editor.document)


def recover_map(path: Path) -> Path:
    """Save the map as it was before the damage of its journal, as a new map beside *path*.

    Map and journal stay. DamagedFile when nothing can be saved, UserError if it cannot be written.
    """
    health = journal_health(path)
    if health is None or health.document is None:
        raise DamagedFile(health.problem if health else say("{path!s} has no journal.", path=path))
    target = _free_name(path)
    write_parts(parts_from_document(health.document), target)
    return target


def _free_name(path: Path) -> Path:
    stem, number = path.name.removesuffix(".wdmap"), 1
    while (target := path.with_name(f"{stem}-repaired-{number}.wdmap")).exists():
        number += 1
    return target
