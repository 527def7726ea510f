"""Generations of a campaign file: copied while it is open, verified before an older one goes."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from wardesk.errors import DamagedFile, UserError
from wardesk.store.engine import trouble
from wardesk.words import say

RECENT = 10
"""So many newest generations stay, and beside them the last one of every day of the campaign."""
_NAME = re.compile(
    r"(?P<seq>\d{6})-t(?P<ordinal>\d{3})-d(?P<day>\d{2})(?:-(?P<why>[a-z]+))?\.bak\Z"
)


class Backup(Struct, frozen=True, kw_only=True):
    """One generation, named by the last event in it."""

    path: Path
    seq: int
    ordinal: int
    day: int
    why: str


def backup_folder(path: Path) -> Path:
    """Where a campaign's generations lie: a folder of its own, so that no other evicts them."""
    file = path.resolve()  # through a link, too
    return file.with_name(f".{file.name}.backups")


def backups(path: Path) -> list[Backup]:
    """The generations there are, the youngest first."""
    folder = backup_folder(path)
    found: list[Backup] = []
    for file in folder.iterdir() if folder.is_dir() else ():
        name = _NAME.match(file.name)
        if name:
            found.append(
                Backup(
                    path=file,
                    seq=int(name["seq"]),
                    ordinal=int(name["ordinal"]),
                    day=int(name["day"]),
                    why=name["why"] or "",
                )
            )
    return sorted(found, key=_age, reverse=True)


def _age(each: Backup) -> tuple[int, int]:
    # by time, not by event: after going back to an older one, new generations count fewer events
    return each.path.stat().st_mtime_ns, each.seq


def keep_backup(
    path: Path, *, seq: int, ordinal: int, day: int, why: str, verify: Callable[[Path], None]
) -> Backup:
    """Copy the open campaign at *path* as a new generation, verify it, then let old ones go.

    *verify* raises for a copy that is not whole; all older generations stand then. UserError if it
    cannot be written.
    """
    folder = backup_folder(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _not_kept(error) from error
    place = folder / f"{seq:06d}-t{ordinal:03d}-d{day:02d}{f'-{why}' if why else ''}.bak"
    waiting = place.with_suffix(".new")
    try:
        copy_database(path, waiting)
        verify(waiting)
        waiting.replace(place)
    except OSError as error:
        raise _not_kept(error) from error
    finally:
        with contextlib.suppress(OSError):
            waiting.unlink(missing_ok=True)
    for old in old_ones(backups(path)):
        with contextlib.suppress(OSError):  # one too many is no harm
            old.path.unlink()
    return Backup(path=place, seq=seq, ordinal=ordinal, day=day, why=why)


def old_ones(found: list[Backup]) -> list[Backup]:
    """Which of *found* (the youngest first) may go."""
    days: set[int] = set()
    gone: list[Backup] = []
    for number, each in enumerate(found):
        last_of_day = each.day not in days
        days.add(each.day)
        if number >= RECENT and not last_of_day:
            gone.append(each)
    return gone


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be in use, and leave one plain file that can be mailed.

    A copy of the file itself would miss what is still in the write-ahead log. UserError if it
    cannot be written; nothing is left at *target* then.
    """
    target.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        with target.open("rb+") as stream:
            os.fsync(stream.fileno())
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        for leftover in (target, target.with_name(f"{target.name}-journal")):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)
        found = trouble(error)
        if found.kind == "damage":
            text = say("{source!s} is damaged: {words}.", source=source.name, words=found.words)
            raise DamagedFile(text, "Restore a backup.") from error
        raise _not_kept(error) from error


def put_back(backup: Path, path: Path) -> None:
    """Put a copy of *backup* in the place of *path*, in one step. Hold the lock and close it first.

    UserError if it cannot be written; the file at *path* is unchanged then.
    """
    waiting = path.with_name(f".{path.name}.restored")
    copy_database(backup, waiting)
    try:
        for end in ("-wal", "-shm"):
            # a log of the old file must not be played into the new one
            path.with_name(path.name + end).unlink(missing_ok=True)
        waiting.replace(path)
    except OSError as error:
        raise UserError(
            say(
                "{path!s} could not be replaced: {error}.", path=path, error=error.strerror or error
            ),
            "Close it elsewhere first.",
        ) from error


def _not_kept(error: Exception) -> UserError:
    found = trouble(error)
    text = say(
        "The copy could not be written: {words}. The campaign itself is unchanged.",
        words=found.words,
    )
    return UserError(text, found.advice)
