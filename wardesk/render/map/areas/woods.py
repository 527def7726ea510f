"""Woods and single trees: jittered crowns over dark gaps, a leafy rim, light from the NW."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import (
    Chunks,
    lines,
    of_kind,
    path_of,
    pen,
    plainer,
    points,
    polygons,
    stations,
)
from wardesk.render.theme import MapTheme

_CLEAR = ("road", "path", "work_footprint", "hut", "cupola", "trench", "building", "rail")


@dataclass
class Woods:
    """Colourless geometry of trees."""

    floor: QPainterPath
    rim: Chunks
    crowns: Chunks
    tops: Chunks
    lone: Chunks
    lone_tops: Chunks


def build_woods(sheet: PrintedSheet, *, scattered: bool = True) -> Woods:
    """Plant every wood of the board once; *scattered*: groups of trees in the country around."""
    clear = _clearings(sheet)
    woods = [form for _, form in of_kind(sheet.board, "wood", "forest") if polygons(form)]
    side = sheet.unit * 170
    rim, crowns, tops = Chunks(side), Chunks(side), Chunks(side)
    floor: list[BaseGeometry] = []
    for number, wood in enumerate(woods):
        inner = wood.buffer(-sheet.unit * 6).difference(clear)
        floor.append(inner)
        _plant(sheet, inner, f"wood{number}", crowns, tops)
        _scallop(sheet, inner, f"rim{number}", rim)
    lone, lone_tops = Chunks(side), Chunks(side)
    taken = shapely.union_all([*woods, clear]).buffer(sheet.unit * 9)
    _lone_trees(sheet, taken, lone, lone_tops, groups=90 if scattered else 0)
    made = (rim, crowns, tops, lone, lone_tops)
    return Woods(path_of(shapely.union_all(floor)), *(one.freeze() for one in made))


def _clearings(sheet: PrintedSheet) -> BaseGeometry:
    """Where no tree stands: rides along roads, a belt around buildings."""
    unit = sheet.unit
    return shapely.union_all(
        [
            form.buffer(unit * (15 if lines(form) and not polygons(form) else 16))
            for _, form in of_kind(sheet.board, *_CLEAR)
        ]
    )


def _plant(sheet: PrintedSheet, wood: BaseGeometry, key: str, crowns: Chunks, tops: Chunks) -> None:
    if wood.is_empty:
        return
    rng, pitch = sheet.rng(key), sheet.unit * 14.5
    left, top, right, bottom = wood.bounds
    shapely.prepare(wood)
    row = 0
    y = top
    while y < bottom:
        x = left + (row % 2) * pitch / 2
        while x < right:
            px, py = x + rng.uniform(-0.36, 0.36) * pitch, y + rng.uniform(-0.36, 0.36) * pitch
            size = sheet.unit * rng.uniform(5.6, 9.4)
            if wood.contains(Point(px, py)):
                _crown(crowns.at(px, py), px, py, size, rng)
                _crown(tops.at(px, py), px - size * 0.28, py - size * 0.30, size * 0.54, rng)
            x += pitch
        y += pitch * 0.86
        row += 1


def _crown(path: QPainterPath, x: float, y: float, size: float, rng: random.Random) -> None:
    """A leafy round: corners are cheaper to fill than curves, and look less like balls."""
    turn = rng.random()
    for number in range(11):
        angle = (number + turn) * math.tau / 11
        far = size * rng.uniform(0.90, 1.08)
        at = QPointF(x + math.cos(angle) * far, y + math.sin(angle) * far)
        if number:
            path.lineTo(at)
        else:
            path.moveTo(at)
    path.closeSubpath()


def _scallop(sheet: PrintedSheet, wood: BaseGeometry, key: str, rim: Chunks) -> None:
    """A bush on every point of the outline."""
    rng = sheet.rng(key)
    for line in lines(wood):
        for (x, y), _ in stations(line, sheet.unit * 10):
            size = sheet.unit * rng.uniform(5.5, 9)
            _crown(rim.at(x, y), x, y, size, rng)


def _lone_trees(
    sheet: PrintedSheet, taken: BaseGeometry, crowns: Chunks, tops: Chunks, groups: int
) -> None:
    rng, unit = sheet.rng("lone"), sheet.unit
    shapely.prepare(taken)
    spots = [at for _, form in of_kind(sheet.board, "trees", "tree") for at in points(form)]
    for _, form in of_kind(sheet.board, "tree_line", "hedge"):
        for line in lines(form):
            spots += [at for at, _ in stations(line, unit * 26) if rng.random() < 0.7]
    water = [form for _, form in of_kind(sheet.board, "canal", "wet_ditch", "river", "lake")]
    wet = shapely.union_all(water).buffer(unit * 22) if water else Point()
    box, whole = sheet.frame, shapely.union_all(list(sheet.cells.values()))
    whole = plainer(whole, unit * 60).buffer(unit * 60)
    shapely.prepare(whole)
    for _ in range(groups):  # the country around is not bare: small groups of trees
        x = rng.uniform(box.left(), box.right())
        y = rng.uniform(box.top(), box.bottom())
        if whole.contains(Point(x, y)) or wet.contains(Point(x, y)):
            continue
        spots += [
            (x + rng.gauss(0, 22) * unit, y + rng.gauss(0, 15) * unit)
            for _ in range(rng.randint(1, 5))
        ]
    for x, y in spots:
        x, y = x + rng.uniform(-4, 4) * unit, y + rng.uniform(-4, 4) * unit
        if taken.contains(Point(x, y)):
            continue
        size = unit * rng.uniform(6, 9.5)
        _crown(crowns.at(x, y), x, y, size, rng)
        _crown(tops.at(x, y), x - size * 0.3, y - size * 0.3, size * 0.48, rng)


def paint_woods(
    painter: QPainter, made: Woods, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Shadow, rim, dark gaps, crowns, lights. *fine*: device pixels per 100 drawing units."""
    shadow = theme.number("wood.shadow_alpha")
    near = fine >= 24
    for figure, by in ((made.rim, 6.5), (made.lone, 3.5)):
        for path in figure.within(seen.adjusted(-by, -by, by, by)):
            painter.fillPath(
                path.translated(unit * by, unit * by * 1.2), theme.colour("wood.shadow", shadow)
            )
    line = pen(theme.colour("wood.rim"), max(unit * 4, 120 * unit / fine))
    for path in made.rim.within(seen):
        painter.strokePath(path, line)
    for path in made.rim.within(seen):
        painter.fillPath(path, theme.colour("wood.crown"))
    painter.fillPath(made.floor, theme.colour("wood.gap" if near else "wood.crown"))
    if near:
        for path in made.crowns.within(seen):
            painter.fillPath(path, theme.colour("wood.crown"))
        for path in made.tops.within(seen):
            painter.fillPath(path, theme.colour("wood.top", 0.72))
    thin = pen(theme.colour("wood.rim"), max(unit * 2.2, 60 * unit / fine))
    for path in made.lone.within(seen):
        painter.strokePath(path, thin)
        painter.fillPath(path, theme.colour("wood.crown"))
    for path in made.lone_tops.within(seen):
        painter.fillPath(path, theme.colour("wood.top", 0.8))
