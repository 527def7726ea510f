"""How long painting may take before the window must answer again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPainter


class OutOfTime(Exception):
    """Painting was broken off; what it made and kept meanwhile makes the next try shorter."""


class Patience:
    """A moment until which may be painted. Without limit unless one is set."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        # what others do on the machine must not keep a view from ever getting done
        self.clock = clock
        self.until = math.inf
        self.roomy = False
        """Whether what is painted on has room around what is asked for, so that the clip is only
        there to save work."""

    @contextmanager
    def whole_lines(self, painter: QPainter) -> Iterator[None]:
        """For single straight lines: a clip would cut them off and turn what is left by a hair."""
        freed = self.roomy and painter.hasClipping()
        if freed:
            painter.setClipping(False)
        yield
        if freed:
            painter.setClipping(True)

    @property
    def left(self) -> float:
        """Seconds until the moment, below 0 after it."""
        return self.until - self.clock()

    def made(self) -> None:
        """To be called when something has been made that is kept: every try gets further so.

        Raises OutOfTime.
        """
        # without a limit nobody asks the clock, which some machines take long to read
        if self.until < math.inf and self.left < 0:
            raise OutOfTime
