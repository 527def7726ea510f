"""Borders of an area map by their kind: sector lines, walls, cliffs, ditches, banks, water."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.drawing.layers import elevation_property
from wardesk.render.map.areas.faces import BorderArt, Faces
from wardesk.render.map.recipes import WATERS, mark_of, side_art, side_recipe
from wardesk.render.map.side_signs import Run, paint_sides, paint_waters
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import pen, saved
from wardesk.render.theme import MapTheme


def _near(faces: Faces, unit: float, seen: QRectF) -> list[BorderArt]:
    pad = unit * 60
    wide = seen.adjusted(-pad, -pad, pad, pad)
    return [border for border in faces.borders.values() if border.box.intersects(wide)]


def paint_lines(
    painter: QPainter,
    view: ViewedMap,
    faces: Faces,
    theme: MapTheme,
    unit: float,
    fine: float,
    seen: QRectF,
) -> None:
    """Light under dark, as in the print: a line then reads on meadow and on wood."""
    borders = _near(faces, unit, seen)
    thin = max(unit * 2.9, 115 * unit / fine)
    rim = [one for one in borders if not (one.left and one.right)]
    inner, closed = list[BorderArt](), list[BorderArt]()
    for one in borders:
        if one.left and one.right:
            kind = view.palette.borders.get(one.kind)
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


def paint_works(
    painter: QPainter,
    view: ViewedMap,
    faces: Faces,
    theme: MapTheme,
    unit: float,
    fine: float,
    seen: QRectF,
) -> None:
    """What stands on borders, by the signs of all maps. The painter uses document units."""
    courses: dict[str, list[QPainterPath]] = {}
    signs: dict[str, list[Run]] = {}
    for border in _near(faces, unit, seen):
        art = side_art(view, border.kind)
        recipe = side_recipe(art)
        if recipe == "open":
            continue
        run = border.run(unit, art, turned=not _falls_to_the_right(view, border))
        if recipe in WATERS:
            courses.setdefault(recipe + mark_of(art), []).append(run.line)
        else:
            signs.setdefault(recipe + mark_of(art), []).append(run)
    with saved(painter):
        painter.scale(unit, unit)
        paint_waters(painter, courses, theme, fine)
        paint_sides(painter, signs, theme, fine)


def _falls_to_the_right(view: ViewedMap, border: BorderArt) -> bool:
    """Of directed kinds the right of a border's walk is low; of others the lower cell."""
    kind = view.palette.borders.get(border.kind)
    if kind is not None and kind.directed:
        return True
    return _height(view, border.right) <= _height(view, border.left)


def _height(view: ViewedMap, cell: str) -> float:
    found = view.cells.get(cell)
    value = found.properties.get(elevation_property(view), 0) if found else -math.inf
    return float(value) if isinstance(value, int | float) else 0.0
