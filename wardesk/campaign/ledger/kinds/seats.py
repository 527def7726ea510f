"""A seat is made, or its command divided, while the campaign goes on."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, need, seen_in_fog
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import formation_name
from wardesk.campaign.operation.state import State
from wardesk.words import join, say


def check_seat(design: Design, seat: Seat) -> None:
    """`Broken` for a seat that nobody of this campaign can have."""
    need(seat.name.strip(), "A seat needs a name.")
    need(seat.role != "umpire", "There is one umpire, and no second is made.")
    need(seat.side in {side.id for side in design.sides}, "There is no side {side!r}.",
         side=seat.side)  # fmt: skip
    for key in seat.formations:
        need(key in design.formation, "There is no formation {key!r}.", key=key)
        own = design.formation[key].side == seat.side
        need(own, "{formation} is not on that side.", formation=design.formation[key].name)


class SeatSet(Payload, frozen=True, kw_only=True, tag="seat.set"):
    """A new seat, or an old one with another name or command; its side stays."""

    log_group = "rulings"

    seat: Seat

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        check_seat(design, self.seat)
        before = state.seats.get(self.seat.id)
        same = before is None or (before.side, before.role == "umpire") == (self.seat.side, False)
        need(same, "{name} stays on its side.", name=before.name if before is not None else "")
        state.seats[self.seat.id] = self.seat

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> SeatSet:
        """Who is there; what it commands is its own side's."""
        own = bool(reader.seat.side) and self.seat.side == reader.seat.side
        return self if own else SeatSet(seat=replace(self.seat, formations=(), sight=None))

    def told(self, design: Design) -> str:
        if not self.seat.formations:
            return say("Seat {seat}", seat=self.seat.name)
        names = join(", ", [formation_name(design, key) for key in self.seat.formations])
        return say("Seat {seat}: {formations}", seat=self.seat.name, formations=names)
