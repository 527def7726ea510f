"""The cell under the cursor: always the same one on a shared border, quick on any map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely

from wardesk.geometry.adjacency.half_edges import Shapes, shape_array


class Picker:
    """Finds cells by point. Edits are kept aside until there are enough to make the tree anew."""

    def __init__(self, polygons: Sequence[shapely.Geometry] | Shapes) -> None:
        self._shapes = shape_array(polygons).copy()
        self._tree = shapely.STRtree(self._shapes)
        self._edited: dict[int, shapely.Geometry] = {}

    def cell_at(self, x: float, y: float) -> int | None:
        """The cell there; on a border the one with the lowest number; None outside."""
        point = shapely.Point(x, y)
        found = self._tree.query(point, predicate="intersects").tolist()
        if self._edited:
            found = [cell for cell in found if cell not in self._edited]
            found += [c for c, shape in self._edited.items() if shapely.intersects(shape, point)]
        return min(found, default=None)

    def update(self, changed: Mapping[int, shapely.Geometry]) -> None:
        """Take new shapes of some cells."""
        self._edited.update(changed)
        if len(self._edited) > 64:
            for cell, shape in self._edited.items():
                self._shapes[cell] = shape
            self._tree = shapely.STRtree(self._shapes)
            self._edited = {}
