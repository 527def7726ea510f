"""Bridges between a board's geometry, shapely and Qt paths, and the small tools of the painters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter, QPainterPath, QPen
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, shape
from shapely.geometry.base import BaseGeometry

from wardesk.geometry.adjacency.coverage import Area, polygon
from wardesk.model.board import Board, Feature

_DETAILED = 4000
"""Points from which an outline counts as hand-traced in full detail."""

Pair = tuple[float, float]
Grid = np.ndarray[Any, Any]


class Chunks:
    """Many small figures sorted into squares, so that a tile paints only what it shows."""

    def __init__(self, side: float) -> None:
        self.side = side
        self._paths: dict[tuple[int, int], QPainterPath] = {}
        self._boxes: dict[tuple[int, int], QRectF] = {}

    def at(self, x: float, y: float) -> QPainterPath:
        """The path that a figure at this point goes into (board units)."""
        key = (math.floor(x / self.side), math.floor(y / self.side))
        if key not in self._paths:
            self._paths[key] = QPainterPath()
            self._paths[key].setFillRule(Qt.FillRule.WindingFill)
        return self._paths[key]

    def freeze(self) -> Chunks:
        """Measure the squares once; call after the last figure."""
        self._boxes = {key: path.boundingRect() for key, path in self._paths.items()}
        return self

    def within(self, box: QRectF) -> Iterator[QPainterPath]:
        """The paths that reach into *box*."""
        for key, path in self._paths.items():
            if self._boxes[key].intersects(box):
                yield path


class Ellipses:
    """Many ellipses sorted into squares; the path of a square is made when it comes in sight.

    *keys* say into which square each one goes, *at* where its middle is, *radii* how far it
    reaches: all n × 2, board units.
    """

    def __init__(self, side: float, keys: Grid, at: Grid, radii: Grid) -> None:
        self._at, self._radii = at, radii
        squares = np.floor(keys / side).astype(np.int64)
        code = squares[:, 0] * 2**31 + squares[:, 1]
        _, first, square = np.unique(code, return_index=True, return_inverse=True)
        together = np.split(np.argsort(square, kind="stable"), np.cumsum(np.bincount(square)))
        members = [together[number] for number in np.argsort(first).tolist()]  # as they came
        self._squares = [(self._box(numbers), numbers) for numbers in members]
        self._paths: dict[int, QPainterPath] = {}

    def _box(self, numbers: Grid) -> QRectF:
        at, radii = self._at[numbers], self._radii[numbers]
        (left, top), (right, bottom) = (at - radii).min(axis=0), (at + radii).max(axis=0)
        return QRectF(left, top, right - left, bottom - top)

    def _path(self, square: int) -> QPainterPath:
        # two threads may make the same path at once: one of them is kept, and both are right
        found = self._paths.get(square)
        if found is None:
            found = QPainterPath()
            found.setFillRule(Qt.FillRule.WindingFill)
            numbers = self._squares[square][1]
            ends = zip(self._at[numbers].tolist(), self._radii[numbers].tolist(), strict=True)
            for (x, y), (width, height) in ends:
                found.addEllipse(QPointF(x, y), width, height)
            self._paths[square] = found
        return found

    def within(self, box: QRectF) -> Iterator[QPainterPath]:
        """The paths that reach into *box*."""
        for square, (bounds, _) in enumerate(self._squares):
            if bounds.intersects(box):
                yield self._path(square)


class Runs:
    """Lines kept apart with their boxes, so that only those in sight are stroked."""

    def __init__(self, paths: Iterable[QPainterPath] = ()) -> None:
        self._runs = [(path.boundingRect(), path) for path in paths if not path.isEmpty()]

    def within(self, box: QRectF, pad: float) -> Iterator[QPainterPath]:
        """The lines that come within *pad* of *box*."""
        wide = box.adjusted(-pad, -pad, pad, pad)
        for bounds, path in self._runs:
            if bounds.adjusted(-1, -1, 1, 1).intersects(wide):
                yield path


@contextmanager
def painting(on: QPaintDevice) -> Iterator[QPainter]:
    """A painter that is ended whatever happens.

    A picture that goes before its painter takes the program with it, and what an error keeps goes
    in any order.
    """
    painter = QPainter(on)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def saved(painter: QPainter) -> Iterator[None]:
    """Whatever is done to a painter meanwhile is taken back, even if painting is broken off."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


def geometry(feature: Feature) -> BaseGeometry:
    """A feature's GeoJSON as a clean shapely geometry; empty if it is not one."""
    try:
        found = shape(dict(feature.geometry))
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        shapely.errors.ShapelyError,
    ):
        return Point()
    return found if found.is_valid else shapely.make_valid(found)


def of_kind(board: Board, *kinds: str) -> list[tuple[Feature, BaseGeometry]]:
    """All features of these kinds, in the board's order, with their geometry."""
    found = ((one, geometry(one)) for one in board.features if one.kind in kinds)
    return [(one, shape_) for one, shape_ in found if not shape_.is_empty]


def cell_shape(board: Board, cell: str) -> Area:
    """A cell's ground, in one piece or several."""
    return polygon(board.outlines[cell])


def polygons(found: BaseGeometry) -> list[Polygon]:
    """The polygons in a geometry."""
    if isinstance(found, Polygon):
        return [] if found.is_empty else [found]
    if isinstance(found, MultiPolygon) or found.geom_type == "GeometryCollection":
        return [one for part in found.geoms for one in polygons(part)]  # type: ignore[attr-defined]
    return []


def lines(found: BaseGeometry) -> list[LineString]:
    """The lines in a geometry; of polygons their rings."""
    if isinstance(found, LineString):
        return [] if found.is_empty else [found]
    if isinstance(found, Polygon):
        return [LineString(ring) for ring in (found.exterior, *found.interiors) if ring.coords]
    if hasattr(found, "geoms"):
        return [one for part in found.geoms for one in lines(part)]  # type: ignore[attr-defined]
    return []


def points(found: BaseGeometry) -> list[Pair]:
    """Single points of a geometry; the middles of anything else."""
    if isinstance(found, Point):
        return [(found.x, found.y)]
    if hasattr(found, "geoms"):
        return [one for part in found.geoms for one in points(part)]  # type: ignore[attr-defined]
    middle = found.centroid
    return [(middle.x, middle.y)]


def plainer(found: BaseGeometry, reach: float) -> BaseGeometry:
    """What a soft belt of width *reach* may be made of.

    Long hand-traced coasts lose the detail that it would not show, with which a buffer takes
    seconds. All else stays as it is.
    """
    if shapely.get_num_coordinates(found) <= _DETAILED:
        return found
    return found.simplify(abs(reach) / 25)


def path_of(found: BaseGeometry) -> QPainterPath:
    """Any geometry as a path; holes stay open (odd-even)."""
    path = QPainterPath()
    for area in polygons(found):
        for ring in (area.exterior, *area.interiors):
            _run(path, shapely.get_coordinates(ring)[:-1].tolist(), close=True)
    if not polygons(found):
        for line in lines(found):
            _run(path, shapely.get_coordinates(line).tolist(), close=False)
    return path


def path_through(run: Sequence[Sequence[float]], close: bool = False) -> QPainterPath:
    """A path of straight legs through *run*."""
    path = QPainterPath()
    _run(path, run, close)
    return path


def _run(path: QPainterPath, run: Sequence[Sequence[float]], close: bool) -> None:
    if len(run) < 2:
        return
    path.moveTo(run[0][0], run[0][1])
    for point in run[1:]:
        path.lineTo(point[0], point[1])
    if close:
        path.closeSubpath()


def chaikin(found: LineString | Polygon, rounds: int = 1) -> LineString | Polygon:
    """Corners cut *rounds* times; ends of lines stay."""
    if isinstance(found, Polygon):
        return Polygon(
            _cut(list(found.exterior.coords)[:-1], rounds, True),
            [_cut(list(ring.coords)[:-1], rounds, True) for ring in found.interiors],
        )
    return LineString(_cut(list(found.coords), rounds, False))


def _cut(run: Sequence[Sequence[float]], rounds: int, ring: bool) -> list[Pair]:
    found = np.asarray(run, float)[:, :2]
    for _ in range(rounds):
        ahead = np.roll(found, -1, axis=0) if ring else found[1:]
        here = found if ring else found[:-1]
        both = np.empty((len(here) * 2, 2))
        both[0::2], both[1::2] = here * 0.75 + ahead * 0.25, here * 0.25 + ahead * 0.75
        found = both if ring else np.vstack([found[:1], both, found[-1:]])
    return [(float(x), float(y)) for x, y in found]


def stations(line: LineString, pitch: float) -> list[tuple[Pair, Pair]]:
    """Points every *pitch* along a line with the unit direction there."""
    found: list[tuple[Pair, Pair]] = []
    count = int(line.length / pitch)
    for number in range(count + 1):
        way = min(line.length, (number + 0.5) * pitch)
        here = line.interpolate(way)
        a, b = line.interpolate(max(0.0, way - pitch)), line.interpolate(way + pitch)
        size = math.hypot(b.x - a.x, b.y - a.y) or 1.0
        found.append(((here.x, here.y), ((b.x - a.x) / size, (b.y - a.y) / size)))
    return found


def middle_line(area: Polygon, count: int = 48) -> LineString | None:
    """The line along the middle of a long area, found by cutting it across its long axis."""
    box = area.minimum_rotated_rectangle
    if not isinstance(box, Polygon):
        return None
    a, b, c = (np.asarray(point) for point in list(box.exterior.coords)[:3])
    along, across = (b - a, c - b) if math.dist(a, b) > math.dist(b, c) else (c - b, a - b)
    start = a if math.dist(a, b) > math.dist(b, c) else b
    run: list[Pair] = []
    for number in range(1, count):
        foot = start + along * (number / count)
        cut = area.intersection(LineString([foot - across * 0.1, foot + across * 1.1]))
        parts = [part for part in lines(cut) if part.length > 0]
        if parts:
            middle = max(parts, key=lambda part: part.length).interpolate(0.5, normalized=True)
            run.append((middle.x, middle.y))
    if len(run) < 4:
        return None
    smooth = np.asarray(run)
    for _ in range(6):
        smooth[1:-1] = (smooth[:-2] + smooth[1:-1] * 2 + smooth[2:]) / 4
    return LineString(smooth)


def pen(
    ink: QColor,
    width: float,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
) -> QPen:
    """A pen with round joins."""
    return QPen(ink, width, style, cap, Qt.PenJoinStyle.RoundJoin)


def dashed(ink: QColor, width: float, dashes: Iterable[float]) -> QPen:
    """A pen with flat ends; *dashes* in board units, not in pen widths."""
    found = pen(ink, width, cap=Qt.PenCapStyle.FlatCap)
    found.setDashPattern([max(0.01, dash / width) for dash in dashes])
    return found


def visible(painter: QPainter) -> QRectF:
    """What the painter can reach, in the coordinates it paints in."""
    device = painter.device()
    back, fine = painter.combinedTransform().inverted()
    seen = QRectF(-1e9, -1e9, 2e9, 2e9)
    if fine and device is not None and device.width() > 0:
        seen = back.mapRect(QRectF(0, 0, device.width(), device.height()))
    if painter.hasClipping():
        seen = seen.intersected(painter.clipBoundingRect())
    return seen


def tint_image(code: str, alpha: np.ndarray[Any, Any]) -> QImage:
    """One colour with an opacity per pixel (array of 0 to 1, rows first)."""
    tint = QColor(code)
    height, width = alpha.shape
    opacity = np.clip(alpha, 0, 1)[..., None]
    raw = np.empty((height, width, 4), np.uint8)
    raw[..., :3] = (np.array([tint.blue(), tint.green(), tint.red()]) * opacity).astype(np.uint8)
    raw[..., 3] = (opacity[..., 0] * 255).astype(np.uint8)
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(raw.tobytes(), width, height, width * 4, form).copy()


def box_shape(box: QRectF) -> Polygon:
    """A rectangle as a polygon."""
    return shapely.box(box.left(), box.top(), box.right(), box.bottom())
