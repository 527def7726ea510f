"""A campaign as of any moment: states kept every so many events, and a short fold from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from wardesk.campaign.ledger.chain import apply, undone_events
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State, first_state

Fold: TypeAlias = Callable[[Design, State, LedgerEvent], None]
EVERY = 256
"""Events between two kept states: a fold of so many takes a few milliseconds."""


class History:
    """The states of one list of events, as it grows.

    What was taken back later never counts: a moment shows how things really stood, as
    `Ledger.state_on` does. *count_one* lets one event count; for a seat's facts it is `believe`.
    """

    def __init__(self, design: Design, *, count_one: Fold = apply, every: int = EVERY) -> None:
        self.design = design
        self._count_one, self._every = count_one, every
        self._events: Sequence[LedgerEvent] = ()
        self._undone: set[int] = set()
        self._kept: list[State] = [first_state(design)]
        """State number *k* stands after ``k * every`` events."""

    @property
    def events(self) -> Sequence[LedgerEvent]:
        """The events that it was given last."""
        return self._events

    @property
    def undone(self) -> frozenset[int]:
        """Numbers of the events that were taken back."""
        return frozenset(self._undone)

    def follow(self, events: Sequence[LedgerEvent]) -> int:
        """Take over a list of events; gives how many at its beginning are as they were.

        States that rest on others, because something was taken back, are forgotten.
        """
        same = _same(self._events, events)
        undone = undone_events(events)
        changed = self._undone ^ undone
        if changed:
            first = next((k for k, e in enumerate(events) if e.seq in changed), len(events))
            same = min(same, first)
        self._events, self._undone = events, undone
        del self._kept[same // self._every + 1 :]
        return same

    def at(self, count: int) -> State:
        """How it stood after the first *count* events; the state belongs to whoever asks.

        Whatever *count_one* raises for an event that makes no sense: `Broken` in a ledger.
        """
        count = max(0, min(count, len(self._events)))
        wanted = count // self._every
        while len(self._kept) <= wanted:
            grown = copy_of(self._kept[-1])
            start = (len(self._kept) - 1) * self._every
            self._fold(grown, start, start + self._every)
            self._kept.append(grown)
        state = copy_of(self._kept[wanted])
        self._fold(state, wanted * self._every, count)
        return state

    def _fold(self, state: State, start: int, end: int) -> None:
        for event in self._events[start:end]:
            if event.seq in self._undone:
                state.seq = event.seq
                continue
            self._count_one(self.design, state, event)


def copy_of(state: State) -> State:
    """A state of its own: values are frozen, so only the tables around them are copied."""
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(State):
        value = getattr(state, field.name)
        found[field.name] = value.copy() if isinstance(value, dict | set | list) else value
    return State(**found)  # pyright: ignore[reportArgumentType] - the same fields


def _same(before: Sequence[LedgerEvent], after: Sequence[LedgerEvent]) -> int:
    """How many events at the beginning are the same; a ledger only grows, so mostly all."""
    shared = min(len(before), len(after))
    if shared and before[shared - 1] is after[shared - 1]:
        return shared
    # a seat's facts have no hashes, and are other objects when they are others
    pairs = enumerate(zip(before, after, strict=False))
    return next(
        (k for k, (a, b) in pairs if a is not b and (a.hash != b.hash or not a.hash)), shared
    )
