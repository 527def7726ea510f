"""Hex boards with integer corners: axial coordinates, outlines, picking and distance, all exact.

A regular hex needs the square root of 3, which no number on a computer is, so contacts and sight
lines along hexsides would come out wrong. These hexes use 97:56 instead: every corner and every
centre is a whole number, three hexes meet in one very point, and sides differ by 0.004 % in length.

Axial coordinates ``(q, r)``: q counts straight lines of hexes (columns of a flat-topped board, rows
of a pointy-topped one), r counts along such a line. Neighbours are `NEIGHBOURS`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from wardesk.geometry.grids.snap import Point, Ring

WIDE, HIGH = 97, 56
"""A convergent of the square root of 3 (1.73214 for 1.73205)."""

LINE_STEP = 3 * WIDE
"""Board units from one line of hexes to the next: 291."""
CELL_STEP = 6 * HIGH
"""Board units from one hex to the next within a line: 336, the distance between opposite sides."""

Axial = tuple[int, int]
CORNERS: tuple[Axial, ...] = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
"""Corner offsets from the centre in thirds of an axial step."""
NEIGHBOURS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""``NEIGHBOURS[i]`` lies across the side from ``CORNERS[i]`` to ``CORNERS[i + 1]``."""


def hex_distance(dq: int, dr: int) -> int:
    """Steps from a hex to the one displaced by ``(dq, dr)``."""
    return max(abs(dq), abs(dr), abs(dq + dr))


class HexGrid(Struct, frozen=True):
    """A rectangular sheet of hexes, numbered line by line.

    *shoved* tells which lines lie half a hex further down (or right): the 1st, 3rd … (``odd``) or
    the 2nd, 4th … (``even``). *origin* is the upper left corner of the sheet in board units.
    """

    columns: int
    rows: int
    pointy: bool = False
    shoved: Literal["odd", "even"] = "even"
    origin: tuple[int, int] = (0, 0)

    kind: ClassVar[str] = "hex"
    side_steps: ClassVar[tuple[Axial, ...]] = NEIGHBOURS
    corner_steps: ClassVar[tuple[Axial, ...]] = ()

    @property
    def lines(self) -> int:
        """How many straight lines of hexes there are."""
        return self.rows if self.pointy else self.columns

    @property
    def line_length(self) -> int:
        """How many hexes a line has."""
        return self.columns if self.pointy else self.rows

    @property
    def count(self) -> int:
        """How many hexes the sheet has."""
        return self.columns * self.rows

    def axial(self, column: int, row: int) -> Axial:
        """Axial coordinates of a hex, columns and rows counted from 0."""
        line, place = (row, column) if self.pointy else (column, row)
        return line, place - (line + self._lift) // 2

    def offset(self, q: int, r: int) -> tuple[int, int]:
        """Column and row, from 0, of axial coordinates; also of hexes beyond the sheet."""
        place = r + (q + self._lift) // 2
        return (place, q) if self.pointy else (q, place)

    def index(self, q: int, r: int) -> int:
        """The number of a hex on the sheet, -1 off it."""
        place = r + (q + self._lift) // 2
        if 0 <= q < self.lines and 0 <= place < self.line_length:
            return q * self.line_length + place
        return -1

    def coordinates(self, index: int) -> Axial:
        """Axial coordinates of the hex with this number."""
        q, place = divmod(index, self.line_length)
        return q, place - (q + self._lift) // 2

    def centre(self, q: int, r: int) -> tuple[int, int]:
        """The centre in board units, exactly."""
        return self.place(3 * q, 3 * r)

    def place(self, x: int, y: int) -> tuple[int, int]:
        """The board point of lattice coordinates in thirds of a step, exactly."""
        across = 2 * WIDE + WIDE * x
        along = 3 * HIGH * (1 + self._lift) + HIGH * x + 2 * HIGH * y
        if self.pointy:
            across, along = along, across
        return self.origin[0] + across, self.origin[1] + along

    def outline(self, q: int, r: int) -> Ring:
        """The six corners, counter-clockwise to the eye."""
        ring = tuple(self.place(3 * q + x, 3 * r + y) for x, y in CORNERS)
        return ring if self.pointy else ring[::-1]  # swapped axes turn the ring round

    def side(self, q: int, r: int, direction: int) -> tuple[Point, Point]:
        """The ends of one side, the hex on the left of the walk as the eye sees it."""
        first, second = CORNERS[direction], CORNERS[(direction + 1) % 6]
        ends = [self.place(3 * q + x, 3 * r + y) for x, y in (first, second)]
        return (ends[0], ends[1]) if self.pointy else (ends[1], ends[0])

    def distance(self, dq: int, dr: int) -> int:
        """Steps from a hex to the one displaced by ``(dq, dr)``."""
        return hex_distance(dq, dr)

    def cell_at(self, x: float, y: float) -> int:
        """The number of the hex under a board point, the lowest on a shared border; -1 off it."""
        across, along = x - self.origin[0], y - self.origin[1]
        if self.pointy:
            across, along = along, across
        q = (across - 2 * WIDE) / LINE_STEP
        r = (along - 3 * HIGH * (1 + self._lift) - q * CELL_STEP / 2) / CELL_STEP
        near_q, near_r = _rounded(q, r)
        a, b = q - near_q, r - near_r
        if max(abs(a - b), abs(a + 2 * b), abs(2 * a + b)) < 1 - 1e-9:
            return self.index(near_q, near_r)
        return self._cell_on_border(x, y, near_q, near_r)

    def _cell_on_border(self, x: float, y: float, q: int, r: int) -> int:
        """Settle a point on or next to a border in whole numbers, where nothing is rounded.

        Floats are fractions of powers of two, so both coordinates have a common denominator; *unit*
        is one axial step in parts so small that q and r are whole numbers of them.
        """
        (top_x, low_x), (top_y, low_y) = float(x).as_integer_ratio(), float(y).as_integer_ratio()
        low = max(low_x, low_y)
        across = top_x * (low // low_x) - self.origin[0] * low
        along = top_y * (low // low_y) - self.origin[1] * low
        if self.pointy:
            across, along = along, across
        across -= 2 * WIDE * low
        along -= 3 * HIGH * (1 + self._lift) * low
        unit = 2 * LINE_STEP * CELL_STEP * low
        whole_q = 2 * CELL_STEP * across - q * unit
        whole_r = 2 * LINE_STEP * along - CELL_STEP * across - r * unit
        best = -1
        for dq, dr in ((0, 0), *NEIGHBOURS):
            a, b = whole_q - dq * unit, whole_r - dr * unit
            if -unit <= a - b <= unit and -unit <= a + 2 * b <= unit and -unit <= 2 * a + b <= unit:
                index = self.index(q + dq, r + dr)
                if index >= 0 and (best < 0 or index < best):
                    best = index
        return best

    @property
    def _lift(self) -> int:
        return 1 if self.shoved == "odd" else 0


def _rounded(q: float, r: float) -> Axial:
    """The nearest hex centre: round the three cube coordinates, mend the one that moved most."""
    s = -q - r
    near = [round(q), round(r), round(s)]
    moved = [abs(near[0] - q), abs(near[1] - r), abs(near[2] - s)]
    if moved[0] > moved[1] and moved[0] > moved[2]:
        near[0] = -near[1] - near[2]
    elif moved[1] > moved[2]:
        near[1] = -near[0] - near[2]
    return near[0], near[1]
