"""Which drawing recipe a kind of terrain, side or line gets, and its colours, from its art's name.

Designers write what they like as art ("light woods", "marsh", "Wald"); words in it choose the
recipe, of the three languages that the program speaks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol
from zlib import crc32

from wardesk.model.map_look import Among, SheetLook
from wardesk.model.palette import Palette
from wardesk.render.colours import mix
from wardesk.render.map.grounds import GROUNDS
from wardesk.render.theme import MapTheme

Words = tuple[tuple[str, tuple[str, ...]], ...]

_OPEN_ARTS = frozenset({"open", "clear", "plain", "meadow", "field", "border", "",
                        "wiese", "feld", "prairie"})  # fmt: skip
_SIDES: Words = (
    ("bridge", ("bridge", "pontoon")),
    ("ford", ("ford", "ferry")),
    ("gate", ("gate",)),
    ("wet ditch", ("wet", "moat")),
    ("bocage", ("bocage",)),
    ("hedge", ("hedge", "treeline", "tree_line")),
    ("counterscarp", ("counterscarp",)),
    ("wall", ("wall", "rampart")),
    ("fence", ("fence", "wire")),
    ("cliff", ("cliff", "bluff", "precipice")),
    ("scarp", ("scarp",)),
    ("ridge", ("ridge", "crest")),
    ("dyke", ("dyke", "dike", "bank", "levee")),
    ("slope", ("slope",)),
    ("trench", ("trench",)),
    ("ditch", ("ditch",)),
    ("canal", ("canal",)),
    ("stream", ("stream", "brook", "creek")),
    ("river", ("river", "water")),
    ("edge", ("edge",)),
)
WATERS = frozenset({"stream", "river", "canal", "wet ditch"})
"""What runs along sides as a curve."""
CROSSINGS = frozenset({"bridge", "ford"})
"""What lies across a side."""
_ROADS = ("road", "path", "track", "trail", "street", "highway", "main", "lane")
_UNSEEN = {"bank": ("raised", "embank", "dyke"), "limit": ("limit",), "sheet": ("sheet",)}
_SMALL = ("path", "track", "trail", "minor", "secondary", "lane")
_RAILS = ("rail", "tram")
_STREAMS = ("stream", "brook", "creek")
_RIVERS = ("river", "canal", "water")
_MAIN = re.compile(r"main|highway|motorway|autobahn|trunk", re.IGNORECASE)


TILED = "tile of its own"
"""The art of a ground that shows a picture."""
OWN = "own.colour"
"""The ink in the theme of a kind that says what colour it is."""
MARK = "\x1f"
"""Stands between words that tell how a kind is drawn and the kind, where it has own inks."""


def base_of(word: str) -> str:
    """An art or a recipe without the kind whose inks it wears."""
    return word.partition(MARK)[0]


def mark_of(word: str) -> str:
    """What names the kind whose inks it wears, with the sign before it; "" if there is none."""
    return "".join(word.partition(MARK)[1:])


def dressed(theme: MapTheme, word: str) -> MapTheme:
    """The theme with the inks that a kind has of its own."""
    return theme.kinds.get(word.partition(MARK)[2], theme) if theme.kinds else theme


class Kinds(Protocol):
    """What tells how kinds are drawn: a map, being drawn or played on."""

    @property
    def palette(self) -> Palette:
        """Its kinds."""
        ...

    @property
    def look(self) -> SheetLook:
        """The look that they have."""
        ...


def _worn(view: Kinds, among: Among, kind: str, words: str) -> str:
    """The words, marked if the kind has inks of its own."""
    look = view.look.of(among, kind)
    return f"{words}{MARK}{among}/{kind}" if look.colour or look.ink or look.tile else words


def _first(words: Words, text: str, otherwise: str) -> str:
    return next((name for name, some in words if any(one in text for one in some)), otherwise)


@lru_cache(maxsize=1024)
def recipe_of(art: str) -> str:
    """The recipe for an art; ``plain`` for those that no word tells, ``open`` for open ground."""
    art = base_of(art).lower()
    if art in _OPEN_ARTS:
        return "open"
    words = (one.id for one in GROUNDS.values() if any(word in art for word in one.words))
    return next(words, "plain")


@lru_cache(maxsize=1024)
def area_recipe(art: str) -> str:
    """As `recipe_of`, for the ground of an area; ``work`` and ``building`` among them."""
    found = recipe_of(art)
    return GROUNDS[found].on_areas or found


def art_of(view: Kinds, terrain: str) -> str:
    """Name of a terrain's drawing recipe: that of its look, its art, else its id."""
    found, look = view.palette.terrain.get(terrain), view.look.of("terrain", terrain)
    art = found.art if found and found.art not in ("", "open") else terrain
    art = TILED if look.tile else look.texture or art.lower()
    return _worn(view, "terrain", terrain, art)


def side_art(view: Kinds, kind: str) -> str:
    """The words that tell how a border kind is drawn."""
    known = view.palette.borders.get(kind)
    return _worn(view, "borders", kind, f"{known.art if known else ''} {kind}".lower().strip())


@lru_cache(maxsize=1024)
def side_recipe(art: str) -> str:
    """The recipe for the words of `side_art`; ``open`` draws nothing, ``plain`` a broken line."""
    art = base_of(art)
    words = art.split()
    if not words or set(words) <= {"open", "border", "none"}:
        return "open"
    return _first(_SIDES, art, "plain")


def line_words(view: Kinds, kind: str, name: str) -> str:
    """The words that tell how a line is drawn; a road's name may only say that it is a main one.

    A lane called Broadway is none, and the river Main is no road.
    """
    known = view.palette.lines.get(kind)
    words = f"{known.art if known else ''} {kind}".lower()
    is_road = any(word in words for word in _ROADS)
    words = f"{words} main" if is_road and _MAIN.search(name) else words
    return _worn(view, "lines", kind, words)


@lru_cache(maxsize=1024)
def line_recipe(words: str) -> str:
    """``main``, ``road``, ``path``, ``rail``, ``rail bridge``, ``river``, ``stream``, ``plain``.

    ``bank``: what a road or railway on it lies above; ``limit`` and ``sheet``: what no troops see.
    """
    words = base_of(words)
    for recipe, some in _UNSEEN.items():
        if any(word in words for word in some):
            return recipe
    if any(word in words for word in _RAILS):
        return "rail bridge" if "bridge" in words else "rail"
    if any(word in words for word in _ROADS):
        if _MAIN.search(words):
            return "main"
        return "path" if any(word in words for word in _SMALL) else "road"
    if any(word in words for word in _STREAMS):
        return "stream"
    return "river" if any(word in words for word in _RIVERS) else "plain"


def level_tint(theme: MapTheme, rank: int, ranks: int) -> str:
    """The tint of a height: the theme's own while they last, else spread evenly over them."""
    tints = theme.colours("hex.levels")
    if ranks <= len(tints):
        return tints[min(rank, len(tints) - 1)]
    place = rank / (ranks - 1) * (len(tints) - 1)
    low = min(int(place), len(tints) - 2)
    return mix(tints[low], tints[low + 1], place - low)


def ground_tint(theme: MapTheme, art: str) -> str:
    """The flat colour under a recipe's drawing, and all that is seen of it from afar."""
    theme = dressed(theme, art)
    recipe, code = recipe_of(art), theme.code
    if theme.has(OWN) and MARK in art:
        return code(OWN)
    art = base_of(art)
    if recipe == "plain":
        if theme.has(f"ground.{art}"):
            return code(f"ground.{art}")
        tints = (code("ground.trench"), code("ground.building"), code("ground.ditch"))
        return mix(code("ground.plain"), tints[crc32(art.encode()) % 3], 0.5)
    return GROUNDS[recipe].tint(theme)


def area_tint(theme: MapTheme, art: str) -> str:
    """The flat colour of an area's ground."""
    found = area_recipe(art)
    return GROUNDS[found].tint(theme) if found == "building" else ground_tint(theme, art)


def far_tint(theme: MapTheme, art: str) -> str:
    """What a ground looks like when single trees and houses cannot be told."""
    flat, far = ground_tint(theme, art), GROUNDS[recipe_of(art)].far
    return far(theme, flat) if far else flat
