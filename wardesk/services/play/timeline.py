"""A line of events as a timeline shows it: whose each was, and which of them are worth a mark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.journal import Journal
from wardesk.engine.rules import Rules
from wardesk.engine.types import Event, RemovePiece, SetPiece, SetTrack

Mark = Literal["turn", "loss", "ruling", "result"]


class Tick(Struct, frozen=True):
    """One event on the timeline."""

    event: int
    side: str
    """Who was asked; CHANCE, the UMPIRE, or empty for the set-up and edits."""
    marks: frozenset[Mark] = frozenset()
    turn: int = 0
    """The turn that begins with this event; 0 if none does."""


class TimelineLine:
    """The ticks of a line, worked out once per event and kept while the line grows."""

    def __init__(self, rules: Rules[Any, Any], journal: Journal[Any, Any]) -> None:
        self._rules, self._journal = rules, journal
        self._clock: str | None = None
        self.ticks: list[Tick] = []
        self._places: dict[int, int] = {}
        self.revision = 0
        """Grows whenever `ticks` change, for whoever keeps pictures of them."""

    def follow(self, line: Sequence[Event[Any, Any]]) -> None:
        """Show *line*, set-up first."""
        same = 0
        for tick, event in zip(self.ticks, line, strict=False):
            if tick.event != event.id:
                break
            same += 1
        if same == len(line) == len(self.ticks):
            return
        for tick in self.ticks[same:]:
            del self._places[tick.event]
        del self.ticks[same:]
        for event in line[same:]:
            self._places[event.id] = len(self.ticks)
            self.ticks.append(self._tick(event))
        self.revision += 1

    def place(self, event: int) -> int | None:
        """Where *event* stands on the line; None when it is on another branch."""
        return self._places.get(event)

    def _tick(self, event: Event[Any, Any]) -> Tick:
        marks: set[Mark] = set()
        turn = self._turn(event)
        if turn:
            marks.add("turn")
        if event.proposed is not None or event.warnings or event.mode == "edit":
            marks.add("ruling")
        if self._lost(event):
            marks.add("loss")
        return Tick(event.id, event.asked.who if event.asked else "", frozenset(marks), turn)

    def _turn(self, event: Event[Any, Any]) -> int:
        if self._clock is None:
            look = self._rules.showing.look(self._journal.state(self._journal.root))
            self._clock = next((t.id for t in look.tracks if t.style == "turns"), "")
        turns = [
            e.value for e in event.effects if isinstance(e, SetTrack) and e.track == self._clock
        ]
        return turns[-1] if turns and event.parent in self._journal.events else 0

    def _lost(self, event: Event[Any, Any]) -> bool:
        """By the game's own word, else when a piece left the table."""
        if not event.effects or event.parent not in self._journal.events:
            return False
        if self._rules.showing.losses(self._journal.state(event.parent), event):
            return True
        return any(
            isinstance(e, RemovePiece)
            or (isinstance(e, SetPiece) and e.field == "at" and e.value is None)
            for e in event.effects
        )
