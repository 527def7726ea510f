"""Ways along the sides of hexes and squares: what a hand passes, and the shortest from to."""

from __future__ import annotations

import math
from collections import Counter, deque
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from wardesk.geometry.borders.side_ways import SideTrace, SideWays
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid

GRIDS = [
    HexGrid(7, 6),
    HexGrid(6, 7, pointy=True),
    HexGrid(6, 6, shoved="odd"),
    HexGrid(6, 6, pointy=True, shoved="odd"),
    SquareGrid(6, 7),
]
grids = st.sampled_from(GRIDS)


def ways_of(grid, absent=()):
    return SideWays(grid, lambda number: number not in absent)


def corners(grid, ways, absent=()):
    """Every corner from which a side between two cells begins."""
    found = {}
    for number in range(grid.count):
        q, r = grid.coordinates(number)
        for x, y in grid.outline(q, r):
            mx, my = grid.centre(q, r)
            inside = (x + (mx - x) * 1e-3, y + (my - y) * 1e-3)
            assert number in absent or ways.corner_near(inside) == (x, y)
            if any(not side.is_rim for side in ways.sides_from((x, y)).values()):
                found[x, y] = None
    return list(found)


@st.composite
def simple_paths(draw):
    """A grid and corners one side apart, none of them twice."""
    grid = draw(grids)
    ways = ways_of(grid)
    path = [draw(st.sampled_from(corners(grid, ways)))]
    for _ in range(draw(st.integers(1, 25))):
        ahead = [end for end, side in ways.sides_from(path[-1]).items()
                 if end not in path and not side.is_rim]  # fmt: skip
        if not ahead:
            break
        path.append(draw(st.sampled_from(ahead)))
    assume(len(path) > 1)
    return grid, path


def pairs_along(ways, path):
    return [frozenset((s.left, s.right)) for a, b in pairwise(path)
            for s in [ways.sides_from(a)[b]]]  # fmt: skip


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(simple_paths(), st.integers(1, 9), st.randoms(use_true_random=False))
def test_a_hand_that_follows_sides_passes_exactly_these_sides(drawn, steps, random):
    grid, path = drawn
    ways = ways_of(grid)
    length = ways.side_length
    tremble = 0.07 * length

    def near(x, y):
        return x + random.uniform(-tremble, tremble), y + random.uniform(-tremble, tremble)

    trace = SideTrace(ways, near(*path[0]))
    for (ax, ay), (bx, by) in pairwise(path):
        for k in range(1, steps + 1):
            place = near(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps)
            trace.to(place)
    assert [frozenset((s.left, s.right)) for s in trace.way] == pairs_along(ways, path)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(grids, st.data())
def test_a_straight_drag_leaves_no_gap_and_no_fork(grid, data):
    ways = ways_of(grid)
    boxes = [grid.centre(*grid.coordinates(n)) for n in (0, grid.count - 1)]
    (left, top), (right, low) = boxes
    places = st.tuples(st.floats(left, right), st.floats(top, low))
    start, goal = data.draw(places), data.draw(places)
    trace = SideTrace(ways, start)
    trace.to(goal)
    passed = trace.way
    for one, following in pairwise(passed):
        assert one.end == following.start
    ends = Counter(corner for side in passed for corner in (side.start, side.end))
    assert all(times <= 2 for times in ends.values())


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(grids, st.data())
def test_no_way_between_two_corners_is_shorter(grid, data):
    absent = data.draw(st.frozensets(st.integers(0, grid.count - 1), max_size=8))
    ways = ways_of(grid, absent)
    known = corners(grid, ways, absent)
    assume(known)
    start, goal = data.draw(st.sampled_from(known)), data.draw(st.sampled_from(known))
    far, queue = {start: 0}, deque([start])
    while queue:
        corner = queue.popleft()
        for end in ways.sides_from(corner):
            if end not in far and not ways.sides_from(corner)[end].is_rim:
                far[end] = far[corner] + 1
                queue.append(end)
    way = ways.way(start, goal)
    assert len(way) == far.get(goal, 0)
    if way:
        assert (way[0].start, way[-1].end) == (start, goal)
        assert all(a.end == b.start for a, b in pairwise(way))


@pytest.mark.parametrize("grid", GRIDS)
def test_the_cells_of_a_side_lie_on_the_hands_that_are_told(grid):
    ways = ways_of(grid)
    for corner in corners(grid, ways):
        for end, side in ways.sides_from(corner).items():
            if side.left < 0:
                continue
            mx, my = grid.centre(*grid.coordinates(side.left))
            dx, dy = end[0] - corner[0], end[1] - corner[1]
            # y runs down: to the left of the walk the cross product is negative
            assert dx * (my - corner[1]) - dy * (mx - corner[0]) < 0


def test_of_equally_short_ways_the_straightest_is_taken():
    grid = SquareGrid(12, 12)
    ways = ways_of(grid)
    start, goal = ways.corner_near((260, 260)), ways.corner_near((2556, 2556))
    line = [abs(x - y) for side in ways.way(start, goal) for x, y in [side.end]]
    assert max(line) <= ways.side_length + 1e-9
    assert math.dist(start, goal) > 2000


def test_along_the_rim_there_is_a_way_but_nothing_lies_on_it():
    ways = ways_of(SquareGrid(3, 3))
    trace = SideTrace(ways, (2, 2))
    trace.to((2, 766))
    assert len(trace.way) == 3
    assert all(side.is_rim for side in trace.way)
    assert ways.corner_near((-40, 300)) is None


def test_a_hand_that_goes_back_over_a_side_takes_it_back():
    ways = ways_of(SquareGrid(4, 4))
    trace = SideTrace(ways, (256, 256))
    trace.to((512, 256))
    trace.to((512, 440))
    trace.to((512, 256))
    trace.to((768, 256))
    assert [side.end for side in trace.way] == [(512, 256), (768, 256)]
