"""Borders of an area map by their kind: sector lines, walls, cliffs, ditches, banks, water."""

from __future__ import annotations

import math
import random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.drawing.commands.paint import elevation_property
from wardesk.drawing.document import MapDocument
from wardesk.render.shapes import dashed, pen
from wardesk.render.theme import MapTheme
from wardesk.render.working.area_faces import BorderArt, Faces
from wardesk.render.working.forms import spaced, winding
from wardesk.render.working.recipes import CRESTS, HEDGES, STEEP, WET, border_art, has

_WALLS = ("wall", "counterscarp", "rampart", "fence")
_FLAT = Qt.PenCapStyle.FlatCap


def paint_borders(
    painter: QPainter,
    document: MapDocument,
    faces: Faces,
    theme: MapTheme,
    unit: float,
    fine: float,
    seen: QRectF,
    *,
    works: bool,
) -> None:
    """The sector lines, or (*works*) what stands on them. The painter uses document units."""
    pad = unit * 60
    wide = seen.adjusted(-pad, -pad, pad, pad)
    near = [border for border in faces.borders.values() if border.box.intersects(wide)]
    if works:
        for border in near:
            _paint_works(painter, document, border, theme, unit, fine)
    else:
        _paint_lines(painter, document, near, theme, unit, fine)


def _paint_lines(
    painter: QPainter,
    document: MapDocument,
    borders: list[BorderArt],
    theme: MapTheme,
    unit: float,
    fine: float,
) -> None:
    """Light under dark, as in the print: a line then reads on meadow and on wood."""
    thin = max(unit * 2.9, 115 * unit / fine)
    rim = [one for one in borders if not (one.left and one.right)]
    inner, closed = list[BorderArt](), list[BorderArt]()
    for one in borders:
        if one.left and one.right:
            kind = document.palette.borders.get(one.kind)
            (inner if kind is None or kind.passable else closed).append(one)
    ink = theme.colour("border.open", theme.number("border.alpha"))
    for heap, line in (
        (rim, pen(theme.colour("border.glow", 0.25), thin * 4)),
        (rim, pen(theme.colour("border.rim", 0.9), thin * 1.7)),
        (inner, pen(theme.colour("border.glow", 0.42), thin * 2.6)),
        (inner, pen(ink, thin)),
        (closed, pen(theme.colour("border.glow", 0.5), thin * 4.2)),
        (closed, pen(theme.colour("border.closed"), thin * 2.6)),
    ):
        for one in heap:
            painter.strokePath(one.path, line)


def _paint_works(
    painter: QPainter,
    document: MapDocument,
    border: BorderArt,
    theme: MapTheme,
    unit: float,
    fine: float,
) -> None:
    art = border_art(document.palette, border.kind)
    least = 100 * unit / fine
    if has(art, _WALLS):
        body, top = max(unit * 10.5, 3.0 * least), max(unit * 6, 1.5 * least)
        painter.strokePath(border.path, pen(theme.colour("border.wall"), body))
        painter.strokePath(border.path, pen(theme.colour("border.wall_top"), top, cap=_FLAT))
        if fine >= 34:
            joint = dashed(theme.colour("border.joint", 0.75), top, (unit * 1.3, unit * 13))
            painter.strokePath(border.path, joint)
    elif "gate" in art:
        body = max(unit * 9, 2.6 * least)
        painter.strokePath(border.path, pen(theme.colour("road.path_fill"), body, cap=_FLAT))
        broken = dashed(theme.colour("border.wall"), body, (unit * 26, unit * 15))
        painter.strokePath(border.path, broken)
    elif has(art, WET) or "wet" in art:
        for width, key in ((13.5, "water.bank"), (9.5, "water.fill")):
            painter.strokePath(border.path, pen(theme.colour(key), max(unit * width, least)))
    elif "ditch" in art or "trench" in art:
        for width, key in ((9.0, "ditch.shade"), (5.5, "ditch.floor")):
            painter.strokePath(border.path, pen(theme.colour(key), max(unit * width, least)))
    elif has(art, HEDGES):
        _paint_hedge(painter, border, theme, unit)
    elif has(art, STEEP) or has(art, CRESTS):
        _paint_slope(painter, document, border, theme, unit, steep=has(art, STEEP))


def _paint_hedge(painter: QPainter, border: BorderArt, theme: MapTheme, unit: float) -> None:
    rng, bushes = random.Random(f"{border.points[0]}"), winding(QPainterPath())
    for (x, y), _ in spaced(border.points, unit * 7.5):
        size = rng.uniform(4.2, 6.4) * unit
        bushes.addEllipse(QPointF(x, y), size, size)
    painter.strokePath(bushes, pen(theme.colour("wood.rim"), unit * 3))
    painter.fillPath(bushes, theme.colour("wood.crown"))


def _paint_slope(
    painter: QPainter,
    document: MapDocument,
    border: BorderArt,
    theme: MapTheme,
    unit: float,
    *,
    steep: bool,
) -> None:
    """Ticks down the slope: of directed kinds to the right of the border's walk, where it is low.

    Of other kinds towards the lower cell.
    """
    kind = document.palette.borders.get(border.kind)
    right_low = _height(document, border.right) <= _height(document, border.left)
    down = 1.0 if right_low or (kind is not None and kind.directed) else -1.0
    key = (steep, down, unit)
    if key not in border.ticks:
        border.ticks[key] = _ticks(border, *key)
    ink = theme.colour("relief.rock" if steep else "relief.form", 0.85)
    painter.fillPath(border.ticks[key], ink)


def _ticks(border: BorderArt, steep: bool, down: float, unit: float) -> QPainterPath:
    rng, ticks = random.Random(f"{border.points[0]}"), winding(QPainterPath())
    for (x, y), (dx, dy) in spaced(border.points, unit * (5.2 if steep else 9)):
        long = rng.uniform(11, 30) if steep else rng.uniform(7, 12)
        half = rng.uniform(1.4, 2.5) if steep else 1.0
        tip = QPointF(x - dy * long * unit * down, y + dx * long * unit * down)
        side = QPointF(dx, dy) * half * unit
        at = QPointF(x, y)
        ticks.addPolygon([at - side, at + side, tip, at - side])
    return ticks


def _height(document: MapDocument, cell: str) -> float:
    found = document.cells.get(cell)
    value = found.properties.get(elevation_property(document), 0) if found else -math.inf
    return float(value) if isinstance(value, int | float) else 0.0
