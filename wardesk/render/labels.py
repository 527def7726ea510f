"""Cell names: set in one to three lines with victory points and divisor, and kept apart by search.

A name may not touch another name, a counter's place or the sheet's furniture; it should stay in
its cell and off buildings, borders and roads, in this order.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from wardesk.model.board import Cell
from wardesk.render.lettering import cap_height, halo, put, rounded, text_path, text_width
from wardesk.render.shapes import lines, of_kind, path_of, path_through, pen, polygons
from wardesk.render.sheet import Sheet
from wardesk.render.theme import MapTheme

Grid = np.ndarray[Any, Any]

GROWTH = (1.0, 1.2, 1.45, 1.75)
"""Names grow against the zoom in these steps, so that they can be read on a small screen."""

_LEAST_PIXELS = 13.0
_SIZE, _LEADING, _DISC, _GAP = 26.0, 1.06, 12.5, 7.0
_BUILT = frozenset({"work", "building", "trench"})


def short_name(cell: Cell) -> str:
    """What is printed: the property ``label`` if the map has one, else the name up to a remark."""
    if label := cell.properties.get("label"):
        return str(label)
    return re.split(r"\s*(?:\(|=|/|\[|;)", cell.name, maxsplit=1)[0].strip() or cell.id


def breaks(name: str) -> Iterator[tuple[str, ...]]:
    """The name in one line, then in the evenest two and three; ``|`` forces a break."""
    if "|" in name:
        yield tuple(part.strip() for part in name.split("|"))
        return
    yield (name,)
    words = re.sub(r"\s+(?=\S{1,3}(?:\s|$))", "\u00a0", name).split(" ")  # no lone "6"
    for count in (2, 3):
        if len(words) >= count:
            yield _even(words, count)


def _even(words: list[str], count: int) -> tuple[str, ...]:
    """Words in *count* lines with the shortest longest line."""
    if count == 1:
        return (" ".join(words),)
    options = (
        (" ".join(words[:cut]), *_even(words[cut:], count - 1))
        for cut in range(1, len(words) - count + 2)
    )
    return min(options, key=lambda rows: max(len(row) for row in rows))


@dataclass(frozen=True)
class Block:
    """A name ready to print around (0, 0): board units, for one growth step."""

    rows: tuple[str, ...]
    role: str
    size: float
    points: int
    divisor: int
    unit: float

    @property
    def disc(self) -> float:
        """Radius of the victory point disc, 0 without one."""
        return self.size * _DISC / _SIZE if self.points else 0.0

    @property
    def text_width(self) -> float:
        """Width of the widest row."""
        return max(text_width(row, self.role, self.size, 0.02) for row in self.rows)

    @property
    def plate(self) -> float:
        """Width of the divisor's plate, 0 without one."""
        return self.size * 1.05 if self.divisor > 1 else 0.0

    @property
    def gap(self) -> float:
        """Space between name, disc and plate."""
        return self.size * _GAP / _SIZE

    def extent(self) -> tuple[float, float]:
        """Width and height of everything, halo included."""
        wide = self.text_width
        wide += (self.disc * 2 + self.gap) if self.points else 0.0
        wide += (self.plate + self.gap) if self.plate else 0.0
        high = max(self.size * _LEADING * len(self.rows), self.disc * 2.2)
        return wide + self.size * 0.2, high + self.size * 0.16


class LabelPlan:
    """Where every name goes, for each growth step; worked out at first need, then kept."""

    def __init__(self, sheet: Sheet, taken: tuple[QRectF, ...], water: QPainterPath) -> None:
        self._sheet = sheet
        self._taken = list(taken)
        self._step = sheet.unit * 5
        self._ink = _integral(self._ink_map(water))
        self._inside = {cell: self._inside_map(cell) for cell in sheet.cells}
        self.names = self._printed_names()
        self._plans: dict[float, dict[str, tuple[Block, QPointF]]] = {}
        self._lock = threading.Lock()

    def plan(self, lod: float) -> dict[str, tuple[Block, QPointF]]:
        """Per cell its block and the block's middle. *lod*: device pixels per board unit."""
        growth = self._growth(lod)
        with self._lock:
            if growth not in self._plans:
                self._plans[growth] = _Search(self, growth).run()
            return self._plans[growth]

    def _printed_names(self) -> dict[str, str]:
        """What the map's own label features say, else the short form of the cell's name."""
        board = self._sheet.board
        names = {cell: short_name(board.cells[cell]) for cell in self._sheet.cells}
        for feature in board.features:
            rows = feature.properties.get("lines")
            if feature.kind == "label" and feature.cell in names and isinstance(rows, list | tuple):
                names[feature.cell] = " ".join(str(row) for row in rows) or names[feature.cell]
        return names

    def _growth(self, lod: float) -> float:
        pixels = _SIZE * self._sheet.unit * lod
        return next((one for one in GROWTH if pixels * one >= _LEAST_PIXELS), GROWTH[-1])

    def rects(self, lod: float) -> dict[str, QRectF]:
        """The boxes of all names at this zoom."""
        return {cell: box_at(block, at) for cell, (block, at) in self.plan(lod).items()}

    def paint(self, painter: QPainter, theme: MapTheme, lod: float, seen: QRectF) -> None:
        """Print the names that reach into *seen*."""
        if self._sheet.unit * lod * 100 < 9:
            return
        for block, at in self.plan(lod).values():
            if box_at(block, at).intersects(seen):
                paint_block(painter, block, at, theme)

    def _ink_map(self, water: QPainterPath) -> Grid:
        """How much a name would disturb, 0 to 1, on a grid over the frame."""
        frame, step = self._sheet.frame, self._step
        image = QImage(
            int(frame.width() / step) + 1,
            int(frame.height() / step) + 1,
            QImage.Format.Format_Grayscale8,
        )
        image.fill(0)
        painter = QPainter(image)
        painter.scale(1 / step, 1 / step)
        painter.translate(-frame.left(), -frame.top())
        unit = self._sheet.unit
        for kinds, weight, wide in (
            (("road", "path", "track", "tree_line"), 60, 9.0),
            (("cliff_edge", "ditch_wall_closed", "ditch_wall_gated", "counterscarp"), 150, 14.0),
            (("work_footprint", "cupola", "dummy_cupola", "hut", "trench", "exit"), 255, 12.0),
        ):
            for _, form in of_kind(self._sheet.board, *kinds):
                ink = QColor(weight, weight, weight)
                path = path_of(form if polygons(form) or lines(form) else form.buffer(unit * 9))
                painter.strokePath(path, pen(ink, unit * wide))
                if polygons(form) or not lines(form):
                    painter.fillPath(path, ink)
        for border in self._sheet.board.borders:
            painter.strokePath(path_through(border.points), pen(QColor(110, 110, 110), unit * 5))
        painter.fillPath(water, QColor(90, 90, 90))
        painter.end()
        raw = np.frombuffer(image.constBits(), np.uint8)
        rows = raw.reshape(image.height(), image.bytesPerLine())[:, : image.width()]
        return rows.astype(np.float32) / 255

    def _inside_map(self, cell: str) -> Grid:
        frame, step = self._sheet.frame, self._step
        columns, rows = int(frame.width() / step) + 1, int(frame.height() / step) + 1
        area = self._sheet.cells[cell]
        found = np.zeros((rows, columns), np.float32)
        left, top, right, bottom = area.bounds
        x0, x1 = int((left - frame.left()) / step), int((right - frame.left()) / step) + 2
        y0, y1 = int((top - frame.top()) / step), int((bottom - frame.top()) / step) + 2
        xs = frame.left() + (np.arange(x0, x1) + 0.5) * step
        ys = frame.top() + (np.arange(y0, y1) + 0.5) * step
        shapely.prepare(area)
        found[y0:y1, x0:x1] = shapely.contains_xy(area, *np.meshgrid(xs, ys))
        return _integral(found)

    def mean(self, table: Grid, boxes: Grid) -> Grid:
        """Mean of a summed table over boxes (left, top, right, bottom in board units)."""
        frame = self._sheet.frame
        rows, columns = table.shape
        x = (boxes[:, [0, 2]] - frame.left()) / self._step
        y = (boxes[:, [1, 3]] - frame.top()) / self._step
        x = np.clip(np.rint(x).astype(int), 0, columns - 1)
        y = np.clip(np.rint(y).astype(int), 0, rows - 1)
        total = (
            table[y[:, 1], x[:, 1]]
            - table[y[:, 0], x[:, 1]]
            - table[y[:, 1], x[:, 0]]
            + table[y[:, 0], x[:, 0]]
        )
        return total / np.maximum(1, (x[:, 1] - x[:, 0]) * (y[:, 1] - y[:, 0]))


class _Search:
    """One growth step: the tightest cells choose first, then everyone may choose again."""

    def __init__(self, plan: LabelPlan, growth: float) -> None:
        self._plan, self._sheet, self._growth = plan, plan._sheet, growth
        pad = self._sheet.unit * 4
        self._fixed = [_edges(box) for box in plan._taken] + [
            _edges(self._sheet.slot(cell).adjusted(-pad, -pad, pad, pad))
            for cell in self._sheet.cells
        ]
        self._placed: dict[str, tuple[Block, QPointF]] = {}

    def run(self) -> dict[str, tuple[Block, QPointF]]:
        """Place every name that finds room without touching another."""
        order = sorted(self._sheet.cells, key=lambda cell: self._sheet.cells[cell].area)
        for cell in order * 3:
            self._placed.pop(cell, None)
            if (best := self._best(cell)) is not None:
                self._placed[cell] = best
        return {cell: self._placed[cell] for cell in self._sheet.cells if cell in self._placed}

    def _best(self, cell: str) -> tuple[Block, QPointF] | None:
        found: tuple[float, Block, QPointF] | None = None
        for shrink, dear in ((1.0, 0.0), (0.86, 0.35), (0.74, 0.9), (0.6, 2.2)):
            for number, rows in enumerate(breaks(self._plan.names[cell])):
                block = self._block(cell, rows, shrink)
                option = self._try(cell, block, dear + number * 0.05)
                if option and (found is None or option[0] < found[0]):
                    found = (option[0], block, option[1])
            if found is not None and found[0] < 0.9 + dear:
                break
        return None if found is None else (found[1], found[2])

    def _block(self, cell: str, rows: tuple[str, ...], shrink: float) -> Block:
        rules = self._sheet.board.terrain_of(cell)
        role = "map-place" if self._sheet.art(cell) in _BUILT else "map-place-italic"
        size = _SIZE * self._sheet.unit * self._growth * shrink
        points, divisor = (_whole(rules.get(key)) for key in ("victory_points", "divisor"))
        return Block(rows, role, size, points, divisor, self._sheet.unit)

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
        boxes = np.column_stack([middles - (wide / 2, high / 2), middles + (wide / 2, high / 2)])
        free = self._free(boxes, cell)
        if not free.any():
            return None
        middles, boxes = middles[free], boxes[free]
        off = middles - (x, y)
        cost = 3.2 * (1 - self._plan.mean(self._plan._inside[cell], boxes))
        cost += 2.2 * self._plan.mean(self._plan._ink, boxes)
        cost += 0.34 * np.abs(off[:, 0]) / counter
        cost += 0.30 * np.maximum(0, np.abs(off[:, 1]) / counter - 0.62)
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
        others = [_edges(box_at(*one)) for name, one in self._placed.items() if name != cell]
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


def _whole(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0


def _edges(box: QRectF) -> tuple[float, float, float, float]:
    return box.left(), box.top(), box.right(), box.bottom()


def _integral(table: Grid) -> Grid:
    """Summed-area table with a row and a column of zeros in front."""
    return np.pad(table.cumsum(0, dtype=np.float64).cumsum(1), ((1, 0), (1, 0)))


def box_at(block: Block, at: QPointF) -> QRectF:
    """The box of a block whose middle is *at*."""
    wide, high = block.extent()
    return QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)


def paint_block(painter: QPainter, block: Block, at: QPointF, theme: MapTheme) -> None:
    """Halo, letters, disc of victory points, plate of the divisor."""
    wide, _ = block.extent()
    left = at.x() - wide / 2 + block.size * 0.1
    start = left + ((block.disc * 2 + block.gap) if block.points else 0.0)
    middle, leading = start + block.text_width / 2, block.size * _LEADING
    letters = QPainterPath()
    for number, row in enumerate(block.rows):
        y = at.y() + (number - (len(block.rows) - 1) / 2) * leading
        letters.addPath(text_path(row, block.role, block.size, (middle, y), tracking=0.02))
    halo(painter, letters, theme.colour("label.halo", 0.42), block.size * 0.32)
    halo(painter, letters, theme.colour("label.halo", 0.94), block.size * 0.18)
    painter.fillPath(letters, theme.colour("label.ink"))
    if block.points:
        disc = QPointF(left + block.disc, at.y())
        painter.setPen(pen(theme.colour("label.halo"), block.size * 0.1))
        painter.setBrush(theme.colour("label.disc"))
        painter.drawEllipse(disc, block.disc, block.disc)
        put(
            painter,
            str(block.points),
            (disc.x(), disc.y()),
            block.size * 0.72,
            theme.colour("label.digit"),
            role="map-number",
        )
    if block.plate:
        x = start + block.text_width + block.gap
        high = cap_height("map-number", block.size * 0.68) * 1.75
        plate = QRectF(x, at.y() - high / 2, block.plate, high)
        outline = rounded(plate, high * 0.22)
        painter.fillPath(outline, theme.colour("label.cover"))
        painter.strokePath(outline, pen(theme.colour("label.cover_edge"), block.size * 0.055))
        put(
            painter,
            f"÷{block.divisor}",
            (plate.center().x(), plate.center().y()),
            block.size * 0.68,
            theme.colour("label.note"),
            role="map-number",
        )
