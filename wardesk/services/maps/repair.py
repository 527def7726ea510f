"""What can be saved of a damaged map: its strokes before the damage, or an older state of it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from wardesk.documents.files.container import write_parts
from wardesk.documents.maps.backups_and_pictures import backups
from wardesk.documents.maps.edit_journal import DamagedJournal, journal_path
from wardesk.documents.maps.store import parts_from_document, read_map
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Misfit, replay
from wardesk.errors import DamagedFile, UserError
from wardesk.services.maps.edit_session import journal_of, put_journal_aside
from wardesk.words import say

WayOut = Literal["strokes", "backup", "saved"]


class MapHealth(Struct, frozen=True):
    """What is wrong with a map that cannot be opened, and what can be done about it."""

    problem: str
    """A sentence; empty when nothing is wrong."""
    way_out: WayOut | None = None
    """*strokes*: what was drawn before the damage becomes a new map. *backup*: an older state does.
    *saved*: the journal is put aside, and the map opens as it was saved last."""
    records: int = 0
    """Good ones in the journal, up to the damage."""
    document: MapDocument | None = None
    """What the new map will be."""


def map_health(path: Path) -> MapHealth:
    """How the map at *path* and the journal beside it are. UserError if they cannot be read."""
    if journal_path(path).exists():
        health = _journal_health(path)
        if health.way_out != "saved" or _opens(path):
            return health
        return _from_backup(path, health.problem)
    try:
        read_map(path, check=False)
    except DamagedFile as error:
        return _from_backup(path, str(error))
    return MapHealth("")


def recover_map(path: Path) -> Path:
    """Mend what can be mended: the new map beside *path*, or *path* where it opens again itself.

    The map and its older states stay as they are. DamagedFile when nothing can be saved, UserError
    if it cannot be written.
    """
    health = map_health(path)
    if health.way_out == "saved":
        put_journal_aside(path)
        return path
    if health.document is None:
        raise DamagedFile(health.problem or say("{path!s} is not damaged.", path=path))
    target = _free_name(path)
    write_parts(parts_from_document(health.document), target)
    return target


def _journal_health(path: Path) -> MapHealth:
    problem = ""
    try:
        journal = journal_of(path)
    except DamagedJournal as error:
        problem, journal = str(error), error.saved
    except DamagedFile as error:
        return MapHealth(str(error), "saved")
    try:
        editor, done = replay(journal.document, journal.records), len(journal.records)
    except Misfit as error:
        problem, editor, done = problem or str(error), error.editor, error.done
    if not problem:
        return MapHealth("", records=done)
    return MapHealth(problem, "strokes" if done else "saved", done, editor.document)


def _opens(path: Path) -> bool:
    try:
        return bool(read_map(path, check=False))
    except UserError:
        return False


def _from_backup(path: Path, problem: str) -> MapHealth:
    for place in backups(path):
        try:
            return MapHealth(problem, "backup", document=read_map(place, check=False))
        except UserError:
            continue  # the next older one may be whole
    return MapHealth(problem)


def _free_name(path: Path) -> Path:
    stem, number = path.name.removesuffix(".wdmap"), 1
    while (target := path.with_name(f"{stem}-repaired-{number}.wdmap")).exists():
        number += 1
    return target
