"""The working log: every line reaches the disk before it is acknowledged."""

from __future__ import annotations

import contextlib
import gzip
import os
from collections.abc import Iterable
from pathlib import Path

from wardesk.documents.files.atomic import sync_folder, write_atomically
from wardesk.documents.files.filelock import FileLock, lock_itself
from wardesk.documents.games.gamelog import (
    FileRecord,
    GameLog,
    Header,
    refuse_overlong,
    relaid,
    whole_log,
)
from wardesk.documents.games.log_upgrades import CURRENT
from wardesk.errors import UserError
from wardesk.words import say

_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class _Foreign(Exception):
    """Another program wrote to the file; nothing of it may be cut off."""


class LogWriter:
    """Appends lines to one plain log, which it keeps locked, beside it and itself.

    After a failed write the file is cut back to its last good line, so it always opens. Where
    locks do not hold (a network folder), the length of the file shows that somebody else wrote.
    """

    def __init__(self, path: Path, handle: int, end: int, lock: FileLock) -> None:
        self.path = path
        self._handle = handle
        self._end = end
        self._lock = lock

    @classmethod
    def create(cls, path: Path, data: bytes) -> LogWriter:
        """Start a log with *data* in it.

        UserError when something is there already or it cannot be written; nothing is left then.
        """
        path = path.resolve()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _refused(path, error) from error
        lock = FileLock(path)
        try:
            handle = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
            sync_folder(path.parent)
        except FileExistsError:
            lock.close()
            raise UserError(
                say("{path!s} is there already.", path=path),
                "Choose another name, or open it to go on with it.",
            ) from None
        except OSError as error:
            lock.close()
            raise _refused(path, error) from error
        writer = cls(path, handle, 0, lock)
        try:
            lock_itself(handle, path)
            writer.write(data)
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            writer.close()
            raise
        return writer

    @classmethod
    def open(cls, path: Path) -> LogWriter:
        """Lock a log, to read it and then `go_on`. UserError when it is open elsewhere."""
        path = path.resolve()
        lock = FileLock(path)
        try:
            return cls(path, _locked(path), 0, lock)
        except BaseException:
            lock.close()
            raise

    def go_on(self, log: GameLog) -> GameLog:
        """Make ready for lines after *log*, which was read since `open`. UserError if it cannot.

        A torn last line is cut off; a log of an older version is put into the current one. Gives
        the log as it stands then.
        """
        try:
            if log.version < CURRENT:
                log, data = relaid(log)
                write_atomically(self.path, data)
                handle, self._handle = self._handle, _locked(self.path)
                os.close(handle)
                self._end = len(data)
                return log
            os.ftruncate(self._handle, log.good_bytes)
            self._end = log.good_bytes
            if not log.complete_end:
                self._append(b"\n")
        except OSError as error:
            raise _refused(self.path, error) from error
        return log

    def write(self, lines: bytes) -> None:
        """Append *lines* and return when they are on the disk. UserError if not; nothing changed.

        What another program wrote to the file meanwhile is told, and stays.
        """
        if self._handle < 0:
            raise UserError("This game is closed.", "Open it again to go on.")
        refuse_overlong(self._end + len(lines))
        try:
            self._check_place()
            self._append(lines)
        except _Foreign as error:
            raise UserError(
                say(
                    "Another program changed {path!s} while the game was open here: {error}. "
                    "The answer was not taken, and nothing was written over.",
                    path=self.path,
                    error=error,
                ),
                "Save a copy in another place and go on with that.",
            ) from error
        except BaseException as error:  # an interrupt too must leave no half-believed record
            with contextlib.suppress(OSError):  # the first error is the one to tell
                os.ftruncate(self._handle, self._end)
            if isinstance(error, OSError):
                raise _failed(self.path, error) from error
            raise

    def close(self) -> None:
        """Let go of file and lock. Closing twice is allowed."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)
            self._lock.close()

    def _append(self, data: bytes) -> None:
        written = os.write(self._handle, data)
        start = os.lseek(self._handle, 0, os.SEEK_CUR) - written
        if start != self._end:  # somebody was quicker since we looked
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, start)
            raise _Foreign(say("it wrote a line of its own"))
        if written != len(data):
            raise OSError("the disk took only a part of it")
        os.fsync(self._handle)
        self._end += written

    def _check_place(self) -> None:
        """A removed file takes writes without a word: nobody would ever find them again."""
        here = os.fstat(self._handle)
        if not os.path.samestat(here, self.path.stat()):
            raise OSError("the file was replaced by another one")
        if here.st_size != self._end:
            more = here.st_size - self._end
            raise _Foreign(
                say(
                    "it is {more} bytes {what}",
                    more=abs(more),
                    what="longer" if more > 0 else "shorter",
                )
            )


def save_copy(path: Path, header: Header, records: Iterable[FileRecord]) -> None:
    """Put a packed log at *path* in one step; the same game gives the same bytes.

    UserError when it cannot be written; what was there before stands then.
    """
    write_atomically(path, gzip.compress(whole_log(header, records), mtime=0))


def _locked(path: Path) -> int:
    try:
        handle = os.open(path, _FLAGS)
    except OSError as error:
        raise _refused(path, error) from error
    try:
        lock_itself(handle, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _refused(path: Path, error: OSError) -> UserError:
    return UserError(
        say("{path!s} cannot be written: {error}.", path=path, error=error.strerror or error),
        "Free some space, check the folder's permissions, or choose another place.",
    )


def _failed(path: Path, error: OSError) -> UserError:
    return UserError(
        say(
            "WarDesk could not store the last answer in {path!s}: {error}. It "
            "does not count; everything before it is safe.",
            path=path,
            error=error.strerror or error,
        ),
        "Free some space and answer again, or save a copy in another place.",
    )
