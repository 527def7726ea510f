"""A sheet of hexes or squares measured for drawing: middles, corners, neighbours, all in arrays.

Drawing units are those of the print: 100 are the circumradius of a hex. Numbers of cells are those
of the grid; -1 stands for no cell.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from wardesk.geometry.grids.hex_lattice import HIGH, LINE_STEP, WIDE, HexGrid
from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.square_lattice import SIDE
from wardesk.render.map.printed_sheet import counter_edge

Pair = tuple[float, float]
Numbers = np.ndarray[Any, Any]
CHUNK = 16
"""Columns and rows of one chunk."""


class LatticeFrame:
    """The measures of one grid; made anew when the grid changes."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.sides = len(self.grid.side_steps)
        area = SIDE * SIDE if self.sides == 4 else LINE_STEP * 6 * HIGH
        radius = math.sqrt(area / (3.0 if self.sides == 4 else 1.5 * math.sqrt(3)))
        self.unit = radius / 100
        """Document units per drawing unit."""
        self.counter = counter_edge(self.grid.kind, area)
        self.corners = self._corners()
        """Per corner its offset from the middle; side i runs from corner i to corner i + 1."""
        self.centres = self._centres()
        self.beside = self._beside()
        """Per cell the numbers across its sides, then (squares) those at corners 1, 2, 3, 0."""
        self.chunks_down = -(-self.grid.rows // CHUNK)
        self.chunks_across = -(-self.grid.columns // CHUNK)

    def _corners(self) -> list[Pair]:
        grid = self.grid
        x, y = grid.centre(0, 0)
        ends = [set(grid.side(0, 0, side)) for side in range(self.sides)]
        shared = [(ends[side - 1] & ends[side]).pop() for side in range(self.sides)]
        return [((cx - x) / self.unit, (cy - y) / self.unit) for cx, cy in shared]

    def _centres(self) -> Numbers:
        grid = self.grid
        line, place = np.divmod(np.arange(grid.count), grid.line_length)
        if not isinstance(grid, HexGrid):
            found = np.stack([line * SIDE + SIDE / 2, place * SIDE + SIDE / 2], axis=1)
        else:
            lift = 1 if grid.shoved == "odd" else 0
            third_q, third_r = 3 * line, 3 * (place - (line + lift) // 2)
            across = 2 * WIDE + WIDE * third_q
            along = 3 * HIGH * (1 + lift) + HIGH * third_q + 2 * HIGH * third_r
            found = np.stack([along, across] if grid.pointy else [across, along], axis=1)
        return (found + np.array(grid.origin)) / self.unit

    def _beside(self) -> Numbers:
        grid = self.grid
        line, place = np.divmod(np.arange(grid.count), grid.line_length)
        found: list[Numbers] = []
        lift = 1 if isinstance(grid, HexGrid) and grid.shoved == "odd" else 0
        for dq, dr in (*grid.side_steps, *grid.corner_steps):
            to_line, to_place = line + dq, place + dr
            if isinstance(grid, HexGrid):
                to_place = to_place - (line + lift) // 2 + (to_line + lift) // 2
            inside = (to_line >= 0) & (to_line < grid.lines)
            inside &= (to_place >= 0) & (to_place < grid.line_length)
            found.append(np.where(inside, to_line * grid.line_length + to_place, -1))
        return np.stack(found, axis=1).astype(np.int32)

    @cached_property
    def bounds(self) -> QRectF:
        """What the places of the sheet span."""
        return self.box_of(np.arange(self.grid.count))

    @cached_property
    def side_length(self) -> float:
        """The length of the longest side."""
        ends = zip(self.corners, [*self.corners[1:], self.corners[0]], strict=True)
        return max(math.dist(a, b) for a, b in ends)

    @cached_property
    def extent(self) -> tuple[float, float, float]:
        """How far a cell reaches from its middle: to the right, up (below 0) and down."""
        return (
            max(x for x, _ in self.corners),
            min(y for _, y in self.corners),
            max(y for _, y in self.corners),
        )

    @cached_property
    def flat_top(self) -> bool:
        """Whether cells have a side at the top and not a corner."""
        top = min(y for _, y in self.corners)
        return sum(y < top + 8 for _, y in self.corners) > 1

    @cached_property
    def outline(self) -> QPolygonF:
        """One cell around (0, 0), closed."""
        return QPolygonF([QPointF(x, y) for x, y in [*self.corners, self.corners[0]]])

    def path(self, number: int) -> QPainterPath:
        """The outline of a cell."""
        x, y = self.centres[number]
        path = QPainterPath()
        path.addPolygon(self.outline.translated(float(x), float(y)))
        return path

    def centre(self, number: int) -> Pair:
        """The middle of a cell."""
        x, y = self.centres[number]
        return float(x), float(y)

    def side(self, number: int, side: int) -> tuple[Pair, Pair]:
        """The two ends of a side."""
        x, y = self.centre(number)
        (ax, ay), (bx, by) = self.corners[side], self.corners[(side + 1) % self.sides]
        return (x + ax, y + ay), (x + bx, y + by)

    def chunk_of(self, number: int) -> int:
        """The chunk that a cell belongs to."""
        column, row = self.grid.offset(*self.grid.coordinates(number))
        return column // CHUNK * self.chunks_down + row // CHUNK

    def members(self, chunk: int) -> Numbers:
        """The numbers of a chunk's cells."""
        first_column, first_row = (part * CHUNK for part in divmod(chunk, self.chunks_down))
        columns = np.arange(first_column, min(first_column + CHUNK, self.grid.columns))
        rows = np.arange(first_row, min(first_row + CHUNK, self.grid.rows))
        if self.grid.pointy:
            return (rows[:, None] * self.grid.columns + columns[None, :]).ravel()
        return (columns[:, None] * self.grid.rows + rows[None, :]).ravel()

    def box_of(self, numbers: Numbers) -> QRectF:
        """What some cells span."""
        reach, points = np.array(self.corners), self.centres[numbers]
        left, top = points.min(axis=0) + reach.min(axis=0)
        right, bottom = points.max(axis=0) + reach.max(axis=0)
        return QRectF(QPointF(left, top), QPointF(right, bottom))

    def chunks_in(self, box: QRectF) -> list[int]:
        """The chunks that may reach into *box*."""
        first, step = self._chunk_lattice
        bounds = self.bounds
        pad = 180.0
        low_c = int((box.left() - pad - first[0]) // step[0])
        high_c = int((box.right() + pad - first[0]) // step[0])
        low_r = int((box.top() - pad - first[1]) // step[1])
        high_r = int((box.bottom() + pad - first[1]) // step[1])
        if not box.intersects(bounds.adjusted(-pad, -pad, pad, pad)):
            return []
        return [
            column * self.chunks_down + row
            for column in range(max(low_c, 0), min(high_c, self.chunks_across - 1) + 1)
            for row in range(max(low_r, 0), min(high_r, self.chunks_down - 1) + 1)
        ]

    def cells_in(self, box: QRectF) -> Numbers:
        """The numbers of the places whose middle lies in a box, in order."""
        (left, top), (across, down) = self._first, self.pitch
        grid = self.grid
        # half a cell further, for every other column or row is shoved by so much
        columns = _steps((box.left() - left) / across, (box.right() - left) / across, grid.columns)
        rows = _steps((box.top() - top) / down, (box.bottom() - top) / down, grid.rows)
        if grid.pointy:
            found = (rows[:, None] * grid.columns + columns).ravel()
        else:
            found = (columns[:, None] * grid.rows + rows).ravel()
        x, y = self.centres[found].T
        inside = (box.left() <= x) & (x <= box.right()) & (box.top() <= y) & (y <= box.bottom())
        return found[inside]

    @cached_property
    def _first(self) -> Pair:
        """The middle of the cell that lies farthest to the left, and of the topmost one."""
        x, y = self.centres.min(axis=0).tolist()
        return x, y

    @cached_property
    def _chunk_lattice(self) -> tuple[Pair, Pair]:
        """Where the first chunk begins, and from one to the next."""
        bounds, (width, height) = self.bounds, self.pitch
        return (bounds.left(), bounds.top()), (width * CHUNK, height * CHUNK)

    @property
    def across(self) -> float:
        """From side to side of a cell, as scales measure it."""
        return 100 * math.sqrt(3)

    @cached_property
    def pitch(self) -> Pair:
        """From one column to the next, from one row to the next."""
        if self.sides == 4:
            return SIDE / self.unit, SIDE / self.unit
        steps = LINE_STEP / self.unit, 6 * HIGH / self.unit
        return (steps[1], steps[0]) if self.grid.pointy else steps


def _steps(first: float, last: float, count: int) -> Numbers:
    """The whole numbers below *count* from *first* to *last*, and one more at the low end."""
    return np.arange(max(0, math.ceil(first - 0.6)), max(0, min(count, math.floor(last) + 1)))
