"""The sheet a board is printed on: its frame, its scale of lettering, its seed."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from wardesk.model.board import Board
from wardesk.render.shapes import cell_shape, polygons

_COUNTER_SHARE = {"area": 0.60, "square": 1.05, "hex": 1.10}
"""Edge of a counter as a share of the typical cell radius."""

UNITS_PER_COUNTER = 106.0
"""Sizes in the painters are given as if a counter were 106 wide; `Sheet.unit` converts."""


@dataclass(frozen=True)
class Sheet:
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
    cells: dict[str, Polygon] = field(repr=False)
    massif: BaseGeometry = field(repr=False)
    """The high ground: the cells without narrow appendices."""

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


def make_sheet(board: Board) -> Sheet:
    """Lay out the paper around a board. A board without cells gets an empty sheet of 100 × 100."""
    cells = {cell: cell_shape(board, cell) for cell in board.cells if board.outlines.get(cell)}
    if cells:
        left, top, right, bottom = board.extent
        radius = math.sqrt(sum(one.area for one in cells.values()) / len(cells) / math.pi)
    else:
        left, top, right, bottom, radius = 0.0, 0.0, 100.0, 100.0, 20.0
    counter = radius * _COUNTER_SHARE.get(board.kind, 0.6)
    room = counter * 1.15
    frame = QRectF(QPointF(left - room, top - room), QPointF(right + room, bottom + room))
    lacking = frame.height() * 1.22 - frame.width()
    if lacking > 0:  # a landscape sheet fills a screen better; title and scale get the new room
        frame.adjust(-lacking * 0.5, 0, lacking * 0.5, 0)
    margin = counter * 0.55
    rect = frame.adjusted(-margin, -margin, margin, margin)
    massif = _massif(list(cells.values()), radius)
    return Sheet(board, rect, frame, counter, counter / UNITS_PER_COUNTER, cells, massif)


def _massif(cells: list[Polygon], radius: float) -> BaseGeometry:
    """The largest body of cells once narrow necks are cut."""
    whole = shapely.union_all(cells)
    bodies = polygons(whole.buffer(-radius * 0.62))
    if not bodies:
        return whole
    return max(bodies, key=lambda one: one.area).buffer(radius * 0.72).intersection(whole)
