"""Terrain of area maps as brushes: the stamps' drawings laid out so that they repeat seamlessly."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPolygonF, QTransform

from wardesk.render.theme import MapTheme
from wardesk.render.working.forms import Form
from wardesk.render.working.recipes import ground_tint, recipe_of
from wardesk.render.working.stamps import RECIPES

_EDGE = 236.0
"""After how many drawing units a brush repeats."""
_PIXELS = 472
_DRAWN = frozenset({"wood", "orchard", "marsh", "scrub", "rough", "sand"})


def ground_brush(theme: MapTheme, art: str, unit: float, *, near: bool) -> QBrush:
    """The brush of a ground for painters in document units; flat for grounds without drawing."""
    tint, recipe = QColor(ground_tint(theme, art)), recipe_of(art)
    if recipe not in _DRAWN or not near:
        return QBrush(tint)
    image = QImage(_PIXELS, _PIXELS, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(theme.code("wood.gap")) if recipe == "wood" else tint)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_PIXELS / _EDGE, _PIXELS / _EDGE)
    half = _EDGE / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half), (-half, -half))
    square = QPolygonF([QPointF(x, y) for x, y in corners])
    form = Form(square, (), QPainterPath())
    for column in (0, 1, -1):
        for row in (0, 1, -1):
            painter.save()
            painter.translate(half + column * _EDGE, half + row * _EDGE)
            RECIPES[recipe](painter, form, 1, theme)
            painter.restore()
    painter.end()
    brush = QBrush(image)
    brush.setTransform(QTransform.fromScale(unit * _EDGE / _PIXELS, unit * _EDGE / _PIXELS))
    return brush
