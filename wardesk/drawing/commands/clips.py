"""Copied cells, what lies on their sides and is drawn on them; laid down elsewhere, stitched on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft, Kind
from wardesk.drawing.commands.checks import (
    good_scalar,
    good_text,
    known_border_kind,
    known_cell,
    known_cells,
    known_terrain,
    one_line,
    require_layout,
)
from wardesk.drawing.commands.clip_kinds import (
    ClipKinds,
    features_of,
    kinds_used,
    moved_feature,
    put_features,
    put_kinds,
    settle_lines,
    turned,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.sheet import ResizeSheet, resize
from wardesk.drawing.commands.sides import MOST_KINDS
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.mirror import opposite_cell
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import Scalar
from wardesk.words import say

Step = tuple[int, int]


class ClipCell(Struct, frozen=True, forbid_unknown_fields=True):
    """A copied cell; *step* is its place from the first one in lattice steps."""

    step: Step
    terrain: str
    name: str = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])
    id: str = ""
    """Its id where it was copied, for what is drawn on it."""


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
    kinds: ClipKinds = ClipKinds()
    features: tuple[Feature, ...] = ()
    """What is drawn on the cells, from the centre of the first one."""

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

    def mirrored(self) -> Clip:
        """The clip with left and right exchanged; its first cell stays where it is.

        Words stay readable: only their places are exchanged.
        """

        def flip(step: Step) -> Step:
            q, r = step
            if self.kind == "square":
                return -q, r
            return (q, -q - r) if self.pointy else (-q, q + r)

        return replace(
            self,
            cells=tuple(replace(cell, step=flip(cell.step)) for cell in self.cells),
            sides=tuple(replace(s, a=flip(s.a), b=flip(s.b)) for s in self.sides),
            features=tuple(moved_feature(f, lambda p: (-p[0], p[1])) for f in self.features),
        )


def opposite(document: MapDocument, cells: Sequence[str], *, turned: bool) -> Paste:
    """What lays cells on the other side of the sheet: mirrored there, or *turned* by half.

    The mirror is the one of painting symmetrically: a cell at the edge may have none opposite.
    UserError if no cell has one, or if half a turn lays no cells on cells.
    """
    layout = require_layout(document)
    grid, numbers = layout.grid, document.cell_numbers
    if not turned:
        across = {
            cell: opposite_cell(grid, numbers[cell], "across") for cell in cells if cell in numbers
        }
        first = next((cell for cell, there in across.items() if there >= 0), None)
        if first is None:
            raise UserError("No picked cell has one opposite.", "Pick some farther inside.")
        clip = copy_cells(document, (first, *(cell for cell in cells if cell != first)))
        return Paste(clip.mirrored(), layout.numbering.label(grid, across[first]))
    clip = copy_cells(document, cells)
    middles = [grid.centre(*grid.coordinates(number)) for number in range(grid.count)]
    xs, ys = zip(*middles, strict=True)
    x, y = grid.centre(*grid.coordinates(numbers[cells[0]]))
    goal = (min(xs) + max(xs) - x, min(ys) + max(ys) - y)
    found = grid.cell_at(*goal)
    if found < 0 or grid.centre(*grid.coordinates(found)) != goal:
        raise UserError(
            say("This sheet has no cells that lie opposite each other."),
            "Give it one column more or less.",
        )
    return Paste(clip, layout.numbering.label(grid, found), 3 if clip.kind == "hex" else 2)


def copy_cells(document: MapDocument, cells: Sequence[str]) -> Clip:
    """A clip of cells, the first one being its origin. UserError for unknown ones.

    The kinds they use, and what is drawn on them alone, come along.
    """
    layout = require_layout(document)
    numbers = document.cell_numbers
    found = known_cells(document, cells)
    q0, r0 = layout.grid.coordinates(numbers[found[0].id])
    steps: dict[str, Step] = {}
    for cell in found:
        q, r = layout.grid.coordinates(numbers[cell.id])
        steps[cell.id] = (q - q0, r - r0)
    x0, y0 = found[0].anchor
    features = features_of(document, steps, whole=len(steps) == len(document.cells))
    borders = {
        kind
        for (a, b), kinds in document.sides.items()
        if a in steps and b in steps
        for kind in kinds
    }
    return Clip(
        kinds=kinds_used(
            document, {cell.terrain for cell in found}, borders, {f.kind for f in features}
        ),
        features=tuple(moved_feature(f, lambda p: (p[0] - x0, p[1] - y0)) for f in features),
        kind="hex" if isinstance(layout.grid, HexGrid) else "square",
        cells=tuple(
            ClipCell(
                steps[cell.id],
                cell.terrain,
                "" if cell.name == cell.id else cell.name,
                dict(cell.properties),
                cell.id if features else "",
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


def require_fitting(document: MapDocument, layout: Layout, clip: Clip) -> None:
    """Refuse a piece that does not fit on this sheet, or holds what no file could. UserError."""
    if clip.kind != layout.grid.kind:
        raise UserError(
            say(
                "A piece of a {kind} map does not fit on a {kind_2} map.",
                kind=clip.kind,
                kind_2=layout.grid.kind,
            )
        )
    if clip.pointy != layout.grid.pointy:
        raise UserError("The hexes of the piece stand the other way: flat against pointy.")
    carried = {kind.id for kind in clip.kinds.terrain}
    for terrain in {cell.terrain for cell in clip.cells} - carried:
        known_terrain(document, terrain)
    carried = {kind.id for kind in clip.kinds.borders}
    for side in clip.sides:
        step = (side.b[0] - side.a[0], side.b[1] - side.a[1])
        if step not in layout.grid.side_steps or not 1 <= len(side.kinds) <= MOST_KINDS:
            raise UserError("The piece has a side that is none.")
        for kind in set(side.kinds) - carried:
            known_border_kind(document, kind)
    for cell in clip.cells:
        one_line(cell.name, "A name")
        for name, value in cell.properties.items():
            good_text(name, "The name of a property")
            good_scalar(value)


def _high_end(document: MapDocument, pair: tuple[str, str]) -> Literal["", "a", "b"]:
    high = document.high.get(pair)
    if high not in pair:
        return ""
    return "a" if high == pair[0] else "b"


class Paste(Command, frozen=True):
    """Lay a clip down with its first cell on *at*, turned; what falls off the sheet is left out."""

    clip: Clip
    at: str
    turn: int = 0
    names: bool = False
    """Whether names that are more than labels come along."""

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        layout = require_layout(document)
        known_cell(document, self.at)
        require_fitting(document, layout, self.clip)
        start = layout.grid.coordinates(document.cell_numbers[self.at])
        draft = DocumentDraft(document)
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

    def plan(self, document: MapDocument) -> DocumentChange:
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
        draft = DocumentDraft(document)
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
    draft: DocumentDraft,
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
    draft: DocumentDraft, layout: Layout, clip: Clip, start: Step, turn: tuple[int, float]
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
