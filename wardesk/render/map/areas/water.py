"""Water and ditches of an area map: banks, depth, ripples, walls of earth, names on the curve."""

from __future__ import annotations

from dataclasses import dataclass

import shapely
import shapely.ops
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from wardesk.render.lettering import curve_path, halo, text_width
from wardesk.render.map.drawn_text import clipped
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import (
    Chunks,
    box_shape,
    lines,
    middle_line,
    of_kind,
    path_of,
    pen,
    polygons,
)
from wardesk.render.theme import MapTheme

WATER_KINDS = ("canal", "wet_ditch", "river", "lake", "water")
DITCH_KINDS = ("dry_ditch", "ditch")


@dataclass
class Water:
    """Colourless geometry of water and ditches."""

    areas: list[QPainterPath]
    whole: QPainterPath
    ripples: QPainterPath
    towpaths: QPainterPath
    names: list[tuple[QPainterPath, float]]
    """Letters along the water and their size, for the halo."""
    ditches: list[QPainterPath]
    speckles: Chunks


def build_water(sheet: PrintedSheet) -> Water:
    """Work out all water once."""
    frame = box_shape(sheet.frame)
    areas: list[BaseGeometry] = []
    names: list[tuple[QPainterPath, float]] = []
    ripples, towpaths = QPainterPath(), QPainterPath()
    for feature, form in of_kind(sheet.board, *WATER_KINDS):
        wet = form.intersection(frame) if polygons(form) else form.buffer(sheet.unit * 7)
        areas.append(wet)
        for by in (-14, -26, -40):
            ripples.addPath(_ripple(sheet, wet.buffer(sheet.unit * by), by))
        if feature.kind == "canal":
            outer = wet.buffer(sheet.unit * 19).boundary.intersection(frame.buffer(-sheet.unit))
            keep = outer.difference(sheet.massif.buffer(sheet.unit * 45))
            towpaths.addPath(path_of(shapely.line_merge(shapely.union_all(lines(keep)))))
        if feature.name and (lettering := _name(sheet, feature.name, wet, feature.kind)):
            names.append(lettering)
    whole = shapely.union_all(areas)
    ditches = [form for _, form in of_kind(sheet.board, *DITCH_KINDS)]
    return Water(
        [path_of(one) for one in areas],
        path_of(whole),
        ripples,
        towpaths,
        names,
        [path_of(one) for one in ditches],
        _speckles(sheet, ditches),
    )


def _ripple(sheet: PrintedSheet, inner: BaseGeometry, key: int) -> QPainterPath:
    """Broken lines along the banks, like the engraved water of old maps."""
    rng, path = sheet.rng(f"ripple{key}"), QPainterPath()
    for line in lines(inner.simplify(sheet.unit * 3)):
        way = 0.0
        while way < line.length:
            long = sheet.unit * rng.uniform(40, 170)
            part = shapely.ops.substring(line, way, min(line.length, way + long))
            if isinstance(part, LineString) and part.length:
                path.addPath(path_of(part))
            way += long + sheet.unit * rng.uniform(30, 150)
    return path


def _name(
    sheet: PrintedSheet, name: str, wet: BaseGeometry, kind: str
) -> tuple[QPainterPath, float] | None:
    """The name along the middle of the water; beside it where the water is too narrow."""
    area = max(polygons(wet), key=lambda one: one.area, default=None)
    middle = middle_line(area) if isinstance(area, Polygon) else None
    if middle is None or area is None:
        return None
    width = area.area / max(middle.length, 1e-6)
    grand = kind in ("canal", "river")
    text, tracking = (name.upper(), 0.34) if grand else (name, 0.08)
    size = min(width * 0.62, sheet.unit * 40) if grand else sheet.unit * 28
    if text_width(text, "map-place-italic", size, tracking) > middle.length * 0.8:
        tracking = 0.05
    if not grand:  # the far bank, away from the cells, has room for it
        middle = _beside(sheet, middle, width / 2 + size * 0.62)
    run = [(float(x), float(y)) for x, y in middle.coords]
    return curve_path(text, "map-place-italic", size, run, tracking), size


def _beside(sheet: PrintedSheet, middle: LineString, by: float) -> LineString:
    """*middle* moved sideways, to the side away from the high ground."""
    sides = [middle.offset_curve(by), middle.offset_curve(-by)]
    usable = [one for one in sides if isinstance(one, LineString) and len(one.coords) > 2]
    return max(usable, key=lambda one: one.distance(sheet.massif), default=middle)


def _speckles(sheet: PrintedSheet, ditches: list[BaseGeometry]) -> Chunks:
    """Stones on the floor of dry ditches."""
    rng, found = sheet.rng("speckles"), Chunks(sheet.unit * 400)
    for form in ditches:
        left, top, right, bottom = form.bounds
        shapely.prepare(form)
        for _ in range(int(form.area / (sheet.unit * 9) ** 2)):
            x, y = rng.uniform(left, right), rng.uniform(top, bottom)
            if form.contains(Point(x, y)):
                size = sheet.unit * rng.uniform(0.6, 2.0)
                found.at(x, y).addEllipse(x, y, size * 1.4, size)
    return found.freeze()


def paint_water(painter: QPainter, made: Water, theme: MapTheme, unit: float, fine: float) -> None:
    """Shore, bank, fill, depth and ripples."""
    least = 100 * unit / fine
    painter.strokePath(made.whole, pen(theme.colour("water.shore", 0.8), unit * 15))
    painter.strokePath(made.towpaths, pen(theme.colour("road.path_casing", 0.7), unit * 6))
    painter.strokePath(made.towpaths, pen(theme.colour("road.path_fill"), unit * 3.6))
    painter.strokePath(made.whole, pen(theme.colour("water.bank"), max(unit * 6, 2 * least)))
    painter.fillPath(made.whole, theme.colour("water.fill"))
    with clipped(painter, made.whole):
        for width, alpha in ((58, 0.16), (36, 0.18), (17, 0.24)):
            painter.strokePath(made.whole, pen(theme.colour("water.deep", alpha), unit * width))
        shadow = made.whole.translated(unit * 4, unit * 4)  # the high bank in the north-west
        rim = QPainterPath(made.whole)
        rim.addPath(shadow)
        painter.fillPath(rim, theme.colour("water.bank", 0.3))
    if fine >= 26:
        painter.strokePath(made.ripples, pen(theme.colour("water.ripple", 0.6), unit * 1.5))


def paint_water_names(painter: QPainter, made: Water, theme: MapTheme, fine: float) -> None:
    """The names on the curve."""
    if fine < 16:
        return
    for letters, size in made.names:
        halo(painter, letters, theme.colour("water.halo", 0.7), size * 0.17)
        painter.fillPath(letters, theme.colour("water.name"))


def paint_ditches(
    painter: QPainter, made: Water, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Bare earth, sunk: the north-west wall throws its shade on the floor."""
    for path in made.ditches:
        painter.fillPath(path, theme.colour("ditch.floor"))
        with clipped(painter, path):
            for shift, width, alpha in ((0, 30, 0.10), (3, 22, 0.13), (5, 12, 0.20)):
                edge = path.translated(unit * shift, unit * shift)
                painter.strokePath(edge, pen(theme.colour("ditch.shade", alpha), unit * width))
            lit = path.translated(-unit * 4, -unit * 4)
            painter.strokePath(lit, pen(theme.colour("ditch.light", 0.5), unit * 5))
            if fine >= 34:
                for stones in made.speckles.within(seen):
                    painter.fillPath(stones, theme.colour("ditch.speckle", 0.6))
