"""Square boards on whole numbers: coordinates, outlines, picking and distance, all exact.

Squares that meet at a corner only are kept apart from those that share a side: `CORNER_STEPS`.
"""

from __future__ import annotations

import math
from typing import ClassVar

from msgspec import Struct

from wardesk.geometry.grids.snap import Point, Ring

SIDE = 256
"""Board units along the side of a square; even, so that centres are whole numbers too."""

Step = tuple[int, int]
SIDE_STEPS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
CORNER_STEPS: tuple[Step, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_CORNERS: tuple[Step, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""Half sides from the centre; side i runs from corner i to corner i + 1."""


class SquareGrid(Struct, frozen=True):
    """A rectangular sheet of squares, numbered column by column; *origin* is its upper left."""

    columns: int
    rows: int
    origin: tuple[int, int] = (0, 0)

    kind: ClassVar[str] = "square"
    pointy: ClassVar[bool] = False
    side_steps: ClassVar[tuple[Step, ...]] = SIDE_STEPS
    corner_steps: ClassVar[tuple[Step, ...]] = CORNER_STEPS

    @property
    def count(self) -> int:
        """How many squares the sheet has."""
        return self.columns * self.rows

    @property
    def lines(self) -> int:
        """How many columns there are."""
        return self.columns

    @property
    def line_length(self) -> int:
        """How many squares a column has."""
        return self.rows

    def axial(self, column: int, row: int) -> Step:
        """Lattice coordinates of a square: column and row themselves."""
        return column, row

    def offset(self, q: int, r: int) -> tuple[int, int]:
        """Column and row, from 0."""
        return q, r

    def index(self, q: int, r: int) -> int:
        """The number of a square on the sheet, -1 off it."""
        return q * self.rows + r if 0 <= q < self.columns and 0 <= r < self.rows else -1

    def coordinates(self, index: int) -> Step:
        """Column and row of the square with this number."""
        return divmod(index, self.rows)

    def centre(self, q: int, r: int) -> tuple[int, int]:
        """The centre in board units, exactly."""
        return self.origin[0] + q * SIDE + SIDE // 2, self.origin[1] + r * SIDE + SIDE // 2

    def outline(self, q: int, r: int) -> Ring:
        """The four corners, counter-clockwise to the eye."""
        return tuple(self._corner(q, r, corner) for corner in reversed(range(4)))

    def side(self, q: int, r: int, direction: int) -> tuple[Point, Point]:
        """The ends of one side, the square on the left of the walk as the eye sees it."""
        return self._corner(q, r, direction + 1), self._corner(q, r, direction)

    def corner(self, q: int, r: int, direction: int) -> Point:
        """The point shared with the square at ``CORNER_STEPS[direction]``."""
        return self._corner(q, r, direction + 1)

    def distance(self, dq: int, dr: int) -> int:
        """Steps of a king on a chessboard; corners count as one step."""
        return max(abs(dq), abs(dr))

    def cell_at(self, x: float, y: float) -> int:
        """The number of the square under a board point, the lowest on a shared border; or -1."""
        across, along = x - self.origin[0], y - self.origin[1]
        width, height = self.columns * SIDE, self.rows * SIDE
        if not (0 <= across <= width and 0 <= along <= height):
            return -1
        # the square to the left of and above a border has the lower number
        return self.index(max(math.ceil(across / SIDE) - 1, 0), max(math.ceil(along / SIDE) - 1, 0))

    def _corner(self, q: int, r: int, corner: int) -> Point:
        x, y = self.centre(q, r)
        dx, dy = _CORNERS[corner % 4]
        return x + dx * SIDE // 2, y + dy * SIDE // 2
