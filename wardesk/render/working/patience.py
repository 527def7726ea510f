"""How long painting may take before the window must answer again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable


class OutOfTime(Exception):
    """Painting was broken off; what it made and kept meanwhile makes the next try shorter."""


class Patience:
    """A moment until which may be painted. Without limit unless one is set."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        # what others do on the machine must not keep a view from ever getting done
        self.clock = clock
        self.until = math.inf

    @property
    def left(self) -> float:
        """Seconds until the moment, below 0 after it."""
        return self.until - self.clock()

    def made(self) -> None:
        """To be called when something has been made that is kept: every try gets further so.

        Raises OutOfTime.
        """
        if self.left < 0:
            raise OutOfTime
