"""Pictures under the map: where their bytes are, and which of them a stored map needs."""

from __future__ import annotations

import math
import re
from typing import Literal

from wardesk.drawing.document import MapDocument, Underlay
from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import Affine, placed
from wardesk.geometry.grids.snap import within_limit
from wardesk.model.map_look import pictures_of
from wardesk.words import say

MOST_UNDERLAYS = 50
MOST_EDGE = 30_000
"""Pixels along one side of a picture."""
MOST_PIXELS = 200_000_000
_IMAGE = re.compile(r"art/(underlay-[0-9a-f]{32}\.(png|jpg)|look-[0-9a-f]{32}\.(png|jpg|webp|svg))")


Use = Literal["underlay", "look"]
"""What a picture of the file is for: to draw over, or to be seen on the map."""


def image_part_name(digest: str, suffix: str, use: Use = "underlay") -> str:
    """The part for a picture: named by its content, so that the same one is stored once."""
    return f"art/{use}-{digest[:32]}.{suffix}"


def use_of(part: str) -> Use:
    """What the picture of a part is for, by its name."""
    return "look" if part.startswith("art/look-") else "underlay"


def is_image_part(name: str) -> bool:
    """Whether a part of the file is a picture that only underlays use, or the look."""
    return _IMAGE.fullmatch(name) is not None


def stored_extras(document: MapDocument) -> dict[str, bytes]:
    """The parts beside the document's own that a file needs.

    Pictures that nothing shows stay in memory, where undo may ask for them, and out of files.
    """
    used = {underlay.image for underlay in document.underlays} | {*pictures_of(document.look)}
    return {
        name: data
        for name, data in document.extra_parts.items()
        if not is_image_part(name) or (name in used and data)
    }


def known_underlay(document: MapDocument, name: str) -> int:
    """The place in the list of the underlay with this id. UserError if there is none."""
    for place, underlay in enumerate(document.underlays):
        if underlay.id == name:
            return place
    raise UserError(say("The map has no underlay {name!s}.", name=f"{name!a:.70}"))


def good_transform(transform: Affine, size: tuple[int, int]) -> Affine:
    """A transform that can be stored: finite, not flat, the picture within reach. UserError."""
    a, b, c, d, e, f = transform
    if not all(map(math.isfinite, transform)) or not abs(a * e - b * d) > 1e-12:
        raise UserError("The picture would be pressed flat.", "Fit it to the map again.")
    width, height = size
    if not all(
        within_limit(placed(transform, (float(x), float(y))))
        for x in (0, width)
        for y in (0, height)
    ):
        raise UserError("The picture would reach beyond the largest coordinates a map can have.")
    return a + 0.0, b + 0.0, c + 0.0, d + 0.0, e + 0.0, f + 0.0  # no -0.0 in files


def good_size(size: tuple[int, int]) -> tuple[int, int]:
    """A size in pixels that can be shown. UserError that says what to do."""
    width, height = size
    if min(width, height) < 1:
        raise UserError("The picture has no pixels.")
    if max(width, height) > MOST_EDGE or width * height > MOST_PIXELS:
        raise UserError(
            say(
                "The picture has {width!s} × {height!s} pixels; {most_edge!s} a side and "
                "{most_pixels!s} million in all are the most.",
                width=width,
                height=height,
                most_edge=MOST_EDGE,
                most_pixels=MOST_PIXELS // 1_000_000,
            ),
            "Make it smaller in a picture editor; 100 pixels a hex are plenty for drawing.",
        )
    return size


def missing_images(document: MapDocument) -> list[Underlay]:
    """The underlays whose picture is not in the file."""
    return [one for one in document.underlays if not document.extra_parts.get(one.image)]
