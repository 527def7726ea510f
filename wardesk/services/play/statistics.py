"""Numbers of one game: tracks over its events, dice against exact chances, losses by cell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from wardesk.engine.journal import Journal
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, Decision, Event, GameState, Roll
from wardesk.model.look import TrackLook


class TrackSeries(Struct, frozen=True):
    """One track over the events of a line: ``values[i]`` stands after ``events[i]``."""

    look: TrackLook
    events: tuple[int, ...]
    values: tuple[int, ...]


class ThrownDice(Struct, frozen=True):
    """All rolls of one kind of dice: their faces and how often each sum fell."""

    dice: tuple[int, ...]
    sums: dict[int, int]
    typed: int
    """How many were typed by hand."""
    lowest: int = 1
    """What the lowest face of each die shows."""

    @property
    def count(self) -> int:
        """How many rolls there were."""
        return sum(self.sums.values())

    def chances(self) -> dict[int, float]:
        """The exact chance of each sum."""
        return expected(self.dice, self.lowest)

    @property
    def mean(self) -> float:
        """The mean sum."""
        return sum(total * count for total, count in self.sums.items()) / max(1, self.count)

    @property
    def name(self) -> str:
        """``2d6``, ``1d6 + 1d10``."""
        kinds = {faces: self.dice.count(faces) for faces in sorted(set(self.dice))}
        return " + ".join(f"{count}d{faces}" for faces, count in kinds.items())


class RollsLuck(Struct, frozen=True):
    """How far rolls are off what fair dice give on average."""

    mean: float
    fair: float
    farther: float
    """The share of games with fair dice that are as far off, or farther."""


def luck_of(found: ThrownDice) -> RollsLuck:
    """How unusual the mean of *found* is, by the normal approximation."""
    chances = found.chances()
    fair = sum(total * chance for total, chance in chances.items())
    variance = sum(chance * (total - fair) ** 2 for total, chance in chances.items())
    if not found.count or not variance:
        return RollsLuck(found.mean if found.count else fair, fair, 1.0)
    off = abs(found.mean - fair) / math.sqrt(variance / found.count)
    return RollsLuck(found.mean, fair, math.erfc(off / math.sqrt(2)))


def thrown(line: Iterable[Event[Any, Any]]) -> tuple[ThrownDice, ...]:
    """Rolls by kind of dice, the most frequent kind first. Draws of named counters are no dice."""
    sums: dict[tuple[tuple[int, ...], int], dict[int, int]] = {}
    typed: Counter[tuple[tuple[int, ...], int]] = Counter()
    for event in line:
        asked, answer = event.asked, event.answer
        if asked is None or not isinstance(answer, Roll) or not _is_dice(asked):
            continue
        kind = tuple(sorted(asked.dice)), asked.lowest
        found = sums.setdefault(kind, {})
        found[sum(answer.dice)] = found.get(sum(answer.dice), 0) + 1
        typed[kind] += event.dice_by == "typed"
    ranked = sorted(sums, key=lambda kind: (-sum(sums[kind].values()), kind))
    return tuple(
        ThrownDice(kind[0], dict(sorted(sums[kind].items())), typed[kind], kind[1])
        for kind in ranked
    )


def thrown_for(
    line: Sequence[Event[Any, Any]], sides: Sequence[str]
) -> dict[str, tuple[ThrownDice, ...]]:
    """By side the rolls that its own doings asked for; what nobody began is nobody's."""
    rolls: dict[str, list[Event[Any, Any]]] = {side: [] for side in sides}
    acted = ""
    for event in line:
        who = event.asked.who if event.asked is not None else ""
        acted = who if who in rolls else acted
        if acted and who == CHANCE:
            rolls[acted].append(event)
    return {side: thrown(events) for side, events in rolls.items()}


def _is_dice(asked: Decision | None) -> bool:
    return asked is not None and asked.who == CHANCE and bool(asked.dice) and not asked.faces


def expected(dice: Sequence[int], lowest: int = 1) -> dict[int, float]:
    """The exact chance of each sum of *dice*, given by their numbers of faces."""
    ways = {0: 1}
    for faces in dice:
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(lowest, lowest + faces):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    every = sum(ways.values())
    return {total: count / every for total, count in sorted(ways.items())}


def losses_by_cell(
    rules: Rules[Any, Any], journal: Journal[Any, Any], line: Sequence[Event[Any, Any]]
) -> Mapping[str, Mapping[str, int]]:
    """Per side how many fell in which cell; the empty cell is off the board."""
    found: dict[str, dict[str, int]] = {}
    for event in line:
        if not event.effects or event.parent not in journal.events:
            continue
        for loss in rules.showing.losses(journal.state(event.parent), event):
            cells = found.setdefault(loss.side, {})
            cells[loss.cell] = cells.get(loss.cell, 0) + loss.count
    return found


class LineStatistics:
    """Tracks along the line of a game, worked out once per event and kept while it grows."""

    def __init__(self, rules: Rules[Any, Any], journal: Journal[Any, Any]) -> None:
        self._rules, self._journal = rules, journal
        self._events: list[int] = []
        self._values: list[dict[str, int]] = []
        self._looks: dict[str, TrackLook] = {}
        self._side = ""

    def follow(self, line: Sequence[Event[Any, Any]], side: str = "") -> tuple[TrackSeries, ...]:
        """Every track but that of turns over *line*, as *side* sees it (all if empty)."""
        if side != self._side:
            self._events, self._values, self._side = [], [], side
        same = 0
        for known, event in zip(self._events, line, strict=False):
            if known != event.id:
                break
            same += 1
        del self._events[same:], self._values[same:]
        for event in line[same:]:
            self._values.append(self._after(event))
            self._events.append(event.id)
        events = tuple(self._events)
        return tuple(
            TrackSeries(look, events, tuple(row.get(track, 0) for row in self._values))
            for track, look in self._looks.items()
        )

    def _after(self, event: Event[Any, Any]) -> dict[str, int]:
        if self._values and not event.effects:
            return self._values[-1]
        state: GameState[Any, Any] = self._journal.state(event.id)
        if self._side:
            state = self._rules.view(state, self._side)
        tracks = [t for t in self._rules.showing.tracks(state) if t.style != "turns"]
        for track in tracks:
            self._looks.setdefault(track.id, track)
        return {track.id: track.value for track in tracks}
