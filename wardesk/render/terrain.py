"""Flat ground of an area map: sector tints with soft edges, fields around, tufts on meadows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import shapely
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from wardesk.render.colours import colour
from wardesk.render.shapes import (
    Chunks,
    box_shape,
    path_of,
    path_through,
    pen,
    plainer,
    polygons,
)
from wardesk.render.sheet import Sheet
from wardesk.render.theme import MapTheme


@dataclass
class Terrain:
    """Colourless geometry of the ground."""

    grounds: list[tuple[str, QPainterPath, QPainterPath]]
    """Per connected ground its art, its outline a little too wide, and its outline."""
    glacis: list[QPainterPath]
    """Nested outlines around the high ground, widest first."""
    parcels: list[QPainterPath]
    tufts: Chunks
    meadow: QPainterPath
    outside: QPainterPath
    box: QRectF


def build_terrain(sheet: Sheet) -> Terrain:
    """Work out the ground of a sheet once."""
    grounds: list[tuple[str, QPainterPath, QPainterPath]] = []
    for art in dict.fromkeys(sheet.art(cell) for cell in sheet.cells):
        area = sheet.ground(art)
        grounds += [
            (art, path_of(plainer(part, sheet.unit * 5).buffer(sheet.unit * 5)), path_of(part))
            for part in polygons(area)
        ]
    whole = shapely.union_all(list(sheet.cells.values()))
    meadow = sheet.ground("open", "meadow")
    meadow = plainer(meadow, sheet.unit * 4).buffer(-sheet.unit * 4)
    frame = box_shape(sheet.frame)
    belts = [sheet.unit * by for by in (150, 105, 66, 36, 14)]
    glacis = [path_of(plainer(sheet.massif, by).buffer(by)) for by in belts]
    return Terrain(
        grounds,
        glacis,
        _parcels(sheet),
        _tufts(sheet, meadow),
        path_of(meadow),
        path_of(frame.difference(whole)),
        sheet.frame,
    )


def _parcels(sheet: Sheet) -> list[QPainterPath]:
    """A patchwork of fields, split until small, in five heaps of one tint each."""
    rng, heaps = sheet.rng("parcels"), [QPainterPath() for _ in range(5)]
    pitch, box = sheet.unit * 250, sheet.frame
    turn, reach = math.radians(24), max(box.width(), box.height())
    knots: dict[tuple[int, int], tuple[float, float]] = {}
    count = int(reach / pitch) + 2

    def knot(i: int, j: int) -> tuple[float, float]:
        if (i, j) not in knots:
            x = (i + rng.uniform(-0.28, 0.28)) * pitch
            y = (j + rng.uniform(-0.28, 0.28)) * pitch
            middle = box.center()
            knots[i, j] = (
                middle.x() + x * math.cos(turn) - y * math.sin(turn),
                middle.y() + x * math.sin(turn) + y * math.cos(turn),
            )
        return knots[i, j]

    def split(quad: list[tuple[float, float]]) -> None:
        a, b, c, d = quad
        wide, high = math.dist(a, b), math.dist(b, c)
        if max(wide, high) < sheet.unit * rng.uniform(110, 240):
            if path_through(quad, True).boundingRect().intersects(box):
                heaps[rng.randrange(5)].addPath(path_through(quad, True))
            return
        share = rng.uniform(0.36, 0.64)
        if wide < high:
            a, b, c, d = b, c, d, a
        e = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        f = (d[0] + (c[0] - d[0]) * share, d[1] + (c[1] - d[1]) * share)
        split([a, e, f, d])
        split([e, b, c, f])

    for i in range(-count, count):
        for j in range(-count, count):
            split([knot(i, j), knot(i + 1, j), knot(i + 1, j + 1), knot(i, j + 1)])
    return heaps


def _tufts(sheet: Sheet, meadow: BaseGeometry) -> Chunks:
    """Short tufts of grass on the meadows."""
    rng, found = sheet.rng("tufts"), Chunks(sheet.unit * 400)
    shapely.prepare(meadow)
    step = sheet.unit * 24
    box = sheet.frame
    rows, columns = int(box.height() / step), int(box.width() / step)
    for i in range(rows):
        for j in range(columns):
            x = box.left() + (j + rng.random()) * step
            y = box.top() + (i + rng.random()) * step
            if rng.random() < 0.6 or not meadow.contains(Point(x, y)):
                continue
            path, size = found.at(x, y), sheet.unit * rng.uniform(2.4, 4.2)
            for lean in (-0.7, 0.0, 0.7):
                path.moveTo(x + lean * size * 0.35, y)
                path.lineTo(x + lean * size, y - size * (1.25 - abs(lean) * 0.5))
    return found.freeze()


def paint_ground(
    painter: QPainter, made: Terrain, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Tints and fields. *fine*: device pixels per 100 drawing units."""
    painter.fillRect(made.box, theme.colour("ground.outside"))
    _patchwork(painter, made, theme, fine, theme.number("parcel.outside_alpha"), made.outside)
    for ring in made.glacis:
        painter.fillPath(ring, theme.colour("relief.glacis", 0.055))
    near = [one for one in made.grounds if one[1].boundingRect().intersects(seen)]
    for art, wide, _ in near:
        ink = theme.of_kind("ground", art)
        painter.fillPath(wide, colour(ink, theme.number("ground.edge_alpha")))
    for art, _, outline in near:
        painter.fillPath(outline, colour(theme.of_kind("ground", art)))
    if fine >= 16:
        _patchwork(painter, made, theme, fine, theme.number("parcel.inside_alpha"), made.meadow)


def paint_tufts(
    painter: QPainter, made: Terrain, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Grass on the meadows, near only."""
    if fine < 44 or not theme.number("parcel.inside_alpha"):
        return
    for path in made.tufts.within(seen):
        painter.strokePath(path, pen(theme.colour("parcel.furrow", 0.34), unit * 1.1))


def _patchwork(
    painter: QPainter, made: Terrain, theme: MapTheme, fine: float, alpha: float, clip: QPainterPath
) -> None:
    if alpha <= 0:
        return
    painter.save()
    painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, fine >= 60)
    for heap, ink in zip(made.parcels, theme.colours("parcel.tints"), strict=False):
        painter.fillPath(heap, colour(ink, alpha))
    painter.restore()
