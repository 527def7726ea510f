"""How far a unit gets from a cell, by the palette's own costs: figures on the cells it reaches."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from wardesk.errors import UserError
from wardesk.model.movement import CellReach, Movement
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.language import explained
from wardesk.ui.map.overlays.callout import paint_words
from wardesk.ui.map.words import tr
from wardesk.ui.widgets import paint

if TYPE_CHECKING:
    from wardesk.ui.map.board_keeper import BoardKeeper
    from wardesk.ui.map.view import MapView

POINTS = 6


class ReachOverlay(QObject):
    """From the picked cell, for one movement class, with a number of points."""

    def __init__(self, view: MapView, boards: BoardKeeper) -> None:
        super().__init__(view)
        self._view, self._boards = view, boards
        self.on = False
        self.points, self.move_class = POINTS, ""
        self._problem = ""
        self._key: object = None
        self._found: CellReach | None = None
        boards.made.connect(self._again)
        view.desk.selected.connect(self._again)

    def switch(self, on: bool) -> None:
        """Show it or not."""
        self.on = on
        self._boards.want("reach", on)
        self._view.update()

    def choose(self, *, points: int | None = None, move_class: str | None = None) -> None:
        """Another budget or another kind of unit."""
        self.points = self.points if points is None else points
        self.move_class = self.move_class if move_class is None else move_class
        self._again()

    def _again(self) -> None:
        self._key = None
        if self.on:
            self._view.update()

    def found(self) -> CellReach | None:
        """What is reached from the picked cell; None without one, or with `problem` told."""
        board, picked = self._boards.board, self._view.desk.selection.cells
        if board is None or len(picked) != 1 or picked[0] not in board.cells:
            return None
        key = (board, picked[0], self.points, self.move_class)
        if key != self._key:
            self._key, self._problem = key, ""
            try:
                self._found = Movement(board, self.move_class).reach(picked[0], self.points)
            except UserError as error:
                self._found, self._problem = None, explained(error).message
        return self._found

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw the figures, paler the more they cost."""
        if not self.on:
            return
        view = QRectF(QPointF(0, 0), camera.size)
        found = self.found()
        if found is None:
            words = self._problem or self._boards.problem
            words = words or tr("Pick one cell to see how far a unit gets from it")
            paint_words(painter, view, QPointF(20, 60), words, icon="info")
            return
        sheet, transform = self._view.sheet, camera.transform()
        box = camera.seen()
        for cell, cost in found.cost.items():
            path = sheet.cell_path(cell)
            if not path.boundingRect().intersects(box):
                continue
            share = float(cost) / max(self.points, 1)
            tint = QColor("#1f6fd6")
            tint.setAlphaF(max(0.34 - 0.26 * min(share, 1.0), 0.06))
            painter.fillPath(transform.map(path), tint)
            at = camera.to_view(sheet.anchor(cell))
            _figure(painter, at, _written(cost))


def _written(cost: Fraction) -> str:
    whole, rest = divmod(cost, 1)
    halves = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼"}
    if not rest:
        return str(whole)
    part = halves.get(rest, str(rest))
    return f"{whole}{part}" if whole else part


def _figure(painter: QPainter, at: QPointF, words: str) -> None:
    wide = max(paint.advance(words, "small-strong") + 8, 18)
    box = QRectF(at.x() - wide / 2, at.y() - 9, wide, 18)
    paint.rounded(painter, box, fill=QColor(255, 255, 255, 205), radius=9)
    paint.words(painter, box, words, role="small-strong", ink=QColor("#0b2f66"), align=paint.CENTRE)
