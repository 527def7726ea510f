"""Commands on the sheet: its size, which places of a hex or square map are cells, its layers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft, Kind
from wardesk.drawing.commands.checks import good_share, known_cells, require_layout, some
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.references import follow
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.issues.lattice import layout_problem
from wardesk.drawing.layers import IN_WORDS, Layer, layer_state, styles_with
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import CELL_STEP, LINE_STEP, HexGrid
from wardesk.geometry.grids.numbering import Count, Grid
from wardesk.geometry.grids.square_lattice import SIDE
from wardesk.model.board import Cell
from wardesk.words import say

MOST = 4096
"""Columns or rows; the file format says so too."""


class ResizeSheet(Command, frozen=True):
    """Add columns and rows at the sides of a sheet, or (below 0) take some off.

    What is drawn stays where it is, and cells keep their labels unless *renumber* is asked for or
    labels are oblique.
    """

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0
    renumber: bool = False

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        draft = DocumentDraft(document)
        resize(draft, self)
        kinds: set[Kind] = {"grid", "cells", "names", "sides", "adjacency", "lines"}
        grid = draft.now("layout").grid
        return draft.change(
            say("Resize to {columns} × {rows}", columns=grid.columns, rows=grid.rows), kinds
        )


class SetPresence(Command, frozen=True):
    """Take places of the sheet out of the map, or bring them back with the usual terrain."""

    cells: tuple[str, ...]
    present: bool

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        layout = require_layout(document)
        numbers = document.cell_numbers
        draft = DocumentDraft(document)
        if not self.present:
            gone = known_cells(document, self.cells)
            if len(gone) == len(document.cells):
                raise UserError("A map must keep a cell.")
            for cell in gone:
                draft.drop("cells", cell.id)
            follow(draft, {cell.id: "" for cell in gone})
        else:
            for label in self.cells:
                if label not in numbers:
                    raise UserError(
                        say("The sheet has no place {label!s}.", label=f"{label!a:.70}")
                    )
            wanted = {label for label in self.cells if label not in document.cells}
            draft.cells.update(wanted)
            draft.set("cells", _in_order(document, layout, numbers, wanted))
        word = "Bring back" if self.present else "Take out"
        return draft.change(f"{word} {some(self.cells)}", {"cells", "sides", "adjacency", "lines"})


def resize(draft: DocumentDraft, by: ResizeSheet) -> None:
    """Draft the sheet in another size. UserError if it cannot have it."""
    document = draft.document
    layout = require_layout(document)
    old = layout.grid
    columns, rows = old.columns + by.left + by.right, old.rows + by.top + by.bottom
    if not (1 <= columns <= MOST and 1 <= rows <= MOST):
        raise UserError(
            say(
                "A sheet has 1 to {most!s} columns and rows, not {columns!s} × {rows!s}.",
                most=MOST,
                columns=columns,
                rows=rows,
            )
        )
    grid = _moved(old, columns, rows, by.left, by.top)
    numbering = layout.numbering
    if not by.renumber and numbering.style == "grid":
        numbering = replace(
            numbering,
            columns=_shifted(numbering.columns, by.left, by.right),
            rows=_shifted(numbering.rows, by.top, by.bottom),
        )
    after = replace(layout, grid=grid, numbering=numbering)
    problem = layout_problem(after)
    if problem or max(map(abs, grid.origin)) > 1 << 20:
        raise UserError(problem or say("The sheet would reach too far."))
    if not all(-9999 <= c.start <= 99_999 for c in (after.numbering.columns, after.numbering.rows)):
        raise UserError("The numbering does not reach so far.", "Resize with new numbers.")
    before, labels = layout.numbering.labels(old), after.numbering.labels(grid)
    ids: dict[str, str] = {}
    for number, label in enumerate(before):
        column, row = old.offset(*old.coordinates(number))
        column, row = column + by.left, row + by.top
        inside = 0 <= column < columns and 0 <= row < rows
        ids[label] = labels[grid.index(*grid.axial(column, row))] if inside else ""
    came_from = {new: label for label, new in ids.items() if new}
    cells: dict[str, Cell] = {}
    for number, label in enumerate(labels):
        origin = came_from.get(label)
        if origin is None:
            cells[label] = _blank(after, label, number)
        elif origin in document.cells:
            cell = document.cells[origin]
            name = label if cell.name == origin else cell.name
            cells[label] = replace(cell, id=label, name=name)
    if not cells:
        raise UserError("Nothing would be left of the map.")
    draft.set("layout", after)
    draft.set("cells", cells)
    draft.cells.update((*document.cells, *cells))
    follow(draft, {label: new for label, new in ids.items() if label != new})


def _moved(old: Grid, columns: int, rows: int, left: int, top: int) -> Grid:
    """The grid in its new size with every old cell on its old place."""
    x, y = old.origin
    if not isinstance(old, HexGrid):
        return replace(old, columns=columns, rows=rows, origin=(x - left * SIDE, y - top * SIDE))
    steps = (CELL_STEP, LINE_STEP) if old.pointy else (LINE_STEP, CELL_STEP)
    lines_before = top if old.pointy else left
    shoved: Literal["odd", "even"] = old.shoved
    if lines_before % 2:  # the line that was first is second now
        shoved = "even" if old.shoved == "odd" else "odd"
    origin = (x - left * steps[0], y - top * steps[1])
    return HexGrid(columns, rows, old.pointy, shoved, origin)


def _shifted(count: Count, before: int, behind: int) -> Count:
    return replace(count, start=count.start - count.step * (behind if count.backwards else before))


def _in_order(
    document: MapDocument, layout: Layout, numbers: Mapping[str, int], wanted: set[str]
) -> dict[str, Cell]:
    """All cells in the order of the sheet, those that are wanted as blanks."""
    found: dict[str, Cell] = {}
    for label, number in numbers.items():
        if label in document.cells:
            found[label] = document.cells[label]
        elif label in wanted:
            found[label] = _blank(layout, label, number)
    return found


def _blank(layout: Layout, label: str, number: int) -> Cell:
    x, y = layout.grid.centre(*layout.grid.coordinates(number))
    return Cell(label, label, layout.fill, (float(x), float(y)))


class SetLayer(Command, frozen=True):
    """Change eye, lock or opacity of a layer; what is left out stays."""

    layer: Layer
    visible: bool | None = None
    locked: bool | None = None
    opacity: float | None = None

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        state = layer_state(document, self.layer)
        verb = "Change"
        if self.visible is not None:
            state, verb = replace(state, visible=self.visible), "Show" if self.visible else "Hide"
        if self.locked is not None:
            state, verb = replace(state, locked=self.locked), "Lock" if self.locked else "Unlock"
        if self.opacity is not None:
            state, verb = replace(state, opacity=good_share(self.opacity, "An opacity")), "Fade"
        draft = DocumentDraft(document)
        draft.set("styles", styles_with(document, self.layer, state))
        return draft.change(f"{verb} {IN_WORDS[self.layer]}", {"layers"})
