"""Cell names: printed beside the counters' places, each step of growth planned once.

A name may not touch another name, a counter's place or the sheet's furniture; it should stay in
its cell and off buildings, borders and roads, in this order.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from wardesk.render.lettering import turn_of, upright
from wardesk.render.map.areas.label_block import (
    FIGURE,
    LETTERS,
    CellWords,
    LabelBlock,
    PlacedBlock,
    breaks,
    words_of,
)
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import lines, of_kind, path_of, path_through, pen, polygons
from wardesk.render.theme import MapTheme

Grid = np.ndarray[Any, Any]

GROWTH = (1.0, 1.2, 1.45, 1.75, 2.1, 2.5)
"""Names grow against the zoom in these steps, so that they can be read on a small screen."""

LEGIBLE = 12.0
"""Letters with fewer pixels than this are left out."""

_LEAST_PIXELS = 14.0
"""What names grow to: one that must shrink a little can still be read."""

_SHRINKS = ((1.0, 0.0), (LEGIBLE / _LEAST_PIXELS, 0.55))
"""How much smaller a name may be set where it has no room, and how dear that is."""

_COUNTER_PIXELS = 44.0
"""Edge of the counters that names step aside for; small screens show no smaller ones."""


@dataclass(frozen=True)
class Summed:
    """A summed-area table of a part of the sheet that begins at so many steps; all else is 0."""

    table: Grid
    left: int = 0
    top: int = 0


class LabelPlan:
    """Where every name goes, for each growth step; worked out at first need, then kept."""

    def __init__(self, sheet: PrintedSheet, taken: tuple[QRectF, ...], water: QPainterPath) -> None:
        self.sheet = sheet
        self.taken = list(taken)
        self._step = sheet.unit * 5
        self.ink = Summed(_integral(self._ink_map(water)))
        self.inside = {cell: self._inside_map(cell) for cell in sheet.cells}
        self.words = self._printed_words()
        self._plans: dict[float, dict[str, PlacedBlock]] = {}
        self._lock = threading.Lock()

    def plan(self, lod: float) -> dict[str, PlacedBlock]:
        """Per cell its name at its place. *lod*: device pixels per board unit."""
        growth = self._growth(lod)
        with self._lock:
            if growth not in self._plans:
                self._plans[growth] = Search(self, growth).run()
            return self._plans[growth]

    def prepare(self) -> None:
        """Work out every growth step and every halo now, so that no later paint has to wait."""
        pixels = LETTERS * self.sheet.unit
        for growth in GROWTH:
            for placed in self.plan(_LEAST_PIXELS / (pixels * growth) * 1.0001).values():
                _ = list(placed.made_by_steps())

    def _printed_words(self) -> dict[str, CellWords]:
        """What the map's own label features say, else the short form of the cell's name."""
        board, said = self.sheet.board, dict[str, str]()
        for feature in board.features:
            rows = feature.properties.get("lines")
            if feature.kind == "label" and isinstance(rows, list | tuple):
                said[feature.cell] = " ".join(str(row) for row in rows)
        cells = self.sheet.cells
        return {cell: words_of(board, board.cells[cell], said.get(cell, "")) for cell in cells}

    def _growth(self, lod: float) -> float:
        pixels = LETTERS * self.sheet.unit * lod
        return next((one for one in GROWTH if pixels * one >= _LEAST_PIXELS), GROWTH[-1])

    def planned(self, lod: float) -> bool:
        """Whether the names of this zoom have their places already."""
        return self._growth(lod) in self._plans

    def rects(self, lod: float) -> dict[str, QRectF]:
        """The boxes of all names at this zoom."""
        return {cell: QRectF(placed.box) for cell, placed in self.plan(lod).items()}

    def paint(self, painter: QPainter, theme: MapTheme, lod: float, seen: QRectF) -> None:
        """Print the names that reach into *seen*."""
        if LETTERS * self.sheet.unit * GROWTH[-1] * lod < LEGIBLE:
            return
        turn = turn_of(painter)
        for cell, placed in self.plan(lod).items():
            if placed.box.intersects(seen):
                pivot = self._pivot(cell, placed.box) if turn else QPointF()
                upright(painter, pivot, turn)
                placed.paint(painter, theme)
                upright(painter, pivot, -turn)

    def _pivot(self, cell: str, box: QRectF) -> QPointF:
        """What a name is turned around on a turned sheet: its cell's counter if it lies by it."""
        anchor = QPointF(*self.sheet.board.cells[cell].anchor)
        near = (box.center() - anchor).manhattanLength() < 1.5 * self.sheet.counter
        return anchor if near else box.center()

    def _ink_map(self, water: QPainterPath) -> Grid:
        """How much a name would disturb, 0 to 1, on a grid over the frame."""
        frame, step = self.sheet.frame, self._step
        image = QImage(
            int(frame.width() / step) + 1,
            int(frame.height() / step) + 1,
            QImage.Format.Format_Grayscale8,
        )
        image.fill(0)
        painter = QPainter(image)
        painter.scale(1 / step, 1 / step)
        painter.translate(-frame.left(), -frame.top())
        unit = self.sheet.unit
        for kinds, weight, width in (
            (("road", "path", "track", "tree_line"), 60, 9.0),
            (("cliff_edge", "ditch_wall_closed", "ditch_wall_gated", "counterscarp"), 150, 14.0),
            (("work_footprint", "cupola", "dummy_cupola", "hut", "trench", "exit"), 255, 12.0),
        ):
            for _, form in of_kind(self.sheet.board, *kinds):
                ink = QColor(weight, weight, weight)
                path = path_of(form if polygons(form) or lines(form) else form.buffer(unit * 9))
                painter.strokePath(path, pen(ink, unit * width))
                if polygons(form) or not lines(form):
                    painter.fillPath(path, ink)
        for border in self.sheet.board.borders:
            painter.strokePath(path_through(border.points), pen(QColor(110, 110, 110), unit * 5))
        painter.fillPath(water, QColor(90, 90, 90))
        painter.end()
        raw = np.frombuffer(image.constBits(), np.uint8)
        rows = raw.reshape(image.height(), image.bytesPerLine())[:, : image.width()]
        return rows.astype(np.float32) / 255

    def _inside_map(self, cell: str) -> Summed:
        frame, step = self.sheet.frame, self._step
        area = self.sheet.cells[cell]
        left, top, right, bottom = area.bounds
        x0, x1 = int((left - frame.left()) / step), int((right - frame.left()) / step) + 2
        y0, y1 = int((top - frame.top()) / step), int((bottom - frame.top()) / step) + 2
        xs = frame.left() + (np.arange(x0, x1) + 0.5) * step
        ys = frame.top() + (np.arange(y0, y1) + 0.5) * step
        shapely.prepare(area)
        return Summed(_integral(shapely.contains_xy(area, *np.meshgrid(xs, ys))), x0, y0)

    def mean(self, summed: Summed, boxes: Grid) -> Grid:
        """Mean of a summed table over boxes (left, top, right, bottom in board units)."""
        frame, table = self.sheet.frame, summed.table
        rows, columns = self.ink.table.shape
        x = (boxes[:, [0, 2]] - frame.left()) / self._step
        y = (boxes[:, [1, 3]] - frame.top()) / self._step
        x = np.clip(np.rint(x).astype(int), 0, columns - 1)
        y = np.clip(np.rint(y).astype(int), 0, rows - 1)
        i = np.clip(y - summed.top, 0, table.shape[0] - 1)
        j = np.clip(x - summed.left, 0, table.shape[1] - 1)
        total = (
            table[i[:, 1], j[:, 1]]
            - table[i[:, 0], j[:, 1]]
            - table[i[:, 1], j[:, 0]]
            + table[i[:, 0], j[:, 0]]
        )
        return total / np.maximum(1, (x[:, 1] - x[:, 0]) * (y[:, 1] - y[:, 0]))


def _integral(table: Grid) -> Grid:
    """Summed-area table with a row and a column of zeros in front."""
    return np.pad(table.cumsum(0, dtype=np.float64).cumsum(1), ((1, 0), (1, 0)))


class Search:
    """One growth step: the tightest cells choose first, then everyone may choose again."""

    def __init__(self, plan: LabelPlan, growth: float) -> None:
        self._plan, self._sheet, self._growth = plan, plan.sheet, growth
        sheet, unit = self._sheet, self._sheet.unit
        # How large a counter is where names have grown so much, seen from the sheet.
        seen = LETTERS * unit * growth * _COUNTER_PIXELS / _LEAST_PIXELS if growth > 1 else 0.0
        self._counter = max(sheet.counter, seen)
        pad = unit * 4 + (self._counter - sheet.counter) / 2
        self._fixed = [_edges(box) for box in plan.taken] + [
            _edges(sheet.slot(cell).adjusted(-pad, -pad, pad, pad)) for cell in sheet.cells
        ]
        self._placed: dict[str, PlacedBlock] = {}
        self._known: dict[tuple[str, tuple[str, ...], float], Spots] = {}

    def run(self) -> dict[str, PlacedBlock]:
        """Place every name that finds room without touching another."""
        order = sorted(self._sheet.cells, key=lambda cell: self._sheet.cells[cell].area)
        for cell in order * 3:
            self._placed.pop(cell, None)
            if (best := self._best(cell)) is not None:
                self._placed[cell] = best
        return {cell: self._placed[cell] for cell in self._sheet.cells if cell in self._placed}

    def _best(self, cell: str) -> PlacedBlock | None:
        found: tuple[float, LabelBlock, QPointF] | None = None
        others = self._others(cell)
        for shrink, dear in _SHRINKS:
            for number, rows in enumerate(breaks(self._plan.words[cell].name)):
                spots = self._spots(cell, rows, shrink)
                at = spots.cheapest_beside(others)
                if at is None:
                    continue
                cost = float(spots.cost[at]) + dear + number * 0.08
                if found is None or cost < found[0]:
                    x, y = spots.middles[at]
                    found = (cost, spots.block, QPointF(float(x), float(y)))
            if found is not None and found[0] < 0.9 + dear:
                break
        return None if found is None else PlacedBlock(found[1], found[2])

    def _others(self, cell: str) -> list[Edges]:
        """The names of the other cells, with air around them: else two would read as one."""
        aside, above = self._sheet.unit * 22, self._sheet.unit * 3
        return [
            _edges(one.box.adjusted(-aside, -above, aside, above))
            for name, one in self._placed.items()
            if name != cell
        ]

    def _spots(self, cell: str, rows: tuple[str, ...], shrink: float) -> Spots:
        """Where a name can stand near its cell's anchor; the same every time it chooses."""
        key = (cell, rows, shrink)
        if key not in self._known:
            unit = self._sheet.unit
            size = LETTERS * unit * self._growth
            block = self._plan.words[cell].block(rows, size * shrink, unit, size * FIGURE)
            self._known[key] = self._tried(cell, block)
        return self._known[key]

    def _tried(self, cell: str, block: LabelBlock) -> Spots:
        x, y = self._sheet.board.cells[cell].anchor
        width, height = block.extent()
        counter, unit = self._counter, self._sheet.unit
        reach_x = counter * 0.5 + width * 0.62 + counter * 0.7
        reach_y = counter * 0.5 + height + counter * 0.75
        dx, dy = np.meshgrid(
            np.arange(-reach_x, reach_x, unit * 7), np.arange(-reach_y, reach_y, unit * 5)
        )
        middles = np.column_stack([x + dx.ravel(), y + dy.ravel()])
        half = np.array([width, height]) / 2
        boxes = np.column_stack([middles - half, middles + half])
        frame = self._sheet.frame
        free = (
            (boxes[:, 0] > frame.left())
            & (boxes[:, 1] > frame.top())
            & (boxes[:, 2] < frame.right())
            & (boxes[:, 3] < frame.bottom())
        )
        free &= _beside(boxes, self._fixed)
        middles, boxes = middles[free], boxes[free]
        off = middles - (x, y)
        cost = 3.2 * (1 - self._plan.mean(self._plan.inside[cell], boxes))
        cost += 2.2 * self._plan.mean(self._plan.ink, boxes)
        apart = np.maximum(0, np.abs(off) - half - counter / 2)  # between name and counter
        cost += (0.5 * apart.sum(axis=1) + 0.13 * np.abs(off[:, 0])) / counter
        cost += 0.06 * (off[:, 1] < 0)
        order = np.argsort(cost, kind="stable")
        return Spots(block, cost[order], middles[order], boxes[order])


Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Spots:
    """Places for one setting of a name that touch nothing that stays, cheapest first."""

    block: LabelBlock
    cost: Grid
    middles: Grid
    boxes: Grid

    def cheapest_beside(self, others: Sequence[Edges]) -> int | None:
        """The first place that touches none of these; None when there is none."""
        free = _beside(self.boxes, others)
        return int(np.argmax(free)) if free.any() else None


def _beside(boxes: Grid, others: Sequence[Edges]) -> Grid:
    """Which of these boxes touch none of the others."""
    free = np.ones(len(boxes), bool)
    if not len(boxes):
        return free
    low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    for left, top, right, bottom in others:
        if right <= low[0] or bottom <= low[1] or left >= high[0] or top >= high[1]:
            continue
        free &= (
            (boxes[:, 2] <= left)
            | (boxes[:, 0] >= right)
            | (boxes[:, 3] <= top)
            | (boxes[:, 1] >= bottom)
        )
    return free


def _edges(box: QRectF) -> Edges:
    return box.left(), box.top(), box.right(), box.bottom()
