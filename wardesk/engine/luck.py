"""Which dice of the seed a game comes to: they hang on what was done, not on how it was said."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from wardesk.engine.types import (
    Allocate,
    Cells,
    Choose,
    Event,
    Outcome,
    Path,
    Pieces,
    Roll,
)

LuckRule = Literal["branch", "deed"]
"""How a game finds its dice: by the number of the branch, as the oldest did, or by its deeds."""
Deed = tuple[object, ...]


class Luck(Protocol):
    """Follows the events of one game in the order in which they were recorded."""

    def take(self, event: Event[Any, Any]) -> None:
        """The next event."""
        ...

    def key(self, head: int) -> int:
        """What keys the dice of a roll after event *head*, beside the seed and the rolls so far."""
        ...


def luck_by(rule: LuckRule) -> Luck:
    """The luck of a new game under *rule*."""
    return ByDeed() if rule == "deed" else ByBranch()


class ByDeed:
    """The same deeds in the same order lead to the same dice; others, where a game forked, do not.

    Two events of one deed after the same deeds are twins: the remark may differ, and the order in
    which pieces were named. Where another deed follows a line of deeds it gets a number of its own.
    """

    def __init__(self) -> None:
        self._unread: list[Event[Any, Any]] = []
        self._forked = False
        self._first: dict[int, int] = {}
        """Of an event: the first of its twins."""
        self._deeds: dict[int, dict[Deed, int]] = {}
        """What was done after an event or its twins, and the first event that did it."""
        self._numbers: dict[int, int] = {}
        self._most = 0

    def take(self, event: Event[Any, Any]) -> None:
        """The next event."""
        self._unread.append(event)
        self._forked |= event.branch > 0

    def key(self, head: int) -> int:
        """0 until the game forks: the first line is not looked at before."""
        if not self._forked:
            return 0
        for event in self._unread:
            self._read(event)
        self._unread.clear()
        return self._numbers[self._first[head]]

    def _read(self, event: Event[Any, Any]) -> None:
        parent = self._first.get(event.parent, event.parent)
        done = self._deeds.setdefault(parent, {})
        first = self._first[event.id] = done.setdefault(deed_of(event), event.id)
        if first != event.id:
            return
        if len(done) == 1:
            self._numbers[first] = self._numbers.get(parent, 0)
        else:
            self._most += 1
            self._numbers[first] = self._most


class ByBranch:
    """The number of the branch; a roll that was undone falls as it fell before."""

    def __init__(self) -> None:
        self._branches: dict[int, int] = {}
        self._followed: set[int] = set()
        self._rolled: dict[int, int] = {}
        self._most = 0

    def take(self, event: Event[Any, Any]) -> None:
        """The next event."""
        self._branches[event.id] = event.branch
        self._most = max(self._most, event.branch)
        self._followed.add(event.parent)
        if event.dice_by == "seeded":
            self._rolled.setdefault(event.parent, event.branch)

    def key(self, head: int) -> int:
        """The branch of the first roll there, else the one that the next event will lie on."""
        if head in self._rolled:
            return self._rolled[head]
        if head in self._followed:
            return self._most + 1
        return self._branches[head]


def deed_of(event: Event[Any, Any]) -> Deed:
    """What was done, whatever was said of it and whichever piece was named first."""
    match event.answer:
        case Choose(key, words):
            return "choose", key, *sorted(words)
        case Pieces(named) | Cells(named):
            return "these", *sorted(named)
        case Path(pieces, cells):
            return "way", *sorted(pieces), ">", *cells
        case Allocate(amounts):
            return "shares", *sorted((piece, n) for piece, n in amounts.items() if n)
        case Outcome(value):
            return "outcome", *sorted(value.items(), key=str)
        case Roll(dice):
            return "roll", *dice, *_ruled(event, event.answer)
        case None:
            return "edit", *sorted(map(repr, event.effects))


def _ruled(event: Event[Any, Any], roll: Roll) -> Deed:
    """What an umpire changed of a roll, without his reasons."""
    asked = event.asked
    changed = roll.changed(asked) if asked is not None else {}
    usual = asked.factors if asked is not None else ()
    factors = usual if roll.factors is None else roll.factors
    counted = () if factors == usual else ("of", *((f.id, f.value, f.on) for f in factors))
    return *counted, *sorted(changed.items(), key=str)
