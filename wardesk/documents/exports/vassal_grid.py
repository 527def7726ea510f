"""The grids of VASSAL modules: where a point lies and what it is called there.

VASSAL counts lines and places of a rectangle around each cell, and names by sums of its own; the
sums are kept here as they are, its quirks included, so that an exported map is called there as it
is here (`NumberedGrid.name_at` answers as VASSAL does). Lengths are pixels of the map's picture.
"""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.geometry.grids.hex_lattice import CELL_STEP, LINE_STEP, HexGrid
from wardesk.geometry.grids.numbering import Count, Grid, Numbering
from wardesk.geometry.grids.square_lattice import SIDE

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Axis(Struct, frozen=True):
    """How VASSAL counts lines, or places along a line. *leading*: digits beyond the first."""

    letters: bool = False
    leading: int = 1
    offset: int = 0
    backwards: bool = False

    def text(self, number: int) -> str:
        """A number with its offset, as VASSAL writes it: BB comes after Z and AA."""
        value = number + self.offset
        sign, value = ("-" if value < 0 else ""), abs(value)
        if self.letters:
            return sign + _ALPHABET[value % 26] * (value // 26 + 1)
        return f"{sign}{value:0{self.leading + 1}d}"


class NumberedGrid(Struct, frozen=True, kw_only=True):
    """A grid of hexes or squares on a picture of *width* by *height*.

    *lines* are columns, of *sideways* hexes rows; *x0*, *y0* the middle of the first cell, both
    turned round where it is sideways. *dx* from line to line, *dy* from cell to cell along it.
    """

    kind: Literal["hex", "square"]
    x0: int
    y0: int
    dx: float
    dy: float
    sideways: bool = False
    width: int = 0
    height: int = 0
    places_first: bool = False
    separator: str = ""
    lines: Axis = Axis()
    places: Axis = Axis()
    form: str = "$gridLocation$"
    """What a cell is called: ``$gridLocation$``, ``$column$`` and ``$row$`` are filled in."""
    stagger: bool = False
    """Whether every second line counts one further."""
    slanted: bool = False
    """Whether places are counted along slanted rows: they rise, with *stagger* they fall."""

    def name_at(self, x: float, y: float) -> str:
        """What VASSAL calls a point of the picture."""
        line, place = self.cell_at(x, y)
        return self.name(line, place)

    def cell_at(self, x: float, y: float) -> tuple[int, int]:
        """Line and place of a point, as VASSAL counts them."""
        if self.sideways:
            x, y = y, x
        across = (x - self.x0) / self.dx
        if self.kind == "square":
            return int(across + 0.5), int((y - self.y0) / self.dy + 0.5)
        line = math.floor(across + 0.5)
        lower = self.dy / 2 if line % 2 else 0.0
        return line, math.floor((y - self.y0 - lower) / self.dy + 0.5)

    def name(self, line: int, place: int) -> str:
        """What the cell of a line and a place is called."""
        last_line, last_place = self.last()
        lower = self.stagger and line % 2
        line = last_line - line if self.lines.backwards else line
        place = last_place - place if self.places.backwards else place
        if lower:  # after both are turned round
            place += -1 if self.places.backwards else 1
        if self.slanted:
            half = int(line / 2)  # towards 0, as Java divides
            place = place + half if self.stagger else place - half + 1
        texts = [self.lines.text(line), self.places.text(place)]
        at = self.separator.join(texts[::-1] if self.places_first else texts)
        parts = self.form.split("$")
        known = {"gridLocation": at, "column": texts[0], "row": texts[1]}
        return "".join(
            known.get(part, "") if number % 2 and number + 1 < len(parts) else part
            for number, part in enumerate(parts)
        )

    def last(self) -> tuple[int, int]:
        """From what VASSAL counts back; for hexes it takes the wrong one of dx and dy each time."""
        if self.kind == "square":
            return int(self.width / self.dx + 0.5), int(self.height / self.dy + 0.5)
        rows = math.floor(self.height / self.dx + 0.5)
        columns = math.floor(self.width / self.dy + 0.5)
        return (rows, columns) if self.sideways else (columns, rows)


def numbered_grid(
    grid: Grid,
    numbering: Numbering,
    size: tuple[int, int],
    scale: float,
    corner: tuple[float, float],
) -> NumberedGrid | None:
    """The grid of a map on its picture; None where VASSAL cannot count as the map does.

    *corner* is the board point at the upper left of the picture, *scale* pixels per board unit.
    """
    pointy = isinstance(grid, HexGrid) and grid.pointy
    line_count, place_count = numbering.columns, numbering.rows
    if pointy:
        line_count, place_count = place_count, line_count
    counts = ((line_count, grid.lines), (place_count, grid.line_length))
    if (
        numbering.style != "grid"
        or "$" in numbering.prefix
        or not all(_is_countable(count, of + numbering.stagger) for count, of in counts)
    ):
        return None
    x, y = grid.centre(*grid.coordinates(0))
    middle = (x - corner[0]) * scale, (y - corner[1]) * scale
    if pointy:
        middle = middle[::-1]
    step = (LINE_STEP * scale, CELL_STEP * scale)
    if not isinstance(grid, HexGrid):
        step = (SIDE * scale, SIDE * scale)
    raw_line = 0
    if isinstance(grid, HexGrid) and grid.shoved == "odd":  # VASSAL moves the 2nd, 4th … line
        raw_line = 1
        middle = middle[0] - step[0], middle[1] - step[1] / 2
    found = NumberedGrid(
        kind="hex" if isinstance(grid, HexGrid) else "square",
        x0=round(middle[0]), y0=round(middle[1]), dx=step[0], dy=step[1], sideways=pointy,
        width=size[0], height=size[1], places_first=pointy != numbering.row_first,
        separator=numbering.separator, form=numbering.prefix + "$gridLocation$",
        stagger=numbering.stagger and isinstance(grid, HexGrid),
    )  # fmt: skip
    last_line, last_place = found.last()
    lines = _axis(line_count, grid.lines, raw_line, last_line)
    places = _axis(place_count, grid.line_length, 0, last_place)
    return replace(found, lines=lines, places=places)


def _is_countable(count: Count, of: int) -> bool:
    """VASSAL counts one by one, and doubles its letters after Z where we write AA, AB."""
    if count.step != 1 or count.start < 0:
        return False
    return not count.letters or (count.start >= 1 and count.start - 1 + of <= len(_ALPHABET))


def _axis(count: Count, of: int, raw: int, last: int) -> Axis:
    """An axis whose cell number *raw* is called as our first one; *last*: see `NumberedGrid`."""
    first = count.start + (of - 1 if count.backwards else 0) - (1 if count.letters else 0)
    offset = first - (last - raw if count.backwards else raw)
    leading = 0 if count.letters else max(0, count.digits - 1)
    return Axis(count.letters, leading, offset, count.backwards)
