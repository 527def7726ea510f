"""Edges cut at a node, joined where one goes, walked the other way; faces follow."""

from __future__ import annotations

from collections.abc import Mapping

import shapely

from wardesk.geometry.borders.topology import Edge, Face, Network, edge_points
from wardesk.geometry.grids.snap import Point, snap_point


def node_on_edge(network: Network, number: int, at: Point) -> tuple[Network, int]:
    """The network with a node on an edge nearest to *at*, and the node's id.

    A bend or end that is nearer than 1/32 is used itself. The first part keeps the edge's id.
    """
    points = edge_points(network, number)
    edge = network.edges[number]
    line = shapely.LineString(points)
    along = line.project(shapely.Point(at))
    foot = line.interpolate(along)
    spot = snap_point((float(foot.x), float(foot.y)))
    if spot == points[0]:
        return network, edge.start
    if spot == points[-1]:
        return network, edge.end
    if spot in edge.points:
        place = edge.points.index(spot)
        bends, cut = edge.points, place
    else:
        passed = [i for i, p in enumerate(edge.points) if _along(points, i + 1) <= along]
        cut = len(passed)
        bends = (*edge.points[:cut], spot, *edge.points[cut:])
    node, other = max(network.nodes) + 1, max(network.edges) + 1
    first = Edge(number, edge.start, node, bends[:cut], edge.kind)
    second = Edge(other, node, edge.end, bends[cut + 1 :], edge.kind)
    ways = {number: (number, other), -number: (-other, -number)}
    faces = _walked_anew(network.faces, ways)
    edges = {**network.edges, number: first, other: second}
    return Network({**network.nodes, node: spot}, edges, faces), node


def _along(points: tuple[Point, ...], place: int) -> float:
    """How far along the line its corner with this number lies."""
    return float(shapely.LineString(points[: place + 1]).length) if place else 0.0


def joined_edges(network: Network, node: int, one: Edge, two: Edge) -> Network:
    """The two edges as one with the id of the first; the node goes, its point too."""
    forward = one.end == node
    far = two.end if two.start == node else two.start
    onward = two.points if two.start == node else two.points[::-1]
    if forward:
        whole = Edge(one.id, one.start, far, (*one.points, *onward), one.kind)
    else:
        whole = Edge(one.id, far, one.end, (*onward[::-1], *one.points), one.kind)
    ways = {two.id: (), -two.id: ()}
    edges = {n: e for n, e in network.edges.items() if n != two.id} | {one.id: whole}
    nodes = {n: p for n, p in network.nodes.items() if n != node}
    return Network(nodes, edges, _walked_anew(network.faces, ways))


def turned_round(network: Network, numbers: set[int]) -> Network:
    """The network with some edges walked the other way; outlines and ids stay."""
    edges = {
        number: Edge(number, edge.end, edge.start, edge.points[::-1], edge.kind)
        if number in numbers
        else edge
        for number, edge in network.edges.items()
    }
    ways = {signed: (-signed,) for number in numbers for signed in (number, -number)}
    return Network(network.nodes, edges, _walked_anew(network.faces, ways))


def _walked_anew(faces: Mapping[str, Face], ways: Mapping[int, tuple[int, ...]]) -> dict[str, Face]:
    """The faces with signed edges replaced by others; faces without them stay the same."""
    found: dict[str, Face] = {}
    for name, face in faces.items():
        if any(signed in ways for ring in face.rings for signed in ring):
            found[name] = face.with_rings(
                [
                    tuple(part for signed in ring for part in ways.get(signed, (signed,)))
                    for ring in face.rings
                ]
            )
        else:
            found[name] = face
    return found
