"""Terrain as brushes: drawings laid out so that they repeat seamlessly, sharp at every zoom."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPolygonF, QTransform

from wardesk.render.theme import MapTheme
from wardesk.render.working.forms import Form
from wardesk.render.working.recipes import ground_tint, recipe_of
from wardesk.render.working.stamps import RECIPES

_EDGE = 472.0
"""After how many drawing units a brush repeats."""
_PIXELS = 944
_DRAWN = frozenset({"wood", "orchard", "marsh", "scrub", "rough", "sand"})
NEAR = 11.0
"""Pixels per radius below which grounds are flat."""


class GroundBrushes:
    """The brushes of one theme; *unit* is the length of a drawing unit for the painter."""

    def __init__(self, theme: MapTheme, unit: float = 1.0) -> None:
        self.theme, self.unit = theme, unit
        self._masters: dict[str, QImage] = {}
        self._brushes: dict[tuple[str, int], QBrush] = {}

    def at(self, art: str, fine: float) -> QBrush:
        """The brush of a ground at a zoom (*fine*: pixels per radius)."""
        if recipe_of(art) not in _DRAWN or fine < NEAR:
            return QBrush(QColor(ground_tint(self.theme, art)))
        step = min(0, math.ceil(2 * math.log2(fine * _EDGE / 100 / _PIXELS) - 1e-6))
        key = (art, step)
        if key not in self._brushes:
            if art not in self._masters:
                self._masters[art] = _master(self.theme, art)
            edge = max(8, round(_PIXELS * 2 ** (step / 2)))
            smooth = Qt.TransformationMode.SmoothTransformation
            keep = Qt.AspectRatioMode.IgnoreAspectRatio
            image = self._masters[art].scaled(QSize(edge, edge), keep, smooth)
            brush = QBrush(image)
            scale = self.unit * _EDGE / edge
            brush.setTransform(QTransform.fromScale(scale, scale))
            self._brushes[key] = brush
        return self._brushes[key]


def _master(theme: MapTheme, art: str) -> QImage:
    recipe = recipe_of(art)
    image = QImage(_PIXELS, _PIXELS, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.code("wood.gap") if recipe == "wood" else ground_tint(theme, art)))
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_PIXELS / _EDGE, _PIXELS / _EDGE)
        if recipe == "wood":
            _crowns(painter, theme)
        else:
            _tiled(painter, theme, RECIPES[recipe])
    finally:
        painter.end()
    return image


def _crowns(painter: QPainter, theme: MapTheme) -> None:
    """Crowns over dark gaps, lights from the north-west; what crosses an edge comes in opposite."""
    rng, crowns = random.Random("crowns"), list[tuple[float, float, float, bool]]()
    rows, columns = 44, 38
    for row in range(rows):
        for column in range(columns):
            x = (column + 0.5 * (row % 2) + rng.uniform(-0.5, 0.5)) * _EDGE / columns
            y = (row + rng.uniform(-0.5, 0.5)) * _EDGE / rows
            size = rng.choice((4.4, 5.4, 6.2, 7.4))
            for dx in (-_EDGE, 0.0, _EDGE):
                for dy in (-_EDGE, 0.0, _EDGE):
                    if -9 < x + dx < _EDGE + 9 and -9 < y + dy < _EDGE + 9:
                        crowns.append((x + dx, y + dy, size, (row * 7 + column) % 7 > 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("wood.crown"))
    for x, y, size, _ in crowns:
        painter.drawEllipse(QPointF(x, y), size, size * 0.95)
    painter.setBrush(theme.colour("wood.top", 0.75))
    for x, y, size, lit in crowns:
        if lit:
            at = QPointF(x - size * 0.24, y - size * 0.28)
            painter.drawEllipse(at, size * 0.56, size * 0.5)


def _tiled(
    painter: QPainter,
    theme: MapTheme,
    draw: Callable[[QPainter, Form, int, MapTheme], None],
) -> None:
    """A stamp's drawing in four variants, and once more beyond every edge."""
    cell = _EDGE / 2
    half = cell / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half), (-half, -half))
    form = Form(QPolygonF([QPointF(x, y) for x, y in corners]), (), QPainterPath())
    for column in (0, 1, 2, -1):
        for row in (0, 1, 2, -1):
            painter.save()
            painter.translate(half + column * cell, half + row * cell)
            draw(painter, form, column % 2 + 2 * (row % 2), theme)
            painter.restore()
