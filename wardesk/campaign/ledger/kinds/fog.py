"""Fog: a seat knows of the other side what it has sighted, and when."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from wardesk.campaign.ledger.kind import Payload, because, need, seen_in_fog
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import FARTHEST
from wardesk.campaign.operation.names import formation_name, name_among, place_words
from wardesk.campaign.operation.state import LastSeen, SeenTroops, State
from wardesk.words import Spoken, join, say, say_count


class FogSet(Payload, frozen=True, kw_only=True, tag="fog.set"):
    """From here on a seat plays by fog, or no longer."""

    log_group = "units"

    seat: str
    on: bool = True
    hexes: Annotated[int, Meta(ge=0, le=FARTHEST)] = 1
    """How far its units see; 1 is the next hex."""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.seat in state.seats, "There is no seat {seat!r}.", seat=self.seat)
        side = state.seats[self.seat].side
        need(side, "{seat} has no side, and sees everything.", seat=state.seats[self.seat].name)
        state.fog = {seat: far for seat, far in state.fog.items() if seat != self.seat}
        if self.on:
            state.fog[self.seat] = self.hexes

    def copied(self, reader: Reader, event: Occasion) -> FogSet | None:
        """For whom it is set; how others see is not its business."""
        return self if self.seat == reader.seat.id else None

    in_fog = seen_in_fog

    def told(self, design: Design) -> str:
        seat = name_among(design.seats, self.seat)
        if not self.on:
            return say("{seat} plays without fog", seat=seat)
        hexes = say_count("one hex", "{n} hexes", n=self.hexes)
        return say("{seat} plays by fog, its units see {hexes}", seat=seat, hexes=hexes)


class Sighted(Payload, frozen=True, kw_only=True, tag="fog.sighted"):
    """A seat sees troops of the other side, or is told of them. Older news of the same is past."""

    log_group = "units"

    seat: str
    rows: Annotated[tuple[SeenTroops, ...], Meta(min_length=1)]
    how: Spoken = ""
    """From whom it is known; empty: its own units saw it."""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.seat in state.seats, "There is no seat {seat!r}.", seat=self.seat)
        for row in self.rows:
            known = not row.formation or row.formation in design.formation
            need(known, "There is no formation {key!r}.", key=row.formation)
            need(row.formation or row.what, "Say what was seen.")
        for subject in dict.fromkeys(row.subject for row in self.rows):
            rows = tuple(row for row in self.rows if row.subject == subject)
            before = state.sightings.get(self.seat, {})
            seen = LastSeen(rows, event.ordinal, self.how)
            state.sightings[self.seat] = {**before, subject: seen}

    def copied(self, reader: Reader, event: Occasion) -> Sighted | None:
        """What its own eyes saw, and what it was told by name."""
        return self if self.seat == reader.seat.id and reader.named(event) else None

    def told(self, design: Design) -> str:
        rows = join("; ", [seen_words(design, row) for row in self.rows])
        return say("Seen: {rows}{cause}", rows=rows, cause=because(self.how))


def seen_words(design: Design, row: SeenTroops) -> str:
    """One row of a sighting: what, how strong, where."""
    what = formation_name(design, row.formation) if row.formation else row.what
    return join(", ", [each for each in (what, strength_words(row), place_words(design, row.place))
                       if each])  # fmt: skip


def strength_words(row: SeenTroops) -> str:
    """How strong it looks; empty where nobody knows."""
    low, high = row.steps
    if not high:
        return ""
    if low == high:
        return say_count("one step", "{n} steps", n=low)
    return say("{low} to {high} steps", low=low, high=high)
