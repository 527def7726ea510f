"""Palettes that ship with WarDesk for new maps: ``resources/palettes/*.toml``."""

from __future__ import annotations

import tomllib
from typing import Any

from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.json_parts import typed
from wardesk.documents.maps.map_rows import PalettePart, palette_of
from wardesk.errors import BugError
from wardesk.model.palette import Palette


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
