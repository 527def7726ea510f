"""The brush: paints the terrain in ink on the cells it passes over, one or many at a time."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.paint_commands import PaintTerrain
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.brush_cells import brush_cells, line_cells
from wardesk.ui.map.options import SizeOptions
from wardesk.ui.map.selection_marks import outline
from wardesk.ui.map.tool import Hints, Pointer, Tool

MOST = 6


class BrushTool(Tool):
    """Paints terrain; every cell once per stroke."""

    id = "brush"
    icon = "brush"
    key = "B"

    _last: QPointF | None = None
    """Where the last stroke ended, for straight lines with Shift."""
    _done: frozenset[str] = frozenset()

    @property
    def title(self) -> str:
        return self.tr("Brush")

    def hints(self) -> Hints:
        return (
            (self.tr("Drag"), self.tr("paint")),
            ("Shift", self.tr("line from the last")),
            (self.tr("Ctrl+click"), self.tr("pick up the ink")),
            ("[ ]", self.tr("size")),
            ("X", self.tr("other ink")),
        )

    def options(self, parent: QWidget) -> QWidget:
        return SizeOptions(self.desk, parent)

    def ink(self) -> str:
        """The terrain that is painted."""
        return self.desk.inks.terrain

    def press(self, at: Pointer) -> None:
        if at.ctrl:
            self._sample(at.cell)
            return
        self.desk.begin_stroke()
        self._done = frozenset()
        start = self._last if at.shift and self._last is not None else at.at
        self._paint(start, at.at)

    def move(self, at: Pointer) -> None:
        if self.desk.in_stroke and self._last is not None:
            self._paint(self._last, at.at)
        self.view.update()

    def release(self, at: Pointer) -> None:
        self.desk.end_stroke()

    def cell_entered(self, cell: str) -> None:
        cells = brush_cells(self.view.sheet, cell, self.desk.inks.brush)
        self.desk.do(self.command(tuple(cells)))

    def pressed_key(self, event: QKeyEvent) -> bool:
        step = {"[": -1, "]": 1}.get(event.text(), 0)
        if step:
            size = min(max(self.desk.inks.brush + step, 1), MOST)
            self.desk.ink(brush=size)
            self.view.update()
        return bool(step)

    def command(self, cells: tuple[str, ...]) -> PaintTerrain:
        """What one touch of the brush does."""
        return PaintTerrain(cells, self.ink())

    def _sample(self, cell: str) -> None:
        found = self.desk.document.cells.get(cell)
        layout = self.desk.document.layout
        terrain = found.terrain if found is not None else layout.fill if layout else ""
        if cell and terrain:
            self.desk.ink(terrain=terrain)

    def _paint(self, start: QPointF, end: QPointF) -> None:
        self._last = end
        touched: dict[str, None] = {}
        for cell in line_cells(self.view.sheet, start, end):
            touched.update(dict.fromkeys(brush_cells(self.view.sheet, cell, self.desk.inks.brush)))
        new = tuple(cell for cell in touched if cell not in self._done)
        if new and self.desk.do(self.command(new)):
            self._done |= frozenset(new)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        cell = self.view.hover_cell
        if not cell:
            return
        transform = camera.transform()
        for one in brush_cells(self.view.sheet, cell, self.desk.inks.brush):
            outline(painter, transform.map(self.view.sheet.cell_path(one)), wide=1.6)
