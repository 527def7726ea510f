"""The fields of open country as one picture that repeats seamlessly, to be laid over the ground."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath, QPolygonF, QTransform

from wardesk.render.colours import colour
from wardesk.render.map.drawn_shapes import put_shape
from wardesk.render.map.drawn_text import is_drawing
from wardesk.render.map.lattice.frame import Pair
from wardesk.render.shapes import painting, saved, tint_image
from wardesk.render.theme import MapTheme

_KNOTS, _QUAD = 8, 310.0
SIZE = _KNOTS * _QUAD
"""After how many drawing units the picture repeats."""
_PIXELS = 1024


_MOST_PIXELS = 1600
"""The largest picture that is made to fit a zoom pixel by pixel."""


class FieldBrush:
    """Faint fields and mottled ground, laid pixel on pixel where that is possible.

    A picture that is stretched while it is laid takes many times as long.
    """

    def __init__(
        self, image: QImage, tints: tuple[str, ...], alpha: float, unit: float = 1.0
    ) -> None:
        self._image, self._unit = image, unit
        self._tints, self._alpha = tints, alpha
        self._last: tuple[float, QBrush] | None = None

    def at(self, fine: float) -> QBrush:
        """The brush for a painter whose drawing unit is *unit*; *fine*: pixels per 100 of them."""
        if self._last is None or self._last[0] != fine:
            self._last = fine, self._made(fine)
        return self._last[1]

    def paint(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Lay it over a box; in drawings the fields alone, as forms that can be edited."""
        if not is_drawing(painter):
            painter.fillRect(seen, self.at(fine))
            return
        size = SIZE * self._unit
        for column in range(math.floor(seen.left() / size), math.ceil(seen.right() / size)):
            for row in range(math.floor(seen.top() / size), math.ceil(seen.bottom() / size)):
                with saved(painter):
                    painter.translate(column * size, row * size)
                    painter.scale(self._unit, self._unit)
                    put_shape(painter, (self._tints, self._alpha), self._draw)

    def _draw(self, painter: QPainter) -> None:
        for number, tint in enumerate(self._tints):
            painter.fillPath(_heap(number, len(self._tints)), colour(tint, self._alpha))

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
    image = _painted(
        alpha, strength, theme.colours("parcel.tints"),
        theme.code("relief.dark"), theme.code("relief.light"),
    )  # fmt: skip
    return FieldBrush(image, theme.colours("parcel.tints"), alpha, unit)


@lru_cache(maxsize=16)
def _heap(number: int, of: int) -> QPainterPath:
    """All fields of one tint."""
    path = QPainterPath()
    for one, quad in _parcels(random.Random("parcels")):
        if one % of == number:
            path.addPolygon(quad)
            path.closeSubpath()
    return path


@lru_cache(maxsize=8)
def _painted(
    alpha: float, strength: float, tints: tuple[str, ...], dark: str, light: str
) -> QImage:
    """The picture in these inks; kept, because every sheet and swatch of a theme asks for it."""
    image = QImage(_PIXELS, _PIXELS, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_PIXELS / SIZE, _PIXELS / SIZE)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, quad in _parcels(random.Random("parcels")):
            painter.setBrush(colour(tints[number % len(tints)], alpha))
            box = quad.boundingRect()
            for dx in (-SIZE, 0.0, SIZE):
                for dy in (-SIZE, 0.0, SIZE):
                    if box.translated(dx, dy).intersects(QRectF(0, 0, SIZE, SIZE)):
                        painter.drawPolygon(quad.translated(dx, dy))
        mottle = _mottle()
        for ink, part in ((dark, mottle), (light, -mottle)):
            wash = tint_image(ink, np.clip(part, 0, 1) * 0.09 * strength)
            painter.drawImage(QRectF(0, 0, SIZE, SIZE), wash)
    return image


def _mottle() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Broad smooth noise that repeats: a few long waves in both directions."""
    chance = np.random.default_rng(3)
    t = np.linspace(0, math.tau, 256, endpoint=False)
    found = np.zeros((256, 256))
    for _ in range(26):
        across, down = chance.integers(-4, 5, 2)
        size = 1 / (1 + math.hypot(across, down))
        found += size * np.cos(across * t[None, :] + down * t[:, None] + chance.uniform(0, 7))
    return found / np.abs(found).max()


def _parcels(rng: random.Random) -> list[tuple[int, QPolygonF]]:
    """Crooked quads split until they are fields; opposite edges of the picture match."""
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
    return found
