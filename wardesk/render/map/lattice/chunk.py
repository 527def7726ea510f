"""One chunk of a sheet: its fills, stamps, sides and numbers, made when first seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainterPath

from wardesk.render.map.grounds import GROUNDS
from wardesk.render.map.lattice.forms import (
    LEVEL,
    Forms,
    same_mask,
    variants,
    winding,
)
from wardesk.render.map.lattice.frame import LatticeFrame, Numbers
from wardesk.render.map.lattice.numbers import Figure
from wardesk.render.map.lattice.stamps import Spot
from wardesk.render.map.lattice.state import ABSENT, LatticeState
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import mark_of, recipe_of

_LINE_ROOM = 130.0
"""How far from the middle of a cell its lines reach, drawing units."""
_DARK = 2
"""Heights from which the tint is so dark that figures need a rim."""


class FormBook:
    """The forms of every recipe for one shape of cells."""

    def __init__(self, frame: LatticeFrame, patience: Patience) -> None:
        self.patience = patience
        self.level = Forms(frame.corners, LEVEL, patience)
        bends = {one.bend for one in GROUNDS.values()}
        self._by_bend = {bend: Forms(frame.corners, bend, patience) for bend in bends}

    def of(self, recipe: str) -> Forms:
        """The forms that a recipe uses."""
        return self._by_bend[GROUNDS[recipe].bend]


@dataclass
class Patch:
    """A ground's share of a chunk, drawing units."""

    fill: QPainterPath = field(default_factory=lambda: winding(QPainterPath()))
    spots: list[Spot] = field(default_factory=list[Spot])
    """Where stamps go."""
    edge: list[Spot] = field(default_factory=list[Spot])
    """Those of them at the edge of the ground."""
    cells: list[int] = field(default_factory=list[int])


@dataclass
class ChunkGround:
    """What depends on terrain and height: thrown away by edits."""

    steps: dict[int, Patch]
    patches: dict[str, Patch]
    """By art."""


@dataclass
class Flats:
    """Plain cells for small scales, by art and rank."""

    fills: dict[tuple[str, int], QPainterPath]


Boxed = tuple[QLineF, float, float, float, float, int]
"""A line with its left, top, right and bottom, and the cell on its other side."""


GridLines = dict[int, list[Boxed]]
"""The lines of the grid by cell: edits of the ground leave them as they are."""


class Chunk:
    """All that one chunk shows; every part is made at its first use and dropped on its own."""

    def __init__(
        self,
        frame: LatticeFrame,
        state: LatticeState,
        forms: FormBook,
        members: Numbers,
        grid_lines: GridLines,
    ) -> None:
        self.frame, self.state, self.forms = frame, state, forms
        self.members, self._grid_lines = members, grid_lines
        self._base: QPainterPath | None = None
        self._ground: ChunkGround | None = None
        self._flats: Flats | None = None
        self._numbers: list[Figure] | None = None
        self._heights: list[Figure] | None = None
        self._busy: frozenset[int] | None = None

    @cached_property
    def box(self) -> QRectF:
        """What its cells span."""
        return self.frame.box_of(self.members)

    def forget_ground(self) -> None:
        """Terrain or height of a cell here or next to it has changed."""
        self._ground = self._flats = self._heights = self._busy = None

    def forget_presence(self) -> None:
        """A cell here or next to it has come or gone."""
        self.forget_ground()
        self._base = self._numbers = None

    @property
    def base(self) -> QPainterPath:
        """All cells."""
        if self._base is None:
            self._base = self._cells_path(self._present())
        return self._base

    @property
    def ground(self) -> ChunkGround:
        """Steps of the ground and patches of terrain."""
        if self._ground is None:
            self._ground = ChunkGround(self._steps(), self._patches())
            self.forms.patience.made()
        return self._ground

    @property
    def flats(self) -> Flats:
        """Cells as plain tiles."""
        if self._flats is None:
            self._flats = Flats(self._tiles())
            self.forms.patience.made()
        return self._flats

    def lines(self, box: QRectF, reach: float) -> Iterator[tuple[int, list[tuple[QLineF, int]]]]:
        """The grid as far as *reach* around a box.

        It comes cell by cell, each line with the cell on its other side: Qt paints lines as one
        form by the 16, wherever they lie.
        """
        kept = self._grid_lines
        centres = self.frame.centres[self.members]
        (x, y), room = centres.T, _LINE_ROOM
        near = (x > box.left() - room) & (x < box.right() + room)
        near &= (y > box.top() - room) & (y < box.bottom() + room)
        cells = self.members[near]
        if any(cell not in kept for cell in cells.tolist()):
            self._make_lines(cells)
        left, top = box.left() - reach, box.top() - reach
        right, bottom = box.right() + reach, box.bottom() + reach
        for cell in cells.tolist():
            found = [
                (line, other)
                for line, low_x, low_y, high_x, high_y, other in kept[cell]
                if low_x < right and high_x > left and low_y < bottom and high_y > top
            ]
            if found:
                yield cell, found

    @property
    def numbers(self) -> list[Figure]:
        """The number of every cell."""
        if self._numbers is None:
            self._numbers = self._figures(self._present(), self.state.label)
        return self._numbers

    @property
    def heights(self) -> list[Figure]:
        """The height of every cell whose drawing hides the tint that would tell it."""
        if self._heights is None:
            state, present = self.state, self._present()
            hiding = np.array([not GROUNDS[recipe_of(art)].quiet for art in state.arts], bool)
            told = (state.rank[present] > 0) & hiding[state.ground[present]]
            self._heights = self._figures(present[told], lambda number: f"{state.height[number]:g}")
        return self._heights

    @property
    def busy(self) -> frozenset[int]:
        """The cells whose numbers stand on trees, on dark ground or other drawing."""
        if self._busy is None:
            patches, steps = self.ground.patches.items(), self.ground.steps.items()
            drawn = [patch.cells for art, patch in patches if not GROUNDS[recipe_of(art)].quiet]
            dark = [step.cells for rank, step in steps if rank >= _DARK]
            self._busy = frozenset(chain.from_iterable([*drawn, *dark]))
        return self._busy

    def _figures(self, cells: Numbers, text: Callable[[int], str]) -> list[Figure]:
        places = self.frame.centres[cells].tolist()
        rows = zip(cells.tolist(), places, strict=True)
        return [(cell, (x, y), text(cell)) for cell, (x, y) in rows]

    def _present(self) -> Numbers:
        return self.members[self.state.ground[self.members] != ABSENT]

    def _cells_path(self, cells: Numbers) -> QPainterPath:
        path, outline = winding(QPainterPath()), self.frame.outline
        for x, y in self.frame.centres[cells].tolist():
            path.addPolygon(outline.translated(x, y))
        return path

    def _patch(self, forms: Forms, same: Numbers, cells: Numbers) -> Patch:
        """The soft patch of some cells; *same* tells which neighbours belong to it."""
        made = Patch(cells=cells.tolist())
        masks = same_mask(same)
        full = (1 << same.shape[1]) - 1
        kinds, centres = variants(cells), self.frame.centres[cells]
        for mask, kind, (x, y) in zip(
            masks.tolist(), kinds.tolist(), centres.tolist(), strict=True
        ):
            made.fill.addPolygon(forms.at(mask, kind).outline.translated(x, y))
            spot = (mask, kind, x, y)
            made.spots.append(spot)
            if mask != full:
                made.edge.append(spot)
        return made

    def _steps(self) -> dict[int, Patch]:
        rank, beside = self.state.rank, self.frame.beside
        present = self._present()
        highest = int(rank[present].max(initial=0))
        found: dict[int, Patch] = {}
        for step in range(1, highest + 1):
            cells = present[rank[present] >= step]
            around = rank[beside[cells]]
            # what lies under the next step and away from the edge of this one is never seen
            edge = ((around < step) & (around >= 0)).any(axis=1)
            bare = ((around < step + 1) & (around >= 0)).any(axis=1) | (rank[cells] == step)
            seen = edge | bare
            cells, around = cells[seen], around[seen]
            if len(cells):
                found[step] = self._patch(self.forms.level, (around >= step) | (around < 0), cells)
        return found

    def _patches(self) -> dict[str, Patch]:
        state = self.state
        present = self._present()
        grounds = state.ground[present]
        found: dict[str, Patch] = {}
        for code in sorted(set(grounds.tolist())):  # np.unique would import much at its first use
            art = state.arts[code]
            recipe = recipe_of(art)
            cells = present[grounds == code]
            if recipe == "open":  # its colour is that of the lowest level; heights keep theirs
                cells = cells[state.rank[cells] <= 0] if mark_of(art) else cells[:0]
            if not len(cells):
                continue
            same = state.melting(code)[state.ground[self.frame.beside[cells]]]
            found[art] = self._patch(self.forms.of(recipe), same, cells)
        return found

    def _tiles(self) -> dict[tuple[str, int], QPainterPath]:
        state, present = self.state, self._present()
        keys = state.ground[present].astype(np.int64) * 100 + state.rank[present]
        return {
            (state.arts[key // 100], key % 100): self._cells_path(present[keys == key])
            for key in sorted(set(keys.tolist()))
        }

    def _make_lines(self, cells: Numbers) -> None:
        """Make the lines of some cells; none for those that are not there."""
        frame, count, kept = self.frame, self.frame.sides, self._grid_lines
        present = self.state.ground[cells] != ABSENT
        beside = frame.beside[cells][:, :count]
        # every side is drawn by the cell of the lower number, or by the only one there is
        mine = (self.state.ground[beside] == ABSENT) | (beside > cells[:, None])
        mine &= present[:, None]
        ends = [*zip(frame.corners, [*frame.corners[1:], frame.corners[0]], strict=True)]
        places = frame.centres[cells].tolist()
        rows = zip(cells.tolist(), places, mine.tolist(), beside.tolist(), strict=True)
        for turn, (cell, (x, y), drawn, others) in enumerate(rows):
            if cell in kept:
                continue
            kept[cell] = [
                (QLineF(x + ax, y + ay, x + bx, y + by),
                 x + min(ax, bx), y + min(ay, by), x + max(ax, bx), y + max(ay, by), other)
                for ((ax, ay), (bx, by)), is_mine, other in zip(ends, drawn, others, strict=True)
                if is_mine
            ]  # fmt: skip
            if turn % 64 == 63:
                self.forms.patience.made()
