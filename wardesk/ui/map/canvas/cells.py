"""Cells for tools and keys: under a brush, along a line, beside one another, of one terrain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF

from wardesk.drawing import neighbourhood
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.grids.arrows import next_by_arrow
from wardesk.render.map.sheet import MapSheet


def brush_cells(sheet: MapSheet, cell: str, size: int) -> list[str]:
    """The cells that a brush of *size* paints when its middle is on *cell*.

    1 = the cell alone, 2 = with the cells around it, and so on: those whose anchors lie less than
    *size* - 1/2 cells away. On area maps size counts the mean width of the areas around.
    """
    if not cell or size <= 1:
        return [cell] if cell else []
    box, middle = sheet.cell_path(cell).boundingRect(), sheet.anchor(cell)
    step = min(box.width(), box.height())
    reach = step * (size - 0.5)
    around = sheet.cells_in(box.adjusted(-reach, -reach, reach, reach))
    near = [one for one in around if _far(sheet.anchor(one), middle) < reach]
    return [cell, *(one for one in near if one != cell)]


def line_cells(sheet: MapSheet, start: QPointF, end: QPointF) -> list[str]:
    """The cells under a straight stroke, in its order, each once."""
    length = _far(start, end)
    step = max(sheet.counter / 3, 1e-9)
    count = min(math.ceil(length / step), 4000)
    found: dict[str, None] = {}
    for k in range(count + 1):
        part = k / count if count else 1.0
        cell = sheet.locate(start + (end - start) * part)
        if cell:
            found[cell] = None
    return list(found)


def _far(a: QPointF, b: QPointF) -> float:
    return math.hypot(a.x() - b.x(), a.y() - b.y())


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


def next_cell(sheet: MapSheet, cell: str, dx: int, dy: int, first: str) -> str:
    """The cell that an arrow leads to from *cell* (-1, 0 or 1 each); "" if there is none.

    *first* is any cell of the map, always the same: rows are counted from it.
    """
    box = sheet.cell_path(cell).boundingRect()
    width, height = box.width() * 1.6, box.height() * 1.6
    around = sheet.cells_in(box.adjusted(-width, -height, width, height))
    places = [(other, _pair(sheet.anchor(other))) for other in around]
    return next_by_arrow(_pair(sheet.anchor(cell)), places, (dx, dy), _pair(sheet.anchor(first)))


def _pair(at: QPointF) -> tuple[float, float]:
    return at.x(), at.y()
