"""Following borders: the shortest way along them from one caught place to another, and redrawing.

A part of a border may be drawn anew: the bends before it and after it stay.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from wardesk.geometry.borders.snapping import Catch, Snapper
from wardesk.geometry.borders.topology import Network, edge_points
from wardesk.geometry.grids.snap import Point

Line = tuple[Point, ...]


class Tracer:
    """Finds ways along the borders of one network; make a new one after an edit."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def way(self, start: Catch, end: Catch, most: float = math.inf) -> Line | None:
        """The corners passed on the shortest way from *start* to *end*, both left out.

        None if borders do not join the two within *most* units of way. The catches must be of this
        network.
        """
        away, line = min(self._within_one(start, end), default=(math.inf, ()))
        exits = {node: (far, out) for node, far, out in self._exits(end)}
        reached, parents = self._search(start, min(most, away))
        found = min(
            ((reached[node] + far, node) for node, (far, _) in exits.items() if node in reached),
            default=(math.inf, 0),
        )
        if min(found[0], away) > most or min(found[0], away) == math.inf:
            return None
        if away <= found[0]:
            return line
        walked = self._walked(found[1], parents, exits)
        return tuple(point for point in walked if point not in (start.at, end.at))

    def _search(
        self, start: Catch, most: float
    ) -> tuple[dict[int, float], dict[int, tuple[int, Line]]]:
        """How far every node within *most* is, and whence it is reached: node (0 = start), bends.

        Some nodes a little farther away are among them, perhaps not by the shortest way.
        """
        reached: dict[int, float] = {}
        parents: dict[int, tuple[int, Line]] = {}
        for node, far, out in self._exits(start):
            if far < reached.get(node, math.inf):
                reached[node], parents[node] = far, (0, out)
        queue = [(far, node) for node, far in reached.items()]
        heapq.heapify(queue)
        while queue and queue[0][0] <= most:
            far, node = heapq.heappop(queue)
            if far > reached[node]:
                continue
            for length, other, points in self._around.get(node, ()):
                if far + length < reached.get(other, math.inf):
                    reached[other], parents[other] = far + length, (node, points)
                    heapq.heappush(queue, (far + length, other))
        return reached, parents

    def _walked(
        self, node: int, parents: dict[int, tuple[int, Line]], exits: dict[int, tuple[float, Line]]
    ) -> Line:
        """From the start over the nodes passed, *node* the last of them, to the end."""
        parts: list[Line] = [exits[node][1][::-1]]
        while node:
            before, points = parents[node]
            parts += [(self.network.nodes[node],), points]
            node = before
        return tuple(point for part in reversed(parts) for point in part)

    def _exits(self, catch: Catch) -> Iterator[tuple[int, float, Line]]:
        """The nodes next to a catch: how far each is, and the bends on the way to it."""
        if catch.kind == "node":
            yield catch.id, 0.0, ()
            return
        edge, (place, line) = self.network.edges[catch.id], self._placed(catch)
        back, on = line[: place + 1][::-1], line[place + 1 :]
        back = back[1:] if back[0] == catch.at else back
        on = on[1:] if on[0] == catch.at else on
        yield edge.start, _length((catch.at, *back)), back[:-1]
        yield edge.end, _length((catch.at, *on)), on[:-1]

    def _within_one(self, start: Catch, end: Catch) -> Iterator[tuple[float, Line]]:
        """The way between two places of the same border that passes none of its ends."""
        if "node" in (start.kind, end.kind) or start.id != end.id:
            return
        (i, line), (j, _) = self._placed(start), self._placed(end)
        if (i, _far(line[i], start.at)) <= (j, _far(line[j], end.at)):
            passed = line[i + 1 : j + 1]
        else:
            passed = line[j + 1 : i + 1][::-1]
        passed = tuple(point for point in passed if point not in (start.at, end.at))
        yield _length((start.at, *passed, end.at)), passed

    def _placed(self, catch: Catch) -> tuple[int, Line]:
        """After which corner of its border's line a catch lies, or on it; and the line."""
        line = edge_points(self.network, catch.id)
        if catch.kind == "bend":
            return catch.bend + 1, line
        return segment_at(line, catch.at), line

    @cached_property
    def _around(self) -> dict[int, list[tuple[float, int, Line]]]:
        """Per node the borders that leave it: length, the node at the other end, bends."""
        found: dict[int, list[tuple[float, int, Line]]] = {}
        for number, edge in self.network.edges.items():
            length = _length(edge_points(self.network, number))
            found.setdefault(edge.start, []).append((length, edge.end, edge.points))
            found.setdefault(edge.end, []).append((length, edge.start, edge.points[::-1]))
        return found


def segment_at(line: Line, spot: Point) -> int:
    """The place of the straight part of a line that is nearest to a spot, the first being 0."""
    gaps = [_aside(a, b, spot) for a, b in pairwise(line)]
    return gaps.index(min(gaps))


def _far(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def _length(line: Line) -> float:
    return sum(_far(a, b) for a, b in pairwise(line))


def _aside(a: Point, b: Point, spot: Point) -> float:
    """How far a spot lies from the straight line between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return _far((a[0] + share * dx, a[1] + share * dy), spot)


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
