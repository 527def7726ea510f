"""A room of its own for what comes from strangers: a process that reads it first.

It has limits of time and memory. Whatever happens in it is a sentence about that one thing to the
one who asked: a fault of ours, an endless file, one that wants too much memory, a crash.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.services.play.worker import Worker
from wardesk.services.timeout import guarded
from wardesk.words import Spoken, decode, encode, say

T = TypeVar("T")
SECONDS = 90.0
"""How long a stranger's thing may take; the largest module that is known takes 20."""
MEMORY = 2 << 30
"""Bytes that it may want. On Windows nothing holds it to that but the time."""
HOME = "WARDESK_HOME"
_MEND = "Something in it is not as it should be; take it away, or get another copy."
_ERRORS: dict[str, type[UserError]] = {
    one.__name__: one for one in (UserError, DamagedFile, NewerFile)
}


class Read(Struct, frozen=True, tag="read"):
    """What came of it, as JSON of its own."""

    found: bytes


class Refused(Struct, frozen=True, tag="refused"):
    """A sentence in place of it."""

    kind: str
    message: Spoken
    advice: Spoken


class Room:
    """One process that reads one thing after the other; a new one where it ended."""

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self._seconds, self._memory = seconds, memory
        self._worker: Worker | None = None
        self._lock = threading.Lock()

    def read(self, work: Callable[[Path], T], path: Path, kind: Any = None) -> T:  # noqa: ANN401 - a type
        """What *work*, a function of a module, makes of *path*: a value of type *kind*.

        UserError, whatever happens.
        """
        home = os.environ.get(HOME, "")
        asked = encode((work.__module__, work.__qualname__, str(path), home))
        with self._lock:
            data = self._ask(asked, path)
        said: Read | Refused = decode(data, Read | Refused)
        if isinstance(said, Refused):
            raise _ERRORS.get(said.kind, UserError)(said.message, said.advice)
        return decode(said.found, kind if kind is not None else type(None))

    def close(self) -> None:
        """End the process, if there is one."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _ask(self, asked: bytes, path: Path) -> bytes:
        if self._worker is not None and not self._worker.process.is_alive():
            self.close()
        if self._worker is None:
            self._worker = Worker(serve, self._memory, name="room")
        try:
            self._worker.tell(asked)
            if self._worker.pipe.poll(self._seconds):
                return self._worker.hear()
            why = say("reading it takes longer than {n:.0f} seconds", n=self._seconds)
        except (OSError, EOFError):
            why = say("reading it ended the program that read it")
        with contextlib.suppress(OSError):
            self._worker.process.kill()
        self.close()
        raise DamagedFile(say("{place!s} cannot be used: {what}.", place=path, what=why), _MEND)


ROOM = Room()
"""The one that the program has; its process begins with the first thing from a stranger."""


def serve(pipe: Connection, memory: int) -> None:
    """Read what is asked for, until nobody asks any more."""
    _hold_to(memory)
    while True:
        module, name, path, home = decode(pipe.recv_bytes(), tuple[str, str, str, str])
        os.environ.pop(HOME, None)
        os.environ |= {HOME: home} if home else {}
        pipe.send_bytes(encode(_answer(module, name, Path(path))))


def _answer(module: str, name: str, path: Path) -> Read | Refused:
    work = getattr(importlib.import_module(module), name)
    try:
        try:
            return Read(encode(guarded(str(path), lambda: work(path))))
        except MemoryError:
            why = say("it wants more memory than it may have")
            raise DamagedFile(
                say("{place!s} cannot be used: {what}.", place=path, what=why), _MEND
            ) from None
    except UserError as error:
        return Refused(type(error).__name__, error.message, error.advice)


def _hold_to(memory: int) -> None:
    """Let this process have no more than so many bytes, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        least = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (least, most))
