"""Splitting a face along a new border, and merging two faces: a new network, and what changed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wardesk.geometry.snap import Point, snap_point, twice_area
from wardesk.geometry.topology import Edge, Face, Network, ends, ring_points, sides


class Edited(Struct, frozen=True):
    """The new network with the ids of what was made, changed and taken away."""

    network: Network
    made_edges: tuple[int, ...] = ()
    gone_edges: tuple[int, ...] = ()
    changed_faces: tuple[str, ...] = ()
    made_face: str = ""
    gone_face: str = ""


def split_edge(network: Network, number: int, at: Point) -> tuple[Network, int]:
    """The network with a node on an edge where it has a bend, and the node's id.

    ValueError if the edge has no bend there. The first part keeps the edge's number.
    """
    edge, at = network.edges[number], snap_point(at)
    if at not in edge.points:
        raise ValueError(f"edge {number} has no bend at {at}")
    place = edge.points.index(at)
    node, other = max(network.nodes) + 1, max(network.edges) + 1
    first = Edge(number, edge.start, node, edge.points[:place], edge.kind)
    second = Edge(other, node, edge.end, edge.points[place + 1 :], edge.kind)
    edges = {**network.edges, number: first, other: second}
    walks = {number: (number, other), -number: (-other, -number)}
    faces = {
        name: Face(*_as_face([_spread(ring, walks) for ring in face.rings]))
        if any(abs(s) == number for ring in face.rings for s in ring)
        else face
        for name, face in network.faces.items()
    }
    return Network({**network.nodes, node: at}, edges, faces), node


def split_face(
    network: Network,
    face: str,
    start: int,
    end: int,
    bends: Sequence[Point] = (),
    *,
    name: str,
    kind: str = "",
) -> Edited:
    """Cut a face in two by a border from node *start* to node *end* of its outer ring.

    The part to the left of the new border keeps the face's name, the other gets *name*. Holes go to
    the part that contains them. ValueError if the nodes are not two different ones of the ring, the
    name is taken, or the border runs outside the face.
    """
    if name in network.faces:
        raise ValueError(f"there is a face {name} already")
    ring = network.faces[face].outer
    order = [ends(network.edges[abs(s)], s)[0] for s in ring]
    if start == end or start not in order or end not in order:
        raise ValueError("a border must join two different nodes of the outline")
    number = max(network.edges) + 1
    points = tuple(snap_point(p) for p in bends)
    edges = {**network.edges, number: Edge(number, start, end, points, kind)}
    widened = Network(network.nodes, edges, network.faces)
    i, j = order.index(start), order.index(end)
    turned = ring[i:] + ring[:i]
    cut = (j - i) % len(ring)
    left = (*turned[cut:], number)  # from end round to start, then along the new border
    right = (*turned[:cut], -number)
    rings = {face: ring_points(widened, left), name: ring_points(widened, right)}
    if any(twice_area(points) >= 0 for points in rings.values()):
        raise ValueError("the border runs outside the face")
    holes = _shared_out(widened, network.faces[face].holes, rings[face])
    faces = {**network.faces, face: Face(left, holes[0]), name: Face(right, holes[1])}
    after = Network(network.nodes, edges, faces)
    return Edited(after, made_edges=(number,), changed_faces=(face,), made_face=name)


def merge_faces(network: Network, keep: str, gone: str) -> Edited:
    """One face of two that share a border; every edge between them goes, and nodes left alone.

    ValueError if they share none.
    """
    between = {
        number for number, pair in sides(network).items() if {pair.left, pair.right} == {keep, gone}
    }
    if not between:
        raise ValueError(f"{keep} and {gone} share no border")
    walks = [
        signed
        for name in (keep, gone)
        for ring in network.faces[name].rings
        for signed in ring
        if abs(signed) not in between
    ]
    edges = {n: e for n, e in network.edges.items() if n not in between}
    used = {node for edge in edges.values() for node in (edge.start, edge.end)}
    nodes = {n: p for n, p in network.nodes.items() if n in used}
    rings = _closed(network, walks)
    outer = [r for r in rings if twice_area(ring_points(network, r)) < 0]
    holes = [r for r in rings if twice_area(ring_points(network, r)) > 0]
    if len(outer) != 1:
        raise ValueError(f"{keep} and {gone} would not make one face")
    faces = {n: f for n, f in network.faces.items() if n != gone}
    faces[keep] = Face(outer[0], tuple(holes))
    after = Network(nodes, edges, faces)
    return Edited(after, (), tuple(sorted(between)), changed_faces=(keep,), gone_face=gone)


def _closed(network: Network, walks: list[int]) -> list[tuple[int, ...]]:
    """Rings out of signed edges, each closed as soon as it comes back to its first node."""
    leaving: dict[int, list[int]] = {}
    for signed in walks:
        leaving.setdefault(ends(network.edges[abs(signed)], signed)[0], []).append(signed)
    left = dict.fromkeys(walks)
    rings: list[tuple[int, ...]] = []
    while left:
        first = next(iter(left))
        ring = [first]
        del left[first]
        home = ends(network.edges[abs(first)], first)[0]
        while (at := ends(network.edges[abs(ring[-1])], ring[-1])[1]) != home:
            following = next(s for s in leaving[at] if s in left)
            ring.append(following)
            del left[following]
        rings.append(tuple(ring))
    return rings


def _shared_out(
    network: Network, holes: tuple[tuple[int, ...], ...], left: Sequence[Point]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    ours = tuple(h for h in holes if _inside(left, ring_points(network, h)[0]))
    return ours, tuple(h for h in holes if h not in ours)


def _inside(ring: Sequence[Point], point: Point) -> bool:
    """Even-odd test; the point is not on the ring. Exact: orientation by whole grid steps."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y):
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            odd ^= (turn > 0) == (by > ay)
    return odd


def _spread(ring: tuple[int, ...], walks: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    return tuple(part for signed in ring for part in walks.get(signed, (signed,)))


def _as_face(
    rings: list[tuple[int, ...]],
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    return rings[0], tuple(rings[1:])
