"""Which cells hang together: the parts of a map that can be reached from each other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.neighbourhood import open_neighbours, sorted_pair
from wardesk.geometry.grids.numbering import Grid
from wardesk.model.palette import joins

Ints = NDArray[np.int64]


def unreachable(document: MapDocument) -> list[str]:
    """The cells outside the largest part that hangs together, in the order of the map.

    Of parts of one size the first counts as the largest.
    """
    names = list(document.cells)
    if not names:
        return []
    if document.layout is None:
        parts = _parts_of_areas(document, names)
    else:
        parts = _parts_of_sheet(document, document.layout, names)
    found, first, sizes = np.unique(parts, return_index=True, return_counts=True)
    main = found[np.lexsort((first, -sizes))[0]]
    return [names[place] for place in np.flatnonzero(parts != main)]


def _parts_of_areas(document: MapDocument, names: list[str]) -> Ints:
    beside = open_neighbours(document)
    places = {name: place for place, name in enumerate(names)}
    pairs = [(places[a], places[b]) for a, others in beside.items() for b in others]
    return _parts(len(names), np.array(pairs, np.int64).reshape(-1, 2))


def _parts_of_sheet(document: MapDocument, layout: Layout, names: list[str]) -> Ints:
    numbers = document.cell_numbers
    kinds = document.palette.borders
    present = np.zeros(layout.grid.count, bool)
    mine = np.array([numbers.get(name, -1) for name in names], np.int64)
    present[mine[mine >= 0]] = True
    wall = {name for name, kind in kinds.items() if not kind.passable}
    walled = ((pair, on) for pair, on in document.sides.items() if not wall.isdisjoint(on))
    shut = [pair for pair, on in walled if not joins(kinds, on)]
    shut += [sorted_pair(*o.pair) for o in document.overrides if o.change == "remove"]
    added = [sorted_pair(*o.pair) for o in document.overrides if o.change == "add"]
    pairs = _side_pairs(layout.grid)
    closed = _keys(shut, numbers, layout.grid.count)
    if len(closed):
        pairs = pairs[~np.isin(pairs[:, 0] * layout.grid.count + pairs[:, 1], closed)]
    joined = [(numbers[a], numbers[b]) for a, b in added if a in numbers and b in numbers]
    pairs = np.concatenate([pairs, np.array(joined, np.int64).reshape(-1, 2)])
    pairs = pairs[present[pairs[:, 0]] & present[pairs[:, 1]]]
    parts = _parts(layout.grid.count, pairs)
    lost = layout.grid.count + np.arange(len(mine))  # cells that the sheet does not have
    return np.where(mine >= 0, parts[mine], lost)


def _keys(pairs: list[tuple[str, str]], numbers: Mapping[str, int], count: int) -> Ints:
    """One number per pair of places, the lower one first."""
    found = [sorted((numbers[a], numbers[b])) for a, b in pairs if a in numbers and b in numbers]
    array = np.array(found, np.int64).reshape(-1, 2)
    return array[:, 0] * count + array[:, 1]


@lru_cache(maxsize=4)
def _side_pairs(grid: Grid) -> Ints:
    """The numbers of all places of a sheet that lie side by side, the lower one first."""
    lines, length = grid.lines, grid.line_length
    first = np.array([grid.coordinates(line * length)[1] for line in range(lines)], np.int64)
    q, place = np.divmod(np.arange(grid.count, dtype=np.int64), length)
    found: list[Ints] = []
    for dq, dr in grid.side_steps:
        there = q + dq
        inside = (there >= 0) & (there < lines)
        along = first[q] + place + dr - first[np.where(inside, there, 0)]
        other = there * length + along
        ok = inside & (along >= 0) & (along < length) & (other > np.arange(grid.count))
        found.append(np.stack([np.flatnonzero(ok), other[ok]], axis=1))
    return np.concatenate(found)


def _parts(count: int, pairs: Ints) -> Ints:
    """Per place the lowest place that it hangs together with."""
    part = np.arange(count)
    a, b = pairs[:, 0], pairs[:, 1]
    while True:
        low = np.minimum(part[a], part[b])
        before = part.copy()
        np.minimum.at(part, part[a], low)
        np.minimum.at(part, part[b], low)
        while not np.array_equal(part, shorter := part[part]):
            part = shorter
        if np.array_equal(part, before):
            return part
