"""Words that somebody wrote on the map and that are the name of no cell, at their own place."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.model.board import Board
from wardesk.render.map.areas.label_block import LETTERS, Block, Placed, short_name
from wardesk.render.theme import MapTheme

_LEAST_PIXELS = 11.0
_STEPS = (1.0, 1.25, 1.6, 2.0, 2.4)
"""How much words grow against the zoom, as other names do."""
_LEGIBLE = 4.0


class FreeLabels:
    """The words of one board; lettering is set when first seen and kept."""

    def __init__(self, board: Board, unit: float) -> None:
        self._unit = unit
        self._texts: list[tuple[str, QPointF]] = []
        self._placed: dict[tuple[int, float], Placed] = {}
        for feature in board.features:
            if feature.kind != "label" or feature.geometry.get("type") != "Point":
                continue
            cell = board.cells.get(feature.cell)
            known = cell is not None and (
                "lines" in feature.properties or feature.name in (cell.name, short_name(cell))
            )
            if feature.name and not known:
                x, y, *_ = feature.geometry["coordinates"]
                self._texts.append((feature.name, QPointF(float(x), float(y))))

    def paint(self, painter: QPainter, theme: MapTheme, lod: float, seen: QRectF) -> None:
        """Write what reaches into *seen*. *lod*: device pixels per board unit."""
        pixels = LETTERS * self._unit * lod
        if pixels * _STEPS[-1] < _LEGIBLE:
            return
        grown = next((one for one in _STEPS if pixels * one >= _LEAST_PIXELS), _STEPS[-1])
        for number in range(len(self._texts)):
            placed = self._at(number, grown)
            if placed.box.intersects(seen):
                placed.paint(painter, theme)

    def _at(self, number: int, grown: float) -> Placed:
        key = number, grown
        if key not in self._placed:
            words, at = self._texts[number]
            size = LETTERS * self._unit * grown
            block = Block((words,), "map-place-italic", size, 0, 1, self._unit)
            self._placed[key] = Placed(block, at)
        return self._placed[key]
