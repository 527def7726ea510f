"""SVG drawings as pictures: only shapes and words are let in, nothing that loads, runs or repeats.

A drawing is a program of sorts. It may name other files, hold scripts, and say a thing ten times
over that says a thing ten times over; none of that is needed to draw the face of a counter.
"""

from __future__ import annotations

import math
import re
from typing import Any

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring
from msgspec import Struct

from wardesk.errors import DamagedFile
from wardesk.words import say

LARGEST = 1 << 20
"""Bytes of a drawing."""
MOST_PARTS = 20_000
DEEPEST = 60
USUAL = 320
"""Pixels of a drawing that does not say how large it is."""

SPACE = "{http://www.w3.org/2000/svg}"
_PARTS = frozenset({
    "svg", "g", "defs", "title", "desc", "metadata", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop", "clipPath",
})  # fmt: skip
"""What may stand in a drawing; ``use`` may not, because it can repeat itself without end."""
_NEVER = frozenset({"use", "image", "script", "symbol", "foreignObject"})
"""Not even in another program's name space: painters may look at the bare name only."""
_LENGTH = re.compile(r"\s*+([0-9]++(?:\.[0-9]++)?|\.[0-9]++)\s*+(px|pt|mm|cm|in)?\s*+\Z")
_LONGEST = 1e9
"""Pixels; what is longer is as much too long."""
_PX = {"": 1.0, "px": 1.0, "pt": 4 / 3, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
ADVICE = say("Save it as “plain SVG” with shapes and words only, or as a PNG.")


class PictureKind(Struct, frozen=True):
    """What the head of a picture says."""

    suffix: str
    width: int
    height: int


def read_drawing(data: bytes, name: str) -> PictureKind | None:
    """Kind and size of a drawing; None when it is no SVG at all.

    DamagedFile when it cannot be read, is too large, or holds more than shapes and words.
    """
    if b"<svg" not in data[:4096]:
        return None
    if len(data) > LARGEST:
        raise DamagedFile(say("{name!s} is too large for a drawing.", name=name), ADVICE)
    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, RecursionError) as error:
        text = say("{name!s} cannot be read as a drawing: {error}.", name=name, error=error)
        raise DamagedFile(text, ADVICE) from error
    if root.tag != f"{SPACE}svg":
        return None
    _judge(root, name)
    return PictureKind("svg", *size_of(root))


def _judge(root: Any, name: str) -> None:  # noqa: ANN401 - an element of the standard library
    waiting = [(root, 0)]
    for count, (part, depth) in enumerate(_walk(waiting)):
        if count > MOST_PARTS or depth > DEEPEST:
            text = say("{name!s} has too many parts for a counter.", name=name)
            raise DamagedFile(text, ADVICE)
        tag = str(part.tag)
        what = tag.rpartition("}")[2]
        if what in _NEVER or (tag.startswith(SPACE) and what not in _PARTS):
            text = say("{name!s} holds “{what!s}”, which is not let in.", name=name, what=what)
            raise DamagedFile(text, ADVICE)
        for key, value in part.attrib.items():
            if _reaches_out(str(key), str(value)):
                text = say("{name!s} names something outside of itself.", name=name)
                raise DamagedFile(text, ADVICE)


def _walk(waiting: list[tuple[Any, int]]) -> Any:  # noqa: ANN401 - elements, each with its depth
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        waiting += ((child, depth + 1) for child in part)


def _reaches_out(key: str, value: str) -> bool:
    """Whether an attribute runs something or names another file."""
    plain = key.rpartition("}")[2].lower()
    if plain.startswith("on"):
        return True
    text = "".join(value.split()).lower()
    if plain in ("href", "src", "base"):
        return not text.startswith("#")
    named = re.findall(r"url\(['\"]?(.?)", text)
    return any(sign != "#" for sign in named) or "javascript:" in text


def size_of(root: Any) -> tuple[int, int]:  # noqa: ANN401 - an element of the standard library
    """Pixels as the drawing says, else those of its view box, else `USUAL`."""
    found = [_pixels(root.get(side, "")) for side in ("width", "height")]
    if all(found):
        return math.ceil(found[0]), math.ceil(found[1])
    box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    if len(box) == 4 and all(_pixels(part) for part in box[2:]):
        return math.ceil(_pixels(box[2])), math.ceil(_pixels(box[3]))
    return USUAL, USUAL


def _pixels(text: str) -> float:
    found = _LENGTH.match(text)
    if found is None:
        return 0.0
    return min(float(found[1]) * _PX[found[2] or ""], _LONGEST)
