"""Parts that maps got later: ``underlays.json``, ``look.json``, ``reviewed.json``.

Underlays are the pictures under a map; the look is what its designer says of colours and letters;
confirmed are doubtful pairs of cells that a person looked
at and left as they are. They are parts of their own so that a WarDesk
which does not know them keeps them byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from wardesk.documents.files.json_parts import MEND, typed
from wardesk.drawing.commands.look import good_look
from wardesk.drawing.document import Kept, Underlay
from wardesk.drawing.underlays import MOST_UNDERLAYS, good_size, good_transform
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.calibration import Affine
from wardesk.model.map_look import PLAIN_LOOK, SheetLook
from wardesk.words import say

UNDERLAYS = "underlays.json"
LOOK = "look.json"
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\s/\\\x00-\x1f\x7f]+\Z")]
Line = Annotated[str, Meta(max_length=2_000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]


class UnderlayRow(Struct, forbid_unknown_fields=True, kw_only=True):
    """One picture; *transform* takes its pixels to map units."""

    id: Id
    image: Annotated[str, Meta(max_length=200, pattern=r"^art/underlay-[0-9a-f]{32}\.(png|jpg)\Z")]
    size: tuple[int, int]
    transform: Affine
    title: Line = ""
    opacity: Annotated[float, Meta(ge=0, le=1)] = 1.0
    visible: bool = True
    locked: bool = False


class UnderlaysPart(Struct, forbid_unknown_fields=True):
    """The whole part, the lowest picture first."""

    underlays: Annotated[list[UnderlayRow], Meta(max_length=MOST_UNDERLAYS)]


def read_look(plain: object) -> SheetLook:
    """The look of a plain part, the plain one for None. DamagedFile that says what is wrong."""
    if plain is None:
        return PLAIN_LOOK
    look = typed(plain, SheetLook, LOOK)
    try:
        return good_look(look)
    except UserError as error:
        text = say("{part}: {message}", part=LOOK, message=error.message)
        raise DamagedFile(text, MEND) from error


def read_underlays(plain: object) -> list[Underlay]:
    """The underlays of a plain part, none for None. DamagedFile with the row."""
    if plain is None:
        return []
    found: dict[str, Underlay] = {}
    for number, row in enumerate(typed(plain, UnderlaysPart, UNDERLAYS).underlays, start=1):
        if row.id in found:
            raise DamagedFile(
                say(
                    "{underlays!s}, row {number!s}: the id {row!s} is given twice.",
                    underlays=UNDERLAYS,
                    number=number,
                    row=row.id,
                ),
                MEND,
            )
        try:
            size = good_size(row.size)
            transform = good_transform(row.transform, size)
        except UserError as error:
            raise DamagedFile(
                say(
                    "{underlays!s}, row {number!s}: {message}",
                    underlays=UNDERLAYS,
                    number=number,
                    message=error.message,
                ),
                MEND,
            ) from error
        found[row.id] = Underlay(
            id=row.id,
            image=row.image,
            size=size,
            transform=transform,
            title=row.title,
            opacity=row.opacity,
            visible=row.visible,
            locked=row.locked,
        )
    return list(found.values())


def plain_underlays(underlays: list[Underlay]) -> dict[str, Any]:
    """The part as plain values; what is as usual is left out."""
    usual = {"title": "", "opacity": 1.0, "visible": True, "locked": False}
    return {
        "underlays": [
            {
                name: value
                for name, value in msgspec.to_builtins(one).items()
                if name not in usual or value != usual[name]
            }
            for one in underlays
        ]
    }


REVIEWED = "reviewed.json"


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
    for number, row in enumerate(typed(plain, ReviewedPart, REVIEWED).kept, start=1):
        a, b = sorted(row.pair)
        if a == b or (a, b) in found:
            why = "is given twice" if a != b else "is no pair"
            raise DamagedFile(
                say(
                    "{reviewed}, row {number}: {a}–{b} {why}.",
                    reviewed=REVIEWED,
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
