"""What happens to a game being played, told to whoever listens."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

ChangeKind = Literal["event", "head", "setting", "note", "failed"]


class Change(Struct, frozen=True):
    """What happened to a session: an event, a moved head, a setting, a note, a broken rule."""

    kind: ChangeKind
    event: int
    """The event at the head afterwards."""


Listener = Callable[[Change], None]


class Listeners:
    """Whoever wants to hear of changes, in the order in which they came."""

    def __init__(self) -> None:
        self._callbacks: list[Listener] = []

    def add(self, callback: Listener) -> Callable[[], None]:
        """Call *callback* after every change; the returned function ends that."""
        self._callbacks.append(callback)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._callbacks.remove(callback)

        return stop

    def tell(self, kind: ChangeKind, event: int) -> None:
        """Tell everybody; who leaves or comes meanwhile does not disturb the others."""
        for callback in tuple(self._callbacks):
            callback(Change(kind, event))

    def clear(self) -> None:
        """Nobody listens any more."""
        self._callbacks.clear()
