"""Garbage is looked for in the thread of the window alone.

Python looks for circles of things that nobody needs any more in whatever thread makes something new
just then. A widget in such a circle would be destroyed in a worker thread, and the program with it.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QCursor

EVERY = 250
"""Milliseconds from one look at what is due to the next."""
PATIENCE = 4
"""How many times over its limit the oldest may be while the pointer moves: up to 100 ms of work."""


class Sweeper(QObject):
    """Takes the search for garbage over from Python, until `stop`; as often as Python would."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._sweep)
        self._pointer = QPoint()
        self._timer.start(EVERY)

    def _sweep(self) -> None:
        before, self._pointer = self._pointer, QCursor.pos()
        sweep(busy=self._pointer != before)

    def stop(self) -> None:
        """Sweep once more, and leave it to Python again."""
        self._timer.stop()
        sweep()
        gc.enable()


def sweep(*, busy: bool = False) -> None:
    """Collect what is due by the limits of `gc`, the oldest first; for the thread of the window.

    While somebody is *busy* with the pointer the oldest wait: he would see it.
    """
    counts, limits = gc.get_count(), gc.get_threshold()
    if counts[0] <= limits[0]:
        return
    age = max(age for age in range(3) if counts[age] > limits[age])
    if busy and age == 2 and counts[2] <= PATIENCE * limits[2]:
        age = 1
    gc.collect(age)
