"""Cells that lie opposite each other on a sheet: left and right, above and below, or both.

Hexes are mirrored exactly or not at all. Every other line of them is shoved by half a hex, so the
axis that is nearest to the middle and lays cells on cells may leave a cell at the edge without one
opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.square_lattice import SquareGrid

Axis = Literal["across", "down"]
"""``across`` exchanges left and right, ``down`` above and below."""
Symmetry = Literal["", "across", "down", "both"]
AXES: dict[Symmetry, tuple[Axis, ...]] = {
    "": (),
    "across": ("across",),
    "down": ("down",),
    "both": ("across", "down"),
}


def opposite_cell(grid: Grid, number: int, axis: Axis) -> int:
    """The number of the cell opposite *number*, itself on the axis, -1 if none lies there."""
    column, row = grid.offset(*grid.coordinates(number))
    if isinstance(grid, SquareGrid):
        if axis == "across":
            column = grid.columns - 1 - column
        else:
            row = grid.rows - 1 - row
        return grid.index(*grid.axial(column, row))
    line, place_on = (row, column) if grid.pointy else (column, row)
    if (axis == "down") == grid.pointy:  # lines change places: a shoved one with a shoved one
        line = (grid.lines - 1) // 2 * 2 - line
    else:  # a shoved line has its middle half a hex further
        place_on = grid.line_length - 1 - _is_shoved(grid, line) - place_on
    if not (0 <= line < grid.lines and 0 <= place_on < grid.line_length):
        return -1
    return line * grid.line_length + place_on


def _is_shoved(grid: HexGrid, line: int) -> int:
    """1 for a line that lies half a hex further, else 0."""
    return int(line % 2 == (0 if grid.shoved == "odd" else 1))


def images(grid: Grid, numbers: Sequence[int], symmetry: Symmetry) -> list[int]:
    """*numbers* in their order, then those that lie opposite them, each once."""
    found = dict.fromkeys(numbers)
    for axis in AXES[symmetry]:
        for number in list(found):
            other = opposite_cell(grid, number, axis)
            if other >= 0:
                found[other] = None
    return list(found)


def axis_place(grid: Grid, axis: Axis) -> float:
    """Where the axis lies: x of a line up and down for ``across``, else y; board units."""
    for number in range(grid.count):
        other = opposite_cell(grid, number, axis)
        if other >= 0:
            here, there = (grid.centre(*grid.coordinates(one)) for one in (number, other))
            return (here[0] + there[0]) / 2 if axis == "across" else (here[1] + there[1]) / 2
    return 0.0
