"""Ways along borders, between nodes, bends and places on a border."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.geometry.borders.border_trace import Tracer
from wardesk.geometry.borders.snapping import Catch, Snapper
from wardesk.geometry.borders.topology import Edge, Face, Network

# Two squares side by side; the border between them has two bends, the left rim three.
NODES = {1: (0.0, 0.0), 2: (64.0, 0.0), 3: (128.0, 0.0), 4: (64.0, 64.0)}
EDGES = {
    1: Edge(1, 1, 2),
    2: Edge(2, 2, 4, ((70.0, 20.0), (60.0, 40.0))),
    3: Edge(3, 4, 1, ((0.0, 64.0),)),
    4: Edge(4, 2, 3),
    5: Edge(5, 3, 4, ((128.0, 64.0),)),
    6: Edge(6, 6, 6, ((10.0, 20.0), (20.0, 20.0), (20.0, 10.0))),
}
NETWORK = Network(
    {**NODES, 6: (10.0, 10.0)}, EDGES, {"L": Face((-1, -3, -2)), "R": Face((2, -5, -4))}
)


def test_between_two_nodes_the_way_passes_the_bends_of_the_border():
    way = Tracer(NETWORK).way(Catch("node", 2, NODES[2]), Catch("node", 4, NODES[4]))
    assert way == ((70.0, 20.0), (60.0, 40.0))


def test_the_way_goes_over_several_borders_and_names_the_nodes_passed():
    start, end = Catch("edge", 1, (32.0, 0.0)), Catch("edge", 4, (96.0, 0.0))
    assert Tracer(NETWORK).way(start, end) == ((64.0, 0.0),)


def test_within_one_border_only_the_bends_between_are_passed():
    tracer = Tracer(NETWORK)
    start, end = Catch("edge", 3, (40.0, 64.0)), Catch("edge", 3, (0.0, 30.0))
    assert tracer.way(start, end) == ((0.0, 64.0),)
    assert tracer.way(end, start) == ((0.0, 64.0),)
    bend = Catch("bend", 2, (70.0, 20.0), 0)
    assert tracer.way(bend, Catch("node", 4, NODES[4])) == ((60.0, 40.0),)


def test_round_a_closed_border_the_shorter_way_is_taken_also_through_its_node():
    tracer = Tracer(NETWORK)
    start, end = Catch("edge", 6, (10.0, 12.0)), Catch("edge", 6, (12.0, 10.0))
    assert tracer.way(start, end) == ((10.0, 10.0),)
    far = Catch("edge", 6, (20.0, 18.0))
    assert tracer.way(far, Catch("edge", 6, (18.0, 20.0))) == ((20.0, 20.0),)


def test_a_way_longer_than_allowed_or_none_at_all_is_not_found():
    tracer = Tracer(NETWORK)
    one, other = Catch("node", 2, NODES[2]), Catch("node", 4, NODES[4])
    assert tracer.way(one, other, most=60.0) is None
    assert tracer.way(one, Catch("node", 6, (10.0, 10.0))) is None


@given(st.tuples(*[st.floats(-10, 140)] * 4))
def test_a_way_and_its_way_back_pass_the_same_corners(spots):
    snapper, tracer = Snapper(NETWORK), Tracer(NETWORK)
    ax, ay, bx, by = spots
    one, other = snapper.catch((ax, ay), 500.0), snapper.catch((bx, by), 500.0)
    assert one is not None
    assert other is not None
    there, back = tracer.way(one, other), tracer.way(other, one)
    assert (there is None) == (back is None)
    if there is not None and back is not None:
        length = pytest.approx(_length((one.at, *there, other.at)), abs=1e-6)
        assert length == _length((other.at, *back, one.at))


def _length(line):
    return sum(math.dist(a, b) for a, b in pairwise(line))
