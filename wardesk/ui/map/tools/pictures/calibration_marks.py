"""Marks on a scanned board while it is calibrated, the fit that they give, and their picture."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from wardesk.errors import UserError
from wardesk.geometry.grids.bend import LEAST, Fit, PictureBend, bent, chosen_fit
from wardesk.geometry.grids.calibration import (
    Affine,
    Calibration,
    PictureMark,
    calibrated,
    placed,
    turned_about,
)
from wardesk.geometry.grids.find_grid import FoundGrid
from wardesk.geometry.grids.snap import Point
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.widgets import paint
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.canvas.pointer import Pointer
    from wardesk.ui.map.view import MapView

_PAIR = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*")
_CLOSE = 14.0
"""Px within which the middle of an area is meant."""


@dataclass
class CalibrationMarks:
    """What was marked so far. *pending* is a point of the picture whose place is not told yet."""

    marks: list[PictureMark] = field(default_factory=list[PictureMark])
    pending: Point | None = None
    bar: list[Point] = field(default_factory=list[Point])
    """The ends of a scale bar, pixels."""
    kind: Fit | Literal["auto"] = "auto"
    scaled: Affine | None = None
    """The transform that a scale bar gives."""
    found: FoundGrid | None = None
    """The grid that gave the marks, if it was found in the scan."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was marked."""
        return not (self.marks or self.pending or self.bar or self.scaled)

    def fit(self) -> Calibration:
        """The fit without a bend. UserError for too few marks, or marks that make no sense."""
        few = len(self.marks) < 3 or self.kind == "similarity"
        return calibrated(self.marks, "similarity" if few else "affine")

    def bend(self) -> PictureBend | None:
        """The bend that the picture is to be rid of; None where moving and stretching is enough.

        UserError for marks that make no sense.
        """
        kind = chosen_fit(self.marks) if self.kind == "auto" else self.kind
        if kind in ("projective", "spline") and len(self.marks) >= LEAST[kind]:
            return bent(self.marks, kind)
        return None

    def transform(self) -> Affine | None:
        """Where the picture would lie; None while that is not known."""
        if self.scaled is not None:
            return self.scaled
        try:
            return self.fit().transform if len(self.marks) > 1 else None
        except UserError:
            return None

    def add(self, place: Point) -> None:
        """The pending point belongs there."""
        if self.pending is not None:
            self.marks.append(PictureMark(self.pending, place))
            self.pending = self.scaled = self.found = None

    def scale_to(self, now: Affine, length: float) -> None:
        """The scale bar is so long in map units; its first end stays where it is.

        UserError for a bar without length.
        """
        (ax, ay), (bx, by) = (placed(now, end) for end in self.bar)
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if long <= 0 or length <= 0:
            raise UserError(tr("A scale bar must have a length."), tr("Mark its two ends again."))
        self.scaled = turned_about(now, (ax, ay), 0.0, length / long)
        self.bar, self.marks = [], []

    def take_found(self, found: FoundGrid) -> None:
        """The marks of a grid that was found, in place of all others."""
        self.marks, self.found = list(found.marks), found
        self.pending = self.scaled = None
        self.bar = []

    def back(self) -> bool:
        """Take the last step back; whether there was one."""
        if self.pending is not None:
            self.pending = None
        elif self.bar:
            self.bar.pop()
        elif self.scaled is not None:
            self.scaled = None
        elif self.marks:
            self.marks.pop()
            self.marks, self.found = ([] if self.found else self.marks), None
        else:
            return False
        return True


def cell_width(view: MapView) -> float:
    """Map units from one cell of a sheet to the next; 0 on area maps, whose cells differ."""
    document = view.model.document
    first = next(iter(document.cells), "")
    if document.layout is None or not first:
        return 0.0
    box = view.sheet.cell_path(first).boundingRect()
    return min(box.width(), box.height())


def aimed(view: MapView, at: Pointer) -> tuple[Point, str]:
    """The known place that is meant at a point of the map, and what it is called.

    On sheets the middle or the corner of a cell; on area maps a node or an anchor; with Ctrl, or
    elsewhere, the very point.
    """
    exact = at.point, f"{at.point[0]:.1f}, {at.point[1]:.1f}"
    if at.ctrl or not at.cell:
        return exact
    anchor = view.sheet.anchor(at.cell)
    middle = (anchor.x(), anchor.y()), at.cell
    if view.model.is_area:
        close = _CLOSE * view.pixel
        nodes = [(place, "") for place in view.model.document.nodes.values()]
        found = min([middle, *nodes], key=lambda one: _far(one[0], at.point))
        if _far(found[0], at.point) > close:
            return exact
        return found[0], found[1] or f"{found[0][0]:.1f}, {found[0][1]:.1f}"
    path = view.sheet.cell_path(at.cell)
    corners = [path.elementAt(k) for k in range(path.elementCount())]
    places = [((float(one.x), float(one.y)), "") for one in corners]
    found = min([middle, *places], key=lambda one: _far(one[0], at.point))
    return found[0], found[1] or f"{found[0][0]:.1f}, {found[0][1]:.1f}"


def place_named(view: MapView, words: str) -> Point:
    """The place that was typed: a cell, or two coordinates. UserError if it is neither."""
    pair = _PAIR.fullmatch(words)
    if pair is not None:
        return float(pair[1]), float(pair[2])
    try:
        anchor = view.sheet.anchor(words.strip())
    except KeyError:
        raise UserError(
            tr("There is no cell {0}.").format(f"{words.strip()!a:.40}"),
            tr("Type a cell of the map, or two coordinates: 120.5, 64."),
        ) from None
    return anchor.x(), anchor.y()


def _far(a: Point, b: Point) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


_LONGEST = 56.0
"""Px of the longest residual arrow; the others are drawn to the same scale."""
_MOST = 200.0
_LINE = 20


def paint_marking(
    painter: QPainter,
    camera: Camera,
    marking: CalibrationMarks,
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


def _arrows(painter: QPainter, camera: Camera, marking: CalibrationMarks, cell: float) -> None:
    """Where every mark pulls: exaggerated, with the true figure beside it."""
    try:
        residuals = (marking.bend() or marking.fit()).residuals
    except UserError:
        return  # too few marks; the report says so
    lengths = [math.hypot(*one) for one in residuals]
    worst = lengths.index(max(lengths))
    if max(lengths) * camera.scale < 0.05:
        return  # two marks always fit, and three with stretching
    larger = min(_LONGEST / (max(lengths) * camera.scale), _MOST)
    for k, (mark, residual) in enumerate(zip(marking.marks, residuals, strict=True)):
        start = _spot(camera, mark.place)
        way = camera.to_view(QPointF(*residual)) - camera.to_view(QPointF(0, 0))
        end = start + way * larger
        ink = handles.REFUSED if k == worst else handles.PICKED
        handles.stroke(painter, [start, end], ink, 2.0)
        _head(painter, start, end, ink)
        figure = f"{lengths[k] / cell:.2f}" if cell else f"{lengths[k]:.2f}"
        handles.say(painter, camera, end, figure, "danger" if k == worst else "text")


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
    width = max(paint.advance(line, "small-strong") for line in report) + 2 * theme.S3
    box = QRectF(theme.S3, theme.S3, width, _LINE * len(report) + 2 * theme.S2)
    if any(box.adjusted(-40, -40, 40, 60).contains(spot) for spot in marks):
        box.moveBottom(camera.size.height() - theme.S3)
    paint.rounded(
        painter, box, fill=theme.colour("surface"), outline=theme.colour("edge"), radius=6
    )
    for k, line in enumerate(report):
        row = QRectF(box.left() + theme.S3, box.top() + theme.S2 + k * _LINE, width, _LINE)
        paint.words(painter, row, line, role="small-strong" if not k else "small")


def _spot(camera: Camera, at: Point) -> QPointF:
    return camera.to_view(QPointF(*at))
