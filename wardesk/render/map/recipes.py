"""Which drawing recipe a kind of terrain, side or line gets, and its colours, from its art's name.

Designers write what they like as art ("light woods", "marsh"); words in it choose the recipe.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from wardesk.model.palette import Palette
from wardesk.render.colours import mix
from wardesk.render.hex_layout import LAKE, OPEN, ORCHARD, VILLAGE, WOOD
from wardesk.render.theme import MapTheme

_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("marsh", ("marsh", "swamp", "bog", "fen", "polder", "mud", "flood")),
    ("orchard", tuple(ORCHARD)),
    ("scrub", ("scrub", "brush", "heath", "bush", "bocage", "hedge", "moor")),
    ("wood", (*WOOD, "trees", "jungle")),
    ("village", (*VILLAGE, "houses", "suburb", "factory", "settlement")),
    ("lake", (*LAKE, "ocean", "canal", "pond", "harbour")),
    ("rough", ("rough", "broken", "rock", "mountain", "hill", "rubble", "crater", "stony")),
    ("sand", ("sand", "desert", "beach", "dune")),
)
WET = ("stream", "river", "brook", "canal", "water")
STEEP = ("cliff", "scarp", "bluff", "escarp")
CRESTS = ("crest", "slope", "ridge", "bank", "dyke", "dike", "embank")
HEDGES = ("hedge", "bocage", "treeline", "tree_line")
RAILS = ("rail", "tram")


@lru_cache(maxsize=1024)
def recipe_of(art: str) -> str:
    """The recipe for an art; ``plain`` for those that no word tells, ``open`` for open ground."""
    art = art.lower()
    if art in OPEN:
        return "open"
    return next((name for name, words in _WORDS if any(word in art for word in words)), "plain")


def art_of(palette: Palette, terrain: str) -> str:
    """Name of a terrain's drawing recipe: its art, else its id."""
    found = palette.terrain.get(terrain)
    return (found.art if found and found.art not in ("", "open") else terrain).lower()


def border_art(palette: Palette, kind: str) -> str:
    """The words that tell how a border kind is drawn."""
    known = palette.borders.get(kind)
    return f"{known.art if known else ''} {kind}".lower()


def has(art: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words is part of the art's name."""
    return any(word in art for word in words)


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
    recipe, code = recipe_of(art), theme.code
    open_ground = theme.colours("hex.levels")[0]
    if recipe == "plain":
        if theme.has(f"ground.{art}"):
            return code(f"ground.{art}")
        tints = (code("ground.trench"), code("ground.building"), code("ground.ditch"))
        return mix(code("ground.plain"), tints[crc32(art.encode()) % 3], 0.5)
    return {
        "open": open_ground,
        "wood": code("wood.crown"),
        "orchard": code("hex.orchard"),
        "village": mix(open_ground, code("hex.village"), 0.88),
        "lake": code("water.fill"),
        "marsh": mix(open_ground, code("water.fill"), 0.36),
        "scrub": mix(open_ground, code("wood.crown"), 0.30),
        "rough": mix(open_ground, code("relief.scree"), 0.70),
        "sand": code("ground.apron"),
    }[recipe]


def far_tint(theme: MapTheme, art: str) -> str:
    """What a ground looks like when single trees and houses cannot be told."""
    flat = ground_tint(theme, art)
    if recipe_of(art) == "orchard":
        return mix(flat, theme.code("hex.tree"), 0.30)
    if recipe_of(art) == "village":
        return mix(flat, theme.colours("hex.roofs")[0], 0.45)
    return flat
