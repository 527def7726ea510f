"""Where units can fall back to."""

from __future__ import annotations

from collections.abc import Callable, Collection

from wardesk.games.shared.march import distances
from wardesk.games.shared.zones import Neighbours


def retreats(
    neighbours: Neighbours,
    origin: str,
    closed: Collection[str],
    fits: Callable[[str], bool],
    length: int = 1,
) -> tuple[str, ...]:
    """Cells *length* steps away by open cells, with room at the end; none = there is no retreat.

    Steps are counted from *origin* past *closed* cells, so nobody retreats in a circle.
    """
    if length == 1:
        return tuple(cell for cell in neighbours[origin] if cell not in closed and fits(cell))
    ways = {
        cell: tuple(other for other in beside if other not in closed)
        for cell, beside in neighbours.items()
        if cell == origin or cell not in closed
    }
    far = distances(ways, (origin,))
    return tuple(cell for cell, steps in far.items() if steps == length and fits(cell))
