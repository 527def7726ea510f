"""What a check found, in a sentence with its place and a way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

Level = Literal["error", "warning", "note"]


class Finding(Struct, frozen=True):
    """One thing that is wrong or worth knowing."""

    level: Level
    place: str
    text: str
    advice: str = ""


def error(place: str, text: str, advice: str = "") -> Finding:
    """An error at *place*."""
    return Finding("error", place, text, advice)


def twice(what: str, keys: Iterable[object]) -> Iterator[Finding]:
    """An error for every key that is there more than once."""
    for key, times in Counter(keys).items():
        if times > 1:
            yield error(what, f"{key} is there {times} times.")


def missing(
    place: str, keys: Iterable[str | None], known: Container[Any], what: str
) -> Iterator[Finding]:
    """An error for every key that is not *known*; None is no key."""
    for key in keys:
        if key is not None and key not in known:
            yield error(place, f"There is no {what} {key!r}.")
