"""The fields of open country as one picture that repeats seamlessly, to be laid over the ground."""

from __future__ import annotations

import math
import random

import numpy as np
import shapely
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath, QPolygonF, QTransform
from shapely import transform

from wardesk.render.colours import colour
from wardesk.render.kept import kept
from wardesk.render.map.drawn_shapes import put_shape, shapes_of
from wardesk.render.map.drawn_text import is_drawing
from wardesk.render.map.lattice.frame import Pair
from wardesk.render.shapes import painting, path_of, saved, tint_image
from wardesk.render.theme import MapTheme

_KNOTS, _QUAD = 8, 310.0
SIZE = _KNOTS * _QUAD
"""After how many drawing units the picture repeats."""
_PIXELS = 1024


_MOST_PIXELS = 1600
"""The largest picture that is made to fit a zoom pixel by pixel."""


_WASH = 0.09
"""Opacity of the mottle where it is strongest."""
_BANDS, _COARSE = 6, 64
"""In drawings: steps of the mottle, and of how many values across they are made."""
Grid = np.ndarray[tuple[int, int], np.dtype[np.float64]]


class FieldInks(Struct, frozen=True):
    """The colours of the picture: of fields, of the mottle, and how strong they are."""

    tints: tuple[str, ...]
    alpha: float
    dark: str
    light: str
    wash: float


class FieldBrush:
    """Faint fields and mottled ground, laid pixel on pixel where that is possible.

    A picture that is stretched while it is laid takes many times as long.
    """

    def __init__(self, image: QImage, inks: FieldInks, unit: float = 1.0) -> None:
        self._image, self._unit, self._inks = image, unit, inks
        self._last: tuple[float, QBrush] | None = None

    def at(self, fine: float) -> QBrush:
        """The brush for a painter whose drawing unit is *unit*; *fine*: pixels per 100 of them."""
        if self._last is None or self._last[0] != fine:
            self._last = fine, self._made(fine)
        return self._last[1]

    def paint(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Lay it over a box; in drawings as forms that can be edited."""
        if not is_drawing(painter):
            painter.fillRect(seen, self.at(fine))
            return
        size = SIZE * self._unit
        for column in range(math.floor(seen.left() / size), math.ceil(seen.right() / size)):
            for row in range(math.floor(seen.top() / size), math.ceil(seen.bottom() / size)):
                with saved(painter):
                    painter.translate(column * size, row * size)
                    painter.scale(self._unit, self._unit)
                    put_shape(painter, self._inks, self._draw)

    def ground(self, painter: QPainter, fine: float) -> QBrush:
        """As `at`, in drawings a pattern of forms."""
        shapes = shapes_of(painter)
        if shapes is None:
            return self.at(fine)
        return shapes.brush(("pattern", self._inks), self._draw_whole, SIZE, self._unit)

    def _draw(self, painter: QPainter) -> None:
        _draw_fields(painter, self._inks)
        _draw_mottle(painter, self._inks)

    def _draw_whole(self, painter: QPainter) -> None:
        """One square, with what reaches into it from those beside it."""
        for dx in (-SIZE, 0.0, SIZE):
            for dy in (-SIZE, 0.0, SIZE):
                with saved(painter):
                    painter.translate(dx, dy)
                    _draw_fields(painter, self._inks, QRectF(-dx, -dy, SIZE, SIZE))
        _draw_mottle(painter, self._inks)

    def _made(self, fine: float) -> QBrush:
        edge = max(8, round(SIZE * fine / 100))
        if edge > _MOST_PIXELS:
            brush, pixel = QBrush(self._image), SIZE / _PIXELS
        else:
            keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode
            image = self._image.scaled(QSize(edge, edge), keep, smooth.SmoothTransformation)
            brush, pixel = QBrush(image), 100 / fine
        brush.setTransform(QTransform.fromScale(pixel * self._unit, pixel * self._unit))
        return brush


def field_brush(theme: MapTheme, unit: float = 1.0) -> FieldBrush | None:
    """The fields of a theme for a painter in units of which *unit* are a drawing unit.

    None in flat themes.
    """
    alpha, strength = theme.number("parcel.inside_alpha"), theme.number("relief.mottle")
    if not alpha and not strength:
        return None
    inks = FieldInks(
        theme.colours("parcel.tints"), alpha,
        theme.code("relief.dark"), theme.code("relief.light"), _WASH * strength,
    )  # fmt: skip
    return FieldBrush(_painted(inks), inks, unit)


def _draw_fields(painter: QPainter, inks: FieldInks, within: QRectF | None = None) -> None:
    """The fields as forms, all of one tint together; those that reach *within* a box."""
    for number, tint in enumerate(inks.tints):
        path = QPainterPath()
        for one, quad in _parcels():
            if one % len(inks.tints) == number and (
                within is None or quad.boundingRect().intersects(within)
            ):
                path.addPolygon(quad)
                path.closeSubpath()
        painter.fillPath(path, colour(tint, inks.alpha))


def _draw_mottle(painter: QPainter, inks: FieldInks) -> None:
    """The mottle as forms that lie over one another, each too faint for its edge to be seen."""
    for ink, sign in ((inks.dark, 1), (inks.light, -1)):
        for form in mottle_bands(sign):
            painter.fillPath(form, colour(ink, inks.wash / _BANDS))


@kept(2)
def mottle_bands(sign: int) -> tuple[QPainterPath, ...]:
    """Where the mottle is stronger than a step, for each of its steps; *sign* -1: where it lights.

    Squares between a grid of its values, cut where the value is that of the step.
    """
    values = sign * _mottle()[:: 256 // _COARSE, :: 256 // _COARSE]
    values = np.pad(values, ((0, 1), (0, 1)), mode="wrap")
    found: list[QPainterPath] = []
    for number in range(_BANDS):
        level = (number + 0.5) / _BANDS
        above = values > level
        pieces = [
            _cut(values, level, row, column)
            for row, column in np.argwhere(
                above[:-1, :-1] | above[1:, :-1] | above[:-1, 1:] | above[1:, 1:]
            ).tolist()
        ]
        form = shapely.union_all(pieces).simplify(0.05)
        found.append(path_of(transform(form, lambda at: at * (SIZE / _COARSE))))
    return tuple(found)


def _cut(values: Grid, level: float, row: int, column: int) -> shapely.Polygon:
    """What of a square lies above a level."""
    corners = ((0, 0), (0, 1), (1, 1), (1, 0))
    ring: list[tuple[float, float]] = []
    for (down, across), (below, beside) in zip(corners, (*corners[1:], corners[0]), strict=True):
        here, there = values[row + down, column + across], values[row + below, column + beside]
        if here > level:
            ring.append((column + across, row + down))
        if (here > level) != (there > level):
            part = float((level - here) / (there - here))
            x, y = across + (beside - across) * part, down + (below - down) * part
            ring.append((column + x, row + y))
    return shapely.Polygon(ring)


@kept(8)
def _painted(inks: FieldInks) -> QImage:
    """The picture in these inks; kept, because every sheet and swatch of a theme asks for it."""
    image = QImage(_PIXELS, _PIXELS, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_PIXELS / SIZE, _PIXELS / SIZE)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, quad in _parcels():
            painter.setBrush(colour(inks.tints[number % len(inks.tints)], inks.alpha))
            box = quad.boundingRect()
            for dx in (-SIZE, 0.0, SIZE):
                for dy in (-SIZE, 0.0, SIZE):
                    if box.translated(dx, dy).intersects(QRectF(0, 0, SIZE, SIZE)):
                        painter.drawPolygon(quad.translated(dx, dy))
        mottle = _mottle()
        for ink, part in ((inks.dark, mottle), (inks.light, -mottle)):
            wash = tint_image(ink, np.clip(part, 0, 1) * inks.wash)
            painter.drawImage(QRectF(0, 0, SIZE, SIZE), wash)
    return image


def _mottle() -> Grid:
    """Broad smooth noise that repeats: a few long waves in both directions."""
    chance = np.random.default_rng(3)
    t = np.linspace(0, math.tau, 256, endpoint=False)
    found = np.zeros((256, 256))
    for _ in range(26):
        across, down = chance.integers(-4, 5, 2)
        size = 1 / (1 + math.hypot(across, down))
        found += size * np.cos(across * t[None, :] + down * t[:, None] + chance.uniform(0, 7))
    return found / np.abs(found).max()


@kept(1)
def _parcels() -> tuple[tuple[int, QPolygonF], ...]:
    """Crooked quads split until they are fields; opposite edges of the picture match."""
    rng = random.Random("parcels")
    knots = {
        (i, j): (rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3))
        for i in range(_KNOTS)
        for j in range(_KNOTS)
    }
    found: list[tuple[int, QPolygonF]] = []

    def knot(i: int, j: int) -> Pair:
        dx, dy = knots[i % _KNOTS, j % _KNOTS]
        return (i + dx) * _QUAD, (j + dy) * _QUAD

    def between(a: Pair, b: Pair, part: float) -> Pair:
        return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part

    def split(a: Pair, b: Pair, c: Pair, d: Pair, depth: int) -> None:
        width, height = math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)
        if depth == 0 or max(width, height) < 110 or (depth < 3 and rng.random() < 0.12):
            found.append((rng.randrange(5), QPolygonF([QPointF(*at) for at in (a, b, c, d)])))
            return
        part, skew = rng.uniform(0.35, 0.65), rng.uniform(-0.06, 0.06)
        if width > height:
            m, n = between(a, b, part), between(d, c, part + skew)
            split(a, m, n, d, depth - 1)
            split(m, b, c, n, depth - 1)
        else:
            m, n = between(b, c, part), between(a, d, part + skew)
            split(a, b, m, n, depth - 1)
            split(n, m, c, d, depth - 1)

    for i in range(_KNOTS):
        for j in range(_KNOTS):
            split(knot(i, j), knot(i + 1, j), knot(i + 1, j + 1), knot(i, j + 1), 5)
    return tuple(found)
