"""Tests of topology."""

import pytest
from hypothesis import given, settings
from networks import build, networks

from wardesk.geometry.adjacency.coverage import edge_lengths, polygon, shared_borders
from wardesk.geometry.borders.shapes import shape_flaws
from wardesk.geometry.borders.topology import (
    Edge,
    Face,
    Network,
    Sides,
    edge_points,
    outlines,
    ring_points,
    sides,
    touches,
)
from wardesk.geometry.borders.validation import network_flaws


def grid(labels):
    """A plain grid from rows of letters; a dot is nothing."""
    quads = {
        (i, j): None if letter == "." else letter
        for j, row in enumerate(labels)
        for i, letter in enumerate(row)
    }
    places = {
        (i, j): (float(i), float(j))
        for i in range(len(labels[0]) + 1)
        for j in range(len(labels) + 1)
    }
    return build(places, quads)


def by_kind(network):
    found = touches(network)
    return (
        {(t.a, t.b) for t in found if t.is_side},
        {(t.a, t.b) for t in found if not t.is_side},
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(networks())
def test_topology_and_shapely_agree_on_every_touch(network):
    polygons = {name: polygon(rings) for name, rings in outlines(network).items()}
    assert by_kind(network) == tuple(map(set, shared_borders(polygons)))


@settings(max_examples=60, deadline=None)
@given(networks())
def test_sound_networks_have_no_grave_flaw(network):
    assert [f for f in network_flaws(network) + shape_flaws(network) if f.grave] == []


@settings(max_examples=60, deadline=None)
@given(networks())
def test_contact_lengths_are_those_of_the_shared_lines(network):
    polygons = {name: polygon(rings) for name, rings in outlines(network).items()}
    lengths = edge_lengths(network)
    for touch in touches(network):
        shared = polygons[touch.a].intersection(polygons[touch.b])
        assert sum(lengths[edge] for edge in touch.edges) == pytest.approx(shared.length)


def test_four_cells_at_a_node_touch_crosswise_at_a_corner():
    assert by_kind(grid(["ab", "cd"])) == (
        {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")},
        {("a", "d"), ("b", "c")},
    )


def test_pairs_with_a_side_are_not_corners_too():
    side, corner = by_kind(grid(["aab", "acb", "dbb"]))
    assert ("b", "c") in side
    assert not side & corner


def test_an_island_touches_what_surrounds_it():
    network = grid(["aaa", "aia", "aaa"])
    assert by_kind(network) == ({("a", "i")}, set())
    assert len(network.faces["a"].holes) == 1


def test_a_gap_keeps_cells_apart():
    assert by_kind(grid(["a.b"])) == (set(), set())


def test_left_and_right_follow_the_walk_as_the_eye_sees_it():
    # y runs down: the walk goes up the screen, so left is west
    network = Network(
        nodes={1: (0.0, 10.0), 2: (0.0, 0.0)},
        edges={
            1: Edge(1, 1, 2),
            2: Edge(2, 2, 1, ((-10.0, 0.0), (-10.0, 10.0))),
            3: Edge(3, 1, 2, ((10.0, 10.0), (10.0, 0.0))),
        },
        faces={"west": Face((1, 2)), "east": Face((3, -1))},
    )
    assert network_flaws(network) == []
    assert sides(network)[1] == Sides("west", "east")
    assert sides(network)[2] == Sides("west", None)
    assert edge_points(network, -2)[0] == (0.0, 10.0)
    assert ring_points(network, (1, 2)) == ((0.0, 10.0), (0.0, 0.0), (-10.0, 0.0), (-10.0, 10.0))
