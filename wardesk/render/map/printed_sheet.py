"""The sheet a board is printed on: its frame, its scale of lettering, its seed."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from wardesk.geometry.adjacency.coverage import Area
from wardesk.model.board import Board
from wardesk.render.shapes import box_shape, cell_shape, plainer, polygons
from wardesk.words import ENGLISH

_COUNTER_SHARE = {"area": 0.60, "square": 1.05, "hex": 1.10}
"""Edge of a counter as a share of the typical cell radius."""

UNITS_PER_COUNTER = 106.0
"""Sizes in the painters are given as if a counter were 106 wide; `PrintedSheet.unit` converts."""


@dataclass(frozen=True)
class PrintedSheet:
    """What every painter of a board needs to know; all lengths in board units."""

    board: Board
    rect: QRectF
    """The whole paper, margin included."""
    frame: QRectF
    """The printed map inside the neat line."""
    counter: float
    """Edge of a counter."""
    unit: float
    """One drawing unit; a counter is 106 of them."""
    cells: dict[str, Area] = field(repr=False)
    massif: BaseGeometry = field(repr=False)
    """The high ground: the cells without narrow appendices."""
    language: str = field(default=ENGLISH, repr=False)
    """How the key and the scale are said."""

    def rng(self, key: str) -> random.Random:
        """Chance that is the same in every session for this board and *key*."""
        return random.Random(f"{self.board.digest or self.board.id}:{key}")

    def numbers(self, key: str) -> np.random.Generator:
        """Like `rng`, for arrays."""
        return np.random.default_rng(self.rng(key).getrandbits(63))

    def slot(self, cell: str) -> QRectF:
        """The square around the anchor that counters cover."""
        x, y = self.board.cells[cell].anchor
        return QRectF(x - self.counter / 2, y - self.counter / 2, self.counter, self.counter)

    def art(self, cell: str) -> str:
        """Name of the ground's drawing recipe: the terrain's art, else its id."""
        kind = self.board.cells[cell].terrain
        found = self.board.palette.terrain.get(kind)
        return found.art if found and found.art != "open" else kind

    def ground(self, *arts: str) -> BaseGeometry:
        """All cells of these arts as one geometry."""
        return shapely.union_all([self.cells[c] for c in self.cells if self.art(c) in arts])


def counter_edge(kind: str, area: float) -> float:
    """Edge of a counter on a board of a *kind* whose cells measure *area* on average."""
    return math.sqrt(area / math.pi) * _COUNTER_SHARE.get(kind, 0.6)


def make_sheet(board: Board, language: str = ENGLISH) -> PrintedSheet:
    """Lay out the paper around a board. A board without cells gets an empty sheet of 100 × 100."""
    return replace(_sheet(board), language=language)


def _sheet(board: Board) -> PrintedSheet:
    cells = _shapes(board)
    if cells:
        left, top, right, bottom = board.extent
        area = sum(one.area for one in cells.values()) / len(cells)
    else:
        left, top, right, bottom, area = 0.0, 0.0, 100.0, 100.0, 400.0 * math.pi
    radius, counter = math.sqrt(area / math.pi), counter_edge(board.kind, area)
    if board.kind != "area":
        return _gridded_sheet(board, cells, QRectF(left, top, right - left, bottom - top), counter)
    room = counter * 1.15
    frame = QRectF(QPointF(left - room, top - room), QPointF(right + room, bottom + room))
    lacking = frame.height() * 1.22 - frame.width()
    if lacking > 0:  # a landscape sheet fills a screen better; title and scale get the new room
        frame.adjust(-lacking * 0.5, 0, lacking * 0.5, 0)
    if not any(_clear(one, cells) for one in _corners(frame, counter * 4, counter * 2)):
        frame.adjust(0, -counter * 2.3, 0, 0)  # cells to the very edge: room for a title above
    margin = counter * 0.55
    rect = frame.adjusted(-margin, -margin, margin, margin)
    massif = _massif(list(cells.values()), radius)
    return PrintedSheet(board, rect, frame, counter, counter / UNITS_PER_COUNTER, cells, massif)


def _shapes(board: Board) -> dict[str, Area]:
    """The outlines of all cells that have one; those of a lattice are made at once."""
    rings = {cell: found for cell in board.cells if (found := board.outlines.get(cell))}
    alike = {(len(found), len(found[0])) for found in rings.values()}
    if len(alike) == 1 and alike.pop()[0] == 1:
        made = np.atleast_1d(shapely.polygons([found[0] for found in rings.values()]))
        return dict(zip(rings, made, strict=True))
    return {cell: cell_shape(board, cell) for cell in rings}


def grid_radius(board: Board, cells: Mapping[str, Area]) -> float:
    """Circumradius of a hex in board units; squares count as if flat to flat of a hex."""
    if not cells:
        return 20.0
    mean = sum(one.area for one in cells.values()) / len(cells)
    return math.sqrt(mean / (3.0 if board.kind == "square" else 1.5 * math.sqrt(3)))


def _gridded_sheet(
    board: Board, cells: dict[str, Area], box: QRectF, counter: float
) -> PrintedSheet:
    """A map of hexes or squares, its country running on a little, and a strip for the key.

    The strip is on the right of high maps and below wide ones: the sheet then fills a screen.
    """
    radius = grid_radius(board, cells)
    room, margin = radius * 0.30, radius * 0.45
    frame = box.adjusted(-room, -room, room, room)
    rect = frame.adjusted(-margin, -margin, margin, margin)
    if frame.width() < frame.height() * 1.45:
        rect.adjust(0, 0, max(radius * 5, frame.height() * 0.27) + margin, 0)
    else:
        rect.adjust(0, 0, 0, max(radius * 2.6, frame.width() * 0.13) + margin)
    unit = counter / UNITS_PER_COUNTER
    return PrintedSheet(board, rect, frame, counter, unit, cells, Polygon())


def _corners(frame: QRectF, width: float, height: float) -> list[QRectF]:
    """Boxes of a size in the corners of a frame: upper left and right, lower left and right."""
    return [
        QRectF(x, y, width, height)
        for y in (frame.top(), frame.bottom() - height)
        for x in (frame.left(), frame.right() - width)
    ]


def _clear(box: QRectF, cells: Mapping[str, Area]) -> bool:
    form = box_shape(box)
    return not any(form.intersects(one) for one in cells.values())


def corner_is_clear(sheet: PrintedSheet, box: QRectF) -> bool:
    """Whether a box lies inside the frame and on no cell."""
    return sheet.frame.contains(box) and _clear(box, sheet.cells)


def corner_for(
    sheet: PrintedSheet, width: float, height: float, taken: Sequence[QRectF], order: str
) -> tuple[QRectF, bool]:
    """The best corner of the frame for a box, and whether it is free of cells and *taken*.

    *order* ranks equally good corners: ``0`` upper left, ``1`` upper right, ``2`` lower left,
    ``3`` lower right.
    """
    pad = sheet.unit * 34
    boxes = _corners(sheet.frame.adjusted(pad, pad, -pad, -pad), width, height)
    hidden = shapely.union_all(list(sheet.cells.values()))

    def cost(place: int) -> float:
        box = boxes[place]
        covered = box_shape(box).intersection(hidden).area
        both = [box.intersected(one) for one in taken]
        return covered + sum(20 * one.width() * one.height() for one in both if one.isValid())

    best = min((int(one) for one in order), key=lambda one: (cost(one), order.index(str(one))))
    return boxes[best], cost(best) == 0


def _massif(cells: list[Area], radius: float) -> BaseGeometry:
    """The largest body of cells once narrow necks are cut."""
    whole = shapely.union_all(cells)
    bodies = polygons(plainer(whole, radius * 0.62).buffer(-radius * 0.62))
    if not bodies:
        return whole
    return max(bodies, key=lambda one: one.area).buffer(radius * 0.72).intersection(whole)
