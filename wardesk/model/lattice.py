"""What a board adds for hexes and squares: the grid, which cells it has, and rows built on demand.

A sheet of 10,000 hexes has 30,000 contacts and 60,000 corners; most of them are never asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, overload

from msgspec import Struct, field

from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.snap import Ring

Row = TypeVar("Row")
Pair = tuple[str, str]
"""Two cell ids, sorted."""


class Lattice(Struct, frozen=True, dict=True):
    """A grid and the ids of its cells by number, "" where the sheet has no cell.

    *closed* and *added* are a person's words against plain neighbourhood, with their reasons.
    """

    grid: Grid
    ids: tuple[str, ...]
    closed: Mapping[Pair, str] = field(default_factory=dict[Pair, str])
    added: Mapping[Pair, str] = field(default_factory=dict[Pair, str])

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of every cell on the grid."""
        return {cell: number for number, cell in enumerate(self.ids) if cell}

    def beside(self, cell: str) -> Iterator[tuple[int, str]]:
        """The cells that share a side, with the direction. KeyError if unknown."""
        q, r = self.grid.coordinates(self.numbers[cell])
        for direction, (dq, dr) in enumerate(self.grid.side_steps):
            number = self.grid.index(q + dq, r + dr)
            if number >= 0 and self.ids[number]:
                yield direction, self.ids[number]

    def at_corners(self, cell: str) -> Iterator[tuple[int, str]]:
        """The cells that share only a corner, with the direction. KeyError if unknown."""
        q, r = self.grid.coordinates(self.numbers[cell])
        for direction, (dq, dr) in enumerate(self.grid.corner_steps):
            number = self.grid.index(q + dq, r + dr)
            if number >= 0 and self.ids[number]:
                yield direction, self.ids[number]

    def cell_at(self, x: float, y: float) -> str | None:
        """The cell under a board point; on a border the one with the lowest number."""
        number = self.grid.cell_at(x, y)
        return (self.ids[number] or None) if number >= 0 else None


class LatticeOutlines(Mapping[str, tuple[Ring, ...]]):
    """The outlines of a lattice, made when they are looked at."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._made: dict[str, tuple[Ring, ...]] = {}

    def __getitem__(self, cell: str) -> tuple[Ring, ...]:
        found = self._made.get(cell)
        if found is None:
            grid = self._lattice.grid
            ring = grid.outline(*grid.coordinates(self._lattice.numbers[cell]))
            found = self._made[cell] = (tuple((float(x), float(y)) for x, y in ring),)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._lattice.numbers)

    def __len__(self) -> int:
        return len(self._lattice.numbers)


class RowsOnDemand(Sequence[Row]):
    """A sequence that is built when it is first looked at."""

    def __init__(self, build: Callable[[], tuple[Row, ...]]) -> None:
        self._build = build

    @cached_property
    def _rows(self) -> tuple[Row, ...]:
        return self._build()

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)
