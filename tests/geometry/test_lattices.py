"""Hexes and squares: exact corners, neighbours, numbers, picking and labels."""

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from sight_boards import GRIDS, shape

from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid
from wardesk.geometry.grids.numbering import CCRR, Count, Numbering, centres
from wardesk.geometry.grids.snap import twice_area
from wardesk.geometry.grids.square_lattice import SquareGrid


@pytest.fixture(params=GRIDS.values(), ids=GRIDS.keys())
def grid(request):
    return request.param


def test_numbers_coordinates_columns_and_rows_agree(grid):
    for cell in range(grid.count):
        q, r = grid.coordinates(cell)
        assert grid.index(q, r) == cell
        column, row = grid.offset(q, r)
        assert grid.axial(column, row) == (q, r)
        assert 0 <= column < grid.columns
        assert 0 <= row < grid.rows


def test_off_the_sheet_there_is_no_cell(grid):
    for column, row in ((-1, 0), (0, -1), (grid.columns, 0), (0, grid.rows)):
        assert grid.index(*grid.axial(column, row)) == -1


def test_the_sheet_is_a_valid_coverage_in_its_upper_left_corner(grid):
    shapes = [shape(grid, cell) for cell in range(grid.count)]
    assert shapely.coverage_is_valid(shapes)
    left, top, _, _ = shapely.total_bounds(shapes)
    assert (left, top) == grid.origin
    assert all(type(value) is int for cell in range(5) for value in grid.outline(cell, 0)[0])


def test_neighbours_by_arithmetic_are_those_that_shapely_sees(grid):
    shapes = [shape(grid, cell) for cell in range(grid.count)]
    tree = shapely.STRtree(shapes)
    for cell in range(grid.count):
        q, r = grid.coordinates(cell)
        near = [n for n in tree.query(shapes[cell], "touches").tolist() if n != cell]
        sides = {n for n in near if shapely.relate_pattern(shapes[cell], shapes[n], "****1****")}
        beside = {grid.index(q + dq, r + dr) for dq, dr in grid.side_steps} - {-1}
        corners = {grid.index(q + dq, r + dr) for dq, dr in grid.corner_steps} - {-1}
        assert beside == sides
        assert corners == set(near) - sides


def test_outlines_run_counter_clockwise_and_sides_have_the_cell_on_the_left(grid):
    for cell in range(0, grid.count, 7):
        q, r = grid.coordinates(cell)
        ring = grid.outline(q, r)
        assert twice_area(ring) < 0
        walks = {(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)}
        for direction, (dq, dr) in enumerate(grid.side_steps):
            a, b = grid.side(q, r, direction)
            assert (a, b) in walks
            assert (b, a) in {
                (c, d)
                for ring in [grid.outline(q + dq, r + dr)]
                for c, d in zip(ring, ring[1:] + ring[:1], strict=True)
            }


def test_sides_of_hexes_are_nearly_equal():
    grid = HexGrid(2, 2)
    lengths = [math.dist(*grid.side(0, 0, direction)) for direction in range(6)]
    assert max(lengths) / min(lengths) - 1 < 5e-5
    (x0, y0), (x1, y1) = grid.centre(0, 0), grid.centre(0, 1)
    assert (x0, y1 - y0) == (x1, CELL_STEP)


def test_every_centre_picks_its_cell_and_borders_pick_the_lowest(grid):
    for cell in range(grid.count):
        q, r = grid.coordinates(cell)
        assert grid.cell_at(*grid.centre(q, r)) == cell
        around = [grid.index(q + dq, r + dr) for dq, dr in (*grid.side_steps, *grid.corner_steps)]
        for direction, (dq, dr) in enumerate(grid.side_steps):
            (ax, ay), (bx, by) = grid.side(q, r, direction)
            other = grid.index(q + dq, r + dr)
            lowest = min(n for n in (cell, other) if n >= 0)
            assert grid.cell_at((ax + bx) / 2, (ay + by) / 2) == lowest
            point = shapely.Point(ax, ay)
            touching = [n for n in (cell, *around) if n >= 0 and shape(grid, n).intersects(point)]
            assert grid.cell_at(ax, ay) == min(touching)


@given(st.data())
def test_picking_agrees_with_shapely_anywhere(data):
    grid = GRIDS[data.draw(st.sampled_from(sorted(GRIDS)))]
    left, top, right, bottom = shapely.total_bounds([shape(grid, n) for n in range(grid.count)])
    x = data.draw(st.floats(left - 100, right + 100))
    y = data.draw(st.floats(top - 100, bottom + 100))
    found = grid.cell_at(x, y)
    point = shapely.Point(x, y)
    if found >= 0:
        assert shape(grid, found).distance(point) < 1e-6
    else:
        assert not any(shape(grid, n).contains(point) for n in range(grid.count))


@pytest.mark.parametrize(
    ("displacement", "steps"), [((3, -1), 3), ((2, 2), 4), ((-3, 5), 5), ((0, -7), 7)]
)
def test_hex_distance(displacement, steps):
    assert HexGrid(3, 3).distance(*displacement) == steps


def test_a_king_walks_squares():
    assert SquareGrid(3, 3).distance(2, -5) == 5


def test_columns_of_the_printed_maps():
    """0502 to 0304 is three hexes, and 1809 touches 1708 and 1709 (odd columns lower)."""
    grid = HexGrid(20, 18, shoved="odd")
    where = {label: grid.coordinates(n) for n, label in enumerate(CCRR.labels(grid))}

    def steps(a, b):
        return grid.distance(where[b][0] - where[a][0], where[b][1] - where[a][1])

    assert steps("0502", "0304") == 3
    assert steps("1809", "1708") == steps("1809", "1709") == 1


@pytest.mark.parametrize("shoved", ["odd", "even"])
def test_oblique_numbers_tell_neighbours(shoved):
    grid = HexGrid(6, 6, shoved=shoved)
    plain = Count(start=55, digits=1)
    numbering = Numbering("oblique", plain, Count(start=202, digits=1), separator=".")
    labels = numbering.labels(grid)
    assert labels[0] == "55.202"
    numbers = {label: n for n, label in enumerate(labels)}
    for label, cell in numbers.items():
        x, y = map(int, label.split("."))
        q, r = grid.coordinates(cell)
        beside = {labels[n] for dq, dr in grid.side_steps if (n := grid.index(q + dq, r + dr)) >= 0}
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
        assert beside == {f"{x + i}.{y + j}" for i, j in steps} & set(labels)


@pytest.mark.parametrize(
    ("numbering", "first", "last"),
    [
        (CCRR, "0101", "0304"),
        (Numbering(rows=Count(letters=True), row_first=True), "A01", "D03"),
        (Numbering(columns=Count(backwards=True), prefix="N"), "N0301", "N0104"),
        (Numbering(columns=Count(10, 5), separator="-"), "10-01", "20-04"),
        (Numbering(columns=Count(26, letters=True), rows=Count(digits=1)), "Z1", "AB4"),
    ],
)
def test_labels(numbering, first, last):
    labels = numbering.labels(SquareGrid(3, 4))
    assert (labels[0], labels[-1]) == (first, last)
    assert len(set(labels)) == 12


def test_labels_that_do_not_tell_cells_apart_are_refused():
    short = Count(digits=1)
    with pytest.raises(ValueError, match="called 111"):
        Numbering(columns=short, rows=short).labels(SquareGrid(12, 12))


@given(
    st.sampled_from(["hex", "square"]),
    st.integers(1, 9),
    st.integers(1, 9),
    st.booleans(),
    st.sampled_from(["odd", "even"]),
    st.sampled_from(["grid", "oblique"]),
    st.booleans(),
)
def test_all_labels_and_centres_at_once_are_those_of_single_cells(
    kind, columns, rows, pointy, shoved, style, row_first
):
    grid = (
        HexGrid(columns, rows, pointy, shoved, (7, -9))
        if kind == "hex"
        else SquareGrid(columns, rows, (7, -9))
    )
    numbering = Numbering(
        style=style, rows=Count(start=3, step=2, letters=False, digits=4), columns=Count(digits=3),
        row_first=row_first, separator=".", prefix="B",
    )  # fmt: skip
    assert list(numbering.labels(grid)) == [numbering.label(grid, n) for n in range(grid.count)]
    assert list(centres(grid)) == [
        tuple(map(float, grid.centre(*grid.coordinates(n)))) for n in range(grid.count)
    ]


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from(["odd", "even"]))
def test_points_on_and_beside_hexsides_pick_as_exact_fractions_do(seed, pointy, shoved):
    rng = random.Random(seed)
    grid = HexGrid(6, 5, pointy, shoved, (rng.randint(-9, 9), rng.randint(-9, 9)))
    q, r = grid.coordinates(rng.randrange(grid.count))
    (ax, ay), (bx, by) = grid.side(q, r, rng.randrange(6))
    share = rng.choice([0.0, 1 / 3, 0.5, 1.0, rng.random()])
    slip = rng.choice([0.0, 1e-12, -1e-12, 1e-9])
    x, y = ax + (bx - ax) * share + slip, ay + (by - ay) * share
    point = Fraction(x), Fraction(y)
    inside = [
        number
        for number in range(grid.count)
        if all(_left_of(a, b, point) for a, b in pairwise(_closed(grid, number)))
    ]
    assert grid.cell_at(x, y) == min(inside, default=-1)


def _closed(grid, number):
    ring = list(grid.outline(*grid.coordinates(number)))
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]]))
    ring = ring if area > 0 else ring[::-1]
    return [*ring, ring[0]]


def _left_of(a, b, at):
    return (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= 0
