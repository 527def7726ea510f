"""Cells opposite each other: exact on every sheet of hexes and squares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.mirror import AXES, axis_place, images, opposite_cell
from wardesk.geometry.grids.square_lattice import SquareGrid

SIZES = st.integers(1, 9)
GRIDS = st.one_of(
    st.builds(HexGrid, SIZES, SIZES, st.booleans(), st.sampled_from(["odd", "even"])),
    st.builds(SquareGrid, SIZES, SIZES),
)
AXIS = st.sampled_from(["across", "down"])


def centre(grid, number):
    return grid.centre(*grid.coordinates(number))


@given(GRIDS, AXIS)
def test_the_mirror_of_the_mirror_is_the_cell_itself(grid, axis):
    for number in range(grid.count):
        other = opposite_cell(grid, number, axis)
        assert other < 0 or opposite_cell(grid, other, axis) == number


@given(GRIDS, AXIS)
def test_a_cell_and_its_mirror_lie_exactly_as_far_from_the_axis(grid, axis):
    place, along = axis_place(grid, axis), 0 if axis == "across" else 1
    for number in range(grid.count):
        other = opposite_cell(grid, number, axis)
        if other >= 0:
            here, there = centre(grid, number), centre(grid, other)
            assert here[along] + there[along] == 2 * place
            assert here[1 - along] == there[1 - along]


@given(GRIDS, AXIS)
def test_only_cells_at_one_edge_have_none_opposite(grid, axis):
    alone = [n for n in range(grid.count) if opposite_cell(grid, n, axis) < 0]
    if isinstance(grid, SquareGrid):
        assert not alone
    edge = grid.columns if axis == "across" else grid.rows
    places = {grid.offset(*grid.coordinates(n))[0 if axis == "across" else 1] for n in alone}
    assert places <= {edge - 1}


@given(GRIDS, st.sampled_from(sorted(AXES)), st.data())
def test_what_is_painted_is_symmetrical(grid, symmetry, data):
    numbers = data.draw(st.lists(st.integers(0, grid.count - 1), max_size=6, unique=True))
    painted = images(grid, numbers, symmetry)
    assert painted[: len(numbers)] == numbers
    assert len(set(painted)) == len(painted)
    for axis in AXES[symmetry]:
        assert {opposite_cell(grid, one, axis) for one in painted} - {-1} <= set(painted)


@pytest.mark.parametrize("shoved", ["odd", "even"])
def test_the_axis_lies_as_near_to_the_middle_as_it_can(shoved):
    grid = HexGrid(8, 7, shoved=shoved)
    assert opposite_cell(grid, 0, "across") == 6 * 7
    assert opposite_cell(SquareGrid(8, 7), 0, "across") >= 0
