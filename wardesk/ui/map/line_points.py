"""What can be done to the points of a line: grab, insert, take out, join at the ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from wardesk.ui.map.features import Drawn, segment_distance

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

Pair = tuple[float, float]


def point_near(points: Sequence[Pair], here: Pair, reach: float) -> int:
    """The place in the list of the nearest point within *reach*; -1 for none."""
    far, place = min(((math.dist(p, here), k) for k, p in enumerate(points)), default=(reach, -1))
    return place if far <= reach else -1


def stretch_near(points: Sequence[Pair], here: Pair, reach: float) -> int:
    """The stretch (by its first point) that runs within *reach* of *here*; -1 for none."""
    found = [(segment_distance(a, b, here)[0], k) for k, (a, b) in enumerate(pairwise(points))]
    far, place = min(found, default=(math.inf, -1))
    return place if far <= reach else -1


def with_point(points: Sequence[Pair], place: int, to: Pair) -> tuple[Pair, ...]:
    """The points with another one at *place*."""
    return (*points[:place], to, *points[place + 1 :])


def meeting(view: MapView, row: Drawn) -> tuple[Drawn, tuple[Pair, ...]] | None:
    """The line of the same kind that begins or ends where *row* does, and both as one line.

    None if no line meets it, or if at that place several do and nobody knows which is meant.
    """
    others = [
        other
        for other in view.features.lines()
        if other.name != row.name and other.feature.kind == row.feature.kind
    ]
    for end in (row.points[-1], row.points[0]):
        found = [other for other in others if end in (other.points[0], other.points[-1])]
        if len(found) == 1:
            mine = row.points if row.points[-1] == end else row.points[::-1]
            theirs = found[0].points
            theirs = theirs if theirs[0] == end else theirs[::-1]
            return found[0], (*mine, *theirs[1:])
    return None
