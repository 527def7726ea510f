"""Words of the map editor that belong to no single widget."""

from __future__ import annotations

from wardesk.words import tr


def sides_of(kind: str) -> str:
    """What lies between the cells of a kind of map, as the head of its list."""
    if kind == "area":
        return tr("Borders")
    return tr("Hexsides") if kind == "hex" else tr("Sides", "HexsideTool")


def count_cells(number: int) -> str:
    """So many cells, in words."""
    return tr("1 cell") if number == 1 else tr("{0} cells").format(number)
