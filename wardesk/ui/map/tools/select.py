"""The select tool: click or drag a box to pick cells; Shift adds, Ctrl takes away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QApplication

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.edit_desk import Selection
from wardesk.ui.map.selection_marks import CASING, PICKED
from wardesk.ui.map.tool import Hints, Pointer, Tool


class SelectTool(Tool):
    """Picks cells."""

    id = "select"
    icon = "select"
    key = "S"
    group = "pick"
    cursor = Qt.CursorShape.ArrowCursor

    _from: QPointF | None = None
    _to = QPointF()
    _dragging = False

    @property
    def title(self) -> str:
        return self.tr("Select")

    def hints(self) -> Hints:
        return (
            (self.tr("Click"), self.tr("pick a cell")),
            (self.tr("Drag"), self.tr("pick a box")),
            ("Shift", self.tr("add")),
            ("Ctrl", self.tr("take away")),
        )

    @property
    def live(self) -> bool:
        return self._dragging

    def press(self, at: Pointer) -> None:
        self._from = self._to = at.on
        self._dragging = False

    def move(self, at: Pointer) -> None:
        if self._from is None:
            return
        far = (at.on - self._from).manhattanLength() >= QApplication.startDragDistance()
        self._dragging = self._dragging or far
        self._to = at.on
        if self._dragging:
            self.view.update()

    def release(self, at: Pointer) -> None:
        if self._from is None:
            return
        if self._dragging:
            camera = self.view.camera
            box = QRectF(camera.to_board(self._from), camera.to_board(at.on)).normalized()
            found = [c for c in self.view.sheet.cells_in(box) if box.contains(self._anchor(c))]
        else:
            found = [at.cell] if at.cell else []
            self.view.set_focus_cell(at.cell)
        self._from, self._dragging = None, False
        self._pick(found, at)
        self.view.update()

    def cancel(self) -> bool:
        if self._dragging:
            self._from, self._dragging = None, False
        elif not self.desk.selection.is_empty:
            self.desk.select(Selection())
        else:
            return False
        self.view.update()
        return True

    def cell_entered(self, cell: str) -> None:
        kept = dict.fromkeys(self.desk.selection.cells)
        if cell in kept:
            del kept[cell]
        else:
            kept[cell] = None
        self.desk.select(Selection(tuple(kept)))

    def _anchor(self, cell: str) -> QPointF:
        return self.view.sheet.anchor(cell)

    def _pick(self, found: list[str], at: Pointer) -> None:
        kept = dict.fromkeys(self.desk.selection.cells if at.shift or at.ctrl else ())
        for cell in found:
            if at.ctrl:
                kept.pop(cell, None)
            else:
                kept[cell] = None
        self.desk.select(Selection(tuple(kept)))

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if not self._dragging or self._from is None:
            return
        box = QRectF(self._from, self._to).normalized()
        tint = QColor(PICKED)
        tint.setAlphaF(0.14)
        painter.setBrush(tint)
        for ink, wide in ((CASING, 3.0), (PICKED, 1.4)):
            painter.setPen(QPen(QColor(ink), wide))
            painter.drawRect(box)
