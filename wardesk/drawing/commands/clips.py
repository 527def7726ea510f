"""Lay copied cells down elsewhere, turned, on this map or another; stitch a second board on."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from wardesk.drawing.commands.change import Change, Draft, Kind
from wardesk.drawing.commands.checks import known_cell, require_layout
from wardesk.drawing.commands.clip import Clip, Step, copy_cells, require_fitting
from wardesk.drawing.commands.clip_kinds import put_features, put_kinds, settle_lines, turned
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.sheet import ResizeSheet, resize
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.errors import UserError
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Cell
from wardesk.words import say


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
        require_fitting(document, layout, self.clip)
        start = layout.grid.coordinates(document.cell_numbers[self.at])
        draft = Draft(document)
        kinds: set[Kind] = {"terrain", "properties", "elevation", "names", "sides"}
        if put_kinds(draft, self.clip.kinds):
            kinds.add("palette")
        laid = _lay(draft, layout, self.clip.turned(self.turn), start, self.names)
        if self.clip.features:
            degrees = self.turn * (60.0 if layout.grid.kind == "hex" else 90.0)
            _lay_features(draft, layout, self.clip, start, (self.turn, degrees))
            kinds |= {"lines", "labels", "zones"}
        return draft.change(say("Paste {laid} cells", laid=laid), kinds)


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
        require_fitting(document, layout, self.board)
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
        palette_grows = put_kinds(draft, self.board.kinds)
        _lay(draft, after, self.board, start, names=True, keep=mine)
        if self.board.features:
            _lay_features(draft, after, self.board, start, (0, 0.0))
        kinds: set[Kind] = {
            "grid",
            "cells",
            "names",
            "terrain",
            "properties",
            "sides",
            "elevation",
            "adjacency",
            "lines",
            "labels",
            "zones",
        }
        if palette_grows:
            kinds.add("palette")
        return draft.change(say("Stitch a board on at the {side}", side=self.side), kinds)


def stitching(
    board: MapDocument,
    side: Literal["left", "right", "top", "bottom"],
    overlap: int = 0,
    prefix: str = "",
) -> StitchBoard:
    """The command that stitches a whole board on; its first place must be a cell.

    With a *prefix* its cells are named by it and by the number they have on their own board, since
    their ids go on in the numbering of the board they are stitched to.
    """
    layout = require_layout(board)
    labels = layout.numbering.labels(layout.grid)
    cells = [label for label in labels if label in board.cells]
    if not cells or cells[0] != labels[0]:
        raise UserError("The upper left place of the second board is no cell.")
    clip = copy_cells(board, cells)
    if prefix:
        rows = zip(clip.cells, cells, strict=True)
        named = tuple(replace(row, name=row.name or prefix + label) for row, label in rows)
        clip = replace(clip, cells=named)
    return StitchBoard(clip, layout.grid.columns, layout.grid.rows, side, overlap)


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
    keep = keep or set()
    label = _Labels(layout, start)
    laid = 0
    for row in clip.cells:
        old: Cell | None = draft.get("cells", label(row.step))
        if old is not None and old.id not in keep:
            called = row.name if names and row.name else old.name
            new = replace(old, terrain=row.terrain, name=called, properties=row.properties)
            draft.put("cells", old.id, new)
            laid += 1
    if not laid:
        raise UserError("Nothing of the piece lies on the map there.")
    inside = {label(row.step) for row in clip.cells}
    for row in clip.cells:
        for dq, dr in layout.grid.side_steps:
            a, b = label(row.step), label((row.step[0] + dq, row.step[1] + dr))
            if b in inside and not {a, b} & keep:
                draft.drop("sides", sorted_pair(a, b))
                draft.drop("high", sorted_pair(a, b))
    for side in clip.sides:
        a, b = label(side.a), label(side.b)
        there = draft.get("cells", a) is not None and draft.get("cells", b) is not None
        if there and not {a, b} <= keep:
            high = {"a": a, "b": b}.get(side.high, "")
            draft.put("sides", sorted_pair(a, b), side.kinds)
            if high:
                draft.put("high", sorted_pair(a, b), high)
            else:
                draft.drop("high", sorted_pair(a, b))
    return laid


def _lay_features(
    draft: Draft, layout: Layout, clip: Clip, start: Step, turn: tuple[int, float]
) -> None:
    """Draft copies of what is drawn on a clip; *turn* in steps and in degrees."""
    x0, y0 = layout.grid.centre(*start)
    label = _Labels(layout, start)
    ids: dict[str, str] = {}
    for row, ahead in zip(clip.cells, clip.turned(turn[0]).cells, strict=True):
        if row.id and draft.get("cells", label(ahead.step)) is not None:
            ids[row.id] = label(ahead.step)

    def move(point: Point) -> Point:
        x, y = turned(point, turn[1])
        return x + x0, y + y0

    put_features(draft, clip.features, move, ids)
    settle_lines(draft, draft.preview())


class _Labels:
    """The labels of lattice steps from a place, "" off the sheet."""

    def __init__(self, layout: Layout, start: Step) -> None:
        self._layout, self._start = layout, start

    def __call__(self, step: Step) -> str:
        grid = self._layout.grid
        number = grid.index(self._start[0] + step[0], self._start[1] + step[1])
        return self._layout.numbering.label(grid, number) if number >= 0 else ""
