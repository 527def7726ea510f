"""Painting waters, roads, railways, the route and borders: all casings first, then all fills."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from wardesk.render.country.land import CountryLine, Land
from wardesk.render.shapes import dashed, pen
from wardesk.render.theme import MapTheme

_WATER = {5: (52.0, 3.4), 4: (38.0, 2.7), 3: (24.0, 2.0), 2: (15.0, 1.4), 1: (9.0, 1.0)}
"""Width by class: units, and the px below which it never falls."""
_ROAD = {1: (15.0, 2.6), 2: (9.5, 1.8), 3: (7.0, 1.3)}
ROUTE = (26.0, 5.2)


def wide(units: tuple[float, float], scale: float) -> float:
    """A width in units that never falls below its px."""
    return max(units[0], units[1] / scale)


def _near(lines: Sequence[CountryLine], seen: QRectF, pad: float) -> list[CountryLine]:
    box = seen.adjusted(-pad, -pad, pad, pad)
    return [line for line in lines if line.box.adjusted(-1, -1, 1, 1).intersects(box)]


def paint_waters(
    painter: QPainter, land: Land, theme: MapTheme, scale: float, seen: QRectF
) -> None:
    """Banks of all waters, then their surface, then a light thread along great rivers."""
    near = _near(land.waters, seen, 60)
    for line in near:
        width = wide(_WATER.get(line.rank, _WATER[2]), scale)
        bank = max(5.0, 1.1 / scale)
        painter.strokePath(line.path, pen(theme.colour("water.bank", 0.9), width + bank))
    for line in near:
        width = wide(_WATER.get(line.rank, _WATER[2]), scale)
        painter.strokePath(line.path, pen(theme.colour("water.fill"), width))
    for line in near:
        width = wide(_WATER.get(line.rank, _WATER[2]), scale)
        if line.rank >= 3 and width * scale > 5:
            painter.strokePath(line.path, pen(theme.colour("water.ripple", 0.55), width * 0.16))


def paint_roads(painter: QPainter, land: Land, theme: MapTheme, scale: float, seen: QRectF) -> None:
    """Railways under roads; small roads under great ones."""
    _rails(painter, land, theme, scale, seen)
    near = _near(land.roads, seen, 20)
    for line in near:
        width = wide(_ROAD.get(line.rank, _ROAD[2]), scale)
        ink = "hex.main_casing" if line.rank == 1 else "road.casing"
        painter.strokePath(
            line.path, pen(theme.colour(ink, 0.9 if line.rank == 1 else 0.75),
                           width + max(2.0, 1.0 / scale))
        )  # fmt: skip
    for line in near:
        width = wide(_ROAD.get(line.rank, _ROAD[2]), scale)
        fill = "hex.main_fill" if line.rank == 1 else "road.fill"
        painter.strokePath(line.path, pen(theme.colour(fill), max(width * 0.62, 0.8 / scale)))


def _rails(painter: QPainter, land: Land, theme: MapTheme, scale: float, seen: QRectF) -> None:
    width = max(6.0, 1.9 / scale)
    for line in _near(land.rails, seen, 20):
        painter.strokePath(
            line.path, pen(theme.colour("country.rail"), width, cap=Qt.PenCapStyle.FlatCap)
        )
        if width * scale >= 1.8:
            gap = dashed(theme.colour("country.rail_gap"), width * 0.52, (width * 3, width * 3))
            painter.strokePath(line.path, gap)


def paint_borders(
    painter: QPainter, land: Land, theme: MapTheme, scale: float, seen: QRectF
) -> None:
    """State borders with a glow, and lines that units may not cross."""
    thin = max(5.0, 1.2 / scale)
    for line in _near(land.borders, seen, 60):
        painter.strokePath(line.path, pen(theme.colour("country.border", 0.16), thin * 5))
        painter.strokePath(
            line.path,
            dashed(theme.colour("country.border"), thin, (thin * 7, thin * 3, thin, thin * 3)),
        )
    for line in _near(land.limits, seen, 30):
        painter.strokePath(
            line.path, dashed(theme.colour("country.limit"), thin, (thin * 6, thin * 3))
        )


def paint_route(painter: QPainter, land: Land, theme: MapTheme, scale: float, seen: QRectF) -> None:
    """The route as it is planned, over its spurs and detours."""
    width = wide(ROUTE, scale)
    casing, fill = theme.colour("country.route_casing"), theme.colour("country.route")
    for line in _near(land.spurs, seen, 60):
        painter.strokePath(line.path, pen(casing, width * 0.74))
        painter.strokePath(line.path, pen(theme.colour("country.spur"), width * 0.46))
        dash = dashed(fill, width * 0.46, (width * 1.6, width * 1.2))
        painter.strokePath(line.path, dash)
    for line in _near(land.routes, seen, 60):
        paint_band(painter, line.path, width, casing, fill, theme.colour("country.route_light"))


def paint_band(
    painter: QPainter, path: QPainterPath, width: float, casing: QColor, fill: QColor, light: QColor
) -> None:
    """A road as a red band with a dark casing and a light thread."""
    painter.strokePath(path, pen(casing, width))
    painter.strokePath(path, pen(fill, width * 0.66))
    thread = QColor(light)
    thread.setAlphaF(0.5)
    painter.strokePath(path, pen(thread, width * 0.12))
