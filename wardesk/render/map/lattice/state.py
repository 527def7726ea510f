"""What a sheet of hexes or squares shows, in arrays by cell number, in step with a view."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from wardesk.drawing.commands.paint import elevation_property
from wardesk.model.board import Cell
from wardesk.render.map.grounds import GROUNDS
from wardesk.render.map.lattice.frame import LatticeFrame, Numbers
from wardesk.render.map.recipes import art_of, recipe_of
from wardesk.render.map.view import ViewedMap

ABSENT = -1
_MOST_LEVELS = 12


class LatticeState:
    """Terrain and height of every cell. Arrays have one more row, for what lies off the sheet."""

    def __init__(self, view: ViewedMap, frame: LatticeFrame) -> None:
        self.view, self.frame = view, frame
        self.numbers = view.cell_numbers
        self._labels = {number: label for label, number in self.numbers.items()}
        self.arts: list[str] = []
        """What the codes in *ground* stand for."""
        self._codes: dict[str, int] = {}
        self._melting: dict[tuple[int, int], Numbers] = {}
        self._heights = tuple(
            dict.fromkeys((elevation_property(view), "level", "elevation", "height"))
        )
        self.read_all()

    def read_all(self) -> None:
        """Read every cell."""
        count, cells = self.frame.grid.count, self.view.cells
        self.ground = np.full(count + 1, ABSENT, np.int16)
        self.height = np.zeros(count + 1)
        numbers = self.numbers
        places = np.fromiter((numbers[label] for label in cells), np.int64, len(cells))
        code = self._code
        self.ground[places] = [code(cell.terrain) for cell in cells.values()]
        kinds = self.view.palette.terrain
        raised = {
            kind
            for kind, row in kinds.items()
            if any(key in row.properties for key in self._heights)
        }
        for cell in cells.values():
            if cell.properties or cell.terrain in raised:
                self.height[numbers[cell.id]] = self._height(cell)
        known, counts = np.unique(self.height[:-1][self.ground[:-1] != ABSENT], return_counts=True)
        self._counted: dict[float, int] = dict(zip(known.tolist(), counts.tolist(), strict=True))
        self._rank(known.tolist())

    @property
    def heights(self) -> list[float]:
        """Every height that a cell has, from low to high."""
        return list(self._known)

    def read(self, labels: Iterable[str]) -> list[int]:
        """Read some cells again; gives the numbers of those that look different now.

        If the whole map has to be ranked anew, all cells of another rank are among them.
        """
        changed: list[int] = []
        moved: list[int] = []
        """Those of them that may be of another rank."""
        for label in labels:
            number = self.numbers.get(label)
            if number is None:
                continue
            cell = self.view.cells.get(label)
            ground = ABSENT if cell is None else self._code(cell.terrain)
            height = 0.0 if cell is None else self._height(cell)
            old_ground, old_height = int(self.ground[number]), float(self.height[number])
            if ground != old_ground or height != old_height:
                self.ground[number], self.height[number] = ground, height
                changed.append(number)
                if height != old_height or ABSENT in (ground, old_ground):
                    self._count(old_height, -1 if old_ground != ABSENT else 0)
                    self._count(height, 1 if ground != ABSENT else 0)
                    moved.append(number)
        if not moved:
            return changed
        known = sorted(self._counted)
        if known != self._known:
            ranks, steps = self.rank, self.ranks
            self._rank(known)
            if steps != self.ranks:  # tints are shared out among all heights
                return np.flatnonzero(self.ground[:-1] != ABSENT).tolist() + changed
            return [*changed, *np.flatnonzero(self.rank != ranks).tolist()]
        self.rank[moved] = self._ranked(self.height[moved], self.ground[moved])
        return changed

    def melting(self, code: int) -> Numbers:
        """For every code whether the ground of *code* goes on there; the last one is ABSENT.

        All woods melt together, grounds without a recipe do not; some go on beyond the sheet.
        """
        key = code, len(self.arts)
        if key not in self._melting:
            self._melting[key] = self._melted(code)
        return self._melting[key]

    def _melted(self, code: int) -> Numbers:
        recipe = recipe_of(self.arts[code])
        found = np.zeros(len(self.arts) + 1, bool)
        if recipe == "plain":
            found[code] = True
        else:
            water = GROUNDS[recipe].water
            others = (recipe_of(art) for art in self.arts)
            found[:-1] = [one == recipe or (water and GROUNDS[one].water) for one in others]
        found[ABSENT] = recipe not in ("wood", "orchard") and not GROUNDS[recipe].built
        return found

    def reshaped(self, cell: int, ground: int, rank: int) -> list[int]:
        """The neighbours whose drawing hangs on a cell that had another *ground* or *rank*."""
        now, height = int(self.ground[cell]), int(self.rank[cell])
        found: list[int] = []
        for other in self.frame.beside[cell].tolist():
            code = int(self.ground[other])
            if other < 0 or code == ABSENT:
                continue
            top = int(self.rank[other])
            if _up_to(top, rank) != _up_to(top, height):
                found.append(other)
            elif now != ground and recipe_of(self.arts[code]) != "open":
                melting = self.melting(code)
                if melting[now] != melting[ground]:
                    found.append(other)
        return found

    def _count(self, height: float, by: int) -> None:
        self._counted[height] = self._counted.get(height, 0) + by
        if not self._counted[height]:
            del self._counted[height]

    def _code(self, terrain: str) -> int:
        code = self._codes.get(terrain)
        if code is None:
            art = art_of(self.view, terrain)
            if art not in self.arts:
                self.arts.append(art)
            code = self._codes[terrain] = self.arts.index(art)
        return code

    def _height(self, cell: Cell) -> float:
        kind = self.view.palette.terrain.get(cell.terrain)
        for key in self._heights:
            value = cell.properties.get(key)
            if value is None and kind is not None:
                value = kind.properties.get(key)
            if value is not None:
                number = isinstance(value, int | float) and math.isfinite(value)
                return float(value) if number else 0.0
        return 0.0

    def _rank(self, known: list[float]) -> None:
        self._known = known
        self.ranks = max(1, min(len(known), _MOST_LEVELS))
        self.rank: Numbers = self._ranked(self.height, self.ground)

    def _ranked(self, height: Numbers, ground: Numbers) -> Numbers:
        """Heights as 0, 1, 2 …; very many different ones are gathered into even steps.

        -1 where the map has no cell: there the ground goes on as it is beside it.
        """
        known = self._known or [0.0]
        if len(known) <= _MOST_LEVELS:
            rank = np.searchsorted(known, height)
        else:
            rank = np.floor((height - known[0]) * (_MOST_LEVELS - 1) / (known[-1] - known[0]) + 0.5)
        return np.where(ground == ABSENT, -1, np.clip(rank, 0, self.ranks - 1)).astype(np.int16)

    def label(self, number: int) -> str:
        """The label of a place; "" if the map has no cell there."""
        label = self._labels.get(number, "")
        return label if label in self.view.cells else ""


def _up_to(top: int, rank: int) -> int:
    """How many steps of a neighbour of rank *top* go on in a cell; all if there is no cell."""
    return top if rank < 0 else min(top, rank)
