"""Which cells a brush touches: those around one, and those under a stroke of the hand."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF

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
