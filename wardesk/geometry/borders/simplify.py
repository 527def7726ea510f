"""Fewer bends in borders without losing one: each border is simplified once, for both its cells."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import shapely
from msgspec.structs import replace

from wardesk.geometry.adjacency.half_edges import shape_array
from wardesk.geometry.borders.shapes import shape_flaws
from wardesk.geometry.borders.topology import Edge, Network, edge_points
from wardesk.geometry.borders.validation import network_flaws
from wardesk.geometry.grids.snap import snap_point

_TRIES = 6


def simplified(
    network: Network, tolerance: float, chosen: Collection[int] | None = None
) -> Network:
    """The same nodes, edges and faces with fewer bends; *tolerance* in map units.

    Only the *chosen* edges are touched, all if none are named. A border is one edge for both its
    cells, so none can be lost (cells simplified one by one lose up to half of theirs). Where
    thinned borders would cross, a smaller tolerance is tried; at worst the network comes back
    unchanged. Flaws that it had before do not count.
    """
    numbers = [n for n in network.edges if chosen is None or n in chosen]
    before = _grave_flaws(network)
    for attempt in range(_TRIES):
        found = _tried(network, tolerance / 2**attempt, numbers)
        if _grave_flaws(found) <= before:
            return found
    return network


def _grave_flaws(network: Network) -> set[tuple[str, tuple[str, ...]]]:
    flaws = network_flaws(network)
    if not any(flaw.grave for flaw in flaws):
        flaws += shape_flaws(network)
    return {(flaw.code, flaw.items) for flaw in flaws if flaw.grave}


def _tried(network: Network, tolerance: float, numbers: list[int]) -> Network:
    lines = shape_array([shapely.LineString(edge_points(network, n)) for n in numbers])
    thin = shapely.simplify(lines, tolerance, preserve_topology=True)
    edges: dict[int, Edge] = dict(network.edges)
    for number, line in zip(numbers, thin, strict=True):
        old = network.edges[number]
        bends = [snap_point((float(x), float(y))) for x, y in np.asarray(line.coords)[1:-1]]
        if old.start == old.end and len(bends) < 2:
            bends = list(old.points)  # a closed border needs three corners
        edges[number] = replace(old, points=tuple(bends))
    return replace(network, edges=edges)
