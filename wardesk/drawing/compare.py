"""What differs between two maps, in the words of the editor: cells, sides, borders, adjacency."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.drawing.document import MapDocument, Underlay
from wardesk.drawing.neighbourhood import side_pairs, sorted_pair
from wardesk.drawing.underlays import stored_extras
from wardesk.errors import UserError


class MapDifference(Struct, frozen=True):
    """One thing that differs. *what* names the table, *id* the row; None = it is not there."""

    what: str
    id: str
    before: Any
    after: Any

    @property
    def text(self) -> str:
        """The difference in one line."""
        if self.before is None:
            return f"{self.what} {self.id} is new"
        if self.after is None:
            return f"{self.what} {self.id} is gone"
        if isinstance(self.before, dict) and isinstance(self.after, dict):
            changed = [
                f"{key}: {self.before.get(key)!r} → {self.after.get(key)!r}"
                for key in sorted({*self.before, *self.after})
                if self.before.get(key) != self.after.get(key)
            ]
            return f"{self.what} {self.id}: {', '.join(changed)}"
        return f"{self.what} {self.id}: {self.before!r} → {self.after!r}"


def differences(a: MapDocument, b: MapDocument) -> list[MapDifference]:
    """Everything that differs from *a* to *b*, in a fixed order; none for equal maps.

    The order of rows does not count, only what they say.
    """
    found = _rows("map", _plain_head(a), _plain_head(b))
    for what, table in (("cell", "cells"), ("node", "nodes"), ("border", "edges")):
        found += _rows(what, getattr(a, table), getattr(b, table))
    found += _rows("outline", a.faces, b.faces)
    found += _rows("side", _paired(a.sides), _paired(b.sides))
    found += _rows("high side", _paired(a.high), _paired(b.high))
    found += _rows("neighbours", _adjacency(a), _adjacency(b))
    found += _rows("override", _overrides(a), _overrides(b))
    found += _rows("confirmed pair", _paired(a.kept), _paired(b.kept))
    found += _rows("feature", _features(a), _features(b))
    found += _rows("underlay", _by_id(a.underlays), _by_id(b.underlays))
    for among in ("terrain", "borders", "lines", "sight"):
        found += _rows(f"palette {among}", getattr(a.palette, among), getattr(b.palette, among))
    return found + _rows("part", _part_sizes(a), _part_sizes(b))


def _by_id(rows: Iterable[Underlay]) -> dict[str, Underlay]:
    return {row.id: row for row in rows}


def _part_sizes(document: MapDocument) -> dict[str, str]:
    """Size and check sum of parts that only other programs read."""
    return {
        name: f"{len(data)} bytes, {zlib.crc32(data):08x}"
        for name, data in stored_extras(document).items()
    }


def _rows(what: str, a: Mapping[Any, Any], b: Mapping[Any, Any]) -> list[MapDifference]:
    keys = [*a, *(key for key in b if key not in a)]
    rows = [
        (str(key), msgspec.to_builtins(a.get(key)), msgspec.to_builtins(b.get(key)))
        for key in keys
        if a.get(key) != b.get(key)
    ]
    return [MapDifference(what, key, before, after) for key, before, after in rows]


def _plain_head(document: MapDocument) -> dict[str, Any]:
    names = ("id", "title", "provenance", "kind", "unit", "layout", "styles", "look")
    return {name: getattr(document, name) for name in names}


def _paired(sides: Mapping[tuple[str, str], Any]) -> dict[str, Any]:
    return {"–".join(pair): kinds for pair, kinds in sides.items()}


def _adjacency(document: MapDocument) -> dict[str, str]:
    """Pairs that share a side, on area maps; on sheets they follow from the grid."""
    if document.kind != "area":
        return {}
    try:
        return {f"{a}–{b}": "share a border" for a, b in side_pairs(document)}
    except (UserError, KeyError):  # a map that is broken has no adjacency to compare
        return {}


def _overrides(document: MapDocument) -> dict[str, Any]:
    return {"–".join(sorted_pair(*o.pair)): o for o in document.overrides}


def _features(document: MapDocument) -> dict[str, Any]:
    return {f.id or f"#{n}": f for n, f in enumerate(document.features, start=1)}
