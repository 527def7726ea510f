"""What the fields of a rulebook may name: sides, classes, places, charts, kinds of ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from wardesk.documents.maps.store import read_map
from wardesk.errors import UserError
from wardesk.services.rulebooks.draft import BookDraft

_ROWS = {
    "side": "sides", "class": "classes", "value": "values", "place": "places", "state": "states",
    "chart": "chart", "check": "check", "line": "line", "mark": "mark", "move": "move",
    "combat": "combat",
}  # fmt: skip
"""Kinds of names that are rows of the rulebook, and their entries."""
_FIELDS = {
    "side": ("side", "sides", "winner", "gone", "first", "start"),
    "class": ("classes", "moves"),
    "value": ("allowance", "range", "attack", "defence", "value", "counts"),
    "place": ("places", "at", "exits", "holds", "one_in_each", "always"),
    "state": ("state", "states"), "chart": ("chart",), "check": ("check", "rally"),
    "line": ("line", "supply", "unsupplied"), "mark": ("marks",), "combat": ("back",),
    "rule": ("rule",), "weather": ("weather",), "terrain": ("terrain",),
    "border": ("across", "not_across"), "road": ("lines", "only_lines"),
    "group": ("groups",), "counter": ("counters",),
}  # fmt: skip
_KINDS = {field: kind for kind, fields in _FIELDS.items() for field in fields}


class MapKinds(Struct, frozen=True, kw_only=True):
    """What the map of a game can have, id to name."""

    terrain: Mapping[str, str] = {}
    borders: Mapping[str, str] = {}
    lines: Mapping[str, str] = {}
    cells: tuple[str, ...] = ()
    problem: str = ""
    """Why the map cannot be read, if it cannot."""


def map_of(folder: Path, draft: BookDraft) -> Path | None:
    """The map of the first scenario; None where none is named inside the pack."""
    for scenario in draft.scenarios.values():
        name = scenario.get("map")
        if isinstance(name, str) and (place := (folder / name).resolve()).is_relative_to(
            folder.resolve()
        ):
            return place
    return None


def kinds_of_map(place: Path | None) -> MapKinds:
    """The kinds of a map, those first that lie on it; nothing without a readable map."""
    if place is None:
        return MapKinds()
    try:
        document = read_map(place, check=False)
    except UserError as error:
        return MapKinds(problem=error.message)
    palette = document.palette
    used = [cell.terrain for cell in document.cells.values()]
    return MapKinds(
        terrain={k: palette.terrain[k].name for k in _first(used, palette.terrain)},
        borders={k: one.name for k, one in palette.borders.items()},
        lines={k: one.name for k, one in palette.lines.items()},
        cells=tuple(document.cells),
    )


def _first(used: Iterable[str], known: Mapping[str, Any]) -> list[str]:
    there = set(used)
    return sorted(known, key=lambda key: key not in there)


class BookNames:
    """All names that a rulebook in the making has, by what they name."""

    def __init__(self, draft: BookDraft, ground: MapKinds) -> None:
        self.ground = ground
        self._raw, self._counters = draft.raw, draft.counters
        self._ids: dict[str, dict[str, str]] = {}

    def of(self, field: str) -> dict[str, str] | None:
        """What a field of this name may name, id to words; None where it names nothing."""
        kind = _KINDS.get(field)
        return None if kind is None else self.ids(kind)

    def ids(self, kind: str) -> dict[str, str]:
        """All names of a kind."""
        if kind not in self._ids:
            self._ids[kind] = self._found(kind)
        return self._ids[kind]

    def _found(self, kind: str) -> dict[str, str]:
        match kind:
            case "terrain":
                return dict(self.ground.terrain)
            case "border":
                return dict(self.ground.borders) | dict(self.ground.lines)
            case "road":
                return dict(self.ground.lines)
            case "rule":
                return self.ids("move") | self.ids("combat")
            case "weather":
                weather = self._raw.get("weather")
                kinds = weather.get("kinds") if isinstance(weather, Mapping) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
                return {str(k): str(k) for k in kinds or ("fair",)}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            case "counter":
                return {row["id"]: row.get("name") or row["id"]
                        for row in self._counters if row.get("id")}  # fmt: skip
            case "group":
                return {row["group"]: row["group"] for row in self._counters if row.get("group")}
            case _:
                rows = self._raw.get(_ROWS[kind], ())
                return {
                    str(row["id"]): str(row.get("name") or row.get("title") or row["id"])
                    for row in (rows if isinstance(rows, list) else ())  # pyright: ignore[reportUnknownVariableType]
                    if isinstance(row, Mapping) and "id" in row
                }  # fmt: skip
