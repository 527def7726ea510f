"""Snapping for the pen: the node, bend or edge nearest to a point, within a reach."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import shapely
from msgspec import Struct

from wardesk.geometry.adjacency.half_edges import Shapes, shape_array
from wardesk.geometry.borders.topology import Network, edge_points
from wardesk.geometry.grids.snap import Point, snap_point


class Catch(Struct, frozen=True):
    """What the pen caught: a node, a bend (its place in the edge) or a spot on an edge."""

    kind: Literal["node", "bend", "edge"]
    id: int
    at: Point
    bend: int = 0


class Snapper:
    """Catches things of one network; make a new one after an edit."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def catch(self, point: Point, reach: float) -> Catch | None:
        """The best thing within *reach* units: nodes before bends before edges; ties: lowest id.

        The place is on the 1/64 grid.
        """
        found = self._corner(point, reach)
        return found or self.edge(point, reach)

    def _corner(self, point: Point, reach: float) -> Catch | None:
        tree, corners = self._corners
        near = tree.query(shapely.Point(point), predicate="dwithin", distance=reach)
        best = min(
            (self._ranked(corners[int(i)], point) for i in near), default=None, key=lambda r: r[0]
        )
        return best[1] if best else None

    def _ranked(self, catch: Catch, point: Point) -> tuple[tuple[bool, float, int, int], Catch]:
        away = (catch.at[0] - point[0]) ** 2 + (catch.at[1] - point[1]) ** 2
        return (catch.kind != "node", away, catch.id, catch.bend), catch

    def edge(self, point: Point, reach: float) -> Catch | None:
        """The nearest border within *reach* units, also where a node or bend is nearer."""
        tree, numbers, lines = self._lines
        spot = shapely.Point(point)
        near = tree.query(spot, predicate="dwithin", distance=reach)
        if len(near) == 0:
            return None
        away = shapely.distance(spot, lines[near])
        best = min(range(len(near)), key=lambda i: (float(away[i]), numbers[int(near[i])]))
        line = lines[int(near[best])]
        foot = shapely.line_interpolate_point(line, shapely.line_locate_point(line, spot))
        return Catch("edge", numbers[int(near[best])], snap_point((float(foot.x), float(foot.y))))

    @cached_property
    def _corners(self) -> tuple[shapely.STRtree, list[Catch]]:
        corners = [Catch("node", number, at) for number, at in self.network.nodes.items()]
        for number, edge in self.network.edges.items():
            corners += [Catch("bend", number, at, place) for place, at in enumerate(edge.points)]
        return shapely.STRtree([shapely.Point(c.at) for c in corners]), corners

    @cached_property
    def _lines(self) -> tuple[shapely.STRtree, list[int], Shapes]:
        numbers = list(self.network.edges)
        lines = shape_array([shapely.LineString(edge_points(self.network, n)) for n in numbers])
        return shapely.STRtree(lines), numbers, lines
