"""Tests of validation."""

import math

import pytest
from msgspec.structs import replace

from wardesk.geometry.borders.shapes import anchor_flaws, shape_flaws
from wardesk.geometry.borders.topology import Edge, Face, Network
from wardesk.geometry.borders.validation import MOST_AT_A_NODE, network_flaws

# two squares side by side: a is west, b is east
SOUND = Network(
    nodes={1: (0.0, 0.0), 2: (10.0, 0.0), 3: (10.0, 10.0), 4: (0.0, 10.0)},
    edges={
        1: Edge(1, 2, 1),
        2: Edge(2, 1, 4),
        3: Edge(3, 4, 3),
        4: Edge(4, 3, 2),
        5: Edge(5, 3, 2, ((20.0, 10.0), (20.0, 0.0))),
    },
    faces={"a": Face((1, 2, 3, 4)), "b": Face((-4, 5))},
)


def codes(network, *, grave=True):
    flaws = network_flaws(network)
    if not any(flaw.grave for flaw in flaws):
        flaws += shape_flaws(network)
    return [flaw.code for flaw in flaws if flaw.grave == grave]


def with_node(number, place):
    return replace(SOUND, nodes={**SOUND.nodes, number: place})


def with_edge(edge):
    return replace(SOUND, edges={**SOUND.edges, edge.id: edge})


def with_face(name, *rings):
    return replace(SOUND, faces={**SOUND.faces, name: Face(rings[0], rings[1:])})


def test_two_squares_are_sound():
    assert codes(SOUND) == []
    assert codes(SOUND, grave=False) == []


@pytest.mark.parametrize(
    ("network", "code"),
    [
        (with_node(1, (math.nan, 0.0)), "node-place"),
        (with_node(1, (math.inf, 0.0)), "node-place"),
        (with_node(1, (2.0**20, 0.0)), "node-place"),
        (with_node(1, (0.01, 0.0)), "node-place"),
        (with_node(5, (10.0, 0.0)), "node-twice"),
        (with_edge(Edge(2, 1, 99)), "border-node"),
        (with_edge(Edge(2, 1, 4, ((0.0, 0.3),))), "border-place"),
        (with_edge(Edge(2, 1, 4, ((0.0, 5.0), (0.0, 5.0)))), "border-repeats"),
        (with_face("a", ()), "ring-empty"),
        (with_face("a", (1, 2, 3, 77)), "ring-border"),
        (with_face("a", (1, 2, 3)), "ring-open"),
        (with_face("a", (-4, -3, -2, -1)), "ring-turned"),
        (with_face("a", (1, -1)), "ring-flat"),
        (with_face("c", (1, 2, 3, 4)), "border-overlap"),
        (with_edge(Edge(2, 1, 4, ((15.0, 5.0),))), "border-crosses"),
        (with_edge(Edge(5, 3, 2, ((20.0, 10.0), (10.0, 5.0), (20.0, 0.0)))), "border-crosses"),
        (
            with_edge(Edge(5, 3, 2, ((20.0, 10.0), (15.0, 0.0), (14.0, 0.0), (19.0, 10.0)))),
            "border-crosses-itself",
        ),
    ],
)
def test_grave_flaws(network, code):
    assert code in codes(network)


def test_a_cell_inside_another_overlaps_it():
    nodes = {**SOUND.nodes, 9: (2.0, 2.0)}
    edges = {**SOUND.edges, 9: Edge(9, 9, 9, ((2.0, 8.0), (8.0, 8.0)))}
    network = Network(nodes, edges, {**SOUND.faces, "inside": Face((9,))})
    assert "cell-overlap" in codes(network)


def test_a_hole_without_a_cell_is_a_gap_to_look_at():
    nodes = {**SOUND.nodes, 9: (2.0, 2.0)}
    edges = {**SOUND.edges, 9: Edge(9, 9, 9, ((2.0, 8.0), (8.0, 8.0)))}
    faces = {**SOUND.faces, "a": Face((1, 2, 3, 4), ((-9,),))}
    assert codes(Network(nodes, edges, faces)) == []
    assert "gap" in codes(Network(nodes, edges, faces), grave=False)


def test_a_scribble_is_told_briefly():
    # fifty lines down, fifty across: 2,500 crossings
    nodes, edges = {}, {}
    for n in range(50):
        for key, a, b in (
            (n, (n * 4.0 + 1, -9.0), (n * 4.0 + 1, 300.0)),
            (n + 50, (-9.0, n * 4.0), (300.0, n * 4.0)),
        ):
            nodes |= {2 * key: a, 2 * key + 1: b}
            edges[key] = Edge(key, 2 * key, 2 * key + 1)
    assert codes(Network(nodes, edges, {})) == ["border-crosses"] * 100


def test_loose_ends_are_only_worth_a_look():
    loose = replace(with_edge(Edge(8, 1, 7)), nodes={**SOUND.nodes, 7: (-5.0, 0.0), 8: (-9.0, 0.0)})
    assert codes(loose) == []
    assert codes(loose, grave=False) == ["node-loose", "border-loose"]


def test_a_crowded_node_is_refused_before_it_costs_anything():
    spokes = {n: Edge(n, 1, 2) for n in range(1, MOST_AT_A_NODE + 2)}
    assert "node-crowded" in codes(replace(SOUND, edges=spokes, faces={}))


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((5.0, 5.0), []),
        ((0.0, 5.0), ["anchor-outside"]),
        ((15.0, 5.0), ["anchor-outside"]),
        ((5.01, 5.0), ["anchor-place"]),
    ],
)
def test_anchors_lie_strictly_inside(place, expected):
    assert [flaw.code for flaw in anchor_flaws(SOUND, {"a": place})] == expected
