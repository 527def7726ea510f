"""What a check found, in a sentence with its place and a way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from wardesk.words import Spoken, say

Level = Literal["error", "warning", "note"]
Cause = Literal["damage", "newer", "refused"]


class Finding(Struct, frozen=True):
    """One thing that is wrong or worth knowing."""

    level: Level
    place: Spoken
    text: Spoken
    advice: Spoken = ""
    cause: Cause = "damage"
    """Of an error: what is wrong with the file, or why it could not be looked at."""


def health(findings: Iterable[Finding]) -> Literal["healthy", "damaged", "newer", "not examined"]:
    """What all findings come to: a newer file, or one on a full disk, is not a damaged one."""
    causes = {finding.cause for finding in findings if finding.level == "error"}
    if "damage" in causes:
        return "damaged"
    return "newer" if "newer" in causes else "not examined" if causes else "healthy"


def error(place: str, text: str, advice: str = "") -> Finding:
    """An error at *place*."""
    return Finding("error", place, text, advice)


def twice(what: str, keys: Iterable[object]) -> Iterator[Finding]:
    """An error for every key that is there more than once."""
    for key, times in Counter(keys).items():
        if times > 1:
            yield error(what, say("{key!s} is there {times} times.", key=key, times=times))


def missing(
    place: str, keys: Iterable[str | None], known: Container[Any], what: str
) -> Iterator[Finding]:
    """An error for every key that is not *known*; None is no key."""
    for key in keys:
        if key is not None and key not in known:
            yield error(place, say("There is no {what} {key!r}.", what=what, key=key))
