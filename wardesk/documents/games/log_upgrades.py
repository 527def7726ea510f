"""Old game logs brought up to date on plain values, one version at a time, before types see them.

A step takes the kind of a record (``header``, ``event``, ``head``, ``setting``, ``note``) and its
plain dictionary and gives back that of the next version. Steps are never changed once released;
``tests/museum`` keeps a log of every version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wardesk.errors import DamagedFile, NewerFile
from wardesk.words import say

Plain = dict[str, Any]
Step = Callable[[str, Plain], Plain]

FORMAT = "wardesk-game"
CURRENT = 6
CHAINED = 2
"""From this version on lines are chained (`engine.chain`); the records are those of version 1."""
SAID = 3
"""From this version on a text may be a template with values (`wardesk.words`)."""
CARRIED = 4
"""From this version on a game carries what it needs of its pack, and names no folder."""
PRINTED = 5
"""From this version on a die shows what is printed on it."""
ORDERED = 6
"""From this version on standing orders have conditions, and an event says what gave its answer."""
MAILED = 6
"""From this version on a game may go by mail: it keeps letters, and two homes make its dice."""


def _named(version: int) -> Step:
    """A step for records that stay as they are: only the header names the new version."""

    def step(kind: str, record: Plain) -> Plain:
        return {**record, "version": version} if kind == "header" else record

    return step


def _as_printed(kind: str, record: Plain) -> Plain:
    """A die of ten from 0 to 9 was recorded as one from 1 to 10 from which 1 is taken.

    Only tables without rules ask for such a sum themselves, by their own rule.
    """
    if kind == "header":
        return {**record, "version": PRINTED}
    asked, answer = record.get("asked"), record.get("answer")
    if _counts_from_one(asked) and isinstance(answer, dict) and "dice" in answer:
        record = {**record, "answer": {**answer, "dice": [die - 1 for die in answer["dice"]]}}
    old = {name: record[name] for name in ("asked", "ask") if _counts_from_one(record.get(name))}
    return {**record, **{name: {**asked, "plus": 0, "lowest": 0} for name, asked in old.items()}}


def _counts_from_one(asked: object) -> bool:
    return (
        isinstance(asked, dict)
        and (asked.get("dice"), asked.get("plus")) == ([10], -1)
        and not str(asked.get("cite")).startswith("FF ")
    )


def _with_conditions(kind: str, record: Plain) -> Plain:
    """A standing order was the key of a choice by side and kind of question."""
    if kind == "header":
        return {**record, "version": ORDERED}
    orders = record.get("value")
    if kind != "setting" or record.get("name") != "orders" or not isinstance(orders, dict):
        return record
    value = [
        {"id": number, "side": side, "when": [asked], "do": key}
        for number, (place, key) in enumerate(orders.items(), 1)
        for side, _, asked in [place.partition("/")]
    ]
    return {**record, "value": value}


STEPS: Mapping[int, Step] = {
    1: _named(CHAINED),
    2: _named(SAID),
    3: _named(CARRIED),
    4: _as_printed,
    5: _with_conditions,
}
"""``STEPS[n]`` turns a record of version n into one of version n + 1."""


def version_of(header: object, current: int = CURRENT) -> int:
    """The version that a log's header names. NewerFile or DamagedFile when it does not fit."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise DamagedFile("The first line does not say that this is a WarDesk game.")
    version = header.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DamagedFile("The first line gives no version number.")
    if version > current:
        writer = header.get("app")
        writer = (
            say("WarDesk {writer}", writer=writer[:40])
            if isinstance(writer, str)
            else say("a later WarDesk")
        )
        raise NewerFile(
            say(
                "This game was written by {writer!s} in format {version!s}; this WarDesk "
                "reads up to format {current!s}.",
                writer=writer,
                version=version,
                current=current,
            ),
            "Install that version or a later one to open it.",
        )
    return version


def upgrade(
    kind: str,
    record: Plain,
    version: int,
    steps: Mapping[int, Step] = STEPS,
    current: int = CURRENT,
) -> Plain:
    """*record* in the current version; the same object when it is current already."""
    for number in range(version, current):
        record = steps[number](kind, record)
    return record
