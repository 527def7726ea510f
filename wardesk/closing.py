"""Things that are let go of in the end: files, locks, games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """What holds something until it is closed; a ``with`` block closes it, whatever happens."""

    @abstractmethod
    def close(self) -> None:
        """Let go. Closing twice is allowed."""

    def __enter__(self) -> Self:
        """Itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Close it; an error goes on."""
        self.close()
