"""What an area map gets once it stands still: relief, grass, title, keys, names beside counters."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.model.board import Board
from wardesk.render.fonts import load_fonts
from wardesk.render.map.areas import marginalia, relief, tufts
from wardesk.render.map.areas.kinds_key import place_kinds
from wardesk.render.map.areas.label_block import LETTERS, LabelBlock, PlacedBlock, short_name
from wardesk.render.map.areas.labels import LabelPlan
from wardesk.render.map.areas.styled_names import own_name
from wardesk.render.map.areas.water import build_water
from wardesk.render.map.label_style import PLAIN, LabelLook, label_look
from wardesk.render.map.printed_sheet import make_sheet
from wardesk.render.theme import MapTheme
from wardesk.words import ENGLISH

_LEAST_PIXELS = 12.0
_STEPS = (1.0, 1.25, 1.6, 2.0, 2.4)
"""How much words grow against the zoom, as other names do."""


class Finish:
    """All that depends on a whole board, no colour in it; made once, before it is printed.

    A map that is being drawn has none of it, by ruling. Relief, grass and single trees are guessed
    from all cells and all that is drawn, and names are placed among all others: a second or two for
    a map of thirty cells. One border that is moved would change the shade of the whole map and
    shift names far from it, under the pointer and long after the stroke. Everything else is painted
    by the same painter (`AreaSheet`), so that without its finish a board looks as its document.
    """

    STEPS = 3
    """How often *step* is called while it is made."""

    def __init__(
        self, board: Board, language: str = ENGLISH, step: Callable[[], None] = lambda: None
    ) -> None:
        load_fonts()
        plain = make_sheet(board, language)
        self.furniture = marginalia.build_furniture(plain)
        self.sheet, self.kinds = place_kinds(plain, self.furniture.taken)
        self.relief = relief.build_relief(self.sheet)
        step()
        self.tufts = tufts.build_tufts(self.sheet)
        self.words = FreeLabels(board, self.sheet.unit)
        step()
        taken = self.furniture.taken
        if self.kinds is not None:
            taken = (*taken, self.kinds.box)
        self.labels = LabelPlan(self.sheet, taken, build_water(self.sheet).whole)
        step()


class FreeLabels:
    """Words on a board that name no cell, at their own place; set when first seen and kept."""

    def __init__(self, board: Board, unit: float) -> None:
        self._unit = unit
        self._texts: list[tuple[str, QPointF]] = []
        self._own: list[tuple[str, LabelLook, tuple[float, float]]] = []
        self._placed: dict[tuple[int, float], PlacedBlock] = {}
        for feature in board.features:
            if feature.kind != "label" or feature.geometry.get("type") != "Point":
                continue
            cell = board.cells.get(feature.cell)
            known = cell is not None and (
                "lines" in feature.properties or feature.name in (cell.name, short_name(cell))
            )
            if feature.name and not known:
                x, y, *_ = feature.geometry["coordinates"]
                look = label_look(feature.properties, board.look)
                if look == PLAIN:
                    self._texts.append((feature.name, QPointF(float(x), float(y))))
                else:
                    self._own.append((feature.name, look, (float(x), float(y))))

    def paint(self, painter: QPainter, theme: MapTheme, lod: float, seen: QRectF) -> None:
        """Write what reaches into *seen*. *lod*: device pixels per board unit."""
        pixels = LETTERS * self._unit * lod
        if pixels * _STEPS[-1] < _LEAST_PIXELS:
            return
        grown = next((one for one in _STEPS if pixels * one >= _LEAST_PIXELS), _STEPS[-1])
        for words, look, at in self._own:
            name = own_name(words, look, at, grown, self._unit)
            if name.reach.intersects(seen):
                name.paint(painter, theme)
        for number in range(len(self._texts)):
            placed = self._at(number, grown)
            if placed.box.intersects(seen):
                placed.paint(painter, theme)

    def _at(self, number: int, grown: float) -> PlacedBlock:
        key = number, grown
        if key not in self._placed:
            words, at = self._texts[number]
            size = LETTERS * self._unit * grown
            block = LabelBlock((words,), "map-place-italic", size, 0, 1, self._unit)
            self._placed[key] = PlacedBlock(block, at)
        return self._placed[key]
