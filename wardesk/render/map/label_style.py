"""What a designer says of one label or zone: its colour, and size, turn, curve and rows of words.

All of it stands among the feature's properties, where commands put it and files keep it. What makes
no sense is passed over: a map of somebody else is still shown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from wardesk.model.map_look import PLAIN_LOOK, PLAIN_STYLE, NameStyle, SheetLook
from wardesk.render.map.signs import SIGNS

SIZES = {"small": 0.75, "usual": 1.0, "large": 1.5, "region": 2.6, "sea": 4.0, "none": 1.0}
"""How much larger than usual the letters of a class of names are; ``none``: no letters."""
ROLES = {
    "serif": "map-place",
    "italic": "map-place-italic",
    "sans": "map-note",
    "sans-bold": "map-number",
}
"""What is asked of the fonts for each lettering."""
GREAT = 6
"""Victory points from which a place is lettered as a large one."""
COLOUR, SIZE_OF, TURN, ROWS, SIGN = "colour", "size", "turn", "rows", "sign"
BEND, ALONG = "bend", "along"
"""The properties. *bend*: by how many degrees the words turn from end to end, upwards in the
middle; *along*: the curve that they follow, ``dx,dy dx,dy …`` from their place in map units."""
MOST_BEND = 180
MOST_POINTS = 400
_PAIR = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,3})?,-?[0-9]{1,7}(\.[0-9]{1,3})?\Z")
Pair = tuple[float, float]
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
    bend: float = 0.0
    curve: tuple[Pair, ...] = ()
    """What the words follow, from their place; empty for a straight line."""
    style: NameStyle = PLAIN_STYLE
    """How names of this class are lettered."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing was said of these words alone."""
        return replace(self, style=PLAIN.style) == PLAIN

    def shown(self, text: str) -> str:
        """The words in the letters of their class."""
        return text.upper() if self.style.capitals else text

    def scaled(self, by: float) -> LabelLook:
        """The same where the unit of places is another: so many of it were one."""
        if not self.curve:
            return self
        return replace(self, curve=tuple((x * by, y * by) for x, y in self.curve))


PLAIN = LabelLook()


def own_colour(properties: Mapping[str, Any]) -> str:
    """The colour that a feature was given, ``#rrggbb``; empty if none."""
    found = properties.get(COLOUR, "")
    return found.lower() if isinstance(found, str) and _CODE.match(found) else ""


def class_of(properties: Mapping[str, Any]) -> str:
    """The class of names that words put down by hand are of."""
    size = str(properties.get(SIZE_OF, ""))
    if size in ("small", "large", "region", "sea"):
        return size
    return "river" if properties.get(ALONG) else "label"


def curve_of(text: object) -> tuple[Pair, ...]:
    """The points that words follow; none if they make no sense."""
    parts = text.split() if isinstance(text, str) else []
    if not 2 <= len(parts) <= MOST_POINTS or not all(map(_PAIR.match, parts)):
        return ()
    found = [(float(x), float(y)) for x, _, y in (part.partition(",") for part in parts)]
    return tuple(found) if found[0] != found[-1] else ()


def curve_text(points: Iterable[Pair]) -> str:
    """Points as the property has them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def smooth(points: Sequence[Pair], rounds: int = 2) -> list[Pair]:
    """A curve that rounds the corners of a line; its ends stay."""
    found = list(points)
    for _ in range(rounds):
        cut: list[Pair] = [found[0]]
        for (ax, ay), (bx, by) in pairwise(found):
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25),
                    (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]  # fmt: skip
        found = [*cut, found[-1]]
    return found


def arc(width: float, bend: float) -> list[Pair]:
    """A bow around (0, 0), so many units long, that turns by *bend* degrees; highest in the middle.

    Below 0 it is lowest there.
    """
    turn = math.radians(bend)
    radius, high = width / turn, width / turn * (1 - math.cos(turn / 2)) / 2
    steps = [turn * (k / 24 - 0.5) for k in range(25)]
    return [(radius * math.sin(a), radius * (1 - math.cos(a)) - high) for a in steps]


def label_look(properties: Mapping[str, Any], sheet: SheetLook = PLAIN_LOOK) -> LabelLook:
    """How the words of a label are written on a map of this look."""
    sign = properties.get(SIGN, "")
    sign = sign if isinstance(sign, str) and (sign in SIGNS or sign in sheet.signs) else ""
    turn, rows = properties.get(TURN, 0), properties.get(ROWS, 0)
    bend = properties.get(BEND, 0)
    return LabelLook(
        SIZES.get(str(properties.get(SIZE_OF, "")), 1.0),
        float(turn) if isinstance(turn, int | float) and -360 <= turn <= 360 else 0.0,
        own_colour(properties),
        rows if isinstance(rows, int) and 0 < rows <= MOST_ROWS else 0,
        sign,
        bool(sign) and properties.get(SIZE_OF) == "none",
        float(bend) if isinstance(bend, int | float) and abs(bend) <= MOST_BEND else 0.0,
        curve_of(properties.get(ALONG)),
        sheet.names.get(class_of(properties), PLAIN.style),
    )


def place_look(sheet: SheetLook, *, large: bool) -> LabelLook:
    """How the name of a cell is written, or of a place of several cells or of great worth."""
    style = sheet.names.get("city" if large else "place")
    return PLAIN if style is None else LabelLook(style=style)


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
