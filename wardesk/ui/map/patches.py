"""Patches of one terrain, for tools; on maps that are too broken to tell, the cell alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wardesk.drawing import neighbourhood
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError


def beside(document: MapDocument) -> Callable[[str], Iterable[str]]:
    """A function that gives the cells sharing a side with one."""
    try:
        return neighbourhood.beside(document)
    except UserError:  # borders so broken that nobody is anybody's neighbour
        return lambda _cell: ()


def patch(document: MapDocument, cell: str, most: int = 1_000_000) -> list[str]:
    """The cells of the same terrain around *cell*, it first; at most *most* of them."""
    if cell not in document.cells:
        return []
    try:
        return neighbourhood.patch(document, cell, most)
    except UserError:
        return [cell]


def same_terrain(document: MapDocument, cell: str) -> list[str]:
    """Every cell of the map with the terrain of *cell*."""
    if cell not in document.cells:
        return []
    terrain = document.cells[cell].terrain
    return [one.id for one in document.cells.values() if one.terrain == terrain]
