"""Work that must not hold up the window: a function in a worker thread, its result by signal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, SignalInstance


def tell(signal: SignalInstance, *values: object) -> None:
    """Emit *signal* from a worker thread; silent when its owner went while the work was done."""
    with suppress(RuntimeError):  # the only thing that PySide raises here: the source is deleted
        signal.emit(*values)


class _Signals(QObject):
    done = Signal(int, object)
    failed = Signal(int, object)


class _Job(QRunnable):
    def __init__(self, number: int, work: Callable[[], Any], signals: _Signals) -> None:
        super().__init__()
        self._number, self._work, self._signals = number, work, signals

    def run(self) -> None:
        try:
            result = self._work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the owner must hear of it
            tell(self._signals.failed, self._number, error)
            return
        tell(self._signals.done, self._number, result)


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
        self._pool.start(_Job(self._number, work, self._signals))

    def forget(self) -> None:
        """Nobody wants the result any more."""
        self._number += 1
        self._running = False

    def stop(self) -> None:
        """Forget and wait until the thread is free."""
        self.forget()
        self._pool.clear()
        self._pool.waitForDone(5000)

    def _done(self, number: int, result: Any) -> None:  # noqa: ANN401 - whatever the work gave
        if number == self._number:
            self._running = False
            self.done.emit(result)

    def _failed(self, number: int, error: object) -> None:
        if number == self._number:
            self._running = False
            self.failed.emit(error)
