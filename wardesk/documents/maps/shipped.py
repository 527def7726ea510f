"""What ships with WarDesk for maps: sight rules and palettes, in ``resources``."""

from __future__ import annotations

import tomllib
from typing import Any, cast

from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.json_parts import typed
from wardesk.documents.maps.map_rows import PalettePart, palette_of
from wardesk.errors import BugError, UserError
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.palette import Palette
from wardesk.words import say


def shipped_policies() -> dict[str, SightPolicy]:
    """The sight rules in ``resources/sight``, by id."""
    found: dict[str, SightPolicy] = {}
    for file in sorted((paths.resources() / "sight").glob("*.toml")):
        policy = typed(tomllib.loads(file.read_text("utf-8")), SightPolicy, file.name)
        found[policy.id] = policy
    return found


def shipped_policy(name: str) -> SightPolicy:
    """One shipped rule; UserError naming the others if there is none of this name."""
    known = shipped_policies()
    if name not in known:
        raise UserError(
            say("There is no sight rule “{name!s}”.", name=name),
            say("There are: {known!s}.", known=", ".join(known)),
        )
    return known[name]


class ShippedPalette(Struct, frozen=True):
    """A palette, by the name of its file, and the kinds of map it is for.

    *like* names the palette whose kinds it has, with other figures; empty for one with its own.
    """

    name: str
    palette: Palette
    kinds: tuple[str, ...]
    like: str = ""


def shipped_palettes() -> list[ShippedPalette]:
    """All of them, in the order of their names."""
    files = {file.stem: file for file in (paths.resources() / "palettes").glob("*.toml")}
    read = {name: tomllib.loads(files[name].read_text("utf-8")) for name in sorted(files)}
    found: list[ShippedPalette] = []
    for name, own in read.items():
        like = own.pop("like", "")
        rows = _with_figures(read[like], own) if like else {**own}
        kinds = tuple(rows.pop("kinds", ("area", "square", "hex")))
        palette = palette_of(typed(rows, PalettePart, files[name].name))
        found.append(ShippedPalette(name, palette, kinds, like))
    if not found:
        raise BugError("WarDesk was installed without its palettes")
    return found


_OF_KIND = ("passable", "directed")
"""What figures may say of a border besides what it costs."""


def _with_figures(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The rows of a palette with other figures: ``[terrain] wood = { move_foot = 2 }``.

    A kind that gets none keeps no figures of the base, for these belong to its rules.
    """
    rows: dict[str, Any] = {**base, **own}
    for among in ("terrain", "borders", "lines"):
        figures = cast("dict[str, dict[str, Any]]", own.get(among, {}))
        rows[among] = []
        for kind in base.get(among, ()):
            told = figures.get(kind["id"], {})
            plain = {name: value for name, value in told.items() if name not in _OF_KIND}
            extra = {name: told[name] for name in _OF_KIND if name in told}
            rows[among].append({**kind, **extra, "properties": plain})
    return rows
