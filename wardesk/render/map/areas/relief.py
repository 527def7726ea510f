"""Relief of an area map: hill shade and mottle, form lines, rock strokes below cliffs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import (
    Chunks,
    chaikin,
    lines,
    of_kind,
    path_of,
    path_through,
    pen,
    plainer,
    stations,
    tint_image,
)
from wardesk.render.theme import MapTheme

Grid = np.ndarray[Any, Any]


@dataclass
class Relief:
    """Colourless geometry of heights."""

    shade: Grid
    """-1 lit to 1 shaded, rows from the top."""
    mottle: Grid
    forms: QPainterPath
    rocks: Chunks
    scree: list[QPainterPath]
    crest: QPainterPath
    glacis: list[QPainterPath]
    """Nested outlines around the high ground, widest first."""
    box: QRectF


def build_relief(sheet: PrintedSheet) -> Relief:
    """Guess a height field from what is drawn, and shade it from the north-west."""
    shade, mottle = _relief(sheet)
    rocks, scree, crest = _cliffs(sheet)
    belts = [sheet.unit * by for by in (150, 105, 66, 36, 14)]
    glacis = [path_of(plainer(sheet.massif, by).buffer(by)) for by in belts]
    return Relief(shade, mottle, _form_lines(sheet), rocks, scree, crest, glacis, sheet.frame)


def _noise(sheet: PrintedSheet, key: str, shape: tuple[int, int], knots: int) -> Grid:
    """Smooth noise of about unit size: random knots, cubic between them."""
    coarse = sheet.numbers(key).normal(0, 1, (knots + 3, knots + 3))

    def along(count: int) -> tuple[Grid, Grid]:
        t = np.linspace(0, knots, count)
        whole = np.minimum(t.astype(int), knots - 1)
        part = t - whole
        return whole, part * part * (3 - 2 * part)

    (iy, fy), (ix, fx) = along(shape[0]), along(shape[1])
    top = coarse[np.ix_(iy, ix)] * (1 - fx) + coarse[np.ix_(iy, ix + 1)] * fx
    low = coarse[np.ix_(iy + 1, ix)] * (1 - fx) + coarse[np.ix_(iy + 1, ix + 1)] * fx
    return top * (1 - fy[:, None]) + low * fy[:, None]


def _relief(sheet: PrintedSheet) -> tuple[Grid, Grid]:
    """Hill shade (-1 lit to 1 shaded) and mottle from a height field guessed from the drawing."""
    box = sheet.frame
    step = max(box.width(), box.height()) / 230
    xs = np.arange(box.left(), box.right() + step, step)
    ys = np.arange(box.top(), box.bottom() + step, step)
    if sheet.massif.is_empty:
        return np.zeros((len(ys), len(xs))), np.zeros((len(ys), len(xs)))
    grid = shapely.points(*np.meshgrid(xs, ys))
    edge = plainer(sheet.massif.boundary, sheet.unit * 24)
    away = shapely.distance(edge, grid)
    shapely.prepare(sheet.massif)
    inside = shapely.contains_xy(sheet.massif, *np.meshgrid(xs, ys))
    reach = sheet.unit * 150
    height = np.where(
        inside, 1.0 + 0.9 * (1 - np.exp(-away / reach)), np.exp(-away / (reach * 0.55))
    )
    cliffs = [form for _, form in of_kind(sheet.board, "cliff_edge")]
    if cliffs:  # a cliff falls at once where other ground falls gently
        near = shapely.distance(shapely.union_all(cliffs), grid)
        height -= np.where(inside, 0.0, 0.75 * np.exp(-((near / (reach * 0.4)) ** 2)) * height)
    for _, form in of_kind(sheet.board, "dry_ditch", "ditch"):
        deep = np.where(
            shapely.contains_xy(form, *np.meshgrid(xs, ys)),
            np.minimum(1.0, shapely.distance(form.boundary, grid) / (sheet.unit * 24)),
            0.0,
        )
        height -= deep * 0.5
    height += 0.16 * _noise(sheet, "hills", height.shape, 9)
    height += 0.07 * _noise(sheet, "knolls", height.shape, 26)
    soft = height
    for _ in range(2):
        soft = (np.roll(soft, 1, 0) + np.roll(soft, -1, 0) + soft * 2) / 4
        soft = (np.roll(soft, 1, 1) + np.roll(soft, -1, 1) + soft * 2) / 4
    gy, gx = np.gradient(soft)
    shade = np.tanh(-(gx + gy) * 4.5)
    shade[:2], shade[-2:], shade[:, :2], shade[:, -2:] = 0, 0, 0, 0
    mottle = _noise(sheet, "mottle", height.shape, 12) + 0.6 * _noise(
        sheet, "blotch", height.shape, 44
    )
    return shade, mottle


def _form_lines(sheet: PrintedSheet) -> QPainterPath:
    """Form lines that came with the map, rounded."""
    path = QPainterPath()
    for _, form in of_kind(sheet.board, "slope_hint", "contour"):
        for line in lines(form):
            if len(line.coords) > 2:
                path.addPath(path_of(chaikin(line, 2)))
    return path


def _cliffs(sheet: PrintedSheet) -> tuple[Chunks, list[QPainterPath], QPainterPath]:
    """Tapering rock strokes down the slope, the scree at their foot, and the crest line."""
    rng, unit = sheet.rng("cliffs"), sheet.unit
    rocks, crest = Chunks(unit * 400), QPainterPath()
    steep = [line for _, form in of_kind(sheet.board, "cliff_edge") for line in lines(form)]
    feet: list[tuple[LineString, int]] = []
    shapely.prepare(sheet.massif)
    for line in steep:
        crest.addPath(path_of(line))
        low = _low_side(sheet, line)
        feet.append((line, low))
        for (x, y), (dx, dy) in stations(line, unit * 5.2):
            nx, ny = dy * low, -dx * low
            long = unit * (rng.uniform(34, 52) if rng.random() < 0.28 else rng.uniform(11, 25))
            lean, width = rng.uniform(-0.16, 0.16), unit * rng.uniform(1.3, 2.5)
            tip = (x + (nx + dx * lean) * long, y + (ny + dy * lean) * long)
            stroke = [(x - dx * width, y - dy * width), (x + dx * width, y + dy * width), tip]
            rocks.at(x, y).addPath(path_through(stroke, True))
    scree = [
        path_of(shapely.union_all([_beside(line, side * unit * by) for line, side in feet]))
        for by in (58, 38, 18)
    ]
    return rocks.freeze(), scree, crest


def _beside(line: LineString, reach: float) -> BaseGeometry:
    """The strip of this width beside a line: positive is right of it when y points down."""
    return line.buffer(-reach, single_sided=True)


def _low_side(sheet: PrintedSheet, line: LineString) -> int:
    """-1 or 1: on which side of a line the ground falls, that is, where the massif is not."""
    votes = 0
    for (x, y), (dx, dy) in stations(line, max(line.length / 12, sheet.unit)):
        for side in (-1, 1):
            by = sheet.unit * 30 * side
            votes += side * (not sheet.massif.contains(Point(x + dy * by, y - dx * by)))
    return 1 if votes >= 0 else -1


def shade_images(made: Relief, theme: MapTheme) -> tuple[QImage, ...]:
    """The four washes of light, shade and mottle for `paint_shade`; made once per theme."""
    strength = theme.number("relief.strength")
    shade = made.shade * strength
    return (
        tint_image(theme.code("relief.dark"), np.clip(shade, 0, 1) * 0.34),
        tint_image(theme.code("relief.light"), np.clip(-shade, 0, 1) * 0.42),
        tint_image(
            theme.code("relief.mottle_dark"), np.clip(made.mottle, 0, 1.4) * 0.07 * strength
        ),
        tint_image(
            theme.code("relief.mottle_light"), np.clip(-made.mottle, 0, 1.4) * 0.13 * strength
        ),
    )


def paint_glacis(painter: QPainter, made: Relief, theme: MapTheme) -> None:
    """The country around falls away from the high ground, under all else."""
    for ring in made.glacis:
        painter.fillPath(ring, theme.colour("relief.glacis", 0.055))


def paint_shade(painter: QPainter, made: Relief, images: tuple[QImage, ...]) -> None:
    """Lay the washes over the ground."""
    for image in images:
        painter.drawImage(made.box, image)


def paint_relief(
    painter: QPainter, made: Relief, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Form lines, scree and rock."""
    thin = max(unit * 1.7, 70 * unit / fine)
    painter.strokePath(made.forms, pen(theme.colour("relief.form", 0.42), thin))
    for strip in made.scree:
        painter.fillPath(strip, theme.colour("relief.scree", 0.42))
    if fine >= 20:
        for path in made.rocks.within(seen):
            light = path.translated(-unit * 1.5, -unit * 1.5)
            painter.fillPath(light, theme.colour("relief.rock_light", 0.8))
            painter.fillPath(path, theme.colour("relief.rock", 0.85))
    painter.strokePath(made.crest, pen(theme.colour("relief.rock", 0.9), unit * 3.2))
