"""Tests of movement: against a heap and networkx, and the odd rules of tables."""

import heapq
from fractions import Fraction
from itertools import pairwise

import networkx
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from wardesk.geometry.paths.graph import (
    Crossing,
    DeclaredLink,
    PointScale,
    WayRule,
    common_scale,
    fraction,
    move_graph,
)
from wardesk.geometry.paths.movement import graph, path, reach
from wardesk.geometry.paths.ways import cut

ROWS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.integers(0, 9)), max_size=60)


def by_heap(steps, start, points):
    cost, heap = {start: 0}, [(0, start)]
    while heap:
        spent, node = heapq.heappop(heap)
        if spent > cost[node]:
            continue
        for target, price in steps[node]:
            if spent + price <= points and spent + price < cost.get(target, points + 1):
                cost[target] = spent + price
                heapq.heappush(heap, (cost[target], target))
    return cost


@given(ROWS, st.integers(0, 30))
def test_buckets_heap_and_networkx_agree(rows, points):
    ours = graph(12, rows)
    found = reach(ours, 0, points)
    assert found.cost == by_heap(ours.steps, 0, points)
    theirs = networkx.MultiDiGraph()
    theirs.add_nodes_from(range(12))
    theirs.add_weighted_edges_from(rows)
    assert found.cost == networkx.single_source_dijkstra_path_length(theirs, 0, cutoff=points)
    for node, cost in found.cost.items():
        way = found.path(node)
        legs = pairwise(way)
        assert cost == sum(min(c for t, c in ours.steps[a] if t == b) for a, b in legs)


@given(ROWS, st.integers(0, 11))
def test_a_path_is_the_cheapest_there_is(rows, goal):
    ours = graph(12, rows)
    everything = reach(ours, 0, 1000)
    found = path(ours, 0, {goal})
    assert (found is None) == (goal not in everything.cost)
    if found:
        assert found[0] == everything.cost[goal]
        assert (found[1][0], found[1][-1]) == (0, goal)


@given(ROWS, st.integers(0, 20), st.sets(st.integers(0, 11)), st.sets(st.integers(1, 11)))
def test_stops_end_a_move_and_closed_nodes_are_never_entered(rows, points, stops, closed):
    found = reach(graph(12, rows), 0, points, stops=stops, closed=closed)
    assert not closed & found.cost.keys()
    for node in found.cost:
        assert not stops & set(found.path(node)[1:-1])


def test_one_cell_may_always_be_moved_but_never_a_forbidden_one():
    swamp = graph(3, [(0, 1, 9), (1, 2, 1)])
    assert reach(swamp, 0, 4).cost == {0: 0}
    found = reach(swamp, 0, 4, least_one=True)
    assert found.cost == {0: 0, 1: 4}
    assert found.least == {1}
    assert found.path(1) == (0, 1)
    assert reach(swamp, 0, 4, least_one=True, closed={1}).cost == {0: 0}


def test_a_stream_costs_on_leaving_one_bank_only():
    banks = move_graph(2, [Crossing(0, 1, 4), Crossing(1, 0, 2)])
    assert reach(banks.graph, 0, 9).cost[1] == 4
    assert reach(banks.graph, 1, 9).cost[0] == 2


@pytest.mark.parametrize(
    ("row", "says"), [((0, 9, 1), "leaves"), ((0, 1, -1), "cost"), ((0, 1, 10**9), "cost")]
)
def test_impossible_steps_are_refused(row, says):
    with pytest.raises(ValueError, match=says):
        graph(2, [row])


def test_half_points_are_whole_on_the_right_scale():
    scale = common_scale([1, "1/2", 2.5, "½"])
    assert scale == PointScale(2)
    assert [scale.whole(c) for c in (1, "1/2", 2.5)] == [2, 1, 5]
    assert scale.points(3) == Fraction(3, 2)
    assert common_scale(["1/3", 0.5]).parts == 6
    for nonsense in ("two", "", -1, float("nan"), float("inf"), "1/0"):
        with pytest.raises(ValueError, match="no cost"):
            fraction(nonsense)


CELLS = [shapely.box(10 * i, 0, 10 * i + 10, 10) for i in range(3)]


def roads(*lines):
    return cut(CELLS, [shapely.LineString(line) for line in lines])


def test_a_column_cannot_hop_to_another_road_of_the_same_cell():
    # two raised roads pass the middle cell without crossing
    ways = roads([(5, 2), (25, 2)], [(15, 10), (15, 8), (18, 8), (18, 10)])
    assert sorted(piece.cell for piece in ways.pieces) == [0, 1, 1, 2]
    rules = {0: WayRule(1, leave=None), 1: WayRule(1, leave=None)}
    found = move_graph(3, [], ways=ways, rules=rules)
    reached = reach(found.graph, 0, 9)
    both = [n for n in found.nodes_of(1) if found.on_way(n)]
    assert len([n for n in both if n in reached.cost]) == 1
    assert reached.cells(found.graph) == {0: 0, 1: 1, 2: 2}


def test_roads_that_cross_in_a_cell_are_one():
    ways = roads([(5, 2), (25, 2)], [(15, 0), (15, 8)])
    assert sorted(piece.cell for piece in ways.pieces) == [0, 1, 2]


def test_a_bridge_blown_cuts_the_road_and_one_rebuilt_carries_it_again():
    ways = roads([(5, 5), (25, 5)])
    rules = {0: WayRule(1)}
    for state, expected in ((True, {0, 1, 2}), (False, {0})):
        bridge = DeclaredLink(0, 1, 0, open=state, on_way=True)
        found = move_graph(3, [], links=[bridge], ways=ways, rules=rules)
        assert set(reach(found.graph, 0, 9).cells(found.graph)) == expected


def test_a_culvert_joins_what_does_not_touch_and_a_ferry_may_go_one_way():
    found = move_graph(3, [], links=[DeclaredLink(0, 2, 6), DeclaredLink(2, 1, 3, one_way=True)])
    assert reach(found.graph, 0, 9).cost == {0: 0, 2: 6, 1: 9}
    assert reach(found.graph, 1, 9).cost == {1: 0}
