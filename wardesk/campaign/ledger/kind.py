"""What a kind of event is: what it says, and its answers to those who ask about it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError

Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Dice: TypeAlias = tuple[Annotated[int, Meta(ge=0, le=100)], ...]


class Broken(UserError):
    """An event that contradicts what the ledger says up to it."""


def need(fine: object, why: str) -> None:
    """`Broken` with *why* unless *fine*."""
    if not fine:
        raise Broken(f"{why[0].upper()}{why[1:]}.")


class Payload(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """Root of all payloads; the tag is the event's kind.

    A kind answers for itself what it changes, who learns of it, who may write it and how it is
    told. It is known once a module that `payloads` imports defines it.
    """

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        """Let it count. `Broken` when it makes no sense here; *state* is unchanged then."""
        raise NotImplementedError

    def copied(self, reader: Reader, event: Occasion) -> Payload | None:
        """What is copied for a seat that *event* is shown to; None: nothing, as by default."""
        del reader, event

    def refused(self, design: Design, seat: Seat) -> str:
        """Why a seat other than an umpire's may not write this, empty if it may."""
        del design, seat
        return "only the umpire does this"

    def told(self, design: Design) -> str:
        """As a sentence in the past, without a full stop."""
        raise NotImplementedError


def told_whole(self: Payload, reader: Reader, event: Occasion) -> Payload:
    """`Payload.copied` of a kind whose fields are all fit for everybody that it is shown to."""
    del reader, event
    return self


def because(cause: str) -> str:
    """The cause at the end of a sentence; nothing without one."""
    return f": {cause}" if cause else ""
