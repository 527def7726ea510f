"""What cells are called: CCRR, letters, steps, directions, a prefix per sheet, oblique numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct

from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.snap import Point
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.words import say

Grid = HexGrid | SquareGrid
"""The two kinds of lattice sheets; they answer the same questions."""


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """How columns or rows are counted.

    *digits* pads with zeros; *letters* counts A, B … Z, AA; *backwards* starts at the far side.
    """

    start: int = 1
    step: int = 1
    digits: int = 2
    letters: bool = False
    backwards: bool = False

    def text(self, place: int, of: int, further: int = 0) -> str:
        """The text of the place counted from 0 among *of* places, *further* on along the sheet."""
        at = of - 1 - place - further if self.backwards else place + further
        number = self.start + self.step * at
        return _letters(number) if self.letters else f"{number:0{self.digits}d}"


class Numbering(Struct, frozen=True, forbid_unknown_fields=True):
    """How the labels of a sheet are made; a label is the id of its cell.

    ``grid`` writes column and row. ``oblique`` writes axial coordinates, so that labels tell
    distances by themselves; the neighbours of (x, y) are (x, y ± 1), (x ± 1, y), (x + 1, y − 1)
    and (x − 1, y + 1). *start* of rows is then the second number of the first cell.
    With *stagger* the lines of a ``grid`` of hexes that lie half a hex further count one further.
    """

    style: Literal["grid", "oblique"] = "grid"
    columns: Count = Count()
    rows: Count = Count()
    row_first: bool = False
    separator: str = ""
    prefix: str = ""
    stagger: bool = False

    def label(self, grid: Grid, index: int) -> str:
        """The label of the cell with this number on the sheet."""
        column, row = grid.offset(*grid.coordinates(index))
        if self.style == "oblique":
            q, r = grid.coordinates(index)
            first_q, first_r = grid.coordinates(0)
            across, along = (
                (r - first_r, q - first_q) if grid.pointy else (q - first_q, r - first_r)
            )
            # along may be negative beyond the first line: oblique rows slant upwards
            texts = [self.columns.text(across, grid.columns), self.rows.text(along, grid.rows)]
        else:
            across, along = self._further(grid, index // grid.line_length)
            texts = [
                self.columns.text(column, grid.columns, across),
                self.rows.text(row, grid.rows, along),
            ]
        return self.prefix + self.separator.join(texts[::-1] if self.row_first else texts)

    def _further(self, grid: Grid, line: int) -> tuple[int, int]:
        """How much further the cells of a line are counted across and down."""
        if not (self.stagger and isinstance(grid, HexGrid)):
            return 0, 0
        further = int((line % 2 == 0) == (grid.shoved == "odd"))
        return (further, 0) if grid.pointy else (0, further)

    def labels(self, grid: Grid) -> tuple[str, ...]:
        """All labels in the order of cell numbers. ValueError if two cells would get the same."""
        return _labels(self, grid)


def centres(grid: Grid) -> Iterator[Point]:
    """The centres of all cells in the order of their numbers, as `grid.centre`, but quickly."""
    for line in range(grid.lines):
        q, r = grid.coordinates(line * grid.line_length)
        (x, y), (x1, y1) = grid.centre(q, r), grid.centre(q, r + 1)
        dx, dy = x1 - x, y1 - y
        for place in range(grid.line_length):
            yield float(x + dx * place), float(y + dy * place)


CCRR = Numbering()
"""Two digits for the column, two for the row, both from 01."""


@lru_cache(maxsize=8)
def _labels(numbering: Numbering, grid: Grid) -> tuple[str, ...]:
    """Kept, because everything asks for them; each column's and row's text is written once."""
    if numbering.style == "oblique":
        found = tuple(_oblique(numbering, grid))
    elif numbering.stagger:
        found = tuple(numbering.label(grid, index) for index in range(grid.count))
    else:
        columns = [numbering.columns.text(n, grid.columns) for n in range(grid.columns)]
        rows = [numbering.rows.text(n, grid.rows) for n in range(grid.rows)]
        lines, places = (rows, columns) if grid.pointy else (columns, rows)
        line_first = grid.pointy == numbering.row_first
        prefix, between = numbering.prefix, numbering.separator
        if line_first:
            found = tuple(f"{prefix}{a}{between}{b}" for a in lines for b in places)
        else:
            found = tuple(f"{prefix}{b}{between}{a}" for a in lines for b in places)
    if len(set(found)) != len(found):
        twice = next(label for label, count in Counter(found).items() if count > 1)
        raise ValueError(say("two cells would be called {name!s}", name=twice))
    return found


def _oblique(numbering: Numbering, grid: Grid) -> Iterator[str]:
    """Labels by axial coordinates; only so many different numbers occur."""
    first_q, first_r = grid.coordinates(0)

    @cache
    def column(number: int) -> str:
        return numbering.columns.text(number, grid.columns)

    @cache
    def row(number: int) -> str:
        return numbering.rows.text(number, grid.rows)

    for index in range(grid.count):
        q, r = grid.coordinates(index)
        across, along = q - first_q, r - first_r
        if grid.pointy:
            across, along = along, across
        texts = (column(across), row(along))
        yield numbering.prefix + numbering.separator.join(
            texts[::-1] if numbering.row_first else texts
        )


def _letters(number: int) -> str:
    """1 = A, 26 = Z, 27 = AA; numbers below 1 as they are."""
    if number < 1:
        return str(number)
    text = ""
    while number:
        number, place = divmod(number - 1, 26)
        text = chr(ord("A") + place) + text
    return text
