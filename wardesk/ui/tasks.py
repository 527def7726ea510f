"""Work that must not hold up the window: a function in a worker thread, its result by signal.

A pool is given functions, and never asked to drop one that waits: PySide 6.11 never lets go of a
`QRunnable` that ended before ``start`` came back, nor of a function that ``clear`` took away, and
each would keep what it was to work on, a whole table with its map.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal, SignalInstance


def tell(signal: SignalInstance, *values: object) -> None:
    """Emit *signal* from a worker thread; silent when its owner went while the work was done."""
    with suppress(RuntimeError):  # the only thing that PySide raises here: the source is deleted
        signal.emit(*values)


class _Signals(QObject):
    done = Signal(int, object)
    failed = Signal(int, object)


class Task(QObject):
    """Runs one function at a time for its owner; only the newest result is told.

    ``done(result)`` or ``failed(error)`` comes in the GUI thread. `forget` drops what is running,
    because the position it was for is gone.
    """

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._dropped = 0
        self._running = False
        # Qt destroys children in the order of their making, and a pool waits for its thread: what
        # the thread tells its end by must go after it
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._signals = _Signals(self)
        self._signals.done.connect(self._done)
        self._signals.failed.connect(self._failed)

    @property
    def running(self) -> bool:
        """Whether a wanted result is still to come."""
        return self._running

    def start(self, work: Callable[[], Any]) -> None:
        """Run *work* in a worker thread; an earlier one is forgotten."""
        self._number += 1
        self._running = True
        self._pool.start(partial(self._run, self._number, work))

    def forget(self) -> None:
        """Nobody wants the result any more."""
        self._number += 1
        self._running = False

    def stop(self) -> None:
        """Forget and wait until the thread is free."""
        self.forget()
        self._dropped = self._number
        self._pool.waitForDone(5000)

    def _run(self, number: int, work: Callable[[], Any]) -> None:
        """In the worker thread."""
        if number <= self._dropped:
            return
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the owner must hear of it
            tell(self._signals.failed, number, error)
            return
        tell(self._signals.done, number, result)

    def _done(self, number: int, result: Any) -> None:  # noqa: ANN401 - whatever the work gave
        if number == self._number:
            self._running = False
            self.done.emit(result)

    def _failed(self, number: int, error: object) -> None:
        if number == self._number:
            self._running = False
            self.failed.emit(error)
