"""A campaign as one seat knows it: a fresh view, built from its facts and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from wardesk.campaign.ledger.chain import undone_events
from wardesk.campaign.ledger.events import LedgerEvent, encode_body, version_of
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.kinds.seats import SeatSet
from wardesk.campaign.ledger.kinds.units import OfUnit, Sighting
from wardesk.campaign.ledger.seat_facts import Learner, SeatFact
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import NOT_YET
from wardesk.campaign.operation.state import State, first_state
from wardesk.engine.chain import GENESIS, chained
from wardesk.errors import UserError
from wardesk.words import encode_lines, say


class StandingOrder(Struct, frozen=True):
    """The newest order for a formation, or for the whole command (``*``)."""

    subject: str
    text: str
    ordinal: int


class Message(Struct, frozen=True):
    """A message that has reached the seat."""

    number: int
    ordinal: int
    sender: str
    text: str


class Sent(Struct, frozen=True):
    """A packet that the seat was sent, with the seal printed in it."""

    number: int
    """Of the fact that says so: what came later is new."""
    ordinal: int
    seal: str


class SeatView(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that a seat may know. Never written to."""

    seat: Seat
    facts: tuple[SeatFact, ...]
    undone: frozenset[int]
    """Numbers of facts that were taken back."""
    state: State
    """What its facts add up to; units of other sides stand where they were last known."""
    orders: tuple[StandingOrder, ...]
    messages: tuple[Message, ...]
    sent: tuple[Sent, ...]
    seen: tuple[Sighting, ...]

    @cached_property
    def encoded(self) -> bytes:
        """All its facts as text, one a line: the same bytes for the same facts."""
        return encode_lines(self.facts)

    @cached_property
    def digest(self) -> str:
        """Over all its facts, letter by letter."""
        return chained(self.encoded)

    @property
    def last_seal(self) -> str:
        """The seal of the packet before, `GENESIS` before the first."""
        return self.sent[-1].seal if self.sent else GENESIS

    @property
    def seal(self) -> str:
        """The seat's own chain: the packet made now follows the one before."""
        return chained(f"{self.seat.id}\n{self.last_seal}\n{self.digest}".encode())

    @property
    def news(self) -> tuple[SeatFact, ...]:
        """What a packet made now would newly tell: the facts since the packet before."""
        after = self.sent[-1].number if self.sent else 0
        return self.facts[after:]


def seat_view(design: Design, events: Sequence[LedgerEvent], seat: str) -> SeatView:
    """What *seat* knows after *events*. UserError for an unknown seat, or an umpire's."""
    return SeatFollower(design, events, seat).view(events)


class SeatFollower:
    """A seat's view while its campaign goes on: what was read and added up before is kept.

    Give it one growing ledger. A view's state is good until the next view is asked for.
    UserError for an unknown seat, or an umpire's.
    """

    def __init__(self, design: Design, events: Sequence[LedgerEvent], seat: str) -> None:
        self._design, self._seat = design, _players(events, seat)
        self.seat = self._seat
        self._learner = Learner(design, self._seat)
        self._basis: tuple[int, frozenset[int]] = (0, frozenset())
        self._forget()

    def _forget(self) -> None:
        """Begin anew: what was read before is other facts now."""
        self._state, self._told = first_state(self._design), 0
        self._letters: list[SeatFact] = []
        self._sent: list[Sent] = []
        self._seen: dict[str, Sighting] = {}

    @property
    def revision(self) -> int:
        """Grows whenever facts of the last view may be others than before."""
        return self._learner.revision

    def view(self, events: Sequence[LedgerEvent]) -> SeatView:
        """What the seat knows after *events*: those of the last time, and more."""
        self._learner.follow(events)
        facts = tuple(self._learner.facts)
        undone = self._learner.undone()
        if (basis := (self._learner.revision, undone)) != self._basis:
            self._forget()
            self._basis = basis
        for fact in facts[self._told :]:
            if isinstance(fact.payload, PacketSent):
                # a packet that was printed is in somebody's hands, whatever is taken back
                self._sent.append(Sent(fact.number, fact.ordinal, fact.payload.sha256))
            if fact.number in undone:
                continue
            believe(self._design, self._state, _event(fact))
            if isinstance(fact.payload, OrderGiven):
                self._letters.append(fact)
            elif isinstance(fact.payload, OfUnit):
                self._sight(fact, fact.payload)
        self._told = len(facts)
        return SeatView(
            seat=self._seat, facts=facts, undone=undone, state=self._state,
            orders=_orders(self._letters, self._seat.id),
            messages=tuple(
                Message(fact.number, fact.ordinal, fact.payload.seat, fact.payload.text)
                for fact in self._letters
                if isinstance(fact.payload, OrderGiven) and fact.payload.seat != self._seat.id
            ),
            sent=tuple(self._sent), seen=tuple(self._seen[key] for key in sorted(self._seen)),
        )  # fmt: skip

    def _sight(self, fact: SeatFact, payload: OfUnit) -> None:
        """Units of other sides that the seat knows of, the newest news of each."""
        design = self._design
        if payload.unit not in design.unit or design.side_of(payload.unit) == self._seat.side:
            return
        before = self._seen.get(payload.unit, Sighting(payload.unit, NOT_YET, fact.ordinal, 0))
        after = payload.sighted(design, before, fact.ordinal)
        if after is not None:
            self._seen[payload.unit] = after


def _players(events: Sequence[LedgerEvent], seat: str) -> Seat:
    found = find_seat(events, seat)
    if found.role == "umpire":
        raise UserError(say("{seat} sees everything.", seat=found.name), "Choose a player's seat.")
    return found


def seat_events(design: Design, events: Sequence[LedgerEvent], seat: str) -> list[LedgerEvent]:
    """A seat's facts in the form of events, by its own numbers: for whatever reads events.

    UserError for an unknown seat. An umpire's are the ledger's.
    """
    return SeatEvents(design, events, seat).follow(events)


class SeatEvents:
    """`seat_events` of one growing ledger: what was read before is kept."""

    def __init__(self, design: Design, events: Sequence[LedgerEvent], seat: str) -> None:
        found = find_seat(events, seat)
        self._learner = None if found.role == "umpire" else Learner(design, found)
        self._facts: list[SeatFact] = []
        self._events: list[LedgerEvent] = []

    def follow(self, events: Sequence[LedgerEvent]) -> list[LedgerEvent]:
        """The seat's facts after *events*; what no slip has changed is as it was."""
        if self._learner is None:
            return list(events)
        before = self._learner.revision
        self._learner.follow(events)
        facts = self._learner.facts
        if self._learner.revision != before:
            pairs = zip(self._facts, facts, strict=False)
            same = next((k for k, (old, new) in enumerate(pairs) if old is not new), len(facts))
            del self._facts[same:], self._events[same:]
        news = facts[len(self._events) :]
        self._facts += news
        self._events += [_event(fact, body=True) for fact in news]
        return list(self._events)


def own_formations(design: Design, seat: Seat) -> tuple[str, ...]:
    """What a seat commands, down to the lowest; a commander-in-chief his whole side."""
    return tuple(
        each.id
        for each in design.formations
        if seat.side
        and each.side == seat.side
        and (not seat.formations or set(design.above(each.id)) & set(seat.formations))
    )


def find_seat(events: Sequence[LedgerEvent], seat: str) -> Seat:
    """A seat by id as it is now. UserError that lists what there is."""
    seats = seats_of(events)
    if seat in seats:
        return seats[seat]
    known = ", ".join(seats)
    raise UserError(
        say("There is no seat {seat!r}.", seat=seat), say("There are: {known}.", known=known)
    )


def seats_of(events: Sequence[LedgerEvent]) -> dict[str, Seat]:
    """Every seat of a ledger as it is now: as it was opened, with those that were made since."""
    opened = events[0].payload if events else None
    seats = opened.seats if isinstance(opened, CampaignOpened) else ()
    found = {each.id: each for each in seats}
    made = [event for event in events if event.kind == "seat.set"]
    if made:
        undone = undone_events([e for e in events if e.kind == "correction.reversed"])
        for event in made:
            if event.seq not in undone and isinstance(event.payload, SeatSet):
                found[event.payload.seat.id] = event.payload.seat
    return found


def _orders(facts: Sequence[SeatFact], seat: str) -> tuple[StandingOrder, ...]:
    found: dict[str, StandingOrder] = {}
    for fact in facts:
        payload = fact.payload
        if isinstance(payload, OrderGiven) and payload.seat == seat and payload.subject:
            found.pop(payload.subject, None)
            if payload.text:
                row = StandingOrder(payload.subject, payload.text, fact.ordinal)
                found[payload.subject] = row
    return tuple(found[key] for key in sorted(found))


# ---- adding up ----------------------------------------------------------------------------------


def believe(design: Design, state: State, event: LedgerEvent) -> None:
    """Add a fact up; one that does not follow from what was told before is taken as told."""
    try:
        event.payload.apply(design, state, event)
    except Broken:
        event.payload.believed(design, state)
    state.seq = event.seq


def _event(fact: SeatFact, *, body: bool = False) -> LedgerEvent:
    """A fact in the form that the fold reads; it stands in no ledger and in no chain.

    *body* writes its text, too.
    """
    text = encode_body(fact.payload) if body else ""
    event = LedgerEvent(
        campaign="", seq=fact.number, kind=str(fact.payload.__struct_config__.tag),
        version=version_of(text), body=text,
        ordinal=fact.ordinal, actor=fact.actor, seen_by=(),
        source="ruling" if fact.ruled else "hand", caused_by=None, ruling=None, recorded_at="",
        prev="", hash="",
    )  # fmt: skip
    vars(event)["payload"] = fact.payload  # it need not be read from the text again
    return event
