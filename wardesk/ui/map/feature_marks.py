"""Picked features on the sheet: lines in the colour of what is picked, words and zones framed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.ui.map.features import Drawn, label_box
from wardesk.ui.map.selection_marks import CASING, PICKED, outline

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView


def feature_path(view: MapView, row: Drawn) -> QPainterPath:
    """Its lines in px of the view."""
    path = QPainterPath()
    for ring in row.seen:
        for k, point in enumerate(ring):
            on = view.camera.to_view(QPointF(*point))
            if k:
                path.lineTo(on)
            else:
                path.moveTo(on)
    return path


def paint_features(painter: QPainter, view: MapView) -> None:
    """Mark every picked feature."""
    for name in view.desk.selection.features:
        row = view.features.named(name)
        if row is not None:
            paint_feature(painter, view, row)


def paint_feature(painter: QPainter, view: MapView, row: Drawn, ink: str = PICKED) -> None:
    """Mark one feature."""
    if row.is_label:
        box = QPainterPath()
        box.addRoundedRect(label_box(view, row), 4, 4)
        outline(painter, box, ink, 1.6)
        return
    if row.is_zone:
        tint = QColor(ink)
        tint.setAlphaF(0.16)
        for cell in row.cells:
            painter.fillPath(view.camera.transform().map(view.sheet.cell_path(cell)), tint)
    if row.form == "Point":
        dot(painter, view.camera.to_view(QPointF(*row.points[0])), ink)
    elif row.form != "MultiPoint":
        outline(painter, feature_path(view, row), ink, 2.4)


def dot(
    painter: QPainter, at: QPointF, ink: str = PICKED, *, size: float = 4.5, hollow: bool = False
) -> None:
    """A handle: a round dot with a light rim, or the other way round."""
    painter.setPen(QPen(QColor(ink if hollow else CASING), 1.8))
    painter.setBrush(QColor(CASING if hollow else ink))
    painter.drawEllipse(at, size, size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
