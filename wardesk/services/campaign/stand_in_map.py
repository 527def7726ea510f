"""A plain stand-in for a printed sheet: hexes with the printed numbers, names where they are known.

The numbers of these sheets are oblique: the neighbours of (x, y) are (x, y ± 1), (x ± 1, y),
(x + 1, y − 1) and (x − 1, y + 1). Terrain is not known, so all of it is open ground.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from statistics import median

from wardesk.documents.maps.lattice_rows import usual_cells
from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.model.board import Feature

MARGIN = 4
LEAST = (24, 18)
MOST = (70, 110)
"""Columns and rows of the largest sheet; what lies further off has no room on it."""
STAND_IN = "reconstruction: a plain stand-in made from hex numbers, without terrain; not the sheet"
Hex = tuple[int, int]
_HEX = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})\Z")


def read_hex(text: str) -> Hex | None:
    """Column and row of a printed number, None for what is none: ``14.089`` is ``14.89``."""
    found = _HEX.match(text)
    return (int(found[1]), int(found[2])) if found else None


def hex_text(at: Hex) -> str:
    """A hex as its cell is called."""
    return f"{at[0]}.{at[1]}"


def stand_in_map(title: str, wanted: Iterable[Hex], names: Mapping[Hex, str]) -> MapDocument:
    """A map with the hexes *wanted* and room around them; *names* are written where they fit."""
    columns, rows = _extent(list(wanted))
    first, last = columns
    grid = HexGrid(last - first + 1, rows[1] - rows[0] + 1)
    numbering = Numbering(
        "oblique", Count(start=first, digits=1), Count(start=rows[0], digits=1), separator="."
    )
    palette = next(one.palette for one in shipped_palettes() if "hex" in one.kinds)
    layout = Layout(grid, numbering, next(iter(palette.terrain)))
    document = MapDocument(
        id="stand-in",
        title=title,
        provenance=STAND_IN,
        kind="hex",
        unit="1/336 hex",
        palette=palette,
        layout=layout,
        cells=usual_cells(layout),
    )
    for number, (at, name) in enumerate(names.items(), 1):
        cell = document.cells.get(hex_text(at))
        if cell is not None:
            x, y = cell.anchor
            where = {"type": "Point", "coordinates": [x, y]}
            document.features.append(Feature("label", where, name=name, id=f"name-{number}"))
    return document


def _extent(wanted: list[Hex]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns, and the rows of the first column, that hold the most of *wanted*."""
    if not wanted:
        return (1, LEAST[0]), (1, LEAST[1])
    columns = _reach([x for x, _y in wanted], LEAST[0], MOST[0])
    # a hex lies half a row lower for each column to the right
    first = columns[0]
    inside = [(x, y) for x, y in wanted if columns[0] <= x <= columns[1]]
    rows = _reach([y + (x - first) // 2 for x, y in inside], LEAST[1], MOST[1])
    return columns, rows


def _reach(values: list[int], least: int, most: int) -> tuple[int, int]:
    low, high = min(values) - MARGIN, max(values) + MARGIN
    if high - low >= most:
        middle = round(median(values))
        low, high = middle - most // 2, middle + most // 2 - 1
    short = least - (high - low + 1)
    if short > 0:
        low, high = low - short // 2, high + short - short // 2
    low = max(1, low)
    return low, max(high, low + least - 1)
