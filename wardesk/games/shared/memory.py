"""What a game's rules have worked out and keep, so that it is worked out once."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def remember(store: dict[K, V], key: K, value: V, most: int) -> V:
    """*value*, kept in *store* under *key*; a store that holds *most* is emptied before."""
    if len(store) >= most:
        store.clear()
    store[key] = value
    return value
