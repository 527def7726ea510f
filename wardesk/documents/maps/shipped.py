"""What ships with WarDesk for maps: sight rules and palettes, in ``resources``."""

from __future__ import annotations

import tomllib
from typing import Any

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
    """A palette, by the name of its file, and the kinds of map it is for."""

    name: str
    palette: Palette
    kinds: tuple[str, ...]


def shipped_palettes() -> list[ShippedPalette]:
    """All of them, in the order of their names."""
    found: list[ShippedPalette] = []
    for file in sorted((paths.resources() / "palettes").glob("*.toml")):
        rows: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
        kinds = tuple(rows.pop("kinds", ("area", "square", "hex")))
        palette = palette_of(typed(rows, PalettePart, file.name))
        found.append(ShippedPalette(file.stem, palette, kinds))
    if not found:
        raise BugError("WarDesk was installed without its palettes")
    return found
