"""What a kind of event is: what it says, and its answers to those who ask about it."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

from wardesk import words
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError, WarDeskError
from wardesk.words import say

Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Dice: TypeAlias = tuple[Annotated[int, Meta(ge=0, le=100)], ...]


class Broken(UserError):
    """An event that contradicts what the ledger says up to it."""


def need(fine: object, why: str, /, **values: object) -> None:
    """`Broken` with the sentence *why* unless *fine*; it is only said then (see `words.say`)."""
    if not fine:
        raise Broken(words.say(why, **values))


class Payload(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """Root of all payloads; the tag is the event's kind.

    A kind answers for itself what it changes, who learns of it, who may write it and how it is
    told. `kinds.all_kinds` finds its class by the module that it stands in.
    """

    log_group: ClassVar[str] = "turns"
    """The group that the log's filter puts it in."""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        """Let it count. `Broken` when it makes no sense here; *state* is unchanged then."""
        raise NotImplementedError

    def believed(self, design: Design, state: State) -> None:
        """Let it count for a seat that was not told of what came before; by default it does not."""

    def copied(self, reader: Reader, event: Occasion) -> Payload | None:
        """What is copied for a seat that *event* is shown to; None: nothing, as by default."""
        del reader, event

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        """Whether a seat that plays by fog learns of it; by default of what its own side did."""
        return reader.named(event) or reader.did(event)

    def refused(self, design: Design, seat: Seat) -> str:
        """Why a seat other than an umpire's may not write this, empty if it may."""
        del design, seat
        return say("only the umpire does this")

    def told(self, design: Design) -> str:
        """As a sentence in the past, without a full stop."""
        raise NotImplementedError


def kind_of(payload: Payload) -> str:
    """The kind of event that a payload is of."""
    return str(payload.__struct_config__.tag)


def tell(design: Design, payload: Payload) -> str:
    """What an event says as a sentence; its kind where the design does not know a name in it."""
    try:
        return payload.told(design)
    except (WarDeskError, KeyError):
        return kind_of(payload)


# ---- what kinds share ---------------------------------------------------------------------------


def told_whole(self: Payload, reader: Reader, event: Occasion) -> Payload:
    """`Payload.copied` of a kind whose fields are all fit for everybody that it is shown to."""
    del reader, event
    return self


def seen_in_fog(self: Payload, reader: Reader, event: Occasion) -> bool:
    """`Payload.in_fog` of what no fog hides: it stands on the map, or is the umpire's word."""
    del self, reader, event
    return True


def observers_not(self: Payload, design: Design, seat: Seat) -> str:
    """`Payload.refused` of a kind that everybody at the campaign may write."""
    del self, design
    return say("an observer only looks on") if seat.role == "observer" else ""


def not_commanded(design: Design, seat: Seat, formation: str) -> str:
    """Why a seat may not speak for a formation, empty if it may."""
    found = design.formation.get(formation)
    if found is None:
        return ""  # there is no such formation: the fold says so
    if not seat.side or found.side != seat.side:
        return say("{formation} is not on the side of {seat}", formation=found.name, seat=seat.name)
    if seat.formations and not set(design.above(formation)) & set(seat.formations):
        return say("{formation} does not stand under {seat}", formation=found.name, seat=seat.name)
    return say("an observer only looks on") if seat.role == "observer" else ""


def because(cause: str) -> str:
    """The cause at the end of a sentence; nothing without one."""
    return say(": {cause}", cause=cause) if cause else ""
