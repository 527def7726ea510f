"""What lies around a name on a sheet of hexes or squares: cells, numbers, lines, woods, houses."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QRectF

from wardesk.render.map.lattice.frame import LatticeFrame
from wardesk.render.map.lattice.numbers import number_box
from wardesk.render.map.lattice.state import ABSENT, LatticeState
from wardesk.render.map.lines import LineArt
from wardesk.render.map.recipes import recipe_of

Table = np.ndarray[Any, Any]
_INK = {"wood": 1.0, "orchard": 1.0, "lake": 1.0, "village": 1.8, "town": 2.0, "city": 2.0}
"""How dear it is to write over a ground."""


class Surroundings:
    """See `place_names.Around`; *room* is where names may stand, drawing units."""

    def __init__(
        self, frame: LatticeFrame, state: LatticeState, lines: LineArt, room: QRectF
    ) -> None:
        self.frame, self.state, self.lines, self.room = frame, state, lines, room
        self.slot = frame.counter / frame.unit
        """Edge of a counter, drawing units."""

    def middles(self, box: QRectF) -> Table:
        """The middles of the cells in a box and next to it."""
        cells = self.frame.cells_in(box.adjusted(-100, -100, 100, 100))
        return self.frame.centres[cells[self.state.ground[cells] != ABSENT]]

    def numbers(self, box: QRectF, grown: float) -> Table:
        """What the numbers of the cells in and next to a box fill."""
        label = self.state.label
        cells = self.frame.cells_in(box.adjusted(-100, -60, 100, 120)).tolist()
        texts = ((cell, label(cell)) for cell in cells)
        boxes = (number_box(self.frame, cell, text, grown) for cell, text in texts if text)
        rows = [(one.left(), one.top(), one.right(), one.bottom()) for one in boxes]
        return np.array(rows, float).reshape(-1, 4)

    def ways(self, box: QRectF) -> Table:
        """Points along the lines that come near a box."""
        runs = [np.array(run) for run in self.lines.runs(box)]
        return np.vstack([np.zeros((0, 2)), *runs])

    def ink(self, at: Table) -> Table:
        """How busy the ground is at points, by the cell whose middle is nearest."""
        if not len(at):
            return np.zeros(0)
        (left, top), (right, bottom) = at.min(axis=0), at.max(axis=0)
        box = QRectF(left, top, right - left, bottom - top).adjusted(-130, -130, 130, 130)
        cells = self.frame.cells_in(box)
        if not len(cells):
            return np.zeros(len(at))
        away = ((at[:, None] - self.frame.centres[cells][None]) ** 2).sum(axis=2)
        ground = self.state.ground[cells[away.argmin(axis=1)]]
        dear = np.array([*(_INK.get(recipe_of(art), 0.0) for art in self.state.arts), 0.0])
        return dear[ground]
