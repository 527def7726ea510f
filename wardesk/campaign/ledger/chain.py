"""The ledger: events in a chain, what they add up to, and taking back without erasing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft, LedgerEvent, first_break, seal
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened, TurnBegun
from wardesk.campaign.ledger.kinds.rulings import ChanceDrawn, Reversed
from wardesk.campaign.ledger.kinds.secrets import SecretRevealed
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import name_among
from wardesk.campaign.operation.state import State, first_state
from wardesk.engine.chain import GENESIS
from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

Writer = Callable[[Sequence[LedgerEvent], State], None]
"""Stores sealed events, together with the state after them, before they are acknowledged."""
Follower = Callable[[Sequence[LedgerEvent]], Sequence[EventDraft]]
"""What follows at once from events that were just added up: stored with them or not at all."""


class Reversal(Struct, frozen=True, kw_only=True):
    """What taking back some events would mean."""

    of: tuple[int, ...]
    """The events asked for, and those that they caused."""
    also: tuple[tuple[int, str], ...]
    """Later events that would no longer hold, each with the reason."""
    free: bool
    """Nobody else has acted since and no die was seen: no approval is needed."""
    why_not_free: str = ""
    stale_packets: tuple[int, ...] = ()
    """Events of packets already sent that would no longer be true."""


class Ledger:
    """All events of one campaign and their sum. UserError subclasses tell what is refused."""

    def __init__(self, design: Design, campaign: str, events: Iterable[LedgerEvent] = ()) -> None:
        self.design = design
        self.campaign = campaign
        self.events: list[LedgerEvent] = list(events)
        self.state = standing(design, self.events)
        self._corrections: list[LedgerEvent] = []
        self._undone: frozenset[int] = frozenset()
        self._note_corrections(self.events)

    @classmethod
    def verified(cls, design: Design, campaign: str, events: Iterable[LedgerEvent]) -> Ledger:
        """A ledger read from a file. DamagedFile that names the event at which the chain breaks."""
        found = list(events)
        _refuse_broken(found)
        return cls(design, campaign, found)

    @property
    def head(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.events[-1].seq if self.events else 0

    @property
    def head_hash(self) -> str:
        """The hash of the last event."""
        return self.events[-1].hash if self.events else GENESIS

    @property
    def undone(self) -> frozenset[int]:
        """Numbers of the events that were taken back; kept, as `undone_events` would find them."""
        return self._undone

    def append(
        self,
        drafts: Sequence[EventDraft],
        *,
        actor: str,
        now: datetime,
        write: Writer | None = None,
        follows: Follower | None = None,
    ) -> list[LedgerEvent]:
        """Add events of one actor, all or none, and have them stored before they count.

        *follows* looks at the state after them, and tells what is stored together with them.
        `Broken` when one makes no sense, UserError for an unknown seat; whatever *write* raises
        leaves the ledger as it was.
        """
        opening = drafts[0].payload if drafts and not self.events else None
        seats = (
            {s.id for s in opening.seats}
            if isinstance(opening, CampaignOpened)
            else self.state.seats
        )
        if actor not in seats:
            raise UserError(
                say("There is no seat {actor!r}.", actor=actor),
                say("Seats: {listed}.", listed=", ".join(sorted(seats))),
            )
        turns = [d.payload.ordinal for d in drafts if isinstance(d.payload, TurnBegun)]
        ordinal = turns[0] if turns else self.state.ordinal
        if isinstance(opening, CampaignOpened):
            ordinal = self.design.calendar.first_ordinal
        sealed = self._sealed(drafts, ordinal, actor, now)

        def more() -> list[LedgerEvent]:
            found = follows(sealed) if follows is not None else ()
            return self._sealed(found, self.state.ordinal, actor, now)

        return self._accept(sealed, write, more)

    def _sealed(
        self, drafts: Sequence[EventDraft], ordinal: int, actor: str, now: datetime
    ) -> list[LedgerEvent]:
        return seal(
            drafts,
            campaign=self.campaign,
            after=self.head,
            head=self.head_hash,
            ordinal=ordinal,
            actor=actor,
            now=now,
        )

    def follow(self, news: Sequence[LedgerEvent]) -> None:
        """Read on: events that somebody else has stored behind ours.

        DamagedFile when they do not go on from ours.
        """
        if not news:
            return
        _refuse_broken(news, self.events[-1] if self.events else None)
        self._accept(list(news), None, list)

    def _accept(
        self, sealed: list[LedgerEvent], write: Writer | None, more: Callable[[], list[LedgerEvent]]
    ) -> list[LedgerEvent]:
        before = len(self.events)
        try:
            self._count(sealed)
            if found := more():
                self._count(found)
                sealed = [*sealed, *found]
            if write is not None:
                write(sealed, self.state)
        except BaseException:
            # the state was written to: build it anew from what is acknowledged
            del self.events[before:]
            self._corrections = []
            self._note_corrections(self.events)
            self.state = standing(self.design, self.events)
            raise
        return sealed

    def _count(self, sealed: Sequence[LedgerEvent]) -> None:
        for event in sealed:
            apply(self.design, self.state, event)
        self.events += sealed
        if self._note_corrections(sealed):
            self.state = standing(self.design, self.events)

    def _note_corrections(self, added: Iterable[LedgerEvent]) -> bool:
        """Keep what takes something back; whether there was anything of the kind."""
        found = [event for event in added if event.kind == "correction.reversed"]
        self._corrections += found
        # a correction is undone by a correction alone, so that no other event need be looked at
        self._undone = frozenset(undone_events(self._corrections))
        return bool(found)

    def state_at(self, seq: int) -> State:
        """How the campaign stood after event *seq*, as it was known then."""
        return standing(self.design, [event for event in self.events if event.seq <= seq])

    def state_on(self, ordinal: int) -> State:
        """How the campaign stood at the end of a turn, with what was corrected since."""
        undone = undone_events(self.events)
        state = first_state(self.design)
        for event in self.events:
            if event.ordinal <= ordinal and event.seq not in undone:
                apply(self.design, state, event)
        return state

    def visible_to(self, seat: str) -> list[LedgerEvent]:
        """The events that a seat may see; all of them for an umpire."""
        if self.state.seats[seat].role == "umpire":
            return list(self.events)
        return [event for event in self.events if event.visible_to(seat)]

    # ---- taking back ----------------------------------------------------------------------------

    def reversal(self, seqs: Iterable[int], actor: str) -> Reversal:
        """What taking *seqs* back would mean. UserError for what cannot be taken back."""
        undone = undone_events(self.events)
        of = self._with_effects(set(seqs), undone)
        also, state = self._without(of)
        everything = of | {seq for seq, _ in also}
        first = min(everything)
        why = self._why_not_free(first, actor)
        packets = tuple(
            packet.seq
            for packet in state.packets
            if any(e.seq <= packet.upto and e.visible_to(packet.seat) for e in self._events(of))
        )
        return Reversal(
            of=tuple(sorted(of)),
            also=tuple(also),
            free=not why,
            why_not_free=why,
            stale_packets=packets,
        )

    def take_back(
        self,
        seqs: Iterable[int],
        *,
        actor: str,
        reason: str,
        now: datetime,
        with_dependants: bool = False,
        approved_by: str = "",
        write: Writer | None = None,
    ) -> list[LedgerEvent]:
        """Append the reversal of *seqs*. Nothing is erased.

        UserError when later events hang on them and *with_dependants* is not set, when it is not
        free and no umpire approves, or without a reason.
        """
        found = self.reversal(seqs, actor)
        if found.also and not with_dependants:
            listed = "; ".join(
                say("event {seq}: {why}", seq=seq, why=why) for seq, why in found.also[:5]
            )
            raise UserError(
                say(
                    "{number} later events would no longer hold ({listed}).",
                    number=len(found.also),
                    listed=listed,
                ),
                "Take them back together, or leave it.",
            )
        if not found.free:
            seat = self.state.seats.get(approved_by)
            if seat is None or seat.role != "umpire":
                raise UserError(
                    say(
                        "This is no longer free to take back: {why_not_free}.",
                        why_not_free=found.why_not_free,
                    ),
                    "Ask the umpire to approve it.",
                )
        if not reason.strip():
            raise UserError("Taking back needs a reason.", "Say in a few words why.")
        of = tuple(sorted({*found.of, *(seq for seq, _ in found.also)}))
        payload = Reversed(of=of, reason=reason.strip(), approved_by=approved_by)
        # whoever saw one of the events must see that it is gone, and nobody else
        seen = {seat for event in self._events(of) for seat in event.seen_by}
        draft = EventDraft(payload=payload, seen_by=tuple(sorted(seen)), caused_by=max(of))
        return self.append([draft], actor=actor, now=now, write=write)

    def stale_packets(self) -> list[int]:
        """Packets that were sent and rest on events that have been taken back since."""
        taken_at: dict[int, int] = {}
        for correction in self._corrections:
            payload = correction.payload
            assert isinstance(payload, Reversed)
            taken_at |= dict.fromkeys(payload.of, correction.seq)
        gone = sorted(((taken_at[seq], seq) for seq in self.undone), reverse=True)
        stale: set[int] = set()
        for seat in {packet.seat for packet in self.state.packets}:
            seen = [(at, seq) for at, seq in gone if self.events[seq - 1].visible_to(seat)]
            number, first = 0, self.head + 1
            # from the last packet back: whatever was taken back after it is known by then
            for packet in reversed(self.state.packets):
                if packet.seat != seat:
                    continue
                while number < len(seen) and seen[number][0] > packet.seq:
                    first = min(first, seen[number][1])
                    number += 1
                if first <= packet.upto:
                    stale.add(packet.seq)
        return [packet.seq for packet in self.state.packets if packet.seq in stale]

    def _events(self, seqs: Iterable[int]) -> list[LedgerEvent]:
        return [self.events[seq - 1] for seq in sorted(seqs)]

    def _with_effects(self, seqs: set[int], undone: set[int]) -> set[int]:
        for seq in seqs:
            if not 1 <= seq <= self.head:
                raise UserError(
                    say("There is no event {seq}.", seq=seq),
                    say("The last one is {head}.", head=self.head),
                )
            if seq in undone:
                raise UserError(say("Event {seq} is taken back already.", seq=seq))
        if 1 in seqs:
            raise UserError("The opening of a campaign cannot be taken back.", "Delete its file.")
        of = set(seqs)
        for event in self.events:  # causes lie before their effects, so one pass finds all
            if event.caused_by in of and event.seq not in undone:
                of.add(event.seq)
        return of

    def _without(self, of: set[int]) -> tuple[list[tuple[int, str]], State]:
        state, also = first_state(self.design), list[tuple[int, str]]()
        gone = undone_events(self.events, also_undo=of)
        for event in self.events:
            if event.seq in gone:
                continue
            try:
                apply(self.design, state, event)
            except Broken as error:
                also.append((event.seq, error.message))
        return also, state

    def _why_not_free(self, first: int, actor: str) -> str:
        for event in self.events[first - 1 :]:
            if event.actor != actor:
                return say(
                    "{actor} has acted since (event {seq})",
                    actor=name_among(self.design.seats, event.actor),
                    seq=event.seq,
                )
            if isinstance(event.payload, (ChanceDrawn, SecretRevealed)):
                told = (
                    say("dice were seen")
                    if isinstance(event.payload, ChanceDrawn)
                    else say("a secret was told")
                )
                return say("{told} (event {seq})", told=told, seq=event.seq)
        return ""


def _refuse_broken(events: Sequence[LedgerEvent], after: LedgerEvent | None = None) -> None:
    broken = first_break(events, after)
    if broken is not None:
        text = say(
            "The ledger is damaged at event {broken}: {broken_2}.",
            broken=broken[0],
            broken_2=broken[1],
        )
        raise DamagedFile(text, "Restore the last backup; `doctor` lists what is good.")


def apply(design: Design, state: State, event: LedgerEvent) -> None:
    """Let one event count. `Broken` when it makes no sense here; *state* is unchanged then.

    No rule is run: an event only must make sense where it stands.
    """
    event.payload.apply(design, state, event)
    state.seq = event.seq


class _Trial(Struct, frozen=True):
    """When what is only tried would be written."""

    seq: int
    ordinal: int
    actor: str
    seen_by: tuple[str, ...] = ()


def let_count(design: Design, state: State, drafts: Iterable[EventDraft], actor: str = "") -> None:
    """Let what is not written count in *state*, as it would in the ledger; see `State.copy`.

    `Broken` at the first that makes no sense there.
    """
    for seq, draft in enumerate(drafts, state.seq + 1):
        occasion = _Trial(seq, state.ordinal, actor, draft.seen_by)
        draft.payload.apply(design, state, occasion)
        state.seq = seq


def undone_events(events: Sequence[LedgerEvent], also_undo: Iterable[int] = ()) -> set[int]:
    """Events that do not count. A reversal that is itself reversed takes nothing back."""
    undone: set[int] = set(also_undo)
    for event in reversed(events):
        if event.kind == "correction.reversed" and event.seq not in undone:
            payload = event.payload
            assert isinstance(payload, Reversed)
            undone |= set(payload.of)
    return undone


def standing(design: Design, events: Sequence[LedgerEvent]) -> State:
    """The sum of all events that count. `Broken` names the first that makes no sense."""
    undone = undone_events(events)
    state = first_state(design)
    for event in events:
        if event.seq in undone:
            state.seq = event.seq
            continue
        try:
            apply(design, state, event)
        except Broken as error:
            raise Broken(
                say(
                    "Event {seq} ({kind}): {message}",
                    seq=event.seq,
                    kind=event.kind,
                    message=error.message,
                )
            ) from error
    return state
