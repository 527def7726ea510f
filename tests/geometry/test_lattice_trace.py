"""What lines meet on lattices, against shapely's exact predicates and under every symmetry."""

import random

import numpy as np
import pytest
import shapely
from sight_boards import cells_met, line, shape

from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.geometry.sight.events import EdgeCrossed, Fork
from wardesk.geometry.sight.lattice_sight import LatticeSight
from wardesk.geometry.sight.lattice_table import traces
from wardesk.geometry.sight.lattice_trace import displacements, hex_trace, square_trace

from sight_boards import blocked_by  # isort: skip

SAMPLE = random.Random(7)


def trace(kind, dq, dr):
    return hex_trace(dq, dr) if kind == "hex" else square_trace(dq, dr)


def around(kind, reach, **more):
    """A sight with room for every displacement, and the number of its middle cell."""
    size = 2 * reach + 3
    grid = HexGrid(size, 2 * size, **more) if kind == "hex" else SquareGrid(size, size)
    return blocked_by(grid, ()), grid.index(*grid.axial(size // 2, grid.rows // 2))


def check_against_shapely(sight: LatticeSight, middle, end):
    grid = sight.grid
    q, r = grid.coordinates(middle)
    other = grid.index(q + end[0], r + end[1])
    segment = line(grid, middle, other)
    left, top, right, bottom = segment.bounds
    box = shapely.box(left - 400, top - 400, right + 400, bottom + 400)
    cells = [
        n
        for n in range(grid.count)
        if box.contains(shapely.Point(grid.centre(*grid.coordinates(n))))
    ]
    shapes = [shape(grid, n) for n in cells]
    inside = {
        n for n, s in zip(cells, shapes, strict=True) if segment.relate_pattern(s, "T********")
    }
    touched = {n for n, s in zip(cells, shapes, strict=True) if segment.intersects(s)} - inside
    events = sight.events(middle, other)
    crossed, beside = cells_met(events)
    assert crossed == inside - {middle, other}
    assert beside == touched
    for event in events:
        if isinstance(event, EdgeCrossed):
            shared = shape(grid, event.a).intersection(shape(grid, event.b))
            assert shared.length > 0
            assert segment.crosses(shared)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_traces_up_to_four_cells_are_shapelys(kind):
    sight, middle = around(kind, 4)
    for end in displacements(kind, 4):
        check_against_shapely(sight, middle, end)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "more"), [("hex", {}), ("hex", {"pointy": True}), ("square", {})])
def test_a_sample_of_longer_traces_is_shapelys(kind, more):
    if more:
        size = 53
        grid = HexGrid(2 * size, size, pointy=True)
        sight, middle = blocked_by(grid, ()), grid.index(*grid.axial(size, size // 2))
    else:
        sight, middle = around(kind, 25)
    for end in SAMPLE.sample(displacements(kind, 25), 12):
        check_against_shapely(sight, middle, end)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["hex", "square"])
def test_every_trace_up_to_25_is_shapelys(kind):
    sight, middle = around(kind, 25)
    for end in displacements(kind, 25):
        check_against_shapely(sight, middle, end)


def both_ways(met, end):
    """A trace as seen from its other end."""

    def back(cells):
        return tuple((end[0] + q, end[1] + r) for q, r in cells)

    turned = [(back(m.right), back(m.left), m.fork, m.run) for m in reversed(met)]
    return [(a, b, f, r) if f else (a, a, f, r) for a, b, f, r in turned]


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_traces_are_the_same_from_both_ends(kind):
    for end in displacements(kind, 15):
        there = [(m.left, m.right, m.fork, m.run) for m in trace(kind, *end)]
        assert both_ways(trace(kind, -end[0], -end[1]), end) == there


HEX_TURNS = [
    lambda q, r: (q, r),
    lambda q, r: (-r, q + r),  # a sixth of a turn
    lambda q, r: (r, q),  # a mirror
]
SQUARE_TURNS = [lambda x, y: (x, y), lambda x, y: (-y, x), lambda x, y: (y, x)]


@pytest.mark.parametrize(
    ("kind", "turns", "order"), [("hex", HEX_TURNS, 6), ("square", SQUARE_TURNS, 4)]
)
def test_traces_keep_every_symmetry_of_the_lattice(kind, turns, order):
    _, turn, mirror = turns
    for end in SAMPLE.sample(displacements(kind, 14), 60):
        for mirrored in (False, True):

            def image(cell, times, flipped=mirrored):
                for _ in range(times):
                    cell = turn(*cell)
                return mirror(*cell) if flipped else cell

            for times in range(order):
                met = trace(kind, *image(end, times))
                expected = trace(kind, *end)
                for one, other in zip(expected, met, strict=True):
                    sides = [tuple(image(c, times) for c in s) for s in (one.left, one.right)]
                    if mirrored and one.fork:
                        sides.reverse()
                    assert [other.left, other.right] == sides
                    assert (other.fork, other.run) == (one.fork, one.run)


def test_only_three_shapes_of_forks_exist_on_hexes():
    shapes = set()
    sight, middle = around("hex", 14)
    q, r = sight.grid.coordinates(middle)
    for end in displacements("hex", 14):
        for event in sight.events(middle, sight.grid.index(q + end[0], r + end[1])):
            if isinstance(event, Fork):
                shapes.add((len(event.left), len(event.right), event.is_run))
    assert shapes == {(3, 3, True), (1, 3, False), (3, 1, False)}


def test_no_trace_meets_more_than_a_third_more_cells_than_its_length():
    for end in displacements("hex", 25):
        length = HexGrid(1, 1).distance(*end)
        crossed = [m for m in hex_trace(*end) if not m.fork]
        assert len(crossed) <= 4 / 3 * length


@pytest.mark.parametrize(("kind", "cached"), [("hex", hex_trace), ("square", square_trace)])
def test_a_trace_asked_for_with_numbers_of_an_array_is_of_plain_ones(kind, cached):
    # it is kept, and whoever shifts a whole board by it next would overflow
    cached.cache_clear()
    asked = traces(kind, np.int64(4), np.int64(1))
    assert asked
    for met in asked:
        for offset in (*met.left, *met.right):
            assert [type(number) for number in offset] == [int, int]
