"""What hands do on a board: rubber bands, and pieces, piles and formations that are carried."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.dragging import (
    DragLoad,
    banded,
    formation_goals,
    paint_band,
    paint_load,
    taken_up,
)
from wardesk.ui.canvas.scene import HAND, BoardScene
from wardesk.ui.canvas.view import CanvasView


class HandView(CanvasView):
    """A view of a board that follows the left button; subclasses know what lies under a point.

    ``piecesTaken(pieces)`` when a drag has begun; ``pieceDropped(pieces, cell)``;
    ``pieceLeft(pieces, where)`` for what was let go of beside the board or on a part that lies
    over it; ``formationDropped(goals, leaves)``: where each carried piece goes, and whether any of
    them would leave the board; ``bandDrawn(pieces, more)``: those in a rubber band, and whether
    they are added to what is picked (Shift); ``pileTaken(piece)``: its pile was double clicked.
    """

    piecesTaken = Signal(tuple)  # noqa: N815
    pieceDropped = Signal(tuple, str)  # noqa: N815 - Qt's way with signal names
    pieceLeft = Signal(tuple, QPoint)  # noqa: N815
    formationDropped = Signal(dict, bool)  # noqa: N815
    bandDrawn = Signal(tuple, bool)  # noqa: N815
    pileTaken = Signal(str)  # noqa: N815
    pieceMenu = Signal(str, QPoint)  # noqa: N815
    cellMenu = Signal(str, QPoint)  # noqa: N815

    def __init__(self, camera: Camera, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(camera, scene, parent)
        self._scene = scene
        self.lay(HAND, self._paint_carried)
        self.by_hand = False
        """Whether people move counters as they like: a drag over open ground draws a band.

        Where rules say what moves it pushes the paper, and draws a band with Shift.
        """
        self.whole_piles = False
        """Whether a drag of a pile takes all of it; with Alt it takes the top one alone."""
        self._load: DragLoad | None = None
        """What the left button went down on; None for open ground."""
        self._down_at = QPointF()
        self._carrying = False
        self.adds = False
        """Whether Shift was held at the last click: it adds to what is picked."""

    def scene(self) -> BoardScene:
        """What lies on the board."""
        return self._scene

    # ---- what subclasses say --------------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """The piece under a view px; empty for none."""
        raise NotImplementedError

    def cell_at(self, point: QPointF) -> str:
        """The cell under a view px; empty outside of all."""
        raise NotImplementedError

    def close_fan(self) -> None:
        """Put a laid-out pile together again."""
        raise NotImplementedError

    def laid_out(self) -> bool:
        """Whether a pile is laid out, so that a card of it is meant and not the pile."""
        return False

    def click(self, here: QPointF) -> None:
        """The left button went down and up at a view px."""
        raise NotImplementedError

    def carry_begun(self) -> None:
        """The pointer has gone far enough: this is a drag."""

    # ---- the gesture ----------------------------------------------------------------------------

    def grabs(self, point: QPointF) -> bool:
        shift = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        return self.by_hand or bool(shift) or bool(self.piece_at(point))

    def gesture_begun(self, event: QMouseEvent) -> None:
        piece, self._down_at = self.piece_at(event.position()), event.position()
        alone = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        whole = self.whole_piles and not self.laid_out() and not alone
        self._load = taken_up(self.scene(), piece, whole_pile=whole) if piece else None
        self._carrying = False

    def gesture_moved(self, event: QMouseEvent) -> None:
        if not self._carrying and self.mouse.far(event.position()):
            self._carrying = True
            self.carry_begun()
            if self._load is not None:
                self.piecesTaken.emit(self._load.pieces)
            carries = self._load is not None
            shape = Qt.CursorShape.DragMoveCursor if carries else Qt.CursorShape.CrossCursor
            self.setCursor(shape)
        if self._carrying:
            self.set_hover(self.cell_at(event.position()))
            self.update()

    def gesture_ended(self, event: QMouseEvent) -> None:
        load, carrying = self._load, self._carrying
        if carrying and load is None:
            band = banded(self.scene(), self._band(event.position()))
            more = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.let_go()
            self.close_fan()
            self.bandDrawn.emit(band, more)
            return
        self.let_go()
        if carrying and load is not None:
            self._drop(load, event.position())
        else:
            self.clicked(event)

    def let_go(self) -> bool:
        """What was carried, or the band, is there no more; whether there was something."""
        was, self._load, self._carrying = self._carrying, None, False
        if was:
            self.unsetCursor()
            self.update()
        return was

    def _band(self, here: QPointF) -> QRectF:
        """The rubber band, in board units."""
        first, last = self._camera.to_board(self._down_at), self._camera.to_board(here)
        return QRectF(first, last).normalized()

    def clicked(self, event: QMouseEvent) -> None:
        here = event.position()
        self.adds = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.button() == Qt.MouseButton.LeftButton:
            self.click(here)
        elif event.button() == Qt.MouseButton.RightButton:
            where, cell = event.globalPosition().toPoint(), self.cell_at(here)
            if under := self.piece_at(here):
                self.pieceMenu.emit(under, where)
            elif cell:
                self.set_focus_cell(cell, follow=False)
                self.cellMenu.emit(cell, where)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        piece = self.piece_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and piece and not self.laid_out():
            self.pileTaken.emit(piece)

    def covered(self, where: QPoint) -> bool:
        """Whether another part lies over the board at a point of the screen."""
        over = self.parentWidget()
        child = over.childAt(over.mapFromGlobal(where)) if over is not None else None
        return child is not None and child not in (self, self.viewport())

    def _drop(self, load: DragLoad, here: QPointF) -> None:
        where = self.mapToGlobal(here.toPoint())
        if not self.rect().contains(here.toPoint()) or self.covered(where):
            self.pieceLeft.emit(load.pieces, where)
            return
        cell = self.cell_at(here)
        if not cell or cell == self.scene().looks[load.piece].at:
            return
        self.close_fan()
        if self.by_hand and load.formation:
            goals = formation_goals(self.scene(), load, cell)
            self.formationDropped.emit(goals, len(goals) < len(load.pieces))
        else:
            self.pieceDropped.emit(load.pieces, cell)

    def _paint_carried(self, painter: QPainter, camera: Camera) -> None:
        """The rubber band, or the ghost of what is being carried."""
        if not self._carrying:
            return
        here, load = self.mouse.at, self._load
        if load is None:
            band = QRectF(self._down_at, here).normalized()
            held = banded(self.scene(), self._band(here))
            paint_band(painter, self.scene(), camera, band, held)
        elif all(piece in self.scene().looks for piece in load.pieces):
            goal, ratio = self.cell_at(here), self.devicePixelRatioF()
            paint_load(painter, self.scene(), camera, load, here, goal, ratio)
