"""What a designer says of one label or zone: its colour, and size, turn and rows of words.

All of it stands among the feature's properties, where commands put it and files keep it. What makes
no sense is passed over: a map of somebody else is still shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wardesk.render.map.signs import SIGNS

SIZES = {"small": 0.75, "usual": 1.0, "large": 1.5, "region": 2.6, "sea": 4.0, "none": 1.0}
"""How much larger than usual the letters of a class of names are; ``none``: no letters."""
COLOUR, SIZE_OF, TURN, ROWS, SIGN = "colour", "size", "turn", "rows", "sign"
"""The properties."""
MOST_ROWS = 4
_CODE = re.compile(r"#[0-9a-fA-F]{6}\Z")


@dataclass(frozen=True)
class LabelLook:
    """How words are written: *scale* against the usual size, *turn* clockwise in degrees.

    *ink* is ``#rrggbb``, or empty for the theme's; *rows*: on how many lines, 0 = as it comes.
    """

    scale: float = 1.0
    turn: float = 0.0
    ink: str = ""
    rows: int = 0
    sign: str = ""
    """A shipped sign that stands at the place, with the words below it."""
    bare: bool = False
    """Whether the words are left out, and the sign stands alone."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing was said."""
        return self == PLAIN


PLAIN = LabelLook()


def own_colour(properties: Mapping[str, Any]) -> str:
    """The colour that a feature was given, ``#rrggbb``; empty if none."""
    found = properties.get(COLOUR, "")
    return found.lower() if isinstance(found, str) and _CODE.match(found) else ""


def label_look(properties: Mapping[str, Any]) -> LabelLook:
    """How the words of a label are written."""
    sign = properties.get(SIGN, "")
    sign = sign if isinstance(sign, str) and sign in SIGNS else ""
    turn, rows = properties.get(TURN, 0), properties.get(ROWS, 0)
    return LabelLook(
        SIZES.get(str(properties.get(SIZE_OF, "")), 1.0),
        float(turn) if isinstance(turn, int | float) and -360 <= turn <= 360 else 0.0,
        own_colour(properties),
        rows if isinstance(rows, int) and 0 < rows <= MOST_ROWS else 0,
        sign,
        bool(sign) and properties.get(SIZE_OF) == "none",
    )


def in_rows(text: str, rows: int) -> tuple[str, ...]:
    """The words on so many lines, the widest as short as it can be; fewer if words are few."""
    words = text.split()
    rows = min(max(rows, 1), len(words) or 1)
    if rows == 1:
        return (text,)
    best: tuple[str, ...] = (text,)
    for first in range(1, len(words) - rows + 2):
        head, tail = " ".join(words[:first]), in_rows(" ".join(words[first:]), rows - 1)
        found = (head, *tail)
        if len(best) < rows or max(map(len, found)) < max(map(len, best)):
            best = found
    return best
