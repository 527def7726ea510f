"""What is written to people: orders, messages, packets."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, need, seen_in_fog
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import formation_name, name_among
from wardesk.campaign.operation.state import SentPacket, State
from wardesk.words import say


class OrderGiven(Payload, frozen=True, kw_only=True, tag="order.given"):
    """An order or message of a seat. It reaches the seats that its event is shown to by name."""

    log_group = "orders"

    seat: str
    text: str
    """An order with an empty text withdraws the one before on its subject."""
    subject: str = ""
    """The formation that it is for, ``*`` for the whole command; empty: a message, which does not
    stand until another one."""
    due: int | None = None
    """The turn on which a message reaches others; None: at once."""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.seat in state.seats, "There is no seat {seat!r}.", seat=self.seat)

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> OrderGiven | None:
        """The seat's own, and what is addressed to it: never what merely stands in the ledger."""
        return self if self.seat == reader.seat.id or reader.named(event) else None

    def refused(self, design: Design, seat: Seat) -> str:
        return "" if self.seat == seat.id else say("a seat speaks for itself alone")

    def told(self, design: Design) -> str:
        if not self.subject:
            return say("Message: {text}", text=self.text)
        if self.subject == "*":
            return say("Order: {text}", text=self.text) if self.text else say("Order withdrawn")
        to = formation_name(design, self.subject)
        if not self.text:
            return say("Order for {formation} withdrawn", formation=to)
        return say("Order for {formation}: {text}", formation=to, text=self.text)


class PacketSent(Payload, frozen=True, kw_only=True, tag="packet.sent"):
    """A seat was sent a packet that rests on the events up to *upto*."""

    log_group = "orders"

    seat: str
    upto: int
    sha256: str

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.seat in state.seats, "There is no seat {seat!r}.", seat=self.seat)
        need(self.upto < event.seq, "A packet rests on earlier events.")
        state.packets.append(SentPacket(event.seq, self.seat, self.upto))

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> PacketSent | None:
        """That it was sent, and its seal; never how far the ledger had come."""
        return replace(self, upto=0) if self.seat == reader.seat.id else None

    def told(self, design: Design) -> str:
        return say("A packet was sent to {seat}", seat=name_among(design.seats, self.seat))
