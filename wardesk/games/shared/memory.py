"""What a game's rules have worked out and keep, so that it is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def remember(store: dict[K, V], key: K, value: V, most: int) -> V:
    """*value*, kept in *store* under *key*; a store that holds *most* is emptied before."""
    if len(store) >= most:
        store.clear()
    store[key] = value
    return value


class Remembering(dict[K, V]):
    """What *find* gives for a key, worked out when it is first looked at.

    There must be few keys, and *find* may look at nothing that changes.
    """

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> V:
        """Looked at for the first time."""
        found = self[key] = self._find(key)
        return found
