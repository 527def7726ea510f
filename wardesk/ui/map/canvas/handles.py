"""What area tools draw over the sheet: handles, rings, lines, outlines to be, and words beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from wardesk.geometry.grids.snap import Point, Ring
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.mark_painter import paint_callout
from wardesk.ui.canvas.marks import Callout
from wardesk.ui.map.canvas.selection_marks import CASING, PICKED

REFUSED = "#c2101b"
"""What cannot be done."""
MADE = "#0a7f5a"
"""What would be new."""
DARK = "#1b1400"


def on_view(camera: Camera, points: Iterable[Point]) -> list[QPointF]:
    """Map points in px of the view."""
    return [camera.to_view(QPointF(*point)) for point in points]


def rings_path(camera: Camera, rings: Iterable[Ring]) -> QPainterPath:
    """An area with its holes, in px of the view."""
    path = QPainterPath()
    for ring in rings:
        path.addPolygon(QPolygonF(on_view(camera, ring)))
        path.closeSubpath()
    return path


def stroke(
    painter: QPainter,
    points: Sequence[QPointF],
    ink: str = PICKED,
    width: float = 2.0,
    *,
    dashed: bool = False,
) -> None:
    """A line that reads on any ground; *points* in px of the view."""
    if len(points) < 2:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, across, style in (
        (CASING, width + 2.4, Qt.PenStyle.SolidLine),
        (ink, width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine),
    ):
        pen = QPen(QColor(colour), across, style)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if not dashed else Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(points))


def tint(painter: QPainter, path: QPainterPath, ink: str = PICKED, share: float = 0.18) -> None:
    """A translucent fill; *path* in px of the view."""
    colour = QColor(ink)
    colour.setAlphaF(share)
    painter.fillPath(path, colour)


def dot(painter: QPainter, at: QPointF, *, size: float = 5.0, ink: str = PICKED) -> None:
    """A handle full of ink: a node, or a corner that was set."""
    painter.setPen(QPen(QColor(CASING), 1.6))
    painter.setBrush(QColor(ink))
    painter.drawEllipse(at, size, size)


def hollow(painter: QPainter, at: QPointF, *, size: float = 3.6, ink: str = PICKED) -> None:
    """A handle that is only an outline: a bend."""
    painter.setPen(QPen(QColor(ink), 1.6))
    painter.setBrush(QColor(CASING))
    painter.drawEllipse(at, size, size)


def diamond(painter: QPainter, at: QPointF, *, size: float = 4.0, ink: str = PICKED) -> None:
    """A handle for what is not there yet: a bend to be."""
    painter.setPen(QPen(QColor(ink), 1.2))
    painter.setBrush(QColor(CASING))
    shape = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
    painter.drawPolygon(QPolygonF([at + corner for corner in shape]))


def ring(painter: QPainter, at: QPointF, *, size: float = 9.0, ink: str = MADE) -> None:
    """Where something was caught."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((CASING, 4.2), (ink, 2.0)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(at, size, size)


def anchor_mark(painter: QPainter, at: QPointF, *, ink: str = DARK, size: float = 6.0) -> None:
    """The point of a cell where its counters lie: a small cross in a ring."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((CASING, 4.0), (ink, 1.6)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(at, size, size)
        for dx, dy in ((size + 3, 0), (0, size + 3)):
            painter.drawLine(at - QPointF(dx, dy), at + QPointF(dx, dy))


def say(painter: QPainter, camera: Camera, at: QPointF, words: str, tone: str = "text") -> None:
    """A few words beside a point of the view, on a ground of their own; *tone* is a token."""
    spot = QRectF(at - QPointF(14, 14), QSizeF(28, 28))
    paint_callout(painter, QRectF(QPointF(0, 0), camera.size), spot, Callout("", words, tone))
