"""Cell names: printed beside the counters' places, each step of growth planned once.

A name may not touch another name, a counter's place or the sheet's furniture; it should stay in
its cell and off buildings, borders and roads, in this order (`label_search`).
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from wardesk.render.lettering import turn_of, upright
from wardesk.render.map.areas.label_block import LETTERS, Placed, Words, words_of
from wardesk.render.map.areas.label_search import Search, Summed
from wardesk.render.map.printed_sheet import Sheet
from wardesk.render.shapes import lines, of_kind, path_of, path_through, pen, polygons
from wardesk.render.theme import MapTheme

Grid = np.ndarray[Any, Any]

GROWTH = (1.0, 1.2, 1.45, 1.75)
"""Names grow against the zoom in these steps, so that they can be read on a small screen."""

_LEAST_PIXELS = 13.0
_LEGIBLE = 8.0
"""Below this many pixels even the grown names are left out: thumbnails."""


class LabelPlan:
    """Where every name goes, for each growth step; worked out at first need, then kept."""

    def __init__(self, sheet: Sheet, taken: tuple[QRectF, ...], water: QPainterPath) -> None:
        self.sheet = sheet
        self.taken = list(taken)
        self._step = sheet.unit * 5
        self.ink = Summed(_integral(self._ink_map(water)))
        self.inside = {cell: self._inside_map(cell) for cell in sheet.cells}
        self.words = self._printed_words()
        self._plans: dict[float, dict[str, Placed]] = {}
        self._lock = threading.Lock()

    def plan(self, lod: float) -> dict[str, Placed]:
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

    def _printed_words(self) -> dict[str, Words]:
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
        if LETTERS * self.sheet.unit * GROWTH[-1] * lod < _LEGIBLE:
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
        for kinds, weight, wide in (
            (("road", "path", "track", "tree_line"), 60, 9.0),
            (("cliff_edge", "ditch_wall_closed", "ditch_wall_gated", "counterscarp"), 150, 14.0),
            (("work_footprint", "cupola", "dummy_cupola", "hut", "trench", "exit"), 255, 12.0),
        ):
            for _, form in of_kind(self.sheet.board, *kinds):
                ink = QColor(weight, weight, weight)
                path = path_of(form if polygons(form) or lines(form) else form.buffer(unit * 9))
                painter.strokePath(path, pen(ink, unit * wide))
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
