"""Node, edge, face: borders stored once, and what follows from them: rings, sides, touches.

Convention: a face is a list of signed edge ids. A positive id walks the edge from its start to its
end, a negative one back; the face lies to the **left** of the walk as the eye sees it on the map,
so an outer ring runs counter-clockwise on the screen and a hole clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from msgspec import Struct

from wardesk.geometry.grids.snap import Point, Ring
from wardesk.words import Text, say

NAMELESS: Mapping[str, str] = {}
"""Faces that are called by their ids."""


class Edge(Struct, frozen=True):
    """One border line between two nodes; *points* are the bends between them, ends not included."""

    id: int
    start: int
    end: int
    points: tuple[Point, ...] = ()
    kind: str = ""


class Face(Struct, frozen=True):
    """One face: the signed edge ids round it, and round each of its holes.

    *parts* are the outer rings of its further pieces, such as islands; holes may lie in any piece.
    """

    outer: tuple[int, ...]
    holes: tuple[tuple[int, ...], ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()

    @property
    def rings(self) -> tuple[tuple[int, ...], ...]:
        """The outer ring first, then the holes, then the outer rings of further pieces."""
        return (self.outer, *self.holes, *self.parts)

    @property
    def outers(self) -> tuple[tuple[int, ...], ...]:
        """The outer ring of every piece."""
        return (self.outer, *self.parts)

    def with_rings(self, rings: Sequence[tuple[int, ...]]) -> Face:
        """The face with other rings in the order of `rings`."""
        many = 1 + len(self.holes)
        return Face(rings[0], tuple(rings[1:many]), tuple(rings[many:]))


class Network(Struct, frozen=True):
    """Nodes, edges and faces by id. Functions here expect one without grave flaws."""

    nodes: Mapping[int, Point]
    edges: Mapping[int, Edge]
    faces: Mapping[str, Face]


class Sides(Struct, frozen=True):
    """The faces beside an edge walked from start to end; None = no face there."""

    left: str | None
    right: str | None


class Touch(Struct, frozen=True):
    """Two faces that touch: along *edges* (a side), or if there are none at *nodes* (a corner).

    *a* < *b*. *nodes* are filled for corners only.
    """

    a: str
    b: str
    edges: tuple[int, ...] = ()
    nodes: tuple[int, ...] = ()

    @property
    def is_side(self) -> bool:
        """Whether the two share a border of positive length."""
        return bool(self.edges)


def ends(edge: Edge, signed: int) -> tuple[int, int]:
    """The first and the last node of the walk that the signed id stands for."""
    return (edge.start, edge.end) if signed > 0 else (edge.end, edge.start)


def edge_points(network: Network, signed: int) -> tuple[Point, ...]:
    """The whole line of an edge, nodes included, in the walk's direction. KeyError if unknown."""
    edge = network.edges[abs(signed)]
    line = (network.nodes[edge.start], *edge.points, network.nodes[edge.end])
    return line if signed > 0 else line[::-1]


def ring_points(network: Network, ring: Iterable[int]) -> Ring:
    """The corner points of a ring of signed edges, the first one not repeated at the end."""
    return tuple(point for signed in ring for point in edge_points(network, signed)[:-1])


def outlines(network: Network) -> dict[str, tuple[Ring, ...]]:
    """Every face's rings: the outer one first, then holes and further pieces (`Face.rings`)."""
    return {
        name: tuple(ring_points(network, ring) for ring in face.rings)
        for name, face in network.faces.items()
    }


def walks(faces: Mapping[str, Face]) -> Iterator[tuple[int, str]]:
    """Every signed edge of every face, with the face that lies to its left."""
    for name, face in faces.items():
        for ring in face.rings:
            for signed in ring:
                yield signed, name


def sides(network: Network) -> dict[int, Sides]:
    """Which face lies left and right of every edge."""
    left_of = dict(walks(network.faces))
    return {edge: Sides(left_of.get(edge), left_of.get(-edge)) for edge in network.edges}


def border_words(network: Network, number: int, called: Mapping[str, str] = NAMELESS) -> str:
    """A border as people find it: by the faces on both hands; one without any by its number.

    Faces stand by the names they are *called*, as far as they have one.
    """
    # Only this border is asked for; `sides` would go over all of them in Python.
    rings = [(name, ring) for name, face in network.faces.items() for ring in face.rings]
    names = [name for way in (number, -number) for name, ring in rings if way in ring]
    return _words([called.get(name, name) for name in names], number)


class BorderNames:
    """`border_words` for many borders of one network: who lies beside them is found out once."""

    def __init__(self, network: Network, called: Mapping[str, str] = NAMELESS) -> None:
        self._network, self._called = network, called

    @cached_property
    def _sides(self) -> dict[int, Sides]:
        return sides(self._network)

    def __call__(self, number: int) -> str:
        """What people call the border of this number."""
        beside = self._sides.get(number, Sides(None, None))
        names = [name for name in (beside.left, beside.right) if name is not None]
        return _words([self._called.get(name, name) for name in names], number)


class NodeNames:
    """Nodes as people find them: by the faces that meet there, in the order of their names."""

    def __init__(self, network: Network, called: Mapping[str, str] = NAMELESS) -> None:
        self._network, self._called = network, called

    @cached_property
    def _meeting(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for signed, name in walks(self._network.faces):
            edge = self._network.edges.get(abs(signed))
            for node in () if edge is None else (edge.start, edge.end):
                found.setdefault(node, set()).add(self._called.get(name, name))
        return found

    def __call__(self, node: int) -> Text:
        """What people call the node of this number."""
        areas = tuple(sorted(self._meeting.get(node, ())))
        return say("the node of {areas}", areas=areas) if areas else say("a node of no area")


def _words(names: Sequence[str], number: int) -> str:
    if len(names) > 1:
        return say("the border {one!s}–{other!s}", one=names[0], other=names[1])
    if names:
        return say("the outer border of {area!s}", area=names[0])
    return say("border {number}", number=number)


def touches(network: Network) -> tuple[Touch, ...]:
    """Every pair of faces that touch, sorted by their ids.

    Two faces that share an edge touch along a side. Two that share nodes but no edge touch at a
    corner; pairs with a side are not repeated as corners.
    """
    beside = sides(network)
    shared: dict[tuple[str, str], list[int]] = {}
    at_node: dict[int, set[str]] = {}
    for edge_id, pair in beside.items():
        found = [face for face in (pair.left, pair.right) if face is not None]
        edge = network.edges[edge_id]
        at_node.setdefault(edge.start, set()).update(found)
        at_node.setdefault(edge.end, set()).update(found)
        if len(found) == 2 and found[0] != found[1]:
            shared.setdefault((min(found), max(found)), []).append(edge_id)
    corners: dict[tuple[str, str], list[int]] = {}
    for node, around in at_node.items():
        for pair in combinations(sorted(around), 2):
            if pair not in shared:
                corners.setdefault(pair, []).append(node)
    found_touches = [Touch(a, b, edges=tuple(sorted(ids))) for (a, b), ids in shared.items()]
    found_touches += [Touch(a, b, nodes=tuple(sorted(ids))) for (a, b), ids in corners.items()]
    return tuple(sorted(found_touches, key=lambda touch: (touch.a, touch.b)))
