"""The look of a map's own: colours, pictures and lettering that its designer chose.

A value of plain words and figures that the map keeps; painters lay it over their theme. Nothing in
it changes what rules read. Whatever is empty is as the theme has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, field

Among = Literal["terrain", "borders", "lines"]
Fit = Literal["repeat", "cell"]
NumberPlace = Literal["top", "bottom", "middle", "left", "right"]
Contrast = Literal["soft", "usual", "strong"]
Lettering = Literal["serif", "italic", "sans", "sans-bold"]
SHEET_STYLES = ("printed", "staff", "contrast", "ink")
"""Sets of inks that a map can start from: the map themes of these names."""
NAME_CLASSES = ("place", "city", "label", "small", "large", "region", "sea", "river")
"""What names are of: cells, large places, and words put down by hand by their size."""
MOST_SIGNS = 200
MOST_SCALE, LEAST_SCALE = 4.0, 0.4


class KindLook(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How one kind of ground, side or line is drawn."""

    colour: str = ""
    """``#rrggbb`` of the ground, or of the line."""
    ink: str = ""
    """``#rrggbb`` of what is drawn on it: trees, reeds, rocks."""
    texture: str = ""
    """The drawing of another kind: ``marsh``, ``scrub``; ground only."""
    tile: str = ""
    """Part of the map's file that holds a picture; ground only."""
    fit: Fit = "repeat"
    """Whether the picture goes on from cell to cell, or each cell shows all of it."""
    size: float = 1.0
    """Width of a picture that repeats, in cells."""


class NameStyle(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the names of one class are lettered."""

    lettering: Lettering | Literal[""] = ""
    scale: float = 1.0
    ink: str = ""
    spacing: float = 0.0
    """Room between letters beyond the usual, in letter heights."""
    capitals: bool = False
    halo: str = ""
    """``#rrggbb`` of the rim; empty for the theme's."""
    rim: float = 1.0
    """Width of the rim against the usual; 0 for none."""


class NumberLook(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the numbers of cells are written."""

    size: float = 1.0
    """Against the usual, digits of 1.4 mm in a hex of 16 mm."""
    place: NumberPlace = "top"
    contrast: Contrast = "usual"
    ink: str = ""


class OwnSign(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign of the map's own: what it is called, and the part of the file that holds it."""

    title: str
    part: str


class SheetLook(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole look of a map."""

    style: str = ""
    """One of `SHEET_STYLES`; empty = ``printed``."""
    calm: bool = False
    """Open ground without fields and shades."""
    inks: Mapping[str, str] = field(default_factory=dict[str, str])
    """``#rrggbb`` by what it colours: ``paper``, ``open``, ``level1``, ``water``, …"""
    terrain: Mapping[str, KindLook] = field(default_factory=dict[str, KindLook])
    borders: Mapping[str, KindLook] = field(default_factory=dict[str, KindLook])
    lines: Mapping[str, KindLook] = field(default_factory=dict[str, KindLook])
    numbers: NumberLook = NumberLook()
    names: Mapping[str, NameStyle] = field(default_factory=dict[str, NameStyle])
    signs: Mapping[str, OwnSign] = field(default_factory=dict[str, OwnSign])
    """By id, which words on the map name."""

    def of(self, among: Among, kind: str) -> KindLook:
        """The look of a kind; plain if it has none of its own."""
        rows: Mapping[str, KindLook] = getattr(self, among)
        return rows.get(kind, PLAIN_KIND)


PLAIN_KIND = KindLook()
PLAIN_STYLE = NameStyle()
PLAIN_LOOK = SheetLook()
INKS = (
    "paper", "open", "level1", "level2", "level3", "level4", "level5", "contour", "wood", "water",
    "built", "roofs", "main", "road", "path", "rail", "grid", "number", "name", "halo",
)  # fmt: skip
"""What can be given another colour for the whole sheet."""


def pictures_of(look: SheetLook) -> Iterator[str]:
    """The parts of the file that a look shows."""
    for row in look.terrain.values():
        if row.tile:
            yield row.tile
    for sign in look.signs.values():
        yield sign.part
