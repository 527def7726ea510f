"""Events of the ledger: what is stored, and the chain of hashes that shows a change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import Any, Literal, Union, cast

import msgspec
from msgspec import Struct

from wardesk.campaign.ledger.kind import Payload, tell
from wardesk.campaign.ledger.kinds import all_kinds
from wardesk.campaign.operation.design import Design
from wardesk.engine.chain import GENESIS, chained
from wardesk.errors import BugError, DamagedFile, NewerFile, WarDeskError
from wardesk.words import encode, from_record, readied, say

EVERYONE: tuple[str, ...] = ("*",)
"""Seen by all seats. The umpire sees everything anyhow; ``()`` is for the umpire alone."""
Source = Literal["engine", "hand", "import", "ruling"]
PAYLOAD_VERSION = 2
"""Of a payload that holds a sentence with its values; one without is still of the first."""

_KIND = re.compile(r'"kind":"([a-z_.]+)"')
UPGRADES: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""How the payload of (kind, version) becomes the next version, on plain dicts. The stored text
stays as it was, so the chain still holds."""


class EventDraft(Struct, frozen=True, kw_only=True):
    """An event before it has a number and a hash."""

    payload: Payload
    seen_by: tuple[str, ...] = EVERYONE
    source: Source = "hand"
    caused_by: int | None = None
    """The seq of its cause; below zero it counts from this batch: -1 is the draft before."""
    ruling: int | None = None


class LedgerEvent(Struct, frozen=True, dict=True, kw_only=True):
    """One entry of the ledger, exactly as stored. *body* is the payload's canonical JSON."""

    campaign: str
    seq: int
    """From 1, without gaps."""
    kind: str
    version: int
    body: str
    ordinal: int
    """The turn on which it happened."""
    actor: str
    """The seat that did it."""
    seen_by: tuple[str, ...]
    source: Source
    caused_by: int | None
    ruling: int | None
    recorded_at: str
    """UTC, like ``2026-05-10T12:00:00Z``; text, because the chain needs it letter by letter."""
    prev: str
    hash: str

    @cached_property
    def payload(self) -> Payload:
        """What it says. NewerFile for a kind that this WarDesk does not know."""
        return decode_body(self.kind, self.version, self.body)

    def visible_to(self, seat: str) -> bool:
        """Whether a seat other than the umpire's may see it."""
        return seat in self.seen_by or "*" in self.seen_by


def sentence(design: Design, event: LedgerEvent) -> str:
    """One event as a sentence in the past, without a full stop."""
    try:
        return tell(design, event.payload)
    except WarDeskError:
        return event.kind


def encode_body(payload: Payload) -> str:
    """Canonical JSON of a payload; the kind stands in it."""
    return encode(payload, order="deterministic").decode()


def version_of(body: str) -> int:
    """The oldest version that can read a payload."""
    return PAYLOAD_VERSION if '{"say":' in body else 1


def decode_body(kind: str, version: int, body: str) -> Payload:
    """A payload from its text. NewerFile for newer ones, DamagedFile for what is none."""
    try:
        if version in (1, PAYLOAD_VERSION):  # the first holds no sentences with values, else alike
            return _decoder().decode(body)
        return msgspec.convert(
            _upgraded(kind, version, body), readied(_any_kind()), dec_hook=from_record
        )
    except msgspec.ValidationError as error:
        found = _KIND.search(body)
        if found and found[1] not in all_kinds():
            text = say("This campaign holds an event of the kind {tag!r}.", tag=found[1])
            raise NewerFile(text, "A newer WarDesk wrote it; open it there.") from error
        raise DamagedFile(
            say("An event of the kind {kind!r} cannot be read: {error}.", kind=kind, error=error)
        ) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise DamagedFile(
            say("An event of the kind {kind!r} cannot be read: {error}.", kind=kind, error=error)
        ) from error


@cache
def _decoder() -> msgspec.json.Decoder[Payload]:
    return msgspec.json.Decoder(readied(_any_kind()), dec_hook=from_record)


def _any_kind() -> Any:  # noqa: ANN401 - made of what there is
    return Union[tuple(all_kinds().values())]  # noqa: UP007


def _upgraded(kind: str, version: int, body: str) -> dict[str, Any]:
    if version > PAYLOAD_VERSION:
        raise NewerFile(
            say("The event {kind!r} has version {version}.", kind=kind, version=version),
            "A newer WarDesk wrote it; open it there.",
        )
    value = cast("dict[str, Any]", msgspec.json.decode(body))
    while version < PAYLOAD_VERSION:
        upgrade = UPGRADES.get((kind, version))
        if upgrade is not None:
            value = upgrade(value)
        version += 1
    return value


def chain_hash(event: LedgerEvent) -> str:
    """The hash that *event* must have, over all its other fields."""
    fields = (
        event.prev, event.campaign, event.seq, event.kind, event.version, event.body, event.ordinal,
        event.actor, event.seen_by, event.source, event.caused_by, event.ruling, event.recorded_at,
    )  # fmt: skip
    return chained(msgspec.json.encode(fields))


def seal(
    drafts: Iterable[EventDraft],
    *,
    campaign: str,
    after: int,
    head: str,
    ordinal: int,
    actor: str,
    now: datetime,
) -> list[LedgerEvent]:
    """Number *drafts* behind event *after*, whose hash is *head*, and chain them."""
    found: list[LedgerEvent] = []
    for draft in drafts:
        caused_by = draft.caused_by
        seq = after + len(found) + 1
        if caused_by is not None and caused_by < 0:
            caused_by = seq + caused_by
        if caused_by is not None and not 1 <= caused_by < seq:
            raise BugError(f"event {seq} cannot be caused by {caused_by}")
        payload = draft.payload
        body = encode_body(payload)
        plain = LedgerEvent(
            campaign=campaign,
            seq=seq,
            kind=str(payload.__struct_config__.tag),
            version=version_of(body),
            body=body,
            ordinal=ordinal,
            actor=actor,
            seen_by=draft.seen_by,
            source=draft.source,
            caused_by=caused_by,
            ruling=draft.ruling,
            recorded_at=stamp(now),
            prev=found[-1].hash if found else head,
            hash="",
        )
        found.append(msgspec.structs.replace(plain, hash=chain_hash(plain)))
    return found


def stamp(now: datetime) -> str:
    """A time as the ledger writes it. BugError for one without a zone."""
    if now.tzinfo is None:
        raise BugError("a time without a zone")
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def first_break(
    events: Iterable[LedgerEvent], after: LedgerEvent | None = None
) -> tuple[int, str] | None:
    """The first event at which the chain does not hold, and what is wrong; None if it holds.

    The chain begins with a campaign, or goes on *after* an event.
    """
    prev, expected = (GENESIS, 1) if after is None else (after.hash, after.seq + 1)
    for event in events:
        if event.seq != expected:
            return event.seq, say("event {expected} is missing before it", expected=expected)
        if event.prev != prev:
            return event.seq, say("it does not follow the event before it")
        try:
            right = chain_hash(event) == event.hash
        except UnicodeEncodeError:
            right = False
        if not right:
            return event.seq, say("its content is not what was written")
        prev, expected = event.hash, expected + 1
    return None
