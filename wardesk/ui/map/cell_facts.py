"""What a map says of a cell, also of those that it does not store because they are as usual."""

from __future__ import annotations

from wardesk.drawing.document import MapDocument
from wardesk.drawing.neighbourhood import side_neighbours


def cell_terrain(document: MapDocument, cell: str) -> str:
    """The ground of a cell; "" if there is none."""
    found = document.cells.get(cell)
    if found is not None:
        return found.terrain
    return document.layout.fill if document.layout is not None else ""


def neighbour_counts(document: MapDocument, cell: str) -> tuple[int, int, int]:
    """How many neighbours follow from the borders, were added by hand, and were cut by hand."""
    derived = len(side_neighbours(document)[cell])
    mine = [one for one in document.overrides if cell in one.pair]
    added = sum(one.change == "add" for one in mine)
    return derived, added, len(mine) - added
