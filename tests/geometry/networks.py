"""Random planar subdivisions: a jiggled grid of quads, merged at random, some of it left out."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from hypothesis import strategies as st

from wardesk.geometry.borders.topology import Edge, Face, Network
from wardesk.geometry.grids.snap import STEPS_PER_UNIT, Point, twice_area

SPACING = 10
Vertex = tuple[int, int]
Segment = tuple[Vertex, Vertex]


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Networks with bends, holes, islands, pinched cells, voids and corners of four cells."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    jiggle = st.integers(-160, 160)
    places = {
        (i, j): (i * SPACING + draw(jiggle) / STEPS_PER_UNIT, j * SPACING + draw(jiggle) / 64)
        for i in range(columns + 1)
        for j in range(rows + 1)
    }
    labels = _merged(draw, columns, rows)
    return build(places, labels)


def _merged(draw: st.DrawFn, columns: int, rows: int) -> dict[Vertex, str | None]:
    parent = {(i, j): (i, j) for i in range(columns) for j in range(rows)}

    def root(quad: Vertex) -> Vertex:
        while parent[quad] != quad:
            quad = parent[quad]
        return quad

    for i, j in list(parent):
        for other in ((i + 1, j), (i, j + 1)):
            if other in parent and draw(st.integers(0, 2)) == 0:
                parent[root((i, j))] = root(other)
    left_out = draw(st.sets(st.sampled_from(sorted(parent)), max_size=2))
    gone = {root(quad) for quad in left_out} if len({root(q) for q in parent}) > 3 else set()
    return {q: None if root(q) in gone else "c{}-{}".format(*root(q)) for q in parent}


def build(places: dict[Vertex, Point], labels: dict[Vertex, str | None]) -> Network:
    """The network of labelled quads of a grid; quad (i, j) has its top left corner at (i, j)."""
    left_of: dict[Segment, Vertex] = {}
    for i, j in labels:
        corners = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)]  # counter-clockwise to the eye
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            left_of[a, b] = (i, j)

    def label(segment: Segment) -> str | None:
        return labels.get(left_of.get(segment, (-1, -1)))

    walks = [s for s in left_of if label(s) is not None and label(s) != label(s[::-1])]
    drawn = {min(s, s[::-1]) for s in walks}
    chains, nodes = _chains(drawn)
    numbers = {vertex: n for n, vertex in enumerate(sorted(nodes), start=1)}
    edges: dict[int, Edge] = {}
    signed: dict[Segment, int] = {}
    for n, chain in enumerate(chains, start=1):
        bends = tuple(places[v] for v in chain[1:-1])
        edges[n] = Edge(n, numbers[chain[0]], numbers[chain[-1]], bends)
        for a, b in pairwise(chain):
            signed[a, b], signed[b, a] = n, -n
    rings: dict[str, list[list[Segment]]] = defaultdict(list)
    for ring in _rings(walks, left_of, label):
        rings[label(ring[0])].append(ring)
    faces: dict[str, Face] = {}
    for name, found in rings.items():
        outer = [r for r in found if twice_area(places[a] for a, _ in r) < 0]
        holes = [r for r in found if twice_area(places[a] for a, _ in r) > 0]
        assert len(outer) == 1
        as_ids = [_edge_ids(ring, signed, nodes) for ring in outer + holes]
        faces[name] = Face(as_ids[0], tuple(as_ids[1:]))
    return Network({n: places[v] for v, n in numbers.items()}, edges, faces)


def _chains(drawn: set[Segment]) -> tuple[list[list[Vertex]], set[Vertex]]:
    beside: dict[Vertex, set[Vertex]] = defaultdict(set)
    for a, b in drawn:
        beside[a].add(b)
        beside[b].add(a)
    nodes = {v for v, others in beside.items() if len(others) != 2}
    left = set(drawn)
    chains: list[list[Vertex]] = []
    while left:
        starts = [s for s in sorted(left) if s[0] in nodes or s[1] in nodes]
        if not starts:  # only closed loops are left: give one of them a node
            nodes.add(min(left)[0])
            continue
        a, b = starts[0] if starts[0][0] in nodes else starts[0][::-1]
        chain = [a, b]
        left.discard(min((a, b), (b, a)))
        while chain[-1] not in nodes:
            here, before = chain[-1], chain[-2]
            following = next(v for v in beside[here] if v != before)
            left.discard(min((here, following), (following, here)))
            chain.append(following)
        chains.append(chain)
    return chains, nodes


def _rings(walks, left_of, label):
    leaving: dict[tuple[Vertex, str], list[Segment]] = defaultdict(list)
    for segment in walks:
        leaving[segment[0], label(segment)].append(segment)
    left = dict.fromkeys(sorted(walks))
    while left:
        ring = [next(iter(left))]
        del left[ring[0]]
        while True:
            last = ring[-1]
            choices = leaving[last[1], label(last)]
            if len(choices) > 1:  # a pinch: stay beside the same outside, so that holes close
                choices = [s for s in choices if left_of[s] != left_of[last]]
            if choices[0] == ring[0]:
                break
            ring.append(choices[0])
            del left[choices[0]]
        yield ring


def _edge_ids(ring, signed, nodes) -> tuple[int, ...]:
    return tuple(signed[segment] for segment in ring if segment[0] in nodes)
