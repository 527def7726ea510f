"""Map themes: every colour and weight of a printed map, read from ``resources/themes/maps``.

A theme holds no geometry. A theme with a *veil* has all its colours mixed with the veil's, which
gives exactly the picture of the same ink under a dark sheet, without painting that sheet.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from PySide6.QtGui import QColor

from wardesk.errors import BugError, UserError
from wardesk.model.map_look import PLAIN_LOOK, SheetLook
from wardesk.paths import resources
from wardesk.render.colours import colour, mix
from wardesk.words import say

Value = str | float | tuple[str, ...]


class MapTheme(Struct, frozen=True):
    """Colours by dotted name (``water.fill``) and numbers between 0 and 1 for strengths."""

    id: str
    title: str
    values: Mapping[str, Value]
    veil: str = "#000000"
    veil_strength: float = 0.0
    look: SheetLook = PLAIN_LOOK
    """The look of the map that wears this theme."""
    pictures: Mapping[str, bytes] = {}
    """The pictures that the look shows."""
    kinds: Mapping[str, MapTheme] = {}
    """The inks of kinds that have some of their own, by ``terrain/wood``."""

    def code(self, key: str) -> str:
        """The colour *key* as ``#rrggbb``, veil included."""
        found = self.values.get(key)
        if not isinstance(found, str):
            raise BugError(f"map theme {self.id} has no colour {key}")
        return mix(found, self.veil, self.veil_strength)

    def colour(self, key: str, alpha: float = 1.0) -> QColor:
        """The colour *key* with an opacity."""
        return colour(self.code(key), alpha)

    def own(self, code: str, alpha: float = 1.0) -> QColor:
        """A colour of somebody's own choice (``#rrggbb``) under this theme's veil."""
        return colour(mix(code, self.veil, self.veil_strength), alpha)

    def colours(self, key: str) -> tuple[str, ...]:
        """A list of colours, veil included."""
        found = self.values.get(key)
        if not isinstance(found, tuple):
            raise BugError(f"map theme {self.id} has no colours {key}")
        return tuple(mix(one, self.veil, self.veil_strength) for one in found)

    def number(self, key: str) -> float:
        """A strength; BugError if the theme does not name it."""
        found = self.values.get(key)
        if not isinstance(found, int | float):
            raise BugError(f"map theme {self.id} has no number {key}")
        return float(found)

    def has(self, key: str) -> bool:
        """Whether the theme names *key*."""
        return key in self.values

    def of_kind(self, group: str, kind: str, part: str = "") -> str:
        """``group.kind[.part]`` if the theme knows this kind, else the group's ``plain``."""
        tail = f".{part}" if part else ""
        key = f"{group}.{kind}{tail}"
        return self.code(key if self.has(key) else f"{group}.plain{tail}")


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            found.update(_flat(value, f"{prefix}{key}."))
        else:
            found[prefix + key] = tuple(value) if isinstance(value, list) else value
    return found


def theme_folder() -> Path:
    """Where the map themes are."""
    return resources() / "themes" / "maps"


def theme_ids() -> tuple[str, ...]:
    """Every map theme, sorted by id."""
    return tuple(sorted(file.stem for file in theme_folder().glob("*.toml")))


@cache
def load_map_theme(name: str = "printed") -> MapTheme:
    """Read one theme, laid over the theme it names as its ``base``. UserError if there is none."""
    file = theme_folder() / f"{name}.toml"
    if not file.is_file():
        raise UserError(
            say("There is no map theme {name!s}.", name=name),
            say("Known are {theme_ids!s}.", theme_ids=", ".join(theme_ids())),
        )
    return _read(file)


@cache
def table_theme() -> MapTheme:
    """The inks of counters, overlays and charts, the same over every map theme."""
    return _read(resources() / "themes" / "table.toml")


def _read(file: Path) -> MapTheme:
    name = file.stem
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    values: dict[str, Value] = {}
    if base := raw.pop("base", ""):
        values.update(load_map_theme(base).values)
    title, veil = raw.pop("title", name), raw.pop("veil", "#000000")
    strength = float(raw.pop("veil_strength", 0.0))
    return MapTheme(name, title, values | _flat(raw), veil, strength)
