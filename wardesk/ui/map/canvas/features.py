"""The drawn features: which one lies under the pointer, their points, and marks on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.commands.features import LABEL, ZONE
from wardesk.model.board import Feature
from wardesk.ui.map.canvas.selection_marks import CASING, PICKED, ShownMap, outline
from wardesk.ui.map.model import feature_name

Pair = tuple[float, float]
NEAR = 7.0
"""Px within which the pointer is on a line."""
_AIR = 2.0
"""Px between words and the frame around them."""


@dataclass(frozen=True)
class DrawnFeature:
    """A feature, what commands call it, and its points in map units (rings one after another)."""

    number: int
    """Its place among the features."""
    name: str
    feature: Feature
    rings: tuple[tuple[Pair, ...], ...]
    box: QRectF
    curve: tuple[Pair, ...] = ()
    """The curve in which a line is seen; empty for what is drawn point by point."""

    @property
    def form(self) -> str:
        """Its kind of geometry: ``Point``, ``LineString``, ``Polygon`` or another."""
        return str(self.feature.geometry.get("type", ""))

    @property
    def points(self) -> tuple[Pair, ...]:
        """The points of its first ring or line."""
        return self.rings[0] if self.rings else ()

    @property
    def seen(self) -> tuple[tuple[Pair, ...], ...]:
        """Its lines as the eye meets them."""
        return (self.curve,) if self.curve else self.rings

    @property
    def is_label(self) -> bool:
        """Whether it is words on the map."""
        return self.feature.kind == LABEL and self.form == "Point"

    @property
    def is_zone(self) -> bool:
        """Whether it is a named zone."""
        return self.feature.kind == ZONE

    @property
    def is_of_cells(self) -> bool:
        """Whether it is a zone of cells, which has no outline of its own."""
        return self.is_zone and self.form == "MultiPoint"

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells it names, of a zone or a line."""
        named = self.feature.properties.get("cells", ())
        return tuple(one for one in named if isinstance(one, str)) if named else ()


class FeatureIndex:
    """All features of the document with their boxes; made anew when some change."""

    def __init__(self, view: ShownMap) -> None:
        self._view = view
        self._rows: list[DrawnFeature] | None = None
        view.model.changed.connect(self._changed)

    def _changed(self, change: DocumentChange) -> None:
        if change.kinds & {"lines", "labels", "zones", "grid", "cells", "names", "map"}:
            self._rows = None

    @property
    def rows(self) -> Sequence[DrawnFeature]:
        """Every feature, in the order of the document."""
        if self._rows is None:
            features = self._view.model.document.features
            self._rows = [_drawn(number, one, self._view) for number, one in enumerate(features)]
        return self._rows

    def named(self, name: str) -> DrawnFeature | None:
        """The feature that commands call *name*."""
        return next((row for row in self.rows if row.name == name), None)

    def lines(self) -> Iterator[DrawnFeature]:
        """The drawn lines of kinds that the palette knows."""
        known = self._view.model.document.palette.lines
        return (row for row in self.rows if row.form == "LineString" and row.feature.kind in known)

    def zones(self) -> list[DrawnFeature]:
        """The named zones."""
        return [row for row in self.rows if row.is_zone]

    def at(self, point: QPointF, within: float = NEAR) -> DrawnFeature | None:
        """The feature under a point (map units), *within* px: words, else the nearest line.

        Of zones and other shapes it is the outline that counts, not the ground inside.
        """
        labels = [row for row in self.rows if row.is_label]
        for row in reversed(labels):
            if label_box(self._view, row).contains(self._view.camera.to_view(point)):
                return row
        reach = within * self._view.pixel
        best, least = None, reach
        for row in self.rows:
            if (
                row.is_label
                or row.is_of_cells
                or not row.box.adjusted(-reach, -reach, reach, reach).contains(point)
            ):
                continue
            far = row_distance(row, point)
            if far <= least:
                best, least = row, far
        return best or self._rim_at(point, reach)

    def _rim_at(self, point: QPointF, reach: float) -> DrawnFeature | None:
        """The zone of cells whose rim is near: of the cells around some are in it, some not."""
        zones = [row for row in self.rows if row.is_of_cells]
        if not zones:
            return None
        turns = (k * math.tau / 8 for k in range(8))
        spots = (point + QPointF(math.cos(turn), math.sin(turn)) * reach for turn in turns)
        around = {self._view.sheet.locate(spot) for spot in spots}
        if len(around) == 1:  # as nearly everywhere: zones of thousands of cells need no look
            return None
        return next(
            (row for row in zones if 0 < len(around.intersection(row.cells)) < len(around)), None
        )

    def paint_picked(self, painter: QPainter) -> None:
        """Mark every picked feature."""
        for name in self._view.model.selection.features:
            row = self.named(name)
            if row is not None:
                paint_feature(painter, self._view, row)


def row_distance(row: DrawnFeature, point: QPointF) -> float:
    """How far a point is from the nearest line of a feature, map units."""
    here = (point.x(), point.y())
    if row.form in ("Point", "MultiPoint"):
        return min((math.dist(one, here) for one in row.points), default=math.inf)
    return min(
        (segment_distance(a, b, here)[0] for ring in row.seen for a, b in pairwise(ring)),
        default=math.inf,
    )


def segment_distance(a: Pair, b: Pair, point: Pair) -> tuple[float, Pair]:
    """How far *point* is from the segment, and the nearest point on it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / long if long else 0.0
    part = min(max(part, 0.0), 1.0)
    near = (a[0] + part * dx, a[1] + part * dy)
    return math.dist(near, point), near


def label_box(view: ShownMap, row: DrawnFeature) -> QRectF:
    """Where the words of a label stand, px of the view; a spot where they are not written."""
    box = view.sheet.label_box(row.number, view.camera.scale * view.devicePixelRatioF())
    if box.isNull():
        spot = view.camera.to_view(QPointF(*row.points[0]))
        return QRectF(spot.x() - NEAR, spot.y() - NEAR, 2 * NEAR, 2 * NEAR)
    seen = view.camera.transform().mapRect(box)
    return seen.adjusted(-_AIR, -_AIR, _AIR, _AIR)


def _drawn(number: int, feature: Feature, view: ShownMap) -> DrawnFeature:
    name = feature_name(view.model.document, number)
    rings = tuple(_rings(feature.geometry.get("coordinates"))) if feature.geometry else ()
    line = feature.geometry.get("type") == "LineString"
    curve = tuple(view.sheet.line_curve(feature)) if line else ()
    points = [*curve, *(point for ring in rings for point in ring)]
    box = QRectF()
    if points:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
    return DrawnFeature(number, name, feature, rings, box, curve)


def _rings(found: Any) -> Iterator[tuple[Pair, ...]]:  # noqa: ANN401 - as deep as GeoJSON goes
    """The lists of points in GeoJSON coordinates, however deep they lie."""
    if not isinstance(found, (list, tuple)) or not found:
        return
    if isinstance(found[0], (int, float)):
        yield ((float(found[0]), float(found[1])),)
    elif isinstance(found[0], (list, tuple)) and found[0] and isinstance(
        found[0][0], (int, float)
    ):  # fmt: skip
        yield tuple((float(point[0]), float(point[1])) for point in found)
    else:
        for part in found:
            yield from _rings(part)


def feature_path(view: ShownMap, row: DrawnFeature) -> QPainterPath:
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


def paint_feature(painter: QPainter, view: ShownMap, row: DrawnFeature, ink: str = PICKED) -> None:
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
