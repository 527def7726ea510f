"""What was painted or outlined once and may be asked for again, until the last map is closed."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_FORGET: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator: the last *most* results are kept by their arguments, until `forget_kept`.

    For results of some size that any map or counter can ask for: pictures and outlines.
    """

    def decorate(make: Callable[P, R]) -> Callable[P, R]:
        store = lru_cache(maxsize=most)(make)
        _FORGET.append(store.cache_clear)
        return store  # pyright: ignore[reportReturnType] - lru_cache tells no parameters

    return decorate


def forgets(forget: Callable[[], None]) -> Callable[[], None]:
    """A decorator for a function that empties a store of another shape; `forget_kept` calls it."""
    _FORGET.append(forget)
    return forget


def forget_kept() -> None:
    """Drop all that is kept. Whoever shows something has his own hold on it, and asks again."""
    for forget in _FORGET:
        forget()


def give_memory_back() -> None:
    """Hand what is free to the system, where the C library keeps it otherwise (glibc).

    Painter threads take and free large pictures, and glibc keeps them for later: some 150 MB after
    an evening at one table. Takes some tens of milliseconds; safe in any thread.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
