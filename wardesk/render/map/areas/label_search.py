"""Search for the places of names: the tightest cells choose first, then everyone chooses again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from wardesk.render.map.areas.label_block import LETTERS, Block, Placed, Words, breaks
from wardesk.render.map.printed_sheet import Sheet

Grid = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Summed:
    """A summed-area table of a part of the sheet that begins at so many steps; all else is 0."""

    table: Grid
    left: int = 0
    top: int = 0


class Plan(Protocol):
    """What the search asks of a label plan."""

    @property
    def sheet(self) -> Sheet:
        """The sheet to label."""
        ...

    @property
    def taken(self) -> Sequence[QRectF]:
        """Where no name may go."""
        ...

    @property
    def words(self) -> Mapping[str, Words]:
        """What to print per cell."""
        ...

    @property
    def inside(self) -> Mapping[str, Summed]:
        """Per cell a summed table of its ground."""
        ...

    @property
    def ink(self) -> Summed:
        """Summed table of what a name would disturb."""
        ...

    def mean(self, summed: Summed, boxes: Grid) -> Grid:
        """Mean of a summed table over boxes."""
        ...


class Search:
    """One growth step: the tightest cells choose first, then everyone may choose again."""

    def __init__(self, plan: Plan, growth: float) -> None:
        self._plan, self._sheet, self._growth = plan, plan.sheet, growth
        pad = self._sheet.unit * 4
        self._fixed = [_edges(box) for box in plan.taken] + [
            _edges(self._sheet.slot(cell).adjusted(-pad, -pad, pad, pad))
            for cell in self._sheet.cells
        ]
        self._placed: dict[str, Placed] = {}

    def run(self) -> dict[str, Placed]:
        """Place every name that finds room without touching another."""
        order = sorted(self._sheet.cells, key=lambda cell: self._sheet.cells[cell].area)
        for cell in order * 3:
            self._placed.pop(cell, None)
            if (best := self._best(cell)) is not None:
                self._placed[cell] = best
        return {cell: self._placed[cell] for cell in self._sheet.cells if cell in self._placed}

    def _best(self, cell: str) -> Placed | None:
        found: tuple[float, Block, QPointF] | None = None
        for shrink, dear in ((1.0, 0.0), (0.86, 0.55), (0.74, 1.4), (0.6, 3.0)):
            for number, rows in enumerate(breaks(self._plan.words[cell].name)):
                block = self._block(cell, rows, shrink)
                option = self._try(cell, block, dear + number * 0.08)
                if option and (found is None or option[0] < found[0]):
                    found = (option[0], block, option[1])
            if found is not None and found[0] < 0.9 + dear:
                break
        return None if found is None else Placed(found[1], found[2])

    def _block(self, cell: str, rows: tuple[str, ...], shrink: float) -> Block:
        unit = self._sheet.unit
        return self._plan.words[cell].block(rows, LETTERS * unit * self._growth * shrink, unit)

    def _try(self, cell: str, block: Block, dear: float) -> tuple[float, QPointF] | None:
        """The cheapest free place for a block near its cell's anchor."""
        x, y = self._sheet.board.cells[cell].anchor
        wide, high = block.extent()
        counter, unit = self._sheet.counter, self._sheet.unit
        reach_x = counter * 0.5 + wide * 0.62 + counter * 0.7
        reach_y = counter * 0.5 + high + counter * 0.75
        dx, dy = np.meshgrid(
            np.arange(-reach_x, reach_x, unit * 7), np.arange(-reach_y, reach_y, unit * 5)
        )
        middles = np.column_stack([x + dx.ravel(), y + dy.ravel()])
        half = np.array([wide, high]) / 2
        boxes = np.column_stack([middles - half, middles + half])
        free = self._free(boxes, cell)
        if not free.any():
            return None
        middles, boxes = middles[free], boxes[free]
        off = middles - (x, y)
        cost = 3.2 * (1 - self._plan.mean(self._plan.inside[cell], boxes))
        cost += 2.2 * self._plan.mean(self._plan.ink, boxes)
        apart = np.maximum(0, np.abs(off) - half - counter / 2)  # between name and counter
        cost += (0.5 * apart.sum(axis=1) + 0.13 * np.abs(off[:, 0])) / counter
        cost += 0.06 * (off[:, 1] < 0) + dear
        best = int(np.argmin(cost))
        return float(cost[best]), QPointF(float(middles[best, 0]), float(middles[best, 1]))

    def _free(self, boxes: Grid, cell: str) -> Grid:
        frame = self._sheet.frame
        free = (
            (boxes[:, 0] > frame.left())
            & (boxes[:, 1] > frame.top())
            & (boxes[:, 2] < frame.right())
            & (boxes[:, 3] < frame.bottom())
        )
        aside, above = self._sheet.unit * 22, self._sheet.unit * 3  # or two names read as one
        others = [
            _edges(one.box.adjusted(-aside, -above, aside, above))
            for name, one in self._placed.items()
            if name != cell
        ]
        low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
        for left, top, right, bottom in (*self._fixed, *others):
            if right <= low[0] or bottom <= low[1] or left >= high[0] or top >= high[1]:
                continue
            free &= (
                (boxes[:, 2] <= left)
                | (boxes[:, 0] >= right)
                | (boxes[:, 3] <= top)
                | (boxes[:, 1] >= bottom)
            )
        return free


def _edges(box: QRectF) -> tuple[float, float, float, float]:
    return box.left(), box.top(), box.right(), box.bottom()
