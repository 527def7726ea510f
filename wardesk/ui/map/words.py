"""Words of the map editor that belong to no single widget."""

from __future__ import annotations

from wardesk.words import tr


def count_cells(number: int) -> str:
    """So many cells, in words."""
    return tr("1 cell") if number == 1 else tr("{0} cells").format(number)
