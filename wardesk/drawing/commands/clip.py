"""A copied piece of a sheet: cells, what lies on their sides, what is drawn on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from wardesk.drawing.commands.checks import (
    good_scalar,
    good_text,
    known_border_kind,
    known_cells,
    known_terrain,
    one_line,
    require_layout,
)
from wardesk.drawing.commands.clip_kinds import ClipKinds, features_of, kinds_used, moved_feature
from wardesk.drawing.commands.sides import MOST_KINDS
from wardesk.drawing.document import Layout, MapDocument
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.model.board import Feature
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
