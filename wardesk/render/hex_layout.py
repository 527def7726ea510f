"""A board of hexes or squares in drawing units: 100 are the circumradius of a hex."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from wardesk.render.shapes import path_through
from wardesk.render.sheet import Sheet, grid_radius

Pair = tuple[float, float]

WOOD = frozenset({"wood", "woods", "forest"})
ORCHARD = frozenset({"orchard", "vineyard"})
VILLAGE = frozenset({"village", "town", "city", "urban", "building", "built"})
LAKE = frozenset({"water", "lake", "sea", "river"})
OPEN = frozenset({"open", "clear", "plain", "meadow", "field", ""})


@dataclass(frozen=True)
class Layout:
    """Where everything lies; all lengths in drawing units, 100 to the radius of a hex."""

    sheet: Sheet = field(repr=False)
    scale: float
    """Board units per drawing unit."""
    rect: QRectF
    frame: QRectF
    bounds: QRectF
    """What the cells span."""
    counter: float
    across: float
    """From side to side of a cell."""
    centres: Mapping[str, Pair] = field(repr=False)
    arts: Mapping[str, str] = field(repr=False)

    @property
    def blur(self) -> float:
        """Squares need wider blobs: four of their corners meet farther from the middles."""
        return 1.14 if self.sheet.board.kind == "square" else 1.0

    def of(self, kinds: frozenset[str]) -> list[str]:
        """All cells whose ground is of these kinds, in the board's order."""
        return [cell for cell, art in self.arts.items() if art in kinds]

    def points(self, cells: Sequence[str]) -> list[Pair]:
        """Middles of cells."""
        return [self.centres[cell] for cell in cells]

    def split(self, kinds: frozenset[str]) -> tuple[list[Pair], list[Pair]]:
        """Middles of the cells of these kinds, and of all others."""
        inside = [self.centres[cell] for cell, art in self.arts.items() if art in kinds]
        return inside, [self.centres[cell] for cell, art in self.arts.items() if art not in kinds]

    @cached_property
    def others(self) -> list[str]:
        """Kinds of ground that no recipe knows, sorted."""
        known = WOOD | ORCHARD | VILLAGE | LAKE | OPEN
        return sorted(set(self.arts.values()) - known)

    def ring(self, cell: str) -> list[Pair]:
        """Corners of a cell."""
        return [(x / self.scale, y / self.scale) for x, y in self.sheet.board.outlines[cell][0]]

    def outline(self, cell: str) -> QPainterPath:
        """A cell's border as a path."""
        return path_through(self.ring(cell), close=True)

    def slot(self, cell: str) -> QRectF:
        """What counters cover in a cell."""
        x, y = self.centres[cell]
        half = self.counter / 2
        return QRectF(x - half, y - half, half * 2, half * 2)

    @cached_property
    def panel(self) -> QRectF:
        """The strip of paper beside or below the frame that carries title, key and scale."""
        right = self.rect.right() - self.frame.right()
        below = self.rect.bottom() - self.frame.bottom()
        gap = self.frame.left() - self.rect.left()
        if right >= below:
            corner = QPointF(self.rect.right() - gap, self.frame.bottom())
            return QRectF(QPointF(self.frame.right() + gap, self.frame.top()), corner)
        corner = QPointF(self.frame.right(), self.rect.bottom() - gap)
        return QRectF(QPointF(self.frame.left(), self.frame.bottom() + gap), corner)

    def to_board(self, box: QRectF) -> QRectF:
        """A box in board units."""
        return QRectF(
            box.left() * self.scale,
            box.top() * self.scale,
            box.width() * self.scale,
            box.height() * self.scale,
        )


def make_layout(sheet: Sheet) -> Layout:
    """Measure a board."""
    board = sheet.board
    scale = grid_radius(board, sheet.cells) / 100

    def shrink(box: QRectF) -> QRectF:
        return QRectF(
            box.left() / scale, box.top() / scale, box.width() / scale, box.height() / scale
        )

    bounds = QRectF(sheet.frame)
    if sheet.cells:
        left, top, right, bottom = board.extent
        bounds = QRectF(QPointF(left, top), QPointF(right, bottom))
    anchors = {cell: board.cells[cell].anchor for cell in sheet.cells}
    return Layout(
        sheet,
        scale,
        shrink(sheet.rect),
        shrink(sheet.frame),
        shrink(bounds),
        sheet.counter / scale,
        100 * math.sqrt(3),
        {cell: (x / scale, y / scale) for cell, (x, y) in anchors.items()},
        {cell: sheet.art(cell).lower() for cell in sheet.cells},
    )


def cell_length(unit: str) -> tuple[float, str] | None:
    """What one cell measures on the ground, from a unit such as ``1/336 hex (500 m)``."""
    found = re.search(r"\((?:about |c\. ?)?([\d.,]+)\s*(km|m|mi|miles|yd|yards|ft)\b", unit)
    if not found:
        return None
    try:
        return float(found[1].replace(",", "")), found[2]
    except ValueError:
        return None
