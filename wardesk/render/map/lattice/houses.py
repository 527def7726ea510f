"""Built-up cells: houses along the streets that run through them, kept cell by cell."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from shapely.geometry import LineString

from wardesk.render.colours import colour
from wardesk.render.map.drawn_text import line_ink
from wardesk.render.map.lattice.forms import CellForm, lattice, winding
from wardesk.render.map.lattice.frame import Numbers, Pair
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme

ROWS = ((13.5, 0.85), (28.5, 0.38), (43.0, 0.14))
"""How far rows of houses stand off the middle of the street, and how thickly."""
ROOFS = (0, 0, 0, 1, 1, 2)
_MOST = 26
_CLEAR, _APART = 11.5, 14.5
_BLOCKS = {"town": (20.5, 17.0, 13.0), "city": (25.5, 22.0, 21.0),
           "fortress": (25.5, 22.0, 21.0)}  # fmt: skip
"""Built-up grounds in blocks: from one to the next, width and depth of a block."""
Spot = tuple[float, float, float]
"""A place with the direction of its street."""


@dataclass(frozen=True)
class Houses:
    """The houses of one cell, drawing units."""

    roofs: tuple[QPainterPath, ...]
    churches: QPainterPath
    shadows: QPainterPath
    gardens: QPainterPath
    courts: QPainterPath
    box: QRectF


def build_houses(
    recipe: str, number: int, centre: Pair, form: CellForm, runs: list[tuple[Pair, ...]]
) -> Houses:
    """Build one cell of a village, town or city; *runs* are the lines near it.

    The same cell gets the same houses.
    """
    rng = random.Random(f"village {number}")
    cx, cy = centre
    near = [run for run in (_close(run, centre) for run in runs) if len(run) > 1]
    ways = _streets(centre, [np.array(run) for run in near], rng)
    if recipe in _BLOCKS:
        return _blocks(recipe, centre, form, near, ways, rng)
    spots: list[Spot] = []
    for x, y, angle in ways:
        for side in (-1, 1):
            for row, chance in ROWS:
                if rng.random() < chance:
                    off = side * (row + rng.uniform(-1.5, 3.5))
                    spots.append((x - math.sin(angle) * off, y + math.cos(angle) * off, angle))
    rng.shuffle(spots)
    spots.sort(key=lambda one: math.hypot(one[0] - cx, one[1] - cy) + rng.uniform(0, 30))
    free = _free([(x, y) for x, y, _ in spots], centre, form, near)
    made = _Site(centre)
    for (x, y, angle), fits in zip(spots, free, strict=True):
        if len(made.placed) >= _MOST:
            break
        if not fits or any(math.dist((x, y), other) < _APART for other in made.placed):
            continue
        turn = math.degrees(angle) + rng.gauss(0, 5)
        first = not made.placed
        made.put(_church() if first else _house(rng), (x, y), turn, -1 if first else None, rng)
    _gardens(made, form, near, rng)
    return made.done()


class _Site:
    """A cell while it is built up."""

    def __init__(self, centre: Pair) -> None:
        self.centre = centre
        self.roofs = tuple(winding(QPainterPath()) for _ in range(3))
        self.churches, self.shadows, self.gardens, self.courts = (
            winding(QPainterPath()) for _ in range(4)
        )
        self.placed: list[Pair] = []

    def put(
        self, form: QPainterPath, at: Pair, turn: float, roof: int | None, rng: random.Random
    ) -> None:
        """Set down a building; *roof* is its colour, -1 for churches, None for any."""
        shape = QTransform().translate(*at).rotate(turn).map(form)
        if roof is None:
            roof = rng.choice(ROOFS)
        (self.churches if roof < 0 else self.roofs[roof]).addPath(shape)
        self.shadows.addPath(shape.translated(2.2, 3.0))
        self.placed.append(at)

    def done(self) -> Houses:
        """What was built."""
        x, y = self.centre
        box = QRectF(x - 125, y - 125, 250, 250)
        return Houses(self.roofs, self.churches, self.shadows, self.gardens, self.courts, box)


def _blocks(
    recipe: str,
    centre: Pair,
    form: CellForm,
    runs: list[tuple[Pair, ...]],
    ways: list[Spot],
    rng: random.Random,
) -> Houses:
    """Rows of blocks along the streets, close to each other; those of cities have courts."""
    pitch, width, deep = _BLOCKS[recipe]
    angle = min(ways, key=lambda one: math.dist(one[:2], centre))[2] if ways else 0.0
    spots = lattice(centre, pitch, 105, angle)
    made = _Site(centre)
    nearest = sorted(spots, key=lambda one: math.dist(one, centre))
    for at, fits in zip(nearest, _free(nearest, centre, form, runs, 0.93), strict=True):
        if not fits or (recipe == "town" and rng.random() < 0.06):
            continue
        if not made.placed:
            made.put(_church(), at, math.degrees(angle), -1, rng)
            continue
        w, d = width * rng.uniform(0.86, 1.0), deep * rng.uniform(0.86, 1.0)
        block = QPainterPath()
        block.addRect(-w / 2, -d / 2, w, d)
        roof = {"city": 1, "fortress": 2}.get(recipe)
        roof = rng.choice((0, 0, 0, 1)) if roof is None else roof
        made.put(block, at, math.degrees(angle), roof, rng)
        if recipe == "city":
            court = QPainterPath()
            court.addRect(-w * 0.22, -d * 0.22, w * 0.44, d * 0.44)
            turn = QTransform().translate(*at).rotate(math.degrees(angle))
            made.courts.addPath(turn.map(court))
    return made.done()


def _close(run: tuple[Pair, ...], centre: Pair) -> tuple[Pair, ...]:
    """The points of a run that lie in or next to a cell."""
    return tuple(point for point in run if math.dist(point, centre) < 130)


def _free(
    spots: list[Pair],
    centre: Pair,
    form: CellForm,
    runs: list[tuple[Pair, ...]],
    within: float = 0.94,
) -> list[bool]:
    """For each spot whether it lies on the village's ground and off the streets."""
    if not spots:
        return []
    at = np.array(spots)
    ring = [(point.x() * within, point.y() * within) for point in form.outline.toList()]
    ground = shapely.Polygon([(x + centre[0], y + centre[1]) for x, y in ring]).buffer(0)
    found = shapely.contains_xy(ground, at[:, 0], at[:, 1])
    if runs:
        belt = shapely.union_all([LineString(run) for run in runs]).buffer(_CLEAR, 4)
        found &= ~shapely.contains_xy(belt, at[:, 0], at[:, 1])
    return found.tolist()


def _gardens(made: _Site, form: CellForm, runs: list[tuple[Pair, ...]], rng: random.Random) -> None:
    green = [
        (x + rng.uniform(-7, 7), y + rng.uniform(-7, 7))
        for x, y in lattice(made.centre, 19, 95, 0.0)
    ]
    free = np.array(_free(green, made.centre, form, runs))
    if made.placed and len(green):
        apart = np.array(green)[:, None] - np.array(made.placed)[None]
        free &= (np.hypot(apart[..., 0], apart[..., 1]) > 13).all(axis=1)
    for (x, y), fits in zip(green, free.tolist(), strict=True):
        width, height = rng.uniform(3, 5.2), rng.uniform(3, 4.6)
        if fits:
            made.gardens.addEllipse(QPointF(x, y), width, height)


def _streets(centre: Pair, roads: list[Numbers], rng: random.Random) -> list[Spot]:
    """Points of the roads in a cell with their direction; a lane of its own if it has none."""
    cx, cy = centre
    found: list[Spot] = []
    for run in roads:
        for number in np.flatnonzero((np.abs(run - centre) < 74).all(axis=1)).tolist():
            x, y = run[number].tolist()
            if math.hypot(x - cx, y - cy) < 74:
                ax, ay = run[max(number - 1, 0)].tolist()
                bx, by = run[min(number + 1, len(run) - 1)].tolist()
                found.append((x, y, math.atan2(by - ay, bx - ax)))
    if not found:
        angle = rng.uniform(0, math.pi)
        ca, sa = math.cos(angle), math.sin(angle)
        found = [(cx + t * ca, cy + t * sa, angle) for t in range(-55, 56, 9)]
    return found


def _church() -> QPainterPath:
    """A nave with its transept, around (0, 0)."""
    form = QPainterPath()
    form.addRect(-9.5, -3.6, 19, 7.2)
    cross = QPainterPath()
    cross.addRect(1.5, -7, 6, 14)
    return form.united(cross)


def _house(rng: random.Random) -> QPainterPath:
    """A house or a farm with a wing, around (0, 0)."""
    width, deep = rng.uniform(8, 13.5), rng.uniform(6.5, 8.5)
    form = QPainterPath()
    form.addRect(-width / 2, -deep / 2, width, deep)
    if rng.random() < 0.28:  # a farm with a wing
        wing = QPainterPath()
        wing.addRect(width / 2 - 5, 0, 5, deep * 0.95)
        form = form.united(wing)
    return form


def paint_houses(painter: QPainter, heap: Sequence[Houses], theme: MapTheme, fine: float) -> None:
    """Gardens, shadows, roofs and churches; single houses cannot be told from afar."""
    shadow = theme.number("wood.shadow_alpha")
    line = pen(line_ink(painter, theme.colour("hex.house_line", 0.9)), 0.9)
    for houses in heap:
        if fine >= 26:
            painter.fillPath(houses.gardens, theme.colour("hex.tree", 0.75))
            if shadow:
                painter.fillPath(houses.shadows, theme.colour("wood.shadow", shadow * 1.25))
        for roofs, tint in zip(houses.roofs, theme.colours("hex.roofs"), strict=False):
            painter.fillPath(roofs, colour(tint))
            if fine >= 44:
                painter.strokePath(roofs, line)
        painter.fillPath(houses.courts, theme.colour("hex.village"))
        painter.fillPath(houses.churches, theme.colour("hex.church"))
