"""Commit and reveal: binding oneself to a secret that nobody can guess or swap later."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from wardesk.campaign.ledger.events import EVERYONE, EventDraft
from wardesk.campaign.ledger.kind import Payload, need, observers_not, seen_in_fog
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import secret_name
from wardesk.campaign.operation.state import Secret, State
from wardesk.errors import BugError, UserError
from wardesk.words import Spoken, say

NONCE_BYTES = 16
"""128 bits: a secret of three possible turns could be guessed from its hash without them."""


class SecretCommitted(Payload, frozen=True, kw_only=True, tag="secret.committed"):
    """Somebody binds himself to something that others may not know yet."""

    log_group = "dice"

    secret: str
    seat: str
    about: Spoken
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        new = self.secret not in state.secrets
        need(new, "The secret {secret!r} is there already.", secret=self.secret)
        need(self.seat in state.seats, "There is no seat {seat!r}.", seat=self.seat)
        state.secrets[self.secret] = Secret(self.seat, self.about, self.digest, event.seq)

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> SecretCommitted:
        return SecretCommitted(
            secret=reader.secret(self.secret), seat=self.seat, about=self.about, digest=self.digest
        )

    def refused(self, design: Design, seat: Seat) -> str:
        if seat.role == "observer":
            return say("an observer only looks on")
        return "" if self.seat == seat.id else say("a seat speaks for itself alone")

    def told(self, design: Design) -> str:
        return say("Bound in secret: {about}", about=self.about)


class SecretKept(Payload, frozen=True, kw_only=True, tag="secret.kept"):
    """The content of a secret, for its seat and the umpire."""

    log_group = "dice"

    secret: str
    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32,}\Z")]
    value: str

    refused = observers_not

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        secret = _committed(state, self.secret)
        _check(secret, self.nonce, self.value)
        need(set(event.seen_by) <= {secret.seat}, "A secret is for its own seat.")
        state.secrets[self.secret] = replace(secret, kept=(self.nonce, self.value))

    def copied(self, reader: Reader, event: Occasion) -> SecretKept | None:
        if not reader.named(event):
            return None
        return SecretKept(secret=reader.secret(self.secret), nonce=self.nonce, value=self.value)

    def told(self, design: Design) -> str:
        return say("Kept for its seat: {secret}", secret=secret_name(design, self.secret))


class SecretRevealed(Payload, frozen=True, kw_only=True, tag="secret.revealed"):
    """The secret is told; nonce and value must give the digest."""

    log_group = "dice"

    secret: str
    nonce: str
    value: str

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        secret = _committed(state, self.secret)
        need(secret.revealed is None, "This secret has been told already.")
        _check(secret, self.nonce, self.value)
        state.secrets[self.secret] = replace(secret, revealed=self.value)

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> SecretRevealed:
        name = reader.secret(self.secret)
        return SecretRevealed(secret=name, nonce=self.nonce, value=self.value)

    def told(self, design: Design) -> str:
        return say("Told now: {secret}", secret=secret_name(design, self.secret))


def _committed(state: State, key: str) -> Secret:
    need(key in state.secrets, "There is no secret {key!r}.", key=key)
    return state.secrets[key]


def _check(secret: Secret, nonce: str, value: str) -> None:
    right = digest_of(nonce, value) == secret.digest
    need(right, "This is not what was committed to.")


def digest_of(nonce: str, value: str) -> str:
    """The published hash of a secret."""
    return sha256(msgspec.json.encode((nonce, value))).hexdigest()


def commit(secret: str, seat: str, about: str, value: str, nonce: bytes) -> list[EventDraft]:
    """The events of a commitment: the hash for everybody, the content for *seat* alone.

    *nonce* comes from outside, `NONCE_BYTES` of it at least (BugError).
    """
    if len(nonce) < NONCE_BYTES:
        raise BugError("the nonce of a secret is too short")
    text = nonce.hex()
    public = SecretCommitted(secret=secret, seat=seat, about=about, digest=digest_of(text, value))
    kept = SecretKept(secret=secret, nonce=text, value=value)
    return [
        EventDraft(payload=public, seen_by=EVERYONE),
        EventDraft(payload=kept, seen_by=(seat,), caused_by=-1),
    ]


def reveal(state: State, secret: str) -> EventDraft:
    """The event that tells a kept secret to everybody. UserError for one that is not kept here."""
    found = state.secrets.get(secret)
    if found is None or found.kept is None:
        raise UserError(
            say("There is no secret {secret!r} in this campaign.", secret=secret), "Check its name."
        )
    nonce, value = found.kept
    payload = SecretRevealed(secret=secret, nonce=nonce, value=value)
    return EventDraft(payload=payload, caused_by=found.seq)
