"""Commit and reveal: binding oneself to a secret that nobody can guess or swap later."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from wardesk.campaign.ledger.events import EVERYONE, Draft
from wardesk.campaign.ledger.payloads import SecretCommitted, SecretKept, SecretRevealed
from wardesk.campaign.operation.state import State
from wardesk.errors import BugError, UserError

NONCE_BYTES = 16
"""128 bits: a secret of three possible turns could be guessed from its hash without them."""


def digest_of(nonce: str, value: str) -> str:
    """The published hash of a secret."""
    return sha256(msgspec.json.encode((nonce, value))).hexdigest()


def commit(secret: str, seat: str, about: str, value: str, nonce: bytes) -> list[Draft]:
    """The events of a commitment: the hash for everybody, the content for *seat* alone.

    *nonce* comes from outside, `NONCE_BYTES` of it at least (BugError).
    """
    if len(nonce) < NONCE_BYTES:
        raise BugError("the nonce of a secret is too short")
    text = nonce.hex()
    public = SecretCommitted(secret=secret, seat=seat, about=about, digest=digest_of(text, value))
    kept = SecretKept(secret=secret, nonce=text, value=value)
    return [
        Draft(payload=public, seen_by=EVERYONE),
        Draft(payload=kept, seen_by=(seat,), caused_by=-1),
    ]


def reveal(state: State, secret: str) -> Draft:
    """The event that tells a kept secret to everybody. UserError for one that is not kept here."""
    found = state.secrets.get(secret)
    if found is None or found.kept is None:
        raise UserError(f"There is no secret {secret!r} in this campaign.", "Check its name.")
    nonce, value = found.kept
    payload = SecretRevealed(secret=secret, nonce=nonce, value=value)
    return Draft(payload=payload, caused_by=found.seq)
