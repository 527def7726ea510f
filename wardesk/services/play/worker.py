"""A process that works for one game and speaks over a pipe; any thread may end it at any time."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, cast

from wardesk import gc_tuning

CONTEXT = multiprocessing.get_context("spawn")
"""Processes begin anew: a window's threads and handles are no business of theirs."""


class Worker:
    """One process that runs ``serve(pipe, *args)``, until it is done, ended, or we are gone."""

    def __init__(self, serve: Callable[..., None], *args: object, name: str) -> None:
        """Start it; does not wait. *serve* is a function of a module."""
        here, there = CONTEXT.Pipe()
        self.pipe = cast("Connection", here)  # The stubs know the pipes of Windows beside it.
        self.process = CONTEXT.Process(
            target=_served, args=(serve, there, args), daemon=True, name=f"wardesk {name}"
        )
        self.process.start()
        there.close()

    def tell(self, said: bytes) -> None:
        """Send it *said*. OSError where it is gone."""
        self.pipe.send_bytes(said)

    def hear(self) -> bytes:
        """What it says next; waits. EOFError or OSError where it is gone."""
        return self.pipe.recv_bytes()

    def end(self) -> None:
        """End it, from any thread; whoever hears it learns that it is gone."""
        self.process.terminate()

    def close(self) -> None:
        """End it, from the thread that hears it, and let go of its pipe."""
        self.end()
        self.pipe.close()


def _served(serve: Callable[..., None], pipe: Connection, args: tuple[Any, ...]) -> None:
    gc_tuning.settle()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: the first process is to act
    try:
        serve(pipe, *args)
    except (EOFError, OSError):
        return  # nobody is there any more
