"""The root of all payloads, and the plain types in them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Dice: TypeAlias = tuple[Annotated[int, Meta(ge=0, le=100)], ...]


class Payload(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """Root of all payloads; the tag is the event's kind."""
