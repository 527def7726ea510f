"""Copy cells of a sheet with their sides, turn them, paste them elsewhere, stitch a board on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from wardesk.drawing.change import Change, Draft, Kind
from wardesk.drawing.checks import (
    good_scalar,
    known_border_kind,
    known_cell,
    known_cells,
    known_terrain,
    one_line,
    require_layout,
)
from wardesk.drawing.command import Command
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.neighbourhood import cell_numbers, sorted_pair
from wardesk.drawing.sheet_commands import ResizeSheet, resize
from wardesk.drawing.side_commands import MOST_KINDS
from wardesk.errors import UserError
from wardesk.geometry.hex_lattice import HexGrid
from wardesk.model.board import Cell
from wardesk.model.palette import Scalar

Step = tuple[int, int]


class ClipCell(Struct, frozen=True, forbid_unknown_fields=True):
    """A copied cell; *step* is its place from the first one in lattice steps."""

    step: Step
    terrain: str
    name: str = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])


class ClipSide(Struct, frozen=True, forbid_unknown_fields=True):
    """A side between two copied cells with what lies on it, and which of them lies high."""

    a: Step
    b: Step
    kinds: tuple[str, ...]
    high: Literal["", "a", "b"] = ""


class Clip(Struct, frozen=True, forbid_unknown_fields=True):
    """What a copy holds; plain enough for a clipboard."""

    kind: Literal["square", "hex"]
    cells: tuple[ClipCell, ...]
    sides: tuple[ClipSide, ...] = ()
    pointy: bool = False

    def turned(self, times: int) -> Clip:
        """The clip turned clockwise by sixths (hexes) or quarters (squares) of a full turn."""
        steps = 6 if self.kind == "hex" else 4

        def turn(step: Step) -> Step:
            q, r = step
            for _ in range(times % steps):
                q, r = (-r, q + r) if self.kind == "hex" else (-r, q)
            return q, r

        return replace(
            self,
            cells=tuple(replace(cell, step=turn(cell.step)) for cell in self.cells),
            sides=tuple(replace(s, a=turn(s.a), b=turn(s.b)) for s in self.sides),
        )


class Paste(Command, frozen=True):
    """Lay a clip down with its first cell on *at*, turned; what falls off the sheet is left out."""

    clip: Clip
    at: str
    turn: int = 0
    names: bool = False
    """Whether names that are more than labels come along."""

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        layout = require_layout(document)
        known_cell(document, self.at)
        _check(document, layout, self.clip)
        start = layout.grid.coordinates(cell_numbers(document)[self.at])
        draft = Draft(document)
        laid = _lay(draft, layout, self.clip.turned(self.turn), start, self.names)
        return draft.change(f"Paste {laid} cells", {"terrain", "properties", "names", "sides"})


class StitchBoard(Command, frozen=True):
    """Put a second board beside this one: the sheet grows and takes the other board's cells.

    *overlap* columns (rows) of the two boards are the same cells, half hexes at the seam for one;
    there this board's cells win. Cells go on in this board's numbering.
    """

    board: Clip
    columns: int
    rows: int
    side: Literal["left", "right", "top", "bottom"]
    overlap: int = 0

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        layout = require_layout(document)
        _check(document, layout, self.board)
        sideways = self.side in ("left", "right")
        if min(self.columns, self.rows) < 1 or not 0 <= self.overlap < (
            self.columns if sideways else self.rows
        ):
            raise UserError("The overlap must be smaller than the second board.")
        grid = layout.grid
        grown = (self.columns if sideways else self.rows) - self.overlap
        higher = max(0, self.rows - grid.rows) if sideways else 0
        wider = max(0, self.columns - grid.columns) if not sideways else 0
        sizes = {"left": 0, "top": 0, "right": wider, "bottom": higher}
        sizes[self.side] += grown
        draft = Draft(document)
        resize(draft, ResizeSheet(sizes["left"], sizes["top"], sizes["right"], sizes["bottom"]))
        after: Layout = draft.now("layout")
        first = {
            "left": (0, 0),
            "top": (0, 0),
            "right": (grid.columns - self.overlap, 0),
            "bottom": (0, grid.rows - self.overlap),
        }[self.side]
        start = after.grid.axial(*first)
        mine = {
            after.numbering.label(after.grid, after.grid.index(*after.grid.axial(c, r)))
            for c in range(sizes["left"], sizes["left"] + grid.columns)
            for r in range(sizes["top"], sizes["top"] + grid.rows)
        }
        _require_same_slant(self.board, start, after)
        _lay(draft, after, self.board, start, names=True, keep=mine)
        kinds: set[Kind] = {
            "grid",
            "cells",
            "names",
            "terrain",
            "properties",
            "sides",
            "adjacency",
            "lines",
        }
        return draft.change(f"Stitch a board on at the {self.side}", kinds)


def copy_cells(document: MapDocument, cells: Sequence[str]) -> Clip:
    """A clip of cells, the first one being its origin. UserError for unknown ones."""
    layout = require_layout(document)
    numbers = cell_numbers(document)
    found = known_cells(document, cells)
    q0, r0 = layout.grid.coordinates(numbers[found[0].id])
    steps: dict[str, Step] = {}
    for cell in found:
        q, r = layout.grid.coordinates(numbers[cell.id])
        steps[cell.id] = (q - q0, r - r0)
    return Clip(
        kind="hex" if isinstance(layout.grid, HexGrid) else "square",
        cells=tuple(
            ClipCell(
                steps[cell.id],
                cell.terrain,
                "" if cell.name == cell.id else cell.name,
                dict(cell.properties),
            )
            for cell in found
        ),
        sides=tuple(
            ClipSide(steps[a], steps[b], kinds, _high_end(document, (a, b)))
            for (a, b), kinds in document.sides.items()
            if a in steps and b in steps
        ),
        pointy=layout.grid.pointy,
    )


def stitching(
    board: MapDocument, side: Literal["left", "right", "top", "bottom"], overlap: int = 0
) -> StitchBoard:
    """The command that stitches a whole board on; its first place must be a cell."""
    layout = require_layout(board)
    labels = layout.numbering.labels(layout.grid)
    cells = [label for label in labels if label in board.cells]
    if not cells or cells[0] != labels[0]:
        raise UserError("The upper left place of the second board is no cell.")
    clip = copy_cells(board, cells)
    return StitchBoard(clip, layout.grid.columns, layout.grid.rows, side, overlap)


def _check(document: MapDocument, layout: Layout, clip: Clip) -> None:
    if clip.kind != layout.grid.kind:
        raise UserError(f"A piece of a {clip.kind} map does not fit on a {layout.grid.kind} map.")
    if clip.pointy != layout.grid.pointy:
        raise UserError("The hexes of the piece stand the other way: flat against pointy.")
    for terrain in {cell.terrain for cell in clip.cells}:
        known_terrain(document, terrain)
    for side in clip.sides:
        step = (side.b[0] - side.a[0], side.b[1] - side.a[1])
        if step not in layout.grid.side_steps or not 1 <= len(side.kinds) <= MOST_KINDS:
            raise UserError("The piece has a side that is none.")
        for kind in side.kinds:
            known_border_kind(document, kind)
    for cell in clip.cells:
        one_line(cell.name, "A name")
        for value in cell.properties.values():
            good_scalar(value)


def _require_same_slant(board: Clip, start: Step, after: Layout) -> None:
    """A board's far cells tell how its lines are shoved; they must fall on this sheet's places."""
    if all(after.grid.index(start[0] + q, start[1] + r) >= 0 for q, r in _steps(board)):
        return
    raise UserError(
        "The second board's hexes do not meet this board's: their lines are shoved differently.",
        "Use an overlap larger or smaller by one.",
    )


def _steps(board: Clip) -> list[Step]:
    return [cell.step for cell in board.cells]


def _lay(
    draft: Draft,
    layout: Layout,
    clip: Clip,
    start: Step,
    names: bool,
    keep: set[str] | None = None,
) -> int:
    """Draft a clip's cells and sides from *start* on; cells to *keep* stay. How many were laid."""
    cells: dict[str, Cell] = dict(draft.now("cells"))
    sides: dict[tuple[str, str], tuple[str, ...]] = dict(draft.now("sides"))
    high: dict[tuple[str, str], str] = dict(draft.now("high"))
    keep = keep or set()

    def label(step: Step) -> str:
        number = layout.grid.index(start[0] + step[0], start[1] + step[1])
        return layout.numbering.label(layout.grid, number) if number >= 0 else ""

    laid = 0
    for row in clip.cells:
        name = label(row.step)
        if name in cells and name not in keep:
            called = row.name if names and row.name else cells[name].name
            cells[name] = replace(
                cells[name], terrain=row.terrain, name=called, properties=row.properties
            )
            draft.cells.add(name)
            laid += 1
    inside = {label(row.step) for row in clip.cells}
    for pair in [pair for pair in sides if set(pair) <= inside - keep]:
        del sides[pair]
        high.pop(pair, None)
    for side in clip.sides:
        a, b = label(side.a), label(side.b)
        if a in cells and b in cells and not {a, b} <= keep:
            sides[sorted_pair(a, b)] = side.kinds
            high.pop(sorted_pair(a, b), None)
            if side.high:
                high[sorted_pair(a, b)] = a if side.high == "a" else b
    if not laid:
        raise UserError("Nothing of the piece lies on the map there.")
    draft.set("cells", cells)
    draft.set("sides", sides)
    draft.set("high", high)
    return laid


def _high_end(document: MapDocument, pair: tuple[str, str]) -> Literal["", "a", "b"]:
    high = document.high.get(pair)
    if high not in pair:
        return ""
    return "a" if high == pair[0] else "b"
