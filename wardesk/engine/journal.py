"""The journal: a tree of events with a head. Undo moves the head; nothing is ever deleted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Generic

from msgspec import Struct

from wardesk.engine.kernel import Stamp, advance, edit, fold
from wardesk.engine.luck import LuckRule, luck_by
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, Answer, Effect, Event, F, GameState, P, replace
from wardesk.errors import UserError, shown
from wardesk.words import say

KEPT_STATES = 500
WAYPOINT = 64
"""Every so many events a state is kept for good, so that any other is a few folds away."""


class HeadMove(Struct, frozen=True, kw_only=True):
    """The head was moved to *head* by hand: undo, redo, another branch."""

    head: int
    author: str = ""
    reason: str = ""


Write = Callable[[Event[Any, Any] | HeadMove], None]
"""Stores a record before it is acknowledged; when it raises, nothing has happened."""


def _write_nothing(_: Event[Any, Any] | HeadMove) -> None:
    """A journal in memory."""


class Journal(Generic[P, F]):
    """Events of one game. A record is written first and believed afterwards."""

    def __init__(
        self,
        rules: Rules[P, F],
        first: Event[P, F],
        state: GameState[P, F] | None = None,
        write: Write = _write_nothing,
        luck: LuckRule = "deed",
    ) -> None:
        self.rules = rules
        self.events: dict[int, Event[P, F]] = {first.id: first}
        self.children: dict[int, list[int]] = {}
        self.head = first.id
        self.root = first.id
        self._write = write
        self._luck_rule: LuckRule = luck
        self._luck = luck_by(luck)
        self._luck.take(first)
        self._redo: dict[int, int] = {}
        self._branches = 0
        self._next = first.id + 1
        self._states: OrderedDict[int, GameState[P, F]] = OrderedDict()
        self._waypoints = {first.id: state or fold(GameState(pieces={}), first)}

    # ---- reading --------------------------------------------------------------------------------

    @property
    def event(self) -> Event[P, F]:
        """The event at the head."""
        return self.events[self.head]

    def has(self, event: object) -> bool:
        """Whether *event* is the number of one; 1.0 and True, which equal one, are none."""
        return type(event) is int and event in self.events

    def state(self, at: int | None = None) -> GameState[P, F]:
        """The state after event *at* (the head by default). Recent ones are kept, others folded."""
        wanted = self.head if at is None else at
        missing: list[int] = []
        while (known := self._known(wanted)) is None:
            missing.append(wanted)
            wanted = self.events[wanted].parent
        state = known
        for event in reversed(missing):
            state = fold(state, self.events[event])
            self._keep(event, state)
        return state

    def line(self, to: int | None = None) -> list[Event[P, F]]:
        """The events from the set-up to *to* (the head by default), in order."""
        found: list[Event[P, F]] = []
        at = self.head if to is None else to
        while at in self.events:
            found.append(self.events[at])
            at = self.events[at].parent
        return found[::-1]

    def barrier(self) -> int:
        """The last event that undo must not cross between two players: dice fell there.

        It is computed from the events themselves: CHANCE answered, or something became visible to
        one side only. The root when there is none.
        """
        for event in reversed(self.line()):
            if event.visible_to or (event.asked is not None and event.asked.who == CHANCE):
                return event.id
        return self.root

    # ---- writing --------------------------------------------------------------------------------

    def answer(
        self,
        answer: Answer,
        *,
        umpire: bool,
        author: str = "",
        reason: str = "",
        dice_by: str = "none",
        via: str = "",
    ) -> Event[P, F]:
        """Answer the pending question, store the event, move the head to it.

        The same answer as an event that was undone here, without a new reason, follows that event
        again instead of starting a branch.
        """
        again = self._same_child(answer, reason, umpire, via)
        if again is not None:
            self._move(HeadMove(head=again, author=author))
            return self.events[again]
        stamp = replace(self._stamp(author, reason, dice_by), via=via)
        event, state = advance(self.rules, self.state(), answer, stamp, umpire=umpire)
        self._append(event, state)
        return event

    def edit(
        self, effects: Iterable[Effect], *, umpire: bool, author: str, reason: str
    ) -> Event[P, F]:
        """A free edit by a person, on the record."""
        stamp = self._stamp(author, reason, "none")
        event, state = edit(self.rules, self.state(), tuple(effects), stamp, umpire=umpire)
        self._append(event, state)
        return event

    def undo(self, to: int | None = None, *, author: str = "", reason: str = "") -> int:
        """Move the head back to its parent, or to *to* further back on this line."""
        target = self.event.parent if to is None else to
        if to is not None and not self.has(to):
            raise UserError(say("There is no event {to!s}", to=shown(to)))
        if target not in self.events:
            raise UserError("There is nothing to undo")
        if target not in {event.id for event in self.line()}:
            raise UserError(
                say("Event {target!s} does not lie behind the current one", target=target)
            )
        self._move(HeadMove(head=target, author=author, reason=reason))
        return target

    def redo(self, *, author: str = "") -> int:
        """Move the head forward along the branch it came from."""
        ahead = self._redo.get(self.head)
        if ahead is None:
            raise UserError("There is nothing to redo")
        self._move(HeadMove(head=ahead, author=author))
        return ahead

    def ahead(self) -> Event[P, F] | None:
        """The event that `redo` would go to."""
        return self.events[self._redo[self.head]] if self.can_redo() else None

    def can_redo(self) -> bool:
        """Whether `redo` would find an event."""
        return self.head in self._redo

    def go(self, to: int, *, author: str = "", reason: str = "") -> None:
        """Move the head to any event, on another branch too."""
        if not self.has(to):
            raise UserError(say("There is no event {to!s}", to=shown(to)))
        self._move(HeadMove(head=to, author=author, reason=reason))

    def load(self, record: Event[P, F] | HeadMove) -> None:
        """Take in a stored record without running rules and without writing it again.

        UserError when it does not fit: an unknown parent, a repeated id.
        """
        if isinstance(record, HeadMove):
            if record.head not in self.events:
                raise UserError(
                    say("The head moves to event {head!s}, which is not there", head=record.head)
                )
            self._follow(record.head)
            return
        if record.id in self.events or record.id < 0:
            raise UserError(say("Event {record!s} is there twice", record=record.id))
        if record.parent not in self.events:
            raise UserError(
                say(
                    "Event {record!s} follows event {parent!s}, which is not there",
                    record=record.id,
                    parent=record.parent,
                )
            )
        self._take(record, None)

    def rehearsal(self, write: Write = _write_nothing) -> Journal[P, F]:
        """A journal at the same place: what is done there has never happened here."""
        other: Journal[P, F] = Journal(
            self.rules, self.events[self.root], write=write, luck=self._luck_rule
        )
        for event in list(self.events.values())[1:]:
            other._luck.take(event)
        other.events, other.head = dict(self.events), self.head
        other.children = {parent: list(found) for parent, found in self.children.items()}
        other._redo, other._waypoints = dict(self._redo), dict(self._waypoints)
        other._branches, other._next = self._branches, self._next
        other._states = self._states.copy()
        return other

    # ---- inside ---------------------------------------------------------------------------------

    def _stamp(self, author: str, reason: str, dice_by: Any) -> Stamp:  # noqa: ANN401 - a literal
        here = self.event
        fork = bool(self.children.get(self.head))
        return Stamp(
            id=self._next,
            parent=self.head,
            branch=self._branches + 1 if fork else here.branch,
            chances=here.chances,
            author=author,
            reason=reason,
            dice_by=dice_by,
        )

    @property
    def luck(self) -> int:
        """What keys the dice of a roll here, beside the seed and the rolls so far."""
        return self._luck.key(self.head)

    def _same_child(self, answer: Answer, reason: str, umpire: bool, via: str) -> int | None:
        if reason:
            return None
        for child in self.children.get(self.head, ()):
            event = self.events[child]
            again = event.answer == answer and event.via == via
            if again and (event.mode == "adjudicate") == umpire:
                return child
        return None

    def _append(self, event: Event[P, F], state: GameState[P, F]) -> None:
        self._write(event)
        self._take(event, state)

    def _take(self, event: Event[P, F], state: GameState[P, F] | None) -> None:
        self.events[event.id] = event
        self._luck.take(event)
        self.children.setdefault(event.parent, []).append(event.id)
        self._branches = max(self._branches, event.branch)
        self._next = max(self._next, event.id + 1)
        if state is not None:
            self._keep(event.id, state)
        self._follow(event.id)

    def _move(self, move: HeadMove) -> None:
        self._write(move)
        self._follow(move.head)

    def _follow(self, head: int) -> None:
        """Set the head; redo leads along the way to it from every event behind it."""
        behind, at = self.head, head
        while (parent := self.events[at].parent) in self.events:
            self._redo[parent] = at
            if parent == behind:  # the way to the old head is marked already
                break
            at = parent
        self.head = head

    def _known(self, event: int) -> GameState[P, F] | None:
        found = self._states.get(event)
        return self._waypoints.get(event) if found is None else found

    def _keep(self, event: int, state: GameState[P, F]) -> None:
        if event % WAYPOINT == 0:
            self._waypoints[event] = state
            return
        self._states[event] = state
        while len(self._states) > KEPT_STATES:
            self._states.popitem(last=False)
