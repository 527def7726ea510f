"""The cells of one terrain that hang together, found from one of them without asking the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wardesk.drawing.document import MapDocument
from wardesk.drawing.neighbourhood import cell_numbers, side_neighbours
from wardesk.errors import UserError


def beside(document: MapDocument) -> Callable[[str], Iterable[str]]:
    """A function that gives the cells sharing a side with one; quick on any sheet."""
    layout = document.layout
    if layout is None:
        try:
            rows = side_neighbours(document)
        except UserError:  # borders so broken that nobody is anybody's neighbour
            rows = {}
        return lambda cell: rows.get(cell, ())
    numbers, grid, cells = cell_numbers(document), layout.grid, document.cells

    def around(cell: str) -> Iterable[str]:
        q, r = grid.coordinates(numbers[cell])
        for dq, dr in grid.side_steps:
            number = grid.index(q + dq, r + dr)
            if number >= 0:
                label = layout.numbering.label(grid, number)
                if label in cells:
                    yield label

    return around


def patch(document: MapDocument, cell: str, most: int = 1_000_000) -> list[str]:
    """The cells of the same terrain around *cell*, it first; at most *most* of them."""
    if cell not in document.cells:
        return []
    terrain, around = document.cells[cell].terrain, beside(document)
    found = {cell: None}
    edge = [cell]
    while edge and len(found) < most:
        grown: list[str] = []
        for one in edge:
            for other in around(one):
                if other not in found and document.cells[other].terrain == terrain:
                    found[other] = None
                    grown.append(other)
        edge = grown
    return list(found)[:most]


def same_terrain(document: MapDocument, cell: str) -> list[str]:
    """Every cell of the map with the terrain of *cell*."""
    if cell not in document.cells:
        return []
    terrain = document.cells[cell].terrain
    return [one.id for one in document.cells.values() if one.terrain == terrain]
