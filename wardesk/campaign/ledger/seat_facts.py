"""What a seat may know of each kind of event: whitelisted facts, copied out one by one.

Nothing is ever taken away from a full picture: a kind that does not say so (by `Payload.copied`,
or in `DECISIONS`) tells a seat nothing, and only the fields that it names are copied. Facts carry
numbers of the seat's own, so that gaps in the ledger do not show.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.ledger import payloads as p
from wardesk.campaign.ledger.chain import undone_events
from wardesk.campaign.ledger.events import Event
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.reader import OFF_THE_MAP, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import Place

CORRECTION = "a correction"
"""All that a seat is told of why something was taken back."""


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


Decision: TypeAlias = Callable[[Reader, Event, Any], Payload | None]
"""What is copied for a seat that the event is shown to; None: nothing."""


class _Post:
    """Messages on their way to one seat; one that is taken back before it arrives never does."""

    def __init__(self) -> None:
        self._under_way: dict[int, tuple[int, Event, Payload]] = {}
        self._recalled: dict[int, dict[int, tuple[int, Event, Payload]]] = {}

    def copy(self) -> _Post:
        """The same, to go on from another time."""
        made = _Post()
        made._under_way = dict(self._under_way)
        made._recalled = {seq: dict(taken) for seq, taken in self._recalled.items()}
        return made

    def carries(self, seq: int) -> bool:
        """Whether this event is a message that has not arrived yet."""
        return seq in self._under_way

    def send(self, due: int, event: Event, message: Payload) -> None:
        """A message leaves."""
        self._under_way[event.seq] = (due, event, message)

    def recall(self, event: Event, of: Sequence[int]) -> None:
        """Events are taken back: messages among them stop, those they had stopped go on."""
        taken = {seq: self._under_way.pop(seq) for seq in of if seq in self._under_way}
        self._recalled[event.seq] = taken
        for seq in of:
            self._under_way |= self._recalled.pop(seq, {})

    def arriving(self, ordinal: int) -> list[tuple[Event, Payload]]:
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
        self._design, self._seat = design, seat
        self._reader, self._post = Reader(design, seat), _Post()
        self._events: Sequence[Event] = ()
        self._read = 0
        self._corrections: list[Event] = []
        self._undone: set[int] = set()
        self._sent = 0, 0, self._reader.copy({}), self._post.copy()
        """At the last packet: events read, facts learnt, reader and post."""

    def follow(self, events: Sequence[Event]) -> None:
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

    def _is_mine(self, event: Event) -> bool:
        payload = event.payload
        mine = isinstance(payload, p.PacketSent) and payload.seat == self._seat.id
        return mine and event.visible_to(self._seat.id)

    def _read_to(self, end: int, *, anew: bool = False) -> None:
        if anew:
            self._undone = undone_events(self._corrections)
            self._read, told, reader, post = self._sent
            del self.facts[told:]
            # what was taken back may have put a unit elsewhere, long ago
            self._reader = reader.copy(true_places(self._events[: self._read], self._undone))
            self._post = post.copy()
            self.revision += 1
        for event in self._events[self._read : end]:
            if event.seq in self._undone and event.kind != "packet.sent":
                continue
            if event.visible_to(self._seat.id):
                self._hear(event, event.ordinal)
            note_place(self._reader.places, event)
        self._read = end

    def _hear(self, event: Event, ordinal: int) -> None:
        payload = event.payload
        if isinstance(payload, p.Reversed):
            self._post.recall(event, payload.of)
        decide = DECISIONS.get(type(payload))
        if decide is not None:
            copied = decide(self._reader, event, payload)
        else:
            copied = payload.copied(self._reader, event)
        due = _due(self._seat, copied) if copied is not None else None
        if copied is not None and due is not None and due > ordinal:
            self._post.send(due, event, copied)
        elif copied is not None:
            self._learn(event, copied, ordinal)
        if isinstance(copied, p.TurnBegun):
            for sent, message in self._post.arriving(copied.ordinal):
                self._learn(sent, message, copied.ordinal)
        if isinstance(payload, p.Reversed):
            self._hear_again(payload.of, ordinal)

    def _hear_again(self, of: Sequence[int], ordinal: int) -> None:
        """A correction was taken back: what it had kept from the seat is told now."""
        for seq in of:
            correction = self._events[seq - 1].payload
            for late in correction.of if isinstance(correction, p.Reversed) else ():
                event = self._events[late - 1]
                new = late not in self._reader.numbers and not self._post.carries(late)
                if new and late not in self._undone and event.visible_to(self._seat.id):
                    self._hear(event, ordinal)

    def _learn(self, event: Event, payload: Payload, ordinal: int) -> None:
        number = len(self.facts) + 1
        self._reader.numbers[event.seq] = number
        ruled = event.source == "ruling"
        self.facts.append(
            SeatFact(
                number=number, ordinal=ordinal, actor=event.actor, ruled=ruled, payload=payload
            )
        )


def note_place(places: dict[str, str], event: Event) -> None:
    """Follow in *places* on what kind of place each unit is; a lost one stays where it fell."""
    if not event.kind.startswith("unit."):
        return
    match event.payload:
        case p.UnitArrived() | p.UnitMoved() as moved:
            places[moved.unit] = moved.place.kind
        case p.UnitTransferred() as moved:
            places[moved.unit] = "transit"
        case p.StepsRecovered(unit=unit, place=Place() as place):
            places[unit] = place.kind
        case _:
            pass


def true_places(events: Iterable[Event], undone: Container[int]) -> dict[str, str]:
    """On what kind of place each unit is after *events*; who never came is left out."""
    found: dict[str, str] = {}
    for event in events:
        if event.seq not in undone:
            note_place(found, event)
    return found


def _due(seat: Seat, payload: Payload) -> int | None:
    """The turn on which a message reaches *seat*, if it is on its way for some turns."""
    if isinstance(payload, p.OrderGiven) and payload.seat != seat.id:
        return payload.due
    return None


def undone_facts(facts: Iterable[SeatFact]) -> frozenset[int]:
    """Numbers of facts that were taken back; a reversal that is itself taken back undoes none."""
    undone: set[int] = set()
    for fact in reversed(tuple(facts)):
        if isinstance(fact.payload, p.Reversed) and fact.number not in undone:
            undone |= set(fact.payload.of)
    return frozenset(undone)


# ---- decisions: one for each kind ---------------------------------------------------------------


def _whole(reader: Reader, event: Event, payload: Any) -> Any:  # noqa: ANN401 - any payload
    """All its fields are fit for everybody that the event is shown to."""
    del reader, event
    return payload


def _opened(reader: Reader, event: Event, e: p.Opened) -> p.Opened:
    del reader, event
    return p.Opened(name=e.name, design=e.design, design_hash="", seats=e.seats, options=e.options)


def _fact(reader: Reader, event: Event, e: p.FactSet) -> p.FactSet | None:
    """What is noted about a formation is its side's: dispatch points, chits, the end of a rout.

    It is about those formations that its name or its value lists.
    """
    value = e.value.split(",") if isinstance(e.value, str) else ()
    about = [key for key in (*e.fact.split(".", 1)[1:], *value) if key in reader.design.formation]
    return e if all(map(reader.owns, about)) or reader.named(event) else None


def _of_unit(reader: Reader, event: Event, e: Any) -> Any:  # noqa: ANN401 - any payload with a unit
    """What befalls a unit is seen on a table, and off the map by its own side alone."""
    return None if reader.hidden(e.unit) and not reader.named(event) else e


def _recovered(reader: Reader, event: Event, e: p.StepsRecovered) -> p.StepsRecovered | None:
    """As what befalls a unit; who returns to a table is seen there."""
    if e.place is None:
        return _of_unit(reader, event, e)
    return _placed(reader, event, e)


def _judged(reader: Reader, event: Event, e: p.Judged) -> p.Judged:
    """What came of it; the umpire's reason for deciding otherwise stays with him."""
    del reader, event
    return replace(e, override="")


def _step(reader: Reader, event: Event, e: p.StepClosed) -> p.StepClosed:
    """That it is done, never the umpire's note on it."""
    del reader, event
    return p.StepClosed(step=e.step)


def _entered(reader: Reader, event: Event, e: p.NodeEntered) -> p.NodeEntered:
    """Its own units alone: who else fights is seen at the table."""
    del event
    return p.NodeEntered(node=e.node, units=tuple(u for u in e.units if reader.owns_unit(u)))


def _left(reader: Reader, event: Event, e: p.NodeLeft) -> p.NodeLeft:
    del reader, event
    return p.NodeLeft(node=e.node, winner=e.winner, score=e.score)


def _placed(reader: Reader, event: Event, e: Any) -> Any:  # noqa: ANN401
    """On a table anybody sees a unit; off the map its own side, or who is told by name."""
    hidden = e.place.kind in OFF_THE_MAP
    return None if hidden and not (reader.owns_unit(e.unit) or reader.named(event)) else e


def _box(reader: Reader, event: Event, e: p.BoxMoved) -> p.BoxMoved | None:
    return e if reader.owns(e.formation) or reader.named(event) else None


def _pool(reader: Reader, event: Event, e: p.PoolChanged) -> p.PoolChanged | None:
    owner = next((each.owner for each in reader.design.pools if each.id == e.pool), None)
    open_ = not owner or reader.owns(owner) or owner == reader.seat.side
    return e if open_ or reader.named(event) else None


def _ruling(reader: Reader, event: Event, e: p.RulingMade) -> p.RulingMade:
    """Decision and reason; what it rests on and which events it touches stay with the umpire."""
    del event
    before = e.supersedes if reader.knows_ruling(e.supersedes) else None
    return p.RulingMade(
        id=reader.ruling(e.id), query=e.query, decision=e.decision, scope=e.scope,
        author=e.author, reason=e.reason,
        supersedes=reader.ruling(before) if before is not None else None,
    )  # fmt: skip


def _committed(reader: Reader, event: Event, e: p.SecretCommitted) -> p.SecretCommitted:
    del event
    name = reader.secret(e.secret)
    return p.SecretCommitted(secret=name, seat=e.seat, about=e.about, digest=e.digest)


def _kept(reader: Reader, event: Event, e: p.SecretKept) -> p.SecretKept | None:
    if not reader.named(event):
        return None
    return p.SecretKept(secret=reader.secret(e.secret), nonce=e.nonce, value=e.value)


def _revealed(reader: Reader, event: Event, e: p.SecretRevealed) -> p.SecretRevealed:
    del event
    return p.SecretRevealed(secret=reader.secret(e.secret), nonce=e.nonce, value=e.value)


def _order(reader: Reader, event: Event, e: p.OrderGiven) -> p.OrderGiven | None:
    """Its own, and what is addressed to it: never what merely stands open in the ledger."""
    return e if e.seat == reader.seat.id or reader.named(event) else None


def _packet(reader: Reader, event: Event, e: p.PacketSent) -> p.PacketSent | None:
    """That it was sent, and its seal; never how far the ledger had come."""
    del event
    return replace(e, upto=0) if e.seat == reader.seat.id else None


def _reversed(reader: Reader, event: Event, e: p.Reversed) -> p.Reversed | None:
    """By its own numbers, and only what a packet told it; the reason stays with the umpire."""
    del event
    of = tuple(reader.numbers[seq] for seq in e.of if seq in reader.numbers)
    return p.Reversed(of=of, reason=CORRECTION) if of else None


DECISIONS: dict[type, Decision] = {
    p.Opened: _opened,
    p.TurnBegun: _whole,
    p.StepClosed: _step,
    p.FactSet: _fact,
    p.NodeEntered: _entered,
    p.NodeLeft: _left,
    p.UnitArrived: _placed,
    p.UnitMoved: _placed,
    p.UnitTransferred: _of_unit,
    p.StepsLost: _of_unit,
    p.StepsRecovered: _recovered,
    p.UnitEliminated: _of_unit,
    p.UnitRemoved: _of_unit,
    p.UnitFlagged: _of_unit,
    p.Attached: _whole,
    p.IdentityChosen: _whole,
    p.BoxMoved: _box,
    p.WeatherSet: _whole,
    p.DropPlanned: _whole,
    p.DropLanded: _whole,
    p.DropPostponed: _whole,
    p.ZonesChanged: _whole,
    p.DropAssigned: _whole,
    p.BridgeChanged: _whole,
    p.BridgeWork: _whole,
    p.BridgeControl: _whole,
    p.Interdicted: _whole,
    p.SupplySecured: _whole,
    p.PoolChanged: _pool,
    p.Points: _whole,
    p.QueryOpened: _whole,
    p.RulingMade: _ruling,
    p.Drawn: _whole,
    p.Judged: _judged,
    p.SecretCommitted: _committed,
    p.SecretKept: _kept,
    p.SecretRevealed: _revealed,
    p.OrderGiven: _order,
    p.PacketSent: _packet,
    p.Reversed: _reversed,
}
"""The whitelist of the kinds that do not answer for themselves yet."""
