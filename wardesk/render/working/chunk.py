"""One chunk of a sheet: its fills, stamps, sides and numbers, made when first seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainterPath

from wardesk.render.working.forms import (
    LEVEL,
    SOFT,
    WET,
    WOODY,
    Forms,
    same_mask,
    variants,
    winding,
)
from wardesk.render.working.frame import LatticeFrame, Numbers
from wardesk.render.working.numbers import Text, number_text
from wardesk.render.working.recipes import recipe_of
from wardesk.render.working.stamps import Spot
from wardesk.render.working.state import ABSENT, LatticeState


class FormBook:
    """The forms of every recipe for one shape of cells."""

    def __init__(self, frame: LatticeFrame) -> None:
        woody, soft = Forms(frame.corners, WOODY), Forms(frame.corners, SOFT)
        self.level = Forms(frame.corners, LEVEL)
        self._by_recipe = {"wood": woody, "lake": Forms(frame.corners, WET)}
        self._soft = soft

    def of(self, recipe: str) -> Forms:
        """The forms that a recipe uses."""
        return self._by_recipe.get(recipe, self._soft)


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
class Ground:
    """What depends on terrain and height: thrown away by edits."""

    steps: dict[int, Patch]
    patches: dict[str, Patch]
    """By art."""


@dataclass
class Flats:
    """Plain cells for small scales, by art and rank."""

    fills: dict[tuple[str, int], QPainterPath]


class Chunk:
    """All that one chunk shows; every part is made at its first use and dropped on its own."""

    def __init__(
        self,
        frame: LatticeFrame,
        state: LatticeState,
        forms: FormBook,
        members: Numbers,
        texts: dict[int, Text],
    ) -> None:
        self.frame, self.state, self.forms = frame, state, forms
        self.members = members
        self._texts_of = texts
        self._base: QPainterPath | None = None
        self._ground: Ground | None = None
        self._flats: Flats | None = None
        self._lines: list[list[QLineF]] | None = None
        self._numbers: list[Text] | None = None

    @cached_property
    def box(self) -> QRectF:
        """What its cells span."""
        return self.frame.box_of(self.members)

    def part(self, box: QRectF) -> Chunk | None:
        """Only the cells whose middle lies in a box; it paints there what the whole would.

        To be thrown away after painting. None if there are no such cells.
        """
        x, y = self.frame.centres[self.members].T
        near = (x > box.left()) & (x < box.right()) & (y > box.top()) & (y < box.bottom())
        members = self.members[near]
        if not len(members):
            return None
        return Chunk(self.frame, self.state, self.forms, members, self._texts_of)

    def forget_ground(self) -> None:
        """Terrain or height of a cell here or next to it has changed."""
        self._ground = self._flats = None

    def forget_presence(self) -> None:
        """A cell here or next to it has come or gone."""
        self.forget_ground()
        self._base = self._lines = self._numbers = None

    @property
    def base(self) -> QPainterPath:
        """All cells."""
        if self._base is None:
            self._base = self._cells_path(self._present())
        return self._base

    @property
    def ground(self) -> Ground:
        """Steps of the ground and patches of terrain."""
        if self._ground is None:
            self._ground = Ground(self._steps(), self._patches())
        return self._ground

    @property
    def flats(self) -> Flats:
        """Cells as plain tiles."""
        if self._flats is None:
            self._flats = Flats(self._tiles())
        return self._flats

    @property
    def lines(self) -> list[list[QLineF]]:
        """The grid, cell by cell: Qt paints lines as one form by the 16, whatever they are."""
        if self._lines is None:
            self._lines = self._grid_lines()
        return self._lines

    @property
    def numbers(self) -> list[Text]:
        """The number of every cell."""
        if self._numbers is None:
            self._numbers = self._texts()
        return self._numbers

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
        for code in np.unique(grounds).tolist():
            art = state.arts[code]
            recipe = recipe_of(art)
            if recipe == "open":
                continue
            cells = present[grounds == code]
            same = state.melting(code)[state.ground[self.frame.beside[cells]]]
            found[art] = self._patch(self.forms.of(recipe), same, cells)
        return found

    def _tiles(self) -> dict[tuple[str, int], QPainterPath]:
        state, present = self.state, self._present()
        keys = state.ground[present].astype(np.int64) * 100 + state.rank[present]
        return {
            (state.arts[key // 100], key % 100): self._cells_path(present[keys == key])
            for key in np.unique(keys).tolist()
        }

    def _grid_lines(self) -> list[list[QLineF]]:
        frame, count = self.frame, self.frame.sides
        present = self._present()
        beside = frame.beside[present][:, :count]
        # every side is drawn by the cell of the lower number, or by the only one there is
        mine = (self.state.ground[beside] == ABSENT) | (beside > present[:, None])
        ends = [*zip(frame.corners, [*frame.corners[1:], frame.corners[0]], strict=True)]
        found: list[list[QLineF]] = []
        for (x, y), drawn in zip(frame.centres[present].tolist(), mine.tolist(), strict=True):
            lines = [
                QLineF(x + ax, y + ay, x + bx, y + by)
                for ((ax, ay), (bx, by)), is_mine in zip(ends, drawn, strict=True)
                if is_mine
            ]
            if lines:
                found.append(lines)
        return found

    def _texts(self) -> list[Text]:
        found, kept = list[Text](), self._texts_of
        for number in self._present().tolist():
            if number not in kept:
                kept[number] = number_text(self.frame, number, self.state.label(number))
            found.append(kept[number])
        return found
