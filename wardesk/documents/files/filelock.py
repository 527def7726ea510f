"""A lock beside a file, so that two windows do not write to it; the system frees it when we die."""

from __future__ import annotations

import contextlib
import errno
import getpass
import os
import socket
import sys
from pathlib import Path

import msgspec

from wardesk.closing import Closing
from wardesk.errors import UserError
from wardesk.words import join, say

_FAR = 1 << 20
"""Windows keeps others from reading locked bytes, so the locked one lies behind the note."""
_BEYOND = 1 << 40
"""The byte to lock in a file that holds data: behind every byte that it will ever have."""
_TRIES = 20
_HELD: set[tuple[int, int]] = set()
"""Files that this process holds by themselves: device and number."""


class InUse(UserError):
    """Somebody else holds the file."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(
            say("{path!s} is open in another WarDesk ({holder!s}).", path=path.name, holder=holder),
            say("Close it there, or save a copy and open that."),
        )


class ContentLock:
    """The file itself is held, under whatever name it is opened: each hard link has its own note.

    Take it after the `FileLock` of the name and free it last: where a program opens and closes a
    file, POSIX forgets the locks that its database holds on it. UserError when somebody holds it.
    """

    def __init__(self, path: Path) -> None:
        self._key, self._handle = (0, 0), -1
        try:
            found = path.stat()
            key = found.st_dev, found.st_ino
            if key in _HELD:
                raise InUse(path, say("process {getpid}, under another name", getpid=os.getpid()))
            handle = os.open(path, os.O_RDWR)
        except OSError as error:
            raise UserError(
                say(
                    "{path!s} cannot be written to: {error}.",
                    path=path,
                    error=error.strerror or error,
                ),
                "Check the file's permissions, or save a copy and open that.",
            ) from error
        try:
            lock_itself(handle, path)
        except InUse:
            os.close(handle)
            raise
        self._key, self._handle = key, handle
        _HELD.add(key)

    def close(self) -> None:
        """Free the file. Closing twice is allowed."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            _HELD.discard(self._key)
            os.close(handle)


class FileLock(Closing):
    """Held from construction to `close`. UserError when somebody else holds it.

    The lock itself is the system's, so the lock of a process that died is free at once; the note in
    the file (user, process and machine) only serves the message.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f".{path.name}.lock")
        self._handle = self._take(path)
        note = msgspec.json.encode(
            {"pid": os.getpid(), "host": socket.gethostname(), "user": _user()}
        )
        with contextlib.suppress(OSError):  # a full disk: the lock holds without its note
            os.ftruncate(self._handle, 0)
            os.write(self._handle, note)

    @property
    def held(self) -> bool:
        """Whether `close` was not called yet."""
        return self._handle >= 0

    def close(self) -> None:
        """Free the lock and take its file away. Closing twice is allowed."""
        handle, self._handle = self._handle, -1
        if handle < 0:
            return
        if sys.platform == "win32":
            os.close(handle)  # a file that is open cannot be removed there
            with contextlib.suppress(OSError):
                self.path.unlink()
            return
        with contextlib.suppress(OSError):
            self.path.unlink()
        os.close(handle)

    def _take(self, path: Path) -> int:
        for _ in range(_TRIES):
            try:
                handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError as error:
                raise UserError(
                    say(
                        "{path!s} cannot be written to: {error}.",
                        path=path,
                        error=error.strerror or error,
                    ),
                    "Check the folder and its permissions, or choose another place.",
                ) from error
            if not _try_lock(handle):
                holder = _holder(handle)
                os.close(handle)
                raise InUse(path, holder)
            if _is_still(handle, self.path):
                return handle
            os.close(handle)  # freed and removed between our opening and our locking it
        raise UserError(
            say("{path!s} is being opened elsewhere.", path=path.name), "Try again in a moment."
        )


def lock_itself(handle: int, path: Path) -> None:
    """Lock the open file itself until *handle* is closed. UserError when somebody else has.

    It holds where the lock beside the file does not: under another name of the same file, and when
    somebody took the lock file away.
    """
    if not _try_lock(handle, _BEYOND):
        raise InUse(path, "perhaps under another name")


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int, at: int = _FAR) -> bool:
        os.lseek(handle, at, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _try_lock(handle: int, at: int = _FAR) -> bool:
        del at  # the whole file is locked, and everybody may read it
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Some network folders know no locks: a game there is better unlocked than closed.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True


def _user() -> str:
    """The name of whoever runs us; empty where the system does not say."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _is_still(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _holder(handle: int) -> str:
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        note = msgspec.json.decode(os.read(handle, 1000))
        told = say("process {n} on {host!s}", n=note["pid"], host=note["host"])
        return join(", ", (note["user"], told)) if note.get("user") else told
    except (OSError, msgspec.DecodeError, KeyError, TypeError, AttributeError):
        return "another process"
