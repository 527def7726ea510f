"""What is picked, and where the keyboard is, drawn on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

PICKED, CASING = "#0b4fb3", "#ffffff"
MOST_OUTLINED = 2000
"""Beyond that many cells only the tint is drawn, which is quick."""


def outline(painter: QPainter, path: QPainterPath, ink: str = PICKED, wide: float = 2.4) -> None:
    """A line that reads on any ground: dark over a wider light one. *path* in px of the view."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((CASING, wide + 2.4), (ink, wide)):
        pen = QPen(QColor(colour), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(path)


def paint_selection(painter: QPainter, view: MapView) -> None:
    """The picked cells: a tint, and the outline of each."""
    cells, transform = view.desk.selection.cells, view.camera.transform()
    if not cells:
        return
    seen = view.camera.seen()
    tint = QColor(PICKED)
    tint.setAlphaF(0.16)
    if len(cells) > MOST_OUTLINED:
        _tint_many(painter, view, cells, tint)
        return
    for cell in cells:
        path = view.sheet.cell_path(cell)
        if not path.boundingRect().intersects(seen):
            continue
        on_view = transform.map(path)
        painter.fillPath(on_view, tint)
        outline(painter, on_view)


def _tint_many(painter: QPainter, view: MapView, cells: tuple[str, ...], tint: QColor) -> None:
    """So many cells that their forms no longer matter: a square dot on each."""
    size = view.sheet.counter * 1.4
    pen = QPen(tint, max(size, 1.5 * view.pixel))
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setTransform(view.camera.transform(), True)
    painter.setClipRect(view.camera.seen())
    painter.setPen(pen)
    painter.drawPoints(view.dots.of(view, cells))
    painter.restore()


class PickedDots:
    """The middles of many picked cells, kept by the view, as they are drawn with every frame."""

    def __init__(self) -> None:
        self._cells: tuple[str, ...] = ()
        self._sheet: object = None
        self._dots: list[QPointF] = []

    def of(self, view: MapView, cells: tuple[str, ...]) -> list[QPointF]:
        """The middle of each cell, map units."""
        if cells is not self._cells or view.sheet is not self._sheet:
            self._cells, self._sheet = cells, view.sheet
            self._dots = [view.sheet.anchor(cell) for cell in cells]
        return self._dots


def paint_cursor(painter: QPainter, view: MapView, cell: str) -> None:
    """The cell of the keyboard: dashed, so that it is not taken for a picked one."""
    path = view.camera.transform().map(view.sheet.cell_path(cell))
    outline(painter, path, CASING, 1.6)
    pen = QPen(QColor("#1b1400"), 1.6, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawPath(path)
