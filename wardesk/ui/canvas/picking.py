"""Which cell lies under a point, and which one lies next in a direction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF
from shapely.geometry.base import BaseGeometry

from wardesk.geometry.grids.arrows import cost_of, next_by_arrow
from wardesk.model.board import Board
from wardesk.render.shapes import cell_shape

Points = np.ndarray[Any, Any]

_BUCKETS = 48
"""Buckets along the longer side of the board; a bucket then holds a handful of cells."""


class CellIndex:
    """Cells of a board by place. Outlines stay exact, buckets only say which ones to try."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.outlines = {cell: polygons(board, cell) for cell in board.cells}
        self._order = {cell: k for k, cell in enumerate(board.cells)}
        self.anchors = {key: QPointF(*cell.anchor) for key, cell in board.cells.items()}
        if board.cells:
            left, top, right, bottom = board.extent
        else:
            left, top, right, bottom = 0.0, 0.0, 1.0, 1.0
        self.extent = QRectF(left, top, right - left, bottom - top)
        self._step = max(self.extent.width(), self.extent.height(), 1e-9) / _BUCKETS
        self._shapes: dict[str, BaseGeometry] = {}
        self._buckets: dict[tuple[int, int], list[str]] = {}
        self._anchored: dict[tuple[int, int], list[str]] = {}
        for cell, at in self.anchors.items():
            self._anchored.setdefault(self._key(at.x(), at.y()), []).append(cell)
        for cell, rings in self.outlines.items():
            box = bounds(rings)
            for key in self._keys(box):
                self._buckets.setdefault(key, []).append(cell)

    def _key(self, x: float, y: float) -> tuple[int, int]:
        return (
            math.floor((x - self.extent.left()) / self._step),
            math.floor((y - self.extent.top()) / self._step),
        )

    def _keys(self, box: QRectF) -> list[tuple[int, int]]:
        left, top = self._key(box.left(), box.top())
        right, bottom = self._key(box.right(), box.bottom())
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]

    def at(self, point: QPointF) -> str:
        """Id of the cell that holds *point* (board units); empty outside of all."""
        for cell in self._buckets.get(self._key(point.x(), point.y()), ()):
            rings = self.outlines[cell]
            inside = [ring.containsPoint(point, Qt.FillRule.OddEvenFill) for ring in rings]
            if sum(inside) % 2:  # a hole lies in a piece
                return cell
        return ""

    def holds(self, cell: str, xs: Points, ys: Points) -> Sequence[bool]:
        """Which of these points (board units) lie in *cell*."""
        shape = self._shapes.get(cell)
        if shape is None:
            shape = self._shapes[cell] = cell_shape(self.board, cell)
            shapely.prepare(shape)
        return list(shapely.contains_xy(shape, xs, ys))

    def within(self, box: QRectF) -> list[str]:
        """Cells whose bounds meet *box*, in the board's order."""
        near = box.intersected(self.extent)
        if near.isEmpty():
            return []
        left, top = self._key(near.left(), near.top())
        right, bottom = self._key(near.right(), near.bottom())
        if (right - left + 1) * (bottom - top + 1) >= len(self._buckets) / 2:
            found = self.outlines.keys()
        else:
            found = {cell for key in self._keys(near) for cell in self._buckets.get(key, ())}
        cells = [c for c in found if (rings := self.outlines[c]) and
                 bounds(rings).intersects(box)]  # fmt: skip
        return sorted(cells, key=self._order.__getitem__)

    def next(self, cell: str, dx: int, dy: int) -> str:
        """The cell that an arrow leads to; *cell* itself where the board ends."""
        here = self.anchors.get(cell)
        if here is None:
            return self.first()
        spot, way, reach = (here.x(), here.y()), (dx, dy), self._step * 2
        first = next(iter(self.anchors.values()))
        rows = first.x(), first.y()
        while True:
            square = QRectF(spot[0] - reach, spot[1] - reach, 2 * reach, 2 * reach)
            keys = self._keys(square)
            whole = len(keys) > 2 * _BUCKETS**2
            near = (
                self.anchors
                if whole
                else (one for key in keys for one in self._anchored.get(key, ()))
            )
            places = [(one, (self.anchors[one].x(), self.anchors[one].y())) for one in near]
            found = next_by_arrow(spot, places, way, rows)
            if whole or (found and cost_of(spot, dict(places)[found], way) * 1.01 < reach):
                return found or cell  # what lies beyond the square costs more than its reach
            reach *= 2

    def first(self) -> str:
        """The cell nearest to the middle of the board; empty on an empty board."""
        middle = self.extent.center()
        return min(
            self.anchors,
            key=lambda c: (self.anchors[c] - middle).manhattanLength(),
            default="",
        )


def polygons(board: Board, cell: str) -> list[QPolygonF]:
    """The rings of a cell as polygons: the outer one first, then holes and further pieces."""
    return [QPolygonF([QPointF(x, y) for x, y in ring]) for ring in board.outlines.get(cell, ())]


def bounds(rings: Sequence[QPolygonF]) -> QRectF:
    """What all pieces of a cell span; nothing without rings."""
    found = QRectF()
    for ring in rings:
        found = found.united(ring.boundingRect())
    return found


def flat_to_flat(index: CellIndex) -> float:
    """From side to side of a whole hex or square, board units."""
    rings = [rings[0] for rings in index.outlines.values() if rings]
    # The rim of the map may cut some.
    ring = max(rings, key=lambda ring: ring.boundingRect().width() * ring.boundingRect().height())
    middle = ring.boundingRect().center()
    half = math.inf
    for k in range(ring.size()):
        side = QLineF(ring.at(k), ring.at((k + 1) % ring.size()))
        if side.length() > 0:
            across = side.normalVector().unitVector()
            away = (side.p1().x() - middle.x()) * across.dx()
            half = min(half, abs(away + (side.p1().y() - middle.y()) * across.dy()))
    return 2 * half
