"""How far a map reaches on the screen: sheet, chosen paper, and the pictures that lie under it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF

from wardesk.drawing.document import MapDocument, paper_of
from wardesk.drawing.layers import layer_state
from wardesk.geometry.grids.calibration import placed
from wardesk.ui.canvas.camera import Camera


def extent(sheet: QRectF, document: MapDocument) -> QRectF:
    """The rectangle, map units, that shows everything; pictures that are hidden do not count."""
    whole = QRectF(sheet)
    paper = paper_of(document)
    if paper is not None:
        whole = whole.united(QRectF(QPointF(*paper[:2]), QPointF(*paper[2:])))
    if not layer_state(document, "underlay").visible:
        return whole
    for row in document.underlays:
        if row.visible:
            width, height = row.size
            corners = [
                placed(row.transform, at)
                for at in ((0, 0), (width, 0), (width, height), (0, height))
            ]
            xs, ys = zip(*corners, strict=True)
            left, top = min(xs), min(ys)
            whole = whole.united(QRectF(left, top, max(xs) - left, max(ys) - top))
    return whole


def on_board(camera: Camera, part: QRect) -> QRectF:
    """A part of the view (px) in map units."""
    box = QRectF(part)
    ends = camera.to_board(box.topLeft()), camera.to_board(box.bottomRight())
    return QRectF(*ends).normalized()
