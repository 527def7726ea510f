"""``underlays.json``: the pictures under a map, by the parts that hold them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from wardesk.documents.files.json_parts import MEND, typed
from wardesk.drawing.document import Underlay
from wardesk.drawing.underlays import MOST_UNDERLAYS, good_size, good_transform
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.calibration import Affine
from wardesk.words import say

PART = "underlays.json"
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


def read_underlays(plain: object) -> list[Underlay]:
    """The underlays of a plain part, none for None. DamagedFile with the row."""
    if plain is None:
        return []
    found: dict[str, Underlay] = {}
    for number, row in enumerate(typed(plain, UnderlaysPart, PART).underlays, start=1):
        if row.id in found:
            raise DamagedFile(
                say(
                    "{part!s}, row {number!s}: the id {row!s} is given twice.",
                    part=PART,
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
                    "{part!s}, row {number!s}: {message}",
                    part=PART,
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
