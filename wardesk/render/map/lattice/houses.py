"""Built-up cells: houses along the streets that run through them, kept cell by cell."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from shapely.geometry import LineString

from wardesk.render.colours import colour
from wardesk.render.map.lattice.forms import Form, winding
from wardesk.render.map.lattice.frame import Pair
from wardesk.render.orchards import lattice
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme
from wardesk.render.villages import ROOFS, ROWS, church, house, streets

_MOST = 26
_CLEAR, _APART = 11.5, 14.5


@dataclass(frozen=True)
class Houses:
    """The houses of one cell, drawing units."""

    roofs: tuple[QPainterPath, ...]
    churches: QPainterPath
    shadows: QPainterPath
    gardens: QPainterPath
    box: QRectF


def build_houses(number: int, centre: Pair, form: Form, runs: list[tuple[Pair, ...]]) -> Houses:
    """Build one cell; *runs* are the lines near it. The same cell gets the same houses."""
    rng = random.Random(f"village {number}")
    cx, cy = centre
    near = [run for run in (_close(run, centre) for run in runs) if len(run) > 1]
    spots: list[tuple[float, float, float]] = []
    for x, y, angle in streets(centre, [np.array(run) for run in near], rng):
        for side in (-1, 1):
            for row, chance in ROWS:
                if rng.random() < chance:
                    off = side * (row + rng.uniform(-1.5, 3.5))
                    spots.append((x - math.sin(angle) * off, y + math.cos(angle) * off, angle))
    rng.shuffle(spots)
    spots.sort(key=lambda one: math.hypot(one[0] - cx, one[1] - cy) + rng.uniform(0, 30))
    free = _free([(x, y) for x, y, _ in spots], centre, form, near)
    roofs = tuple(winding(QPainterPath()) for _ in range(3))
    churches, shadows = winding(QPainterPath()), winding(QPainterPath())
    placed: list[Pair] = []
    for (x, y, angle), fits in zip(spots, free, strict=True):
        if len(placed) >= _MOST:
            break
        if not fits or any(math.dist((x, y), other) < _APART for other in placed):
            continue
        turn = QTransform().translate(x, y).rotate(math.degrees(angle) + rng.gauss(0, 5))
        first = not placed
        shape = turn.map(church() if first else house(rng))
        (churches if first else roofs[rng.choice(ROOFS)]).addPath(shape)
        shadows.addPath(shape.translated(2.2, 3.0))
        placed.append((x, y))
    gardens = _gardens(centre, form, near, placed, rng)
    box = QRectF(cx - 125, cy - 125, 250, 250)
    return Houses(roofs, churches, shadows, gardens, box)


def _close(run: tuple[Pair, ...], centre: Pair) -> tuple[Pair, ...]:
    """The points of a run that lie in or next to a cell."""
    return tuple(point for point in run if math.dist(point, centre) < 130)


def _free(spots: list[Pair], centre: Pair, form: Form, runs: list[tuple[Pair, ...]]) -> list[bool]:
    """For each spot whether it lies on the village's ground and off the streets."""
    if not spots:
        return []
    at = np.array(spots)
    ring = [(point.x() * 0.94, point.y() * 0.94) for point in form.outline.toList()]
    ground = shapely.Polygon([(x + centre[0], y + centre[1]) for x, y in ring]).buffer(0)
    found = shapely.contains_xy(ground, at[:, 0], at[:, 1])
    if runs:
        belt = shapely.union_all([LineString(run) for run in runs]).buffer(_CLEAR, 4)
        found &= ~shapely.contains_xy(belt, at[:, 0], at[:, 1])
    return found.tolist()


def _gardens(
    centre: Pair,
    form: Form,
    runs: list[tuple[Pair, ...]],
    placed: list[Pair],
    rng: random.Random,
) -> QPainterPath:
    green = [
        (x + rng.uniform(-7, 7), y + rng.uniform(-7, 7)) for x, y in lattice(centre, 19, 95, 0.0)
    ]
    path = winding(QPainterPath())
    for (x, y), fits in zip(green, _free(green, centre, form, runs), strict=True):
        wide, high = rng.uniform(3, 5.2), rng.uniform(3, 4.6)
        if fits and all(math.dist((x, y), one) > 13 for one in placed):
            path.addEllipse(QPointF(x, y), wide, high)
    return path


def paint_houses(painter: QPainter, heap: list[Houses], theme: MapTheme, fine: float) -> None:
    """Gardens, shadows, roofs and churches; single houses cannot be told from afar."""
    shadow = theme.number("wood.shadow_alpha")
    line = pen(theme.colour("hex.house_line", 0.9), 0.9)
    for houses in heap:
        if fine >= 26:
            painter.fillPath(houses.gardens, theme.colour("hex.tree", 0.75))
            if shadow:
                painter.fillPath(houses.shadows, theme.colour("wood.shadow", shadow * 1.25))
        for roofs, tint in zip(houses.roofs, theme.colours("hex.roofs"), strict=False):
            painter.fillPath(roofs, colour(tint))
            if fine >= 44:
                painter.strokePath(roofs, line)
        painter.fillPath(houses.churches, theme.colour("hex.church"))
