"""A large map with much on every part of it: woods, water, towns, heights, sides, roads, words."""

from __future__ import annotations

import numpy as np

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.drawing.commands.all_commands import (
    DrawLine,
    PaintSides,
    PaintTerrain,
    PlaceLabel,
    SetElevation,
)
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.editor import Editor
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.model.board import Cell

GROUNDS = ("water", "marsh", "clear", "orchard", "clear", "wood", "wood")
"""From low to high."""
SIDES = (("river", 0.3), ("stream", 0.02), ("hedge", 0.01), ("cliff", 0.02), ("slope", 0.03))
"""Each lies around such a share of the sheet."""


def rich_map(size=100, seed=18):
    """A map of *size* x *size* hexes; the same for the same numbers."""
    rng = np.random.default_rng(seed)
    numbering = Numbering(columns=Count(digits=3), rows=Count(digits=3))
    layout = Layout(HexGrid(size, size), numbering, "clear")
    at = {}
    document = MapDocument(
        id="rich",
        title="A rich country",
        provenance="drawn for a bench",
        kind="hex",
        palette=next(one.palette for one in shipped_palettes() if one.name == "land-hex"),
        layout=layout,
    )
    for number, label in enumerate(numbering.labels(layout.grid)):
        q, r = layout.grid.coordinates(number)
        x, y = map(float, layout.grid.centre(q, r))
        at[layout.grid.offset(q, r)] = label
        document.cells[label] = Cell(label, label, "clear", (x, y))
    editor = Editor(document)
    wet, high = _hills(rng, size, 9), _hills(rng, size, 14)
    kinds, levels = {}, {}
    for (column, row), label in at.items():
        rank = int(wet[column, row] * len(GROUNDS) * 0.999)
        kinds.setdefault(GROUNDS[rank], []).append(label)
        levels.setdefault(int(high[column, row] * 4.999), []).append(label)
    towns = rng.choice(sorted(at.values()), 430, replace=False).tolist()
    kinds |= {"village": towns[:300], "town": towns[300:]}
    for kind, cells in kinds.items():
        editor.do(PaintTerrain(tuple(cells), kind))
    for level, cells in levels.items():
        if level:
            editor.do(SetElevation(tuple(cells), level))
    ends = [_hills(rng, size, 6) for _ in SIDES]
    for (kind, share), low in zip(SIDES, ends, strict=True):
        editor.do(PaintSides(_rim(layout.grid, at, low < share), kind))
    for kind, count in (("road", 17), ("railway", 14), ("track", 9)):
        for _ in range(count):
            places = rng.choice(sorted(at.values()), 5, replace=False)
            points = tuple(document.cells[label].anchor for label in places)
            editor.do(DrawLine(kind, points))
    for number, label in enumerate(towns[:160]):
        x, y = document.cells[label].anchor
        editor.do(PlaceLabel(f"Village {number}", (x, y + 90)))
    return document


def _hills(rng, size, waves):
    """Smooth ground over the sheet, 0 to 1 by rank, so that each kind has its share."""
    places = np.arange(size) / size * 2 * np.pi
    found = np.zeros((size, size))
    for _ in range(waves * 3):
        across, down = rng.integers(1, waves, 2)
        turn, phase = rng.uniform(-1, 1), rng.uniform(0, 7)
        found += turn * np.sin(across * places[:, None] + down * places[None, :] + phase)
    ranks = found.ravel().argsort().argsort()
    return (ranks / ranks.size).reshape(size, size)


def _rim(grid, at, inside):
    """The sides around a part of the sheet."""
    found = []
    for (column, row), label in at.items():
        q, r = grid.axial(column, row)
        for step in ((1, 0), (0, 1), (-1, 1)):
            other = grid.offset(q + step[0], r + step[1])
            if other in at and inside[column, row] != inside[other]:
                found.append((label, at[other]))
    return tuple(found)
