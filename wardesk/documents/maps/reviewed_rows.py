"""``reviewed.json``: doubtful pairs of cells that a person looked at and left as they are.

The board does not need it; it is a part of its own so that a WarDesk which does not know it keeps
it byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from wardesk.documents.files.json_parts import MEND, typed
from wardesk.drawing.document import Kept
from wardesk.errors import DamagedFile
from wardesk.words import say

PART = "reviewed.json"
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\s/\\\x00-\x1f\x7f]+\Z")]
Line = Annotated[str, Meta(max_length=2_000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]


class KeptRow(Struct, forbid_unknown_fields=True, kw_only=True):
    """One pair that was confirmed; *joined*: as neighbours."""

    pair: tuple[Id, Id]
    joined: bool
    reason: Line


class ReviewedPart(Struct, forbid_unknown_fields=True):
    """The whole part, in the order in which pairs were confirmed."""

    kept: list[KeptRow] = field(default_factory=list[KeptRow])


def read_kept(plain: object) -> dict[tuple[str, str], Kept]:
    """The confirmed pairs of a plain part, none for None. DamagedFile with the row."""
    if plain is None:
        return {}
    found: dict[tuple[str, str], Kept] = {}
    for number, row in enumerate(typed(plain, ReviewedPart, PART).kept, start=1):
        a, b = sorted(row.pair)
        if a == b or (a, b) in found:
            why = "is given twice" if a != b else "is no pair"
            raise DamagedFile(
                say(
                    "{part}, row {number}: {a}–{b} {why}.",
                    part=PART,
                    number=number,
                    a=a,
                    b=b,
                    why=why,
                ),
                MEND,
            )
        found[a, b] = Kept(row.joined, row.reason)
    return found


def plain_kept(kept: Mapping[tuple[str, str], Kept]) -> dict[str, Any]:
    """The part as plain values."""
    rows = [
        {"pair": list(pair), "joined": one.joined, "reason": one.reason}
        for pair, one in kept.items()
    ]
    return {"kept": rows}
