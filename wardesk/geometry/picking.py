"""Which cell of an area board lies under a point, by a tree of outlines."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from wardesk.geometry.coverage import polygon
from wardesk.geometry.snap import Ring


class Picker:
    """Finds the cell, by its place in the list of outlines, under a point."""

    def __init__(self, outlines: Sequence[tuple[Ring, ...]]) -> None:
        self._tree = shapely.STRtree([polygon(rings) for rings in outlines])

    def cell_at(self, x: float, y: float) -> int:
        """The cell under the point, the first of several on a shared border; -1 for none."""
        found = self._tree.query(shapely.points(x, y), predicate="intersects")
        return int(found.min()) if found.size else -1
