"""How far a unit gets from a cell, by the palette's own costs: figures on the cells it reaches."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.rule_table import class_title
from wardesk.errors import UserError
from wardesk.model.movement import CellReach, Movement, move_classes
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.language import explained, said
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.overlays.overlay import BoardOverlay
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.view import MapView
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.words import shown, tr

POINTS = 6


class ReachOverlay(BoardOverlay):
    """From the picked cell, for one movement class, with a number of points."""

    name = "reach"

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.points, self.move_class = POINTS, ""
        self._problem = ""
        self._key: object = None
        self._found: CellReach | None = None
        view.model.selected.connect(self._again)

    def choose(self, *, points: int | None = None, move_class: str | None = None) -> None:
        """Another budget or another kind of unit."""
        self.points = self.points if points is None else points
        self.move_class = self.move_class if move_class is None else move_class
        self._again()

    def _board_made(self) -> None:
        self._again()

    def _again(self) -> None:
        self._key = None
        self._repaint()

    def found(self) -> CellReach | None:
        """What is reached from the picked cell; None without one, or with `problem` told."""
        board, picked = self._compiler.board, self._view.model.selection.cells
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

    def _rule_words(self) -> str:
        title = shown(self._view.model.document.palette.title)
        if not self.move_class:
            return tr("Costs by “{0}”").format(title)
        return tr("Costs of {0} by “{1}”").format(said(class_title(self.move_class)), title)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw the figures, paler the more they cost."""
        view = QRectF(QPointF(0, 0), camera.size)
        found = self.found()
        if found is None:
            words = self._problem or self._compiler.problem
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
        self._tell_rule(camera, self._rule_words())


def _written(cost: Fraction) -> str:
    whole, rest = divmod(cost, 1)
    halves = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼"}
    if not rest:
        return str(whole)
    part = halves.get(rest, str(rest))
    return f"{whole}{part}" if whole else part


def _figure(painter: QPainter, at: QPointF, words: str) -> None:
    width = max(paint.advance(words, "small-strong") + 8, 18)
    box = QRectF(at.x() - width / 2, at.y() - 9, width, 18)
    paint.rounded(painter, box, fill=QColor(255, 255, 255, 205), radius=9)
    paint.words(painter, box, words, role="small-strong", ink=QColor("#0b2f66"), align=paint.CENTRE)


class ReachOptions(OptionRow):
    """Shown while the overlay is on."""

    def __init__(self, view: MapView, reach: ReachOverlay, parent: QWidget) -> None:
        super().__init__(parent)
        self._view, self._reach = view, reach
        self.classes = Choices(self)
        self.classes.setAccessibleName(tr("Kind of unit"))
        self.classes.setToolTip(tr("Kind of unit, as the palette's costs name them"))
        self.classes.activated.connect(lambda _k: self._choose())
        self.points = Stepper(tr("Movement points"), self, value=reach.points, most=99)
        self.points.setToolTip(tr("Movement points"))
        self.points.changed.connect(lambda points: reach.choose(points=points))
        self.add("", self.classes)
        self.add("", self.points)
        self.hide()
        self._fill()
        view.model.changed.connect(self._changed)

    def _changed(self, change: DocumentChange) -> None:
        if "palette" in change.kinds:
            self._fill()

    def _fill(self) -> None:
        classes = move_classes(self._view.model.document.palette)
        now = self.classes.currentData()
        self.classes.clear()
        for one in classes:
            self.classes.addItem(said(class_title(one)), one)
        self.classes.setCurrentIndex(max(0, self.classes.findData(now)))
        self.classes.setVisible(bool(classes))
        self._choose()

    def _choose(self) -> None:
        self._reach.choose(move_class=self.classes.currentData() or "")
