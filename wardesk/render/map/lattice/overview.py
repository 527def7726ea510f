"""A sheet seen from afar: one picture of two by two pixels a cell; an edit costs four pixels."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.render.colours import mix
from wardesk.render.map.grounds import GROUNDS
from wardesk.render.map.lattice.frame import LatticeFrame, Numbers
from wardesk.render.map.lattice.state import ABSENT, LatticeState
from wardesk.render.map.recipes import far_tint, ground_tint, level_tint, recipe_of
from wardesk.render.theme import MapTheme


class Bricks:
    """Two by two pixels for every cell of a sheet, and where such a picture lies."""

    def __init__(self, frame: LatticeFrame) -> None:
        grid = frame.grid
        line, place = np.divmod(np.arange(grid.count), grid.line_length)
        first = np.array([frame.centres[at * grid.line_length] for at in range(grid.lines)])
        along = first[:, 0] if grid.pointy else first[:, 1]
        # lines that lie half a cell further on begin one pixel later
        shoved = (along > along.min() + 1).astype(np.int64)
        self._low = shoved[line] + 2 * place
        self._line = 2 * line
        width, height = 2 * grid.lines, 2 * grid.line_length + int(shoved.any())
        self._turned = grid.pointy
        self.shape = (width, height) if self._turned else (height, width)
        x, y = frame.centres.min(axis=0).tolist()
        across, down = (step / 2 for step in frame.pitch)
        rows, columns = self.shape
        self.box = QRectF(x - across, y - down, columns * across, rows * down)
        """What the picture covers, drawing units."""

    def put(self, pixels: Numbers, cells: Numbers, inks: Numbers | np.uint32) -> None:
        """Give some cells their colours, premultiplied ARGB."""
        line, low = self._line[cells], self._low[cells]
        for dx in (0, 1):
            for dy in (0, 1):
                if self._turned:
                    pixels[line + dx, low + dy] = inks
                else:
                    pixels[low + dy, line + dx] = inks

    def picture(self, cells: Numbers, ink: QColor) -> QImage:
        """A picture of some cells in one colour, clear elsewhere."""
        pixels = np.zeros(self.shape, np.uint32)
        share = ink.alphaF()
        tint = (round(one * share) for one in (ink.red(), ink.green(), ink.blue()))
        red, green, blue = tint
        code = ink.alpha() << 24 | red << 16 | green << 8 | blue
        self.put(pixels, cells, np.uint32(code))
        return _image(pixels).copy()


def _image(pixels: Numbers) -> QImage:
    """The pixels as a picture that shares them."""
    rows, columns = pixels.shape
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(pixels.data, columns, rows, columns * 4, form)


class Overview:
    """The picture of one sheet in one theme."""

    def __init__(
        self, frame: LatticeFrame, state: LatticeState, theme: MapTheme, bricks: Bricks
    ) -> None:
        self.state, self.theme, self._bricks = state, theme, bricks
        self._table = np.zeros((0, 0), np.uint32)
        self._pixels = np.zeros(bricks.shape, np.uint32)
        self._stale: set[int] = set()
        self._paint(np.arange(frame.grid.count))
        self.image = _image(self._pixels)

    def refresh(self, cells: Iterable[int]) -> None:
        """Some cells are to be painted anew, when the picture is next seen."""
        self._stale.update(cells)

    def _paint(self, cells: Numbers) -> None:
        if not len(cells):
            return
        state, table = self.state, self._inks()
        ground, rank = state.ground[cells], np.maximum(state.rank[cells], 0)
        inks = np.where(ground == ABSENT, np.uint32(0), table[ground, rank])
        self._bricks.put(self._pixels, cells, inks)

    def _inks(self) -> Numbers:
        """The colour of every ground (row) at every height."""
        state, ranks = self.state, max(self.state.ranks, 1)
        if self._table.shape != (len(state.arts) + 1, ranks):
            self._table = np.zeros((len(state.arts) + 1, ranks), np.uint32)
            for code, art in enumerate(state.arts):
                for rank in range(ranks):
                    tint = cell_tint(self.theme, art, rank, ranks)
                    self._table[code, rank] = QColor(tint).rgba()
        return self._table

    def paint(self, painter: QPainter) -> None:
        """Lay the picture under a painter in drawing units."""
        if self._stale:
            self._paint(np.fromiter(self._stale, np.int64))
            self._stale.clear()
        painter.drawImage(self._bricks.box, self.image)


def cell_tint(theme: MapTheme, art: str, rank: int, ranks: int) -> str:
    """One colour for a cell: its height if it is open, else its ground, darker when high."""
    level = level_tint(theme, rank, ranks)
    recipe = recipe_of(art)
    if recipe == "open":
        return level if rank else ground_tint(theme, art)
    tint = far_tint(theme, art)
    return mix(tint, level, 0.25) if rank and not GROUNDS[recipe].water else tint
