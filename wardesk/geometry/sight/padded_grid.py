"""A lattice laid out in one row of numbers, so that a displacement is a single shift.

It lies in a box of axial coordinates with empty places round it. The box is wide enough for
a given reach: with less than *reach* empty places between two lines, the cell far down one line and
one far up the next would fall on the same number.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.sight.ground import Flags, SightGround, Weights, Whole


class PaddedGrid:
    """One grid in a padded box: *flat* numbers the cells, *index* finds them (-1: none)."""

    def __init__(self, grid: Grid, reach: int) -> None:
        self.grid = grid
        cells = np.arange(grid.count, dtype=np.int64)
        self.q, place = np.divmod(cells, grid.line_length)
        first_r = np.array([grid.coordinates(i * grid.line_length)[1] for i in range(grid.lines)])
        self.r: Whole = place + first_r[self.q]
        low, high = int(self.r.min()), int(self.r.max())
        self.stride = high - low + 3 + reach
        # two lines of margin: a trace never strays farther than one cell beyond its two ends
        self.flat: Whole = (self.q + 2) * self.stride + (self.r - low + 1)
        self.size = (grid.lines + 4) * self.stride
        self.index = np.full(self.size, -1, np.int64)
        self.index[self.flat] = cells

    def shift(self, dq: int, dr: int) -> int:
        """How far apart the numbers of two cells so displaced are."""
        return dq * self.stride + dr

    @cached_property
    def on(self) -> Flags:
        """Places of the box that are cells."""
        return self.index >= 0

    def spread(self, values: np.ndarray, empty: int = 0) -> np.ndarray:
        """Values per cell spread over the box, *empty* elsewhere."""
        box = np.full(self.size, empty, values.dtype)
        box[self.flat] = values
        return box


class SightRelief:
    """The ground of one grid in box form: the weights of cells by the height of the higher end.

    ``weights[k]`` holds the weights for a higher end of height ``levels[k]``; without heights there
    is one row.
    """

    def __init__(self, padded: PaddedGrid, ground: SightGround) -> None:
        self.padded, self.ground = padded, ground
        threshold = ground.threshold
        absent = ground.absent
        plain = ground.weight if absent is None else np.where(absent, 0, ground.weight)
        off = ground.off_board
        if ground.level is None:
            self.level: Whole | None = None
            self.levels: Whole = np.zeros(1, np.int64)
            self.rank: Whole = np.zeros(padded.size, np.int64)
            rows = [plain]
        else:
            self.level = padded.spread(ground.level)
            self.levels, rank = np.unique(ground.level, return_inverse=True)
            self.rank = padded.spread(rank.astype(np.int64))
            rows = [
                np.where(ground.level > level, threshold, np.where(ground.level == level, plain, 0))
                for level in self.levels
            ]
        if absent is not None:
            rows = [np.where(absent, off, row) for row in rows]
        self.weights: Weights = np.stack([padded.spread(row.astype(np.uint8), off) for row in rows])
        self.plain: Weights = padded.spread(plain.astype(np.uint8))
        self.lower_neighbour: Flags = self._lower_neighbour()

    def _lower_neighbour(self) -> Flags:
        """Places of the box whose cell has a side neighbour lower than itself."""
        found = np.zeros(self.padded.size, bool)
        if self.level is None:
            return found
        present = self.padded.on.copy()
        if self.ground.absent is not None:
            present[self.padded.flat[self.ground.absent]] = False
        for dq, dr in self.padded.grid.side_steps:
            shift = self.padded.shift(dq, dr)
            found |= present & np.roll(present, -shift) & (np.roll(self.level, -shift) < self.level)
        return found

    def with_weight(self, cell: int, weight: int) -> SightRelief:
        """The same relief with one cell's weight changed: a copy of two arrays, nothing more."""
        changed = object.__new__(SightRelief)
        changed.__dict__.update(self.__dict__)
        changed.ground = self.ground.with_weight(cell, weight)
        place = int(self.padded.flat[cell])
        weights, plain = self.weights.copy(), self.plain.copy()
        value = min(weight, self.ground.threshold)
        weights[self.rank[place], place] = value  # other heights see it as a hill or not at all
        plain[place] = value
        changed.weights, changed.plain = weights, plain
        return changed
