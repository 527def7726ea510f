"""Finding things on a map by what they are or are called, and putting others in their place."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Literal

from msgspec import Struct

from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    NameCell,
    PaintBorders,
    PaintSides,
    ReplaceTerrain,
    SetFeature,
)
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.features import feature_key
from wardesk.drawing.layers import LABEL, ZONE
from wardesk.geometry.borders.topology import sides
from wardesk.model.board import Feature

What = Literal["terrain", "sides", "lines", "words"]


class FoundPlace(Struct, frozen=True):
    """A place to go to: a cell, or a drawn thing with a name (then *feature* is its id)."""

    words: str
    at: tuple[float, float]
    cell: str = ""
    feature: str = ""


def places(document: MapDocument, text: str, most: int = 20) -> list[FoundPlace]:
    """Where *text* may mean, the best first: a cell by its number, then names that hold it.

    A number may be written with less care than on the map: ``5 3``, ``5.3`` or ``0503``.
    """
    wanted = " ".join(text.split()).casefold()
    if not wanted:
        return []
    found = [_of_cell(document, cell) for cell in _by_number(document, wanted)]
    seen = {place.cell for place in found}
    for begins in (True, False):
        for cell in document.cells.values():
            name = cell.name.casefold()
            if cell.id not in seen and _holds(name, wanted, begins=begins):
                seen.add(cell.id)
                found.append(_of_cell(document, cell.id))
        found += [
            FoundPlace(f.name, _middle(f), f.cell, feature_key(document, f))
            for f in document.features
            if _holds(f.name.casefold(), wanted, begins=begins)
        ]
        if len(found) >= most:
            break
    return found[:most]


def _holds(name: str, wanted: str, *, begins: bool) -> bool:
    return name.startswith(wanted) if begins else wanted in name[1:] and not name.startswith(wanted)


def _of_cell(document: MapDocument, cell: str) -> FoundPlace:
    known = document.cells[cell]
    words = cell if known.name in ("", cell) else f"{cell} {known.name}"
    return FoundPlace(words, known.anchor, cell)


def _by_number(document: MapDocument, wanted: str) -> list[str]:
    """The cell of this number, or the one whose parts are these numbers."""
    plain = {cell.casefold(): cell for cell in document.cells}
    if wanted in plain:
        return [plain[wanted]]
    parts = re.findall(r"\d+|[a-z]+", wanted)
    if document.layout is None or len(parts) < 2:
        return [cell for low, cell in plain.items() if low.startswith(wanted)][:8]
    width = max((len(cell) for cell in document.cells), default=4) // 2
    joined = "".join(part.zfill(width) if part.isdecimal() else part for part in parts)
    loose = "".join(parts)
    return [plain[one] for one in dict.fromkeys((joined, loose)) if one in plain]


def _middle(feature: Feature) -> tuple[float, float]:
    spots = feature.geometry["coordinates"]
    while spots and not isinstance(spots[0], int | float):
        spots = spots[len(spots) // 2]
    return float(spots[0]), float(spots[1])


class Found(Struct, frozen=True):
    """What is of a kind, or holds a word: cells, pairs of cells, borders, and drawn features."""

    cells: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    edges: tuple[int, ...] = ()
    features: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many things they are."""
        return len(self.cells) + len(self.pairs) + len(self.edges) + len(self.features)


def find(
    document: MapDocument, what: What, text: str, among: Container[str] | None = None
) -> Found:
    """Everything of a kind (its id), or with *text* in its name; only on cells *among* if given."""

    def wanted(*cells: str) -> bool:
        return among is None or any(cell in among for cell in cells)

    if not text:
        return Found()
    if what == "terrain":
        rows = document.cells.values()
        return Found(cells=tuple(c.id for c in rows if c.terrain == text and wanted(c.id)))
    if what == "sides":
        pairs = [pair for pair, kinds in document.sides.items() if text in kinds and wanted(*pair)]
        edges = [n for n, edge in document.edges.items() if edge.kind == text]
        if among is not None and edges:
            beside = sides(document.network)
            edges = [n for n in edges if wanted(beside[n].left or "", beside[n].right or "")]
        return Found(pairs=tuple(pairs), edges=tuple(edges))
    drawn = [f for f in document.features if among is None or wanted(*_cells(f))]
    if what == "lines":
        kinds = [f for f in drawn if f.kind == text and f.kind not in (LABEL, ZONE)]
        return Found(features=tuple(feature_key(document, f) for f in kinds))
    low = text.casefold()
    named = [c.id for c in document.cells.values() if low in c.name.casefold() and wanted(c.id)]
    words = [f for f in drawn if low in f.name.casefold()]
    return Found(tuple(named), features=tuple(feature_key(document, f) for f in words))


def _cells(feature: Feature) -> frozenset[str]:
    told = feature.properties.get("cells", ())
    return frozenset(cell for cell in (feature.cell, *told) if isinstance(cell, str))


def replacing(
    document: MapDocument, what: What, old: str, new: str, found: Found
) -> tuple[AnyCommand, ...]:
    """The commands that put *new* in the place of *old* on all that was found."""
    if not found.count or not new or old == new:
        return ()
    if what == "terrain":
        return (ReplaceTerrain(old, new, found.cells),)
    if what == "sides":
        laid: list[AnyCommand] = []
        if found.pairs:
            laid += [PaintSides(found.pairs, new), PaintSides(found.pairs, old, "remove")]
        return (*laid, *([PaintBorders(found.edges, new)] if found.edges else []))
    if what == "lines":
        return tuple(SetFeature(feature, kind=new) for feature in found.features)
    swap = re.compile(re.escape(old), re.IGNORECASE)
    names = {feature_key(document, f): f.name for f in document.features}

    def other(name: str) -> str:
        return swap.sub(lambda _: new, name)

    return (
        *(NameCell(cell, other(document.cells[cell].name)) for cell in found.cells),
        *(SetFeature(feature, name=other(names[feature])) for feature in found.features),
    )
