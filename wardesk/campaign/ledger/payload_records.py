"""What events say about points, rulings, dice, secrets, messages and corrections."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from wardesk.campaign.ledger.kind import Dice, Payload
from wardesk.campaign.ledger.rulings import Evidence, Query, Scope


class Points(Payload, frozen=True, kw_only=True, tag="vp.awarded"):
    """Victory points (also taken away), with their cause."""

    side: str
    points: int
    cause: str


class QueryOpened(Payload, frozen=True, kw_only=True, tag="query.opened"):
    """A new question about the rules."""

    query: Query


class RulingMade(Payload, frozen=True, kw_only=True, tag="ruling.made"):
    """A decision of the umpire."""

    id: str
    query: str
    decision: str
    scope: Scope
    author: str
    reason: Annotated[str, Meta(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    supersedes: str | None = None
    affects: tuple[int, ...] = ()


class Drawn(Payload, frozen=True, kw_only=True, tag="draw.made"):
    """Dice or chits, and where they came from. Written before anybody sees them."""

    what: str
    faces: Dice
    """How many faces each die has; for a chit the number of chits in the cup."""
    results: Dice
    how: Literal["seeded", "typed", "receipt"]
    receipt: str = ""


class Judged(Payload, frozen=True, kw_only=True, tag="proposal.decided"):
    """What the desk proposed and what was decided, with inputs, modifiers and exact odds."""

    title: str
    cite: str
    inputs: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    needed: int | None = None
    roll: int | None = None
    odds: str = ""
    proposed: str = ""
    decided: str = ""
    override: str = ""
    """The reason, where the umpire decided otherwise."""


class SecretCommitted(Payload, frozen=True, kw_only=True, tag="secret.committed"):
    """Somebody binds himself to something that others may not know yet."""

    secret: str
    seat: str
    about: str
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class SecretKept(Payload, frozen=True, kw_only=True, tag="secret.kept"):
    """The content of a secret, for its seat and the umpire."""

    secret: str
    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32,}\Z")]
    value: str


class SecretRevealed(Payload, frozen=True, kw_only=True, tag="secret.revealed"):
    """The secret is told; nonce and value must give the digest."""

    secret: str
    nonce: str
    value: str


class OrderGiven(Payload, frozen=True, kw_only=True, tag="order.given"):
    """An order or message of a seat. It reaches the seats that its event is shown to by name."""

    seat: str
    text: str
    """An order with an empty text withdraws the one before on its subject."""
    subject: str = ""
    """The formation that it is for, ``*`` for the whole command; empty: a message, which does not
    stand until another one."""
    due: int | None = None
    """The turn on which a message reaches others; None: at once."""


class PacketSent(Payload, frozen=True, kw_only=True, tag="packet.sent"):
    """A seat was sent a packet that rests on the events up to *upto*."""

    seat: str
    upto: int
    sha256: str


class Reversed(Payload, frozen=True, kw_only=True, tag="correction.reversed"):
    """Earlier events are taken back; they stay in the ledger and no longer count."""

    of: tuple[int, ...]
    reason: Annotated[str, Meta(min_length=1)]
    approved_by: str = ""
