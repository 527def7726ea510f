"""What a seat learns, event by event: whitelisted facts, copied out one by one.

Nothing is ever taken away from a full picture: a kind that does not say so (`Payload.copied`) tells
a seat nothing, and only the fields that it names are copied. Facts carry numbers of the seat's own,
so that gaps in the ledger do not show.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from msgspec import Struct

from wardesk.campaign.ledger.chain import undone_events
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened, TurnBegun
from wardesk.campaign.ledger.kinds.fog import FogSet, Sighted
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.kinds.rulings import (
    Reversed,
)
from wardesk.campaign.ledger.kinds.seats import SeatSet
from wardesk.campaign.ledger.kinds.units import OfUnit
from wardesk.campaign.ledger.reader import Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat


class SeatFact(Struct, frozen=True, kw_only=True):
    """One thing that a seat knows."""

    number: int
    """From 1 without gaps, in the order in which the seat learnt it."""
    ordinal: int
    """The turn on which it learnt it: time is everybody's."""
    actor: str
    """The seat that did it."""
    ruled: bool
    """A decision of the umpire."""
    payload: Payload
    """A new payload that holds what was copied and nothing else."""


class _Post:
    """Messages on their way to one seat; one that is taken back before it arrives never does."""

    def __init__(self) -> None:
        self._under_way: dict[int, tuple[int, LedgerEvent, Payload]] = {}
        self._recalled: dict[int, dict[int, tuple[int, LedgerEvent, Payload]]] = {}

    def copy(self) -> _Post:
        """The same, to go on from another time."""
        made = _Post()
        made._under_way = dict(self._under_way)
        made._recalled = {seq: dict(taken) for seq, taken in self._recalled.items()}
        return made

    def carries(self, seq: int) -> bool:
        """Whether this event is a message that has not arrived yet."""
        return seq in self._under_way

    def send(self, due: int, event: LedgerEvent, message: Payload) -> None:
        """A message leaves."""
        self._under_way[event.seq] = (due, event, message)

    def recall(self, event: LedgerEvent, of: Sequence[int]) -> None:
        """Events are taken back: messages among them stop, those they had stopped go on."""
        taken = {seq: self._under_way.pop(seq) for seq in of if seq in self._under_way}
        self._recalled[event.seq] = taken
        for seq in of:
            self._under_way |= self._recalled.pop(seq, {})

    def arriving(self, ordinal: int) -> list[tuple[LedgerEvent, Payload]]:
        """What has come by a turn, in the order in which it was sent."""
        come = [seq for seq, (due, _, _) in sorted(self._under_way.items()) if due <= ordinal]
        return [self._under_way.pop(seq)[1:] for seq in come]


class Learner:
    """Everything that a seat knows, in the order in which it learnt it.

    What a packet told stays told, whatever is taken back; a slip that was taken back before the
    seat's next packet is told with none of its events. `follow` reads on where it stopped; an
    umpire's seat has no such list: it sees the ledger.
    """

    def __init__(self, design: Design, seat: Seat) -> None:
        self.facts: list[SeatFact] = []
        self.revision = 0
        """Grows whenever facts that no packet has told yet may be others than before."""
        self.design, self.seat = design, seat
        self._reader, self._post = Reader(design, seat), _Post()
        self._events: Sequence[LedgerEvent] = ()
        self._read = 0
        self._corrections: list[LedgerEvent] = []
        self._reversals: list[tuple[int, Reversed]] = []
        """Those of the facts that take others back, by their numbers."""
        self._undone: set[int] = set()
        self._sent = 0, 0, self._reader.copy({}), self._post.copy()
        """At the last packet: events read, facts learnt, reader and post."""

    def follow(self, events: Sequence[LedgerEvent]) -> None:
        """Learn from what came after the events that were read before."""
        self._events = events
        corrected = False
        for number in range(self._read, len(events)):
            event = events[number]
            if event.kind == "correction.reversed":
                self._corrections.append(event)
                corrected = True
            elif event.kind == "packet.sent" and self._is_mine(event):
                self._read_to(number, anew=corrected)
                corrected = False
                self._read_to(number + 1)
                places = dict(self._reader.places)
                copies = self._reader.copy(places), self._post.copy()
                self._sent = (self._read, len(self.facts), *copies)
        self._read_to(len(events), anew=corrected)

    def undone(self) -> frozenset[int]:
        """Numbers of facts that were taken back; a reversal that is taken back undoes none."""
        return _undone_by(self._reversals)

    def _is_mine(self, event: LedgerEvent) -> bool:
        payload = event.payload
        mine = isinstance(payload, PacketSent) and payload.seat == self.seat.id
        return mine and event.visible_to(self.seat.id)

    def _read_to(self, end: int, *, anew: bool = False) -> None:
        if anew:
            before, self._undone = self._undone, undone_events(self._corrections)
            self._read, told, reader, post = self._sent
            del self.facts[told:]
            self._reversals = [pair for pair in self._reversals if pair[0] <= told]
            if self._moved(before ^ self._undone):
                # what was taken back has put a unit elsewhere, long ago
                places = true_places(self._events[: self._read], self._undone)
                reader = reader.copy(places)
                self._sent = self._read, told, reader, post
            self._reader, self._post = reader.copy(dict(reader.places)), post.copy()
            self.revision += 1
        for event in self._events[self._read : end]:
            if event.seq in self._undone and event.kind != "packet.sent":
                continue
            if event.visible_to(self.seat.id):
                self._hear(event, event.ordinal)
            note_place(self._reader.places, event)
            self._note_seat(event)
        self._read = end

    def _note_seat(self, event: LedgerEvent) -> None:
        """Who sits where; before a seat is made it is in the fog as soon as one of its side is."""
        if event.kind not in ("campaign.opened", "seat.set", "fog.set"):
            return
        payload, reader = event.payload, self._reader
        if isinstance(payload, FogSet):
            own = bool(self.seat.side) and reader.sides.get(payload.seat) == self.seat.side
            if own and payload.on and not reader.present:
                reader.fogged = True
            return
        told = event.visible_to(self.seat.id)
        made = [payload.seat] if isinstance(payload, SeatSet) and told else []
        made = [*payload.seats] if isinstance(payload, CampaignOpened) else made
        reader.sides |= {each.id: each.side for each in made}
        reader.present = reader.present or any(each.id == self.seat.id for each in made)

    def _moved(self, seqs: Iterable[int]) -> bool:
        """Whether events before the last packet, which count now or no more, have moved a unit."""
        return any(
            seq <= self._read and self._events[seq - 1].kind.startswith("unit.") for seq in seqs
        )

    def _hear(self, event: LedgerEvent, ordinal: int) -> None:
        payload = event.payload
        if isinstance(payload, FogSet) and payload.seat == self.seat.id:
            self._reader.fogged = payload.on
        if isinstance(payload, Reversed):
            self._post.recall(event, payload.of)
        hidden = self._reader.fogged and not payload.in_fog(self._reader, event)
        copied = None if hidden else payload.copied(self._reader, event)
        due = _due(self.seat, copied) if copied is not None else None
        if copied is not None and due is not None and due > ordinal:
            self._post.send(due, event, copied)
        elif copied is not None:
            self._learn(event, copied, ordinal)
        if isinstance(copied, TurnBegun):
            for sent, message in self._post.arriving(copied.ordinal):
                self._learn(sent, message, copied.ordinal)
        if isinstance(payload, Reversed):
            self._hear_again(payload.of, ordinal)

    def _hear_again(self, of: Sequence[int], ordinal: int) -> None:
        """A correction was taken back: what it had kept from the seat is told now."""
        for seq in of:
            correction = self._events[seq - 1].payload
            for late in correction.of if isinstance(correction, Reversed) else ():
                event = self._events[late - 1]
                new = late not in self._reader.numbers and not self._post.carries(late)
                if new and late not in self._undone and event.visible_to(self.seat.id):
                    self._hear(event, ordinal)

    def _learn(self, event: LedgerEvent, payload: Payload, ordinal: int) -> None:
        number = len(self.facts) + 1
        self._reader.numbers[event.seq] = number
        if isinstance(payload, Reversed):
            self._reversals.append((number, payload))
        ruled = event.source == "ruling"
        # who moved into sight, or was moved, is not told: its own eyes told it
        actor = self.seat.id if isinstance(payload, Sighted) else event.actor
        self.facts.append(
            SeatFact(number=number, ordinal=ordinal, actor=actor, ruled=ruled, payload=payload)
        )


def note_place(places: dict[str, str], event: LedgerEvent) -> None:
    """Follow in *places* on what kind of place each unit is; a lost one stays where it fell."""
    if not event.kind.startswith("unit."):
        return
    payload = event.payload
    if isinstance(payload, OfUnit) and (kind := payload.lands()):
        places[payload.unit] = kind


def true_places(events: Iterable[LedgerEvent], undone: Container[int]) -> dict[str, str]:
    """On what kind of place each unit is after *events*; who never came is left out."""
    found: dict[str, str] = {}
    for event in events:
        if event.seq not in undone:
            note_place(found, event)
    return found


def _due(seat: Seat, payload: Payload) -> int | None:
    """The turn on which a message reaches *seat*, if it is on its way for some turns."""
    if isinstance(payload, OrderGiven) and payload.seat != seat.id:
        return payload.due
    return None


def _undone_by(reversals: Sequence[tuple[int, Reversed]]) -> frozenset[int]:
    undone: set[int] = set()
    for number, reversal in reversed(reversals):
        if number not in undone:
            undone |= set(reversal.of)
    return frozenset(undone)
