"""The parts of hex and square maps: the sheet, cells that differ from its usual terrain, sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from wardesk.documents.files.json_parts import MEND, typed
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.issues.lattice import layout_problem
from wardesk.errors import DamagedFile
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Grid, Numbering, centres
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Cell
from wardesk.model.palette import Scalar
from wardesk.words import say

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\s/\\\x00-\x1f\x7f]+\Z")]
Text = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*\Z")]
Short = Annotated[str, Meta(max_length=8, pattern=r"^[^\s/\\\x00-\x1f\x7f]*\Z")]
Size = Annotated[int, Meta(ge=1, le=4096)]
Place = Annotated[int, Meta(ge=-(1 << 20), le=1 << 20)]

KINDS = ("hex", "square")


class _ClosedRow(Struct, forbid_unknown_fields=True, kw_only=True):
    """A row in which every entry is known."""


class CountRow(_ClosedRow):
    """How columns or rows are counted."""

    start: Annotated[int, Meta(ge=-9999, le=99_999)] = 1
    step: Annotated[int, Meta(ge=1, le=100)] = 1
    digits: Annotated[int, Meta(ge=1, le=6)] = 2
    letters: bool = False
    backwards: bool = False


class NumberingRow(_ClosedRow):
    """How cells are called."""

    style: Literal["grid", "oblique"] = "grid"
    columns: CountRow = field(default_factory=CountRow)
    rows: CountRow = field(default_factory=CountRow)
    row_first: bool = False
    separator: Short = ""
    prefix: Short = ""
    stagger: bool = False


class LatticeGridPart(_ClosedRow):
    """``grid.json`` of hex and square maps. *orientation* and *shoved* are for hexes."""

    kind: Literal["hex", "square"]
    unit: Text
    steps_per_unit: Literal[64]
    columns: Size
    rows: Size
    fill: Id
    orientation: Literal["flat", "pointy"] = "flat"
    shoved: Literal["odd", "even"] = "even"
    origin: tuple[Place, Place] = (0, 0)
    numbering: NumberingRow = field(default_factory=NumberingRow)


class LatticeCellRow(_ClosedRow):
    """A cell of ``cells.json`` that differs from the sheet's usual one."""

    id: Id
    name: Text = ""
    terrain: Id = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])


class LatticeCellsPart(_ClosedRow):
    """``cells.json``: cells that differ, and places of the sheet that are no cells."""

    cells: list[LatticeCellRow]
    absent: list[Id] = field(default_factory=list[Id])


def is_lattice(grid: object) -> bool:
    """Whether a plain ``grid.json`` is that of a hex or square map."""
    return isinstance(grid, dict) and grid.get("kind") in KINDS


def read_layout(plain: object) -> tuple[Literal["hex", "square"], str, Layout]:
    """Kind, unit and sheet of a plain ``grid.json``. DamagedFile if it cannot be one."""
    part = typed(plain, LatticeGridPart, "grid.json")
    row = part.numbering
    numbering = Numbering(
        style=row.style,
        columns=_count(row.columns),
        rows=_count(row.rows),
        row_first=row.row_first,
        separator=row.separator,
        prefix=row.prefix,
        stagger=row.stagger,
    )
    grid: Grid
    if part.kind == "hex":
        pointy = part.orientation == "pointy"
        grid = HexGrid(part.columns, part.rows, pointy, part.shoved, part.origin)
    else:
        grid = SquareGrid(part.columns, part.rows, part.origin)
    layout = Layout(grid, numbering, part.fill)
    problem = layout_problem(layout)
    if problem:
        raise DamagedFile(say("grid.json: {problem}", problem=problem), MEND)
    return part.kind, part.unit, layout


def read_cells(plain: object, layout: Layout) -> dict[str, Cell]:
    """All cells of the sheet in the order of their numbers. DamagedFile with the row."""
    part = typed(plain, LatticeCellsPart, "cells.json")
    labels = layout.numbering.labels(layout.grid)
    known, rows = set(labels), {}
    for number, row in enumerate(part.cells, start=1):
        if row.id in rows:
            raise DamagedFile(
                say(
                    "cells.json, row {number!s}: the id {row!s} is given twice.",
                    number=number,
                    row=row.id,
                ),
                MEND,
            )
        if row.id not in known:
            raise DamagedFile(
                say(
                    "cells.json, row {number!s}: the sheet has no cell {row!s}.",
                    number=number,
                    row=row.id,
                ),
                MEND,
            )
        rows[row.id] = row
    absent = set(part.absent)
    stray = sorted(absent - known) or sorted(absent & set(rows))
    if stray:
        raise DamagedFile(
            say("cells.json, absent: {stray!s} is no empty place of the sheet.", stray=stray[0]),
            MEND,
        )
    found: dict[str, Cell] = {}
    for label, anchor in zip(labels, centres(layout.grid), strict=True):
        if label in absent:
            continue
        row = rows.get(label)
        found[label] = (
            Cell(label, row.name or label, row.terrain or layout.fill, anchor, row.properties)
            if row
            else Cell(label, label, layout.fill, anchor)
        )
    return found


def usual_cells(layout: Layout) -> dict[str, Cell]:
    """All cells of an empty sheet, with the usual ground."""
    return read_cells({"cells": []}, layout)


def plain_grid(document: MapDocument, layout: Layout, steps: int) -> dict[str, Any]:
    """``grid.json`` of a lattice document; what is as usual is left out of the numbering."""
    grid = layout.grid
    row: dict[str, Any] = {
        "kind": document.kind,
        "unit": document.unit,
        "steps_per_unit": steps,
        "columns": grid.columns,
        "rows": grid.rows,
        "fill": layout.fill,
        "origin": list(grid.origin),
        "numbering": _changed(layout.numbering, Numbering()),
    }
    if isinstance(grid, HexGrid):
        row |= {"orientation": "pointy" if grid.pointy else "flat", "shoved": grid.shoved}
    return row


def plain_cells(document: MapDocument, layout: Layout) -> dict[str, Any]:
    """``cells.json`` of a lattice document: only what differs from the fill."""
    rows: list[dict[str, Any]] = []
    for cell in document.cells.values():
        row: dict[str, Any] = {"id": cell.id}
        if cell.name != cell.id:
            row["name"] = cell.name
        if cell.terrain != layout.fill:
            row["terrain"] = cell.terrain
        if cell.properties:
            row["properties"] = dict(cell.properties)
        if len(row) > 1:
            rows.append(row)
    part: dict[str, Any] = {"cells": rows}
    absent = [
        label for label in layout.numbering.labels(layout.grid) if label not in document.cells
    ]
    return {**part, "absent": absent} if absent else part


def _count(row: CountRow) -> Count:
    return Count(row.start, row.step, row.digits, row.letters, row.backwards)


def _changed(numbering: Numbering, usual: Numbering) -> dict[str, Any]:
    """The entries of a numbering that differ from the usual one."""
    now: Mapping[str, Any] = msgspec.to_builtins(numbering)
    then: Mapping[str, Any] = msgspec.to_builtins(usual)
    changed: dict[str, Any] = {}
    for name, value in now.items():
        if isinstance(value, dict):
            inner = {key: one for key, one in value.items() if one != then[name][key]}
            if inner:
                changed[name] = inner
        elif value != then[name]:
            changed[name] = value
    return changed
