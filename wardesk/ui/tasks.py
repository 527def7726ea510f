"""Work that must not hold up the window: a function in a worker thread, its result by signal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal


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
            with suppress(RuntimeError):
                self._signals.failed.emit(self._number, error)
            return
        # A window that closed while a large map was being painted has taken the signals with it.
        with suppress(RuntimeError):
            self._signals.done.emit(self._number, result)


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
        self._signals = _Signals(self)
        self._signals.done.connect(self._done)
        self._signals.failed.connect(self._failed)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)

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
