"""The picture of a calibration: marks, how far each is off, and the figures of the fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import Affine, placed
from wardesk.geometry.grids.snap import Point
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map import handles
from wardesk.ui.map.marking import Marking
from wardesk.ui.widgets import paint

_LONGEST = 56.0
"""Px of the longest residual arrow; the others are drawn to the same scale."""
_MOST = 200.0
_LINE = 20


def paint_marking(
    painter: QPainter,
    camera: Camera,
    marking: Marking,
    transform: Affine,
    report: Sequence[str],
    cell: float,
    aim: tuple[Point, str] | None,
) -> None:
    """Draw it. *cell* is the width of a cell, for the figures; 0 = tell map units."""
    for mark in marking.marks:
        handles.dot(painter, _spot(camera, mark.place), size=4.0, ink=handles.MADE)
    _arrows(painter, camera, marking, cell)
    if len(marking.bar) > 1:
        ends = [_spot(camera, placed(transform, end)) for end in marking.bar]
        handles.stroke(painter, ends, handles.DARK, 3.0)
    for end in marking.bar:
        handles.ring(painter, _spot(camera, placed(transform, end)), ink=handles.DARK, size=6)
    if marking.pending is not None:
        start = _spot(camera, placed(transform, marking.pending))
        handles.ring(painter, start)
        if aim is not None:
            end = _spot(camera, aim[0])
            handles.stroke(painter, [start, end], handles.MADE, 1.4, dashed=True)
            handles.hollow(painter, end, ink=handles.MADE)
            handles.say(painter, camera, end, aim[1])
    if report:
        marks = [_spot(camera, mark.place) for mark in marking.marks]
        _card(painter, camera, report, marks)


def _arrows(painter: QPainter, camera: Camera, marking: Marking, cell: float) -> None:
    """Where every mark pulls: exaggerated, with the true figure beside it."""
    try:
        fit = marking.fit()
    except UserError:
        return  # too few marks; the report says so
    lengths = [math.hypot(*one) for one in fit.residuals]
    if max(lengths) * camera.scale < 0.05:
        return  # two marks always fit, and three with stretching
    larger = min(_LONGEST / (max(lengths) * camera.scale), _MOST)
    for k, (mark, residual) in enumerate(zip(marking.marks, fit.residuals, strict=True)):
        start = _spot(camera, mark.place)
        way = camera.to_view(QPointF(*residual)) - camera.to_view(QPointF(0, 0))
        end = start + way * larger
        ink = handles.REFUSED if k == fit.worst else handles.PICKED
        handles.stroke(painter, [start, end], ink, 2.0)
        _head(painter, start, end, ink)
        figure = f"{lengths[k] / cell:.2f}" if cell else f"{lengths[k]:.2f}"
        handles.say(painter, camera, end, figure, "danger" if k == fit.worst else "text")


def _head(painter: QPainter, start: QPointF, end: QPointF, ink: str) -> None:
    angle = math.atan2(end.y() - start.y(), end.x() - start.x())
    sides = [
        end - QPointF(math.cos(angle + turn), math.sin(angle + turn)) * 8 for turn in (0.5, -0.5)
    ]
    painter.setBrush(handles.QColor(ink))
    painter.drawPolygon(QPolygonF([end, *sides]))


def _card(
    painter: QPainter, camera: Camera, report: Sequence[str], marks: Sequence[QPointF]
) -> None:
    """At the top left, or where that hides marks at the bottom left."""
    wide = max(paint.advance(line, "small-strong") for line in report) + 2 * theme.S3
    box = QRectF(theme.S3, theme.S3, wide, _LINE * len(report) + 2 * theme.S2)
    if any(box.adjusted(-40, -40, 40, 60).contains(spot) for spot in marks):
        box.moveBottom(camera.size.height() - theme.S3)
    paint.rounded(
        painter, box, fill=theme.colour("surface"), outline=theme.colour("edge"), radius=6
    )
    for k, line in enumerate(report):
        row = QRectF(box.left() + theme.S3, box.top() + theme.S2 + k * _LINE, wide, _LINE)
        paint.words(painter, row, line, role="small-strong" if not k else "small")


def _spot(camera: Camera, at: Point) -> QPointF:
    return camera.to_view(QPointF(*at))
