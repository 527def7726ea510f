"""The working log: every record reaches the disk before it is acknowledged."""

from __future__ import annotations

import contextlib
import gzip
import os
from collections.abc import Iterable
from pathlib import Path

from wardesk.documents.atomic import sync_folder, write_atomically
from wardesk.documents.filelock import FileLock
from wardesk.documents.gamelog import GameLog, Header, LogRecord, encode_record
from wardesk.errors import UserError

_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class LogWriter:
    """Appends records to one plain log, which it keeps locked.

    After a failed write the file is cut back to its last good record, so it always opens.
    """

    def __init__(self, path: Path, handle: int, end: int, lock: FileLock) -> None:
        self.path = path
        self._handle = handle
        self._end = end
        self._lock = lock

    @classmethod
    def create(cls, path: Path, header: Header) -> LogWriter:
        """Start a log. UserError when something is there already or it cannot be written."""
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
                f"{path} is there already.", "Choose another name, or open it to go on with it."
            ) from None
        except OSError as error:
            lock.close()
            raise _refused(path, error) from error
        writer = cls(path, handle, 0, lock)
        try:
            writer.write(header)
        except UserError:
            writer.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return writer

    @classmethod
    def resume(cls, path: Path, log: GameLog, lock: FileLock) -> LogWriter:
        """Go on with *log*, read from *path* while *lock* was held; a torn last line is cut off."""
        path = path.resolve()
        try:
            handle = os.open(path, _FLAGS)
        except OSError as error:
            lock.close()
            raise _refused(path, error) from error
        writer = cls(path, handle, log.good_bytes, lock)
        try:
            os.ftruncate(handle, log.good_bytes)
            if not log.complete_end:
                writer._append(b"\n")
        except OSError as error:
            writer.close()
            raise _refused(path, error) from error
        return writer

    def write(self, record: LogRecord | Header) -> None:
        """Append *record* and return when it is on the disk. UserError if not; nothing changed."""
        self._write(encode_record(record))

    def write_all(self, records: Iterable[LogRecord]) -> None:
        """Append many records in one go: all or none. UserError if they cannot be stored."""
        self._write(b"".join(encode_record(record) for record in records))

    def close(self) -> None:
        """Let go of file and lock. Closing twice is allowed."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)
            self._lock.close()

    def _write(self, data: bytes) -> None:
        if self._handle < 0:
            raise UserError("This game is closed.", "Open it again to go on.")
        try:
            self._check_place()
            self._append(data)
        except BaseException as error:  # an interrupt too must leave no half-believed record
            with contextlib.suppress(OSError):  # the first error is the one to tell
                os.ftruncate(self._handle, self._end)
            if isinstance(error, OSError):
                raise _failed(self.path, error) from error
            raise

    def _append(self, data: bytes) -> None:
        written = os.write(self._handle, data)
        if written != len(data):
            raise OSError("the disk took only a part of it")
        os.fsync(self._handle)
        self._end += written

    def _check_place(self) -> None:
        """A removed file takes writes without a word: nobody would ever find them again."""
        if not os.path.samestat(os.fstat(self._handle), self.path.stat()):
            raise OSError("the file was replaced by another one")


def save_copy(path: Path, header: Header, records: list[LogRecord]) -> None:
    """Put a packed log at *path* in one step; the same game gives the same bytes.

    UserError when it cannot be written; what was there before stands then.
    """
    lines = b"".join(encode_record(record) for record in (header, *records))
    write_atomically(path, gzip.compress(lines, mtime=0))


def _refused(path: Path, error: OSError) -> UserError:
    return UserError(
        f"{path} cannot be written: {error.strerror or error}.",
        "Free some space, check the folder's permissions, or choose another place.",
    )


def _failed(path: Path, error: OSError) -> UserError:
    return UserError(
        f"The last answer could not be stored in {path}: {error.strerror or error}. "
        "It was not taken; everything before it is safe.",
        "Free some space and answer again, or save a copy in another place.",
    )
