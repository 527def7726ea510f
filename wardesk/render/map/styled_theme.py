"""A map theme under the look that a map's designer gave it.

Painters ask a theme for inks and know nothing of looks: sheet style, single inks, and kinds with
inks of their own are laid over the theme's values here. Readers who chose the themes for weak eyes
keep those inks, whatever the map says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from wardesk.model.map_look import PLAIN_LOOK, KindLook, SheetLook
from wardesk.render.colours import mix
from wardesk.render.map.grounds import GROUNDS, Keys
from wardesk.render.map.recipes import (
    OWN,
    Kinds,
    art_of,
    line_recipe,
    line_words,
    recipe_of,
    side_art,
    side_recipe,
)
from wardesk.render.theme import MapTheme, Value, load_map_theme

_SMOOTH = Qt.TransformationMode.SmoothTransformation
_READERS = frozenset({"contrast", "cvd"})
_SHEET: dict[str, Keys] = {
    "paper": ("paper.sheet",),
    "open": ("ground.open", "ground.meadow"),
    "contour": ("hex.contour", "relief.form"),
    "wood": ("wood.crown", "wood.top", "wood.gap", "wood.rim", "hex.tree", "hex.tree_light"),
    "water": ("water.fill", "water.deep", "water.bank", "water.ripple"),
    "built": ("hex.village", "hex.village_rim", "ground.building"),
    "roofs": ("hex.roofs", "hex.church", "hex.house_line"),
    "main": ("hex.main_fill", "hex.main_casing"),
    "road": ("hex.road_fill", "hex.road_casing"),
    "path": ("hex.path_casing",),
    "rail": ("line.plain",),
    "grid": ("hex.grid",),
    "number": ("hex.number",),
    "name": ("label.ink", "label.note"),
    "halo": ("label.halo",),
}
_NOTHING: tuple[Keys, Keys] = ((), ())
_WALLS = (("border.wall",), ("border.wall_top", "border.joint"))
_WATER = (("water.fill", "water.deep", "water.ripple"), ("water.bank",))
_SIDES: dict[str, tuple[Keys, Keys]] = {
    "river": (("water.deep", "water.fill", "water.ripple"), ("water.bank",)),
    "stream": _WATER,
    "canal": _WATER,
    "wet ditch": (("water.ripple", "water.fill"), ("water.bank",)),
    "hedge": (("wood.crown", "wood.top"), ("wood.rim",)),
    "bocage": (("wood.gap", "wood.crown", "wood.top"), ("wood.rim",)),
    "slope": (("relief.form",), ()),
    "scarp": (("relief.rock",), ("relief.scree",)),
    "ridge": (("relief.rock",), ()),
    "cliff": (("border.wall",), ("relief.scree",)),
    "wall": _WALLS,
    "counterscarp": _WALLS,
    "fence": (("border.wall",), ()),
    "gate": (("border.wall",), ("road.path_fill",)),
    "bridge": (("border.wall",), ("border.wall_top",)),
    "ford": (("border.wall",), ()),
    "dyke": (("hex.orchard",), ("wood.rim",)),
    "ditch": (("ditch.floor",), ("ditch.shade",)),
    "trench": (("border.post",), ()),
    "edge": (("border.rim",), ("border.glow",)),
    "plain": (("border.post", "border.wall", "relief.rock"), ()),
}
_LINES: dict[str, tuple[Keys, Keys]] = {
    "main": (("hex.main_fill",), ("hex.main_casing",)),
    "road": (("hex.road_fill",), ("hex.road_casing",)),
    "path": (("hex.path_casing",), ("hex.path_fill",)),
    "rail": (("line.plain",), ()),
    "rail bridge": (("line.plain",), ()),
    "plain": (("line.plain",), ()),
}
_LEVELS = 5


class Dressed(Kinds, Protocol):
    """A map with a look and the pictures that it shows."""

    @property
    def pictures(self) -> Mapping[str, bytes]:
        """The pictures that the look shows, by name."""
        ...


def worn(theme: MapTheme, view: Dressed) -> MapTheme:
    """The theme as a map wears it; the very same one where the map has no look of its own."""
    look = view.look
    if look == PLAIN_LOOK or theme.look is look:
        return theme
    pictures = view.pictures
    if theme.id in _READERS:
        return replace(theme, look=look, pictures=pictures)
    values = dict(theme.values)
    if look.style and theme.id == "printed":
        values = dict(load_map_theme(look.style).values)
    _put_inks(values, look)
    dress = replace(theme, values=values, look=look, pictures=pictures)
    return replace(dress, kinds=_kinds(dress, view))


def usual_ink(theme: MapTheme, view: Dressed, ink: str) -> str:
    """The colour that something on the sheet has where nobody chose another, ``#rrggbb``."""
    plain = replace(view.look, inks={})
    values = load_map_theme(plain.style).values if plain.style else theme.values
    names = ("open", *(f"level{n}" for n in range(1, _LEVELS + 1)))
    if ink in names:
        tints = values["hex.levels"]
        place = names.index(ink)
        return tints[place] if isinstance(tints, tuple) and place < len(tints) else ""
    return _first(values.get(_SHEET[ink][0], "")) if ink in _SHEET else ""


def _put_inks(values: dict[str, Value], look: SheetLook) -> None:
    if look.calm:
        values |= {"parcel.inside_alpha": 0.0, "parcel.outside_alpha": 0.0, "relief.mottle": 0.0}
    for ink, code in look.inks.items():
        _shift(values, _SHEET.get(ink, ()), code)
    tints = values["hex.levels"]
    if isinstance(tints, tuple):
        names = ("open", *(f"level{n}" for n in range(1, _LEVELS + 1)))
        rows = zip(names, tints, strict=False)
        values["hex.levels"] = tuple(look.inks.get(name, tint) for name, tint in rows)
    if look.numbers.ink:
        values["hex.number"] = look.numbers.ink
    elif look.numbers.contrast == "strong":
        values["hex.number"] = "#000000"
    elif look.numbers.contrast == "soft" and "number" not in look.inks:
        found = values["hex.number"]
        values["hex.number"] = mix(found, "#ffffff", 0.28) if isinstance(found, str) else found


def _kinds(theme: MapTheme, view: Dressed) -> dict[str, MapTheme]:
    """The inks of every kind that has its own."""
    look, found = view.look, dict[str, MapTheme]()
    for kind, row in look.terrain.items():
        colour = row.colour or (_mean(view.pictures.get(row.tile, b"")) if row.tile else "")
        keys = GROUNDS[recipe_of(art_of(view, kind))].inks
        found[f"terrain/{kind}"] = _inked(theme, row, keys, colour)
    for kind, row in look.borders.items():
        keys = _SIDES.get(side_recipe(side_art(view, kind)), _NOTHING)
        found[f"borders/{kind}"] = _inked(theme, row, keys, row.colour)
    for kind, row in look.lines.items():
        recipe = line_recipe(line_words(view, kind, ""))
        keys = _LINES.get(recipe) or _SIDES.get(recipe, _NOTHING)
        main = _LINES["main"] if recipe == "road" else _NOTHING  # a main road of the same kind
        found[f"lines/{kind}"] = _inked(_inked(theme, row, keys, row.colour), row, main, row.colour)
    return found


def _inked(theme: MapTheme, row: KindLook, keys: tuple[Keys, Keys], colour: str) -> MapTheme:
    values = dict(theme.values)
    if colour:
        values[OWN] = colour
        # what is drawn on it keeps its distance, but for an ink of its own
        _shift(values, (*keys[0], *keys[1]) if keys[0] and not row.ink else keys[0], colour)
    if row.ink:
        _shift(values, keys[1], row.ink)
    return replace(theme, values=values)


def _shift(values: dict[str, Value], keys: Sequence[str], code: str) -> None:
    """Give the first ink a colour; the others go as far as it went."""
    known = [key for key in keys if isinstance(values.get(key), str | tuple)]
    if not known:
        return
    was, now = _parts(_first(values[known[0]])), _parts(code)

    def moved(ink: str) -> str:
        parts = [one + b - a for one, a, b in zip(_parts(ink), was, now, strict=True)]
        return "#" + "".join(f"{min(255, max(0, one)):02x}" for one in parts)

    for key in known:
        value = values[key]
        values[key] = tuple(map(moved, value)) if isinstance(value, tuple) else moved(str(value))


def _first(value: Value) -> str:
    """An ink, or the first of several that stand under one name."""
    return str(value[0] if isinstance(value, tuple) else value)


def _parts(code: str) -> tuple[int, ...]:
    return tuple(int(code[at : at + 2], 16) for at in (1, 3, 5))


@lru_cache(maxsize=256)
def _mean(data: bytes) -> str:
    """What a picture looks like from afar; "" if it cannot be read."""
    image = QImage.fromData(data)
    return image.scaled(1, 1, mode=_SMOOTH).pixelColor(0, 0).name() if not image.isNull() else ""
