"""Older generations of a map, kept hidden beside it each time it is saved."""

from __future__ import annotations

import contextlib
from pathlib import Path

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.container import pack, read_parts
from wardesk.errors import UserError
from wardesk.words import say

GENERATIONS = 5


def backup_path(path: Path, generation: int) -> Path:
    """Where a generation lies; 1 is the youngest."""
    stem = path.name.removesuffix(".wdmap")
    return path.with_name(f".{stem}.backup-{generation}.wdmap")


def backups(path: Path) -> tuple[Path, ...]:
    """The generations there are, the youngest first."""
    found = (backup_path(path, number) for number in range(1, GENERATIONS + 1))
    return tuple(place for place in found if place.is_file())


def keep_backup(path: Path) -> None:
    """Keep the map that is at *path* as generation 1; older ones move up, the oldest goes.

    UserError if it cannot be written; all generations stand then.
    """
    data = path.read_bytes() if path.is_file() else pack(read_parts(path))
    youngest = backup_path(path, 1)
    if youngest.is_file() and youngest.read_bytes() == data:
        return
    waiting = backup_path(path, 0)
    write_atomically(waiting, data)  # the new one is whole before an old one moves
    try:
        for number in range(GENERATIONS - 1, -1, -1):
            place = backup_path(path, number)
            if place.is_file():
                place.replace(backup_path(path, number + 1))
    except OSError as error:
        with contextlib.suppress(OSError):
            waiting.unlink()
        text = say(
            "The backup of {path} could not be kept: {error}.",
            path=path,
            error=error.strerror or error,
        )
        raise UserError(text, "Check the folder's permissions.") from error
