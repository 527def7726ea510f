"""Rectangle: paints all cells of a box drawn with the hand, or between two cells by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import EraseTerrain, PaintTerrain
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import outline
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.words import count_cells
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr


class RectangleTool(Tool):
    """Paints or erases the cells whose middles lie in a box."""

    id = "rectangle"
    icon = "marquee"
    key = "R"

    erases = False
    _from: QPointF | None = None
    _to = QPointF()
    _by_keys = False

    @property
    def title(self) -> str:
        return tr("Rectangle")

    def hints(self) -> Hints:
        if self._by_keys:
            return (
                (tr("Arrows"), tr("to the other corner")),
                ("Enter", tr("paint")),
                ("Esc", tr("drop it")),
            )
        if self._from is not None:
            return ((tr("Release"), tr("paint")), ("Esc", tr("drop it")))
        return (
            (tr("Drag"), tr("erase a box") if self._off() else tr("paint a box")),
            ("Alt / O", tr("paint") if self.erases else tr("erase")),
            ("Enter", tr("from the cell of the keyboard")),
            ("X", tr("swap inks")),
        )

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        choices = [("paint", tr("Paint")), ("erase", tr("Erase"))]
        segment = Segment(choices, row, name=tr("What the box does"))
        segment.chosen.connect(self._choose)
        row.add("", segment)
        return row

    def _choose(self, what: str) -> None:
        self.erases = what == "erase"
        self.hinted.emit()

    def _off(self) -> bool:
        return self.erases != self.held.alt

    @property
    def live(self) -> bool:
        return self._from is not None

    def press(self, at: Pointer) -> None:
        self._from, self._to, self._by_keys = at.at, at.at, False
        self.hinted.emit()

    def move(self, at: Pointer) -> None:
        if self._from is not None and not self._by_keys:
            self._to = at.at
            self.view.update()

    def release(self, at: Pointer) -> None:
        if self._from is not None and not self._by_keys:
            self._to = at.at
            self._finish()

    def cancel(self) -> bool:
        if self._from is None:
            return False
        self._from, self._by_keys = None, False
        self.hinted.emit()
        self.view.update()
        return True

    def cell_entered(self, cell: str) -> None:
        if self._by_keys:
            self._to = self.view.sheet.anchor(cell)
            self._finish()
        else:
            self._from = self._to = self.view.sheet.anchor(cell)
            self._by_keys = True
            self.hinted.emit()
            self.view.update()

    def box(self) -> QRectF:
        """The box drawn so far, map units."""
        end = self._to
        if self._by_keys and self.view.focus_cell:
            end = self.view.sheet.anchor(self.view.focus_cell)
        return QRectF(self._from or end, end).normalized()

    def cells(self) -> list[str]:
        """The cells whose middles lie in the box, and those where the hand began and is now."""
        box, sheet, present = self.box(), self.view.sheet, self.model.document.cells
        slack = 0.2 * sheet.counter  # a hand that goes from middle to middle never hits them
        room = box.adjusted(-slack, -slack, slack, slack)
        found = {cell: None for cell in sheet.cells_in(room) if room.contains(sheet.anchor(cell))}
        ends = dict.fromkeys(sheet.locate(end) for end in (self._from, self._to) if end)
        return [cell for cell in (ends | found) if cell in present]

    def _finish(self) -> None:
        cells = tuple(self.cells())
        erases = self._off()
        self._from, self._by_keys = None, False
        if cells:
            terrain = self.model.inks.terrain
            self.model.do(EraseTerrain(cells) if erases else PaintTerrain(cells, terrain))
        self.hinted.emit()
        self.view.update()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self._from is None:
            if self.view.hover_cell:
                mark_cells(painter, self.view, [self.view.hover_cell])
            return
        cells = self.cells()
        mark_cells(painter, self.view, cells, tint=0.18, width=1.0)
        frame = QPainterPath()
        frame.addRect(self.box())
        outline(painter, camera.transform().map(frame), width=1.4)
        words = count_cells(len(cells))
        paint_words(
            painter, self.view.rect().toRectF(), camera.to_view(self._to), words, below=True
        )
