"""The hand on the mouse: clicking, dragging the sheet, carrying counters to a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from wardesk.ui.canvas.view import BoardView

_SHEET_BUTTONS = Qt.MouseButton.MiddleButton | Qt.MouseButton.RightButton


class Hand:
    """Follows one press from the button going down to its coming up again."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._from: QPointF | None = None
        self._last = QPointF()
        self._button = Qt.MouseButton.NoButton
        self._piece = ""
        self._dragging = False
        self._space = False
        self._space_used = False

    # ---- what is under the pointer --------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """The piece under a view px: in the fan, else the top of a pile."""
        view = self._view
        if view.fanned is not None and view.fanned.box.contains(point):
            return view.fanned.piece_at(point)
        pile = view.scene.pile_at(view.camera.to_board(point))
        return pile.top.piece if pile is not None else ""

    # ---- the space bar: fan out, or hold it and drag the sheet ----------------------------------

    def space_down(self) -> None:
        """Space went down."""
        self._space, self._space_used = True, False

    def space_up(self) -> bool:
        """Space came up; whether it stood for itself and not for a drag."""
        alone = self._space and not self._space_used
        self._space = False
        return alone

    def let_go(self) -> None:
        """Forget everything that is held (the view lost the keyboard)."""
        self._space = self._dragging = False
        self._from = None

    # ---- the mouse ------------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        self._from = self._last = event.position()
        self._button = event.button()
        self._dragging = False
        self._piece = ""
        if event.button() == Qt.MouseButton.LeftButton and not self._space:
            self._piece = self.piece_at(event.position())

    def move(self, event: QMouseEvent) -> None:
        """The pointer moved, with or without a button down."""
        view, here = self._view, event.position()
        if self._from is None:
            view.set_hover(view.cell_at(here))
            return
        far = (here - self._from).manhattanLength() >= QApplication.startDragDistance()
        if far and not self._dragging:
            self._dragging = True
            self._space_used = self._space
            view.setCursor(
                Qt.CursorShape.DragMoveCursor if self._piece else Qt.CursorShape.ClosedHandCursor
            )
        if self._dragging and self._piece:
            view.set_hover(view.cell_at(here))
            view.update()
        elif self._dragging:
            view.pan(here - self._last)
        self._last = here

    def release(self, event: QMouseEvent) -> None:
        """A button came up."""
        if self._from is None:
            return
        dragged, piece, button = self._dragging, self._piece, self._button
        self._from, self._dragging = None, False
        self._view.unsetCursor()
        here = event.position()
        if dragged:
            if piece:
                self._drop(piece, here)
            return
        if button == Qt.MouseButton.LeftButton:
            self._click(here)
        elif button == Qt.MouseButton.RightButton:
            under = self.piece_at(here)
            where = event.globalPosition().toPoint()
            cell = self._view.cell_at(here)
            if under:
                self._view.pieceMenu.emit(under, where)
            elif cell:
                self._view.set_focus_cell(cell)
                self._view.cellMenu.emit(cell, where)

    def _drop(self, piece: str, here: QPointF) -> None:
        view = self._view
        chosen = view.scene.marks.selected
        pieces = tuple(sorted(chosen)) if piece in chosen else (piece,)
        if not view.rect().contains(here.toPoint()):
            view.update()
            view.pieceLeft.emit(pieces, view.mapToGlobal(here.toPoint()))
            return
        cell = view.cell_at(here)
        view.update()
        if cell and cell != view.scene.looks[piece].at:
            view.close_fan()
            view.pieceDropped.emit(pieces, cell)

    def _click(self, here: QPointF) -> None:
        view = self._view
        if view.fanned is not None and not view.fanned.box.contains(here):
            view.close_fan()
        piece = self.piece_at(here)
        cell = view.cell_at(here)
        if piece:
            cell = view.scene.looks[piece].at or cell
        if cell and view.fanned is None:
            view.set_focus_cell(cell)
        if piece:
            view.pieceClicked.emit(piece)
        elif cell and view.fanned is None:
            view.cellClicked.emit(cell)

    def paint(self, painter: QPainter, ratio: float) -> None:
        """The counter that is being carried, under the pointer."""
        look = self._view.scene.looks.get(self._piece)
        if not self._dragging or look is None:
            return
        edge = max(40.0, self._view.scene.edge * self._view.camera.scale)
        box = QRectF(0, 0, edge, edge)
        box.moveCenter(self._last)
        painter.setOpacity(0.85)
        self._view.scene.draw_counter(painter, look, box, ratio)
        painter.setOpacity(1.0)
