"""A part of a border drawn anew: the bends before it and after it stay."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wardesk.geometry.borders.border_trace import Line, segment_at
from wardesk.geometry.borders.snapping import Snapper
from wardesk.geometry.borders.topology import edge_points
from wardesk.geometry.grids.snap import Point


def redrawn(line: Line, drawn: Sequence[Point]) -> Line:
    """The bends of a border, given with its ends, once *drawn* replaces what it spans.

    *drawn* begins and ends on the line, in either direction.
    """
    (i, back), (j, onward) = (_place(line, drawn[k]) for k in (0, -1))
    new = list(drawn)
    if (i, back) > (j, onward):
        new.reverse()
        i, j = j, i
    found = [*line[: i + 1], *new, *line[j + 1 :]]
    kept = [p for k, p in enumerate(found) if k == 0 or p != found[k - 1]]
    return tuple(kept[1:-1])


def border_drawn_over(snapper: Snapper, drawn: Sequence[Point], reach: float) -> int | None:
    """The border on which a line begins and ends; None if the two ends are on different ones.

    An end at a node belongs to every border that ends there.
    """
    first, last = (_borders(snapper, drawn[k], reach) for k in (0, -1))
    common = [edge for edge in first if edge in last]
    if not common:
        return None
    middle = drawn[len(drawn) // 2]

    def aside(edge: int) -> float:
        line = edge_points(snapper.network, edge)
        return min(math.dist(middle, point) for point in line)

    return min(common, key=aside)


def _borders(snapper: Snapper, spot: Point, reach: float) -> list[int]:
    caught = snapper.catch(spot, reach)
    if caught is None:
        return []
    if caught.kind != "node":
        return [caught.id]
    edges = snapper.network.edges.values()
    return [edge.id for edge in edges if caught.id in (edge.start, edge.end)]


def _place(line: Line, spot: Point) -> tuple[int, float]:
    place = segment_at(line, spot)
    return place, math.dist(line[place], spot)
