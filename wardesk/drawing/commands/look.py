"""The command on the map's own look: colours, pictures, signs and lettering."""

from __future__ import annotations

import math
import re

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import good_id, one_line
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.drawing.underlays import is_image_part, use_of
from wardesk.errors import UserError
from wardesk.model.map_look import (
    INKS,
    LEAST_SCALE,
    MOST_SCALE,
    MOST_SIGNS,
    NAME_CLASSES,
    SHEET_STYLES,
    KindLook,
    NameStyle,
    SheetLook,
    pictures_of,
)
from wardesk.words import Text, say

_CODE = re.compile(r"#[0-9a-f]{6}\Z")
_WORD = re.compile(r"[a-z][a-z -]{0,30}\Z")
_MOST_SPACING = 2.0


class SetLook(Command, frozen=True):
    """Give the map this look; its pictures must be in the file already."""

    look: SheetLook

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        look = good_look(self.look)
        for part in pictures_of(look):
            if part not in document.extra_parts:
                text = say("The file holds no picture {image!s}.", image=f"{part!a:.100}")
                raise UserError(text, "Put the picture into the map first.")
        draft = DocumentDraft(document)
        draft.set("look", look)
        return draft.change(_title(document.look, look), {"look"})


def good_look(look: SheetLook) -> SheetLook:
    """A look that can be painted and stored. UserError with the first thing that cannot."""
    if look.style and look.style not in SHEET_STYLES:
        raise UserError(say("There is no sheet style {style!s}.", style=f"{look.style!a:.70}"))
    for name, code in look.inks.items():
        if name not in INKS:
            raise UserError(say("There is no ink {name!s}.", name=f"{name!a:.70}"))
        _colour(code)
    for rows in (look.terrain, look.borders, look.lines):
        for kind, row in rows.items():
            good_id(kind)
            _good_kind(row)
    for name, style in look.names.items():
        if name not in NAME_CLASSES:
            raise UserError(say("There is no class of names {name!s}.", name=f"{name!a:.70}"))
        _good_style(style)
    _within(look.numbers.size, LEAST_SCALE, MOST_SCALE)
    _colour(look.numbers.ink, empty=True)
    if len(look.signs) > MOST_SIGNS:
        raise UserError(say("A map has at most {most!s} signs of its own.", most=MOST_SIGNS))
    for name, sign in look.signs.items():
        good_id(name)
        one_line(sign.title, "The name of a sign")
        _picture(sign.part)
    return look


def _good_kind(row: KindLook) -> None:
    _colour(row.colour, empty=True)
    _colour(row.ink, empty=True)
    if row.texture and not _WORD.match(row.texture):
        raise UserError(say("There is no drawing {name!s}.", name=f"{row.texture!a:.70}"))
    if row.tile:
        _picture(row.tile)
    _within(row.size, 0.1, 20.0)


def _good_style(style: NameStyle) -> None:
    _within(style.scale, LEAST_SCALE, MOST_SCALE)
    _within(style.spacing, 0.0, _MOST_SPACING)
    _within(style.rim, 0.0, MOST_SCALE)
    _colour(style.ink, empty=True)
    _colour(style.halo, empty=True)


def _colour(code: str, *, empty: bool = False) -> None:
    if not (_CODE.match(code) or (empty and not code)):
        text = say("{code!s} is no colour.", code=f"{code!a:.20}")
        raise UserError(text, "Write it as “#rrggbb” in small letters.")


def _picture(part: str) -> None:
    if not is_image_part(part) or use_of(part) != "look":
        raise UserError(say("{part!s} is no picture of a look.", part=f"{part!a:.100}"))


def _within(value: float, least: float, most: float) -> None:
    if not math.isfinite(value) or not least <= value <= most:
        text = say("{value!s} is not between {least:g} and {most:g}.",
                   value=f"{value:g}", least=least, most=most)  # fmt: skip
        raise UserError(text)


def _title(before: SheetLook, after: SheetLook) -> Text:
    """What differs, in words."""
    if before.style != after.style:
        return say("Sheet style")
    for among in ("terrain", "borders", "lines"):
        old, new = getattr(before, among), getattr(after, among)
        changed = [kind for kind in {**old, **new} if old.get(kind) != new.get(kind)]
        if changed:
            return say("Look of {kind}", kind=changed[0])
    if before.numbers != after.numbers:
        return say("Look of the numbers")
    if before.names != after.names:
        return say("Look of the names")
    return say("Signs of the map") if before.signs != after.signs else say("Colours of the sheet")
