"""Villages of gridded maps: houses lined up along the streets, a church, gardens behind."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from wardesk.render.colours import colour
from wardesk.render.fields import Field, Grid, Pair, Patch, melted
from wardesk.render.hex_layout import VILLAGE, Layout
from wardesk.render.hex_roads import Roads
from wardesk.render.orchards import lattice
from wardesk.render.shapes import Chunks, pen
from wardesk.render.theme import MapTheme

ROWS = ((13.5, 0.85), (28.5, 0.38), (43.0, 0.14))
"""How far rows of houses stand off the middle of the street, and how thickly."""
ROOFS = (0, 0, 0, 1, 1, 2)
_MOST_HOUSES = 34
_Spot = tuple[float, float, float]


@dataclass(frozen=True)
class Villages:
    """Colourless geometry of built-up cells."""

    ground: Patch
    houses: tuple[Chunks, Chunks, Chunks]
    """One heap for each colour of roof."""
    churches: Chunks
    shadows: Chunks
    gardens: Chunks
    spots: tuple[Pair, ...]
    """Where houses stand, for those who keep names off them."""


def build_villages(layout: Layout, field: Field, roads: Roads) -> Villages:
    """Build every village once."""
    cells = layout.of(VILLAGE)
    ground = melted(
        field,
        *layout.split(VILLAGE),
        layout.sheet.numbers("village"),
        sigma=52 * layout.blur,
        wander=0.22,
        cut=0.40,
    )
    made = Villages(
        ground,
        (Chunks(400), Chunks(400), Chunks(400)),
        Chunks(400),
        Chunks(400),
        Chunks(400),
        (),
    )
    every = [np.array(run) for run in roads.lines if len(run) > 1]
    spots: list[Pair] = []
    for cell in cells:
        spots += _build(layout, cell, made, roads, every)
    for one in (*made.houses, made.churches, made.shadows, made.gardens):
        one.freeze()
    return Villages(ground, made.houses, made.churches, made.shadows, made.gardens, tuple(spots))


def _build(
    layout: Layout, cell: str, made: Villages, roads: Roads, every: list[Grid]
) -> list[Pair]:
    rng, (cx, cy) = layout.sheet.rng(f"village {cell}"), layout.centres[cell]
    spots: list[_Spot] = []
    for x, y, angle in streets((cx, cy), every, rng):
        for side in (-1, 1):
            for row, chance in ROWS:
                if rng.random() < chance:
                    off = side * (row + rng.uniform(-1.5, 3.5))
                    spots.append((x - math.sin(angle) * off, y + math.cos(angle) * off, angle))
    rng.shuffle(spots)
    spots.sort(key=lambda one: math.hypot(one[0] - cx, one[1] - cy) + rng.uniform(0, 30))
    at = np.array([(x, y) for x, y, _ in spots]) if spots else np.zeros((0, 2))
    good = roads.clear(at, 11.5) & made.ground.holds(at)
    placed: list[Pair] = []
    for (x, y, angle), fits in zip(spots, good, strict=True):
        if len(placed) > _MOST_HOUSES:
            break
        if not fits or any(math.dist((x, y), other) < 14.5 for other in placed):
            continue
        turn = QTransform().translate(x, y).rotate(math.degrees(angle) + rng.gauss(0, 5))
        form = turn.map(house(rng) if placed else church())
        heap = made.houses[rng.choice(ROOFS)] if placed else made.churches
        heap.at(x, y).addPath(form)
        made.shadows.at(x, y).addPath(form.translated(2.2, 3.0))
        placed.append((x, y))
    _gardens(cell, layout, made, roads, placed, rng)
    return placed


def streets(centre: Pair, roads: list[Grid], rng: random.Random) -> list[_Spot]:
    """Points of the roads in a cell with their direction; a lane of its own if it has none."""
    cx, cy = centre
    found: list[_Spot] = []
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


def church() -> QPainterPath:
    """A nave with its transept, around (0, 0)."""
    form = QPainterPath()
    form.addRect(-9.5, -3.6, 19, 7.2)
    cross = QPainterPath()
    cross.addRect(1.5, -7, 6, 14)
    return form.united(cross)


def house(rng: random.Random) -> QPainterPath:
    """A house or a farm with a wing, around (0, 0)."""
    wide, deep = rng.uniform(8, 13.5), rng.uniform(6.5, 8.5)
    form = QPainterPath()
    form.addRect(-wide / 2, -deep / 2, wide, deep)
    if rng.random() < 0.28:  # a farm with a wing
        wing = QPainterPath()
        wing.addRect(wide / 2 - 5, 0, 5, deep * 0.95)
        form = form.united(wing)
    return form


def _gardens(
    cell: str,
    layout: Layout,
    made: Villages,
    roads: Roads,
    placed: list[Pair],
    rng: random.Random,
) -> None:
    raw = lattice(layout.centres[cell], 19, 95, 0.0)
    green = [(x + rng.uniform(-7, 7), y + rng.uniform(-7, 7)) for x, y in raw]
    at = np.array(green)
    good = made.ground.holds(at) & roads.clear(at, 15)
    for (x, y), fits in zip(green, good, strict=True):
        size = rng.uniform(3, 5.2), rng.uniform(3, 4.6)
        if fits and all(math.dist((x, y), house) > 13 for house in placed):
            made.gardens.at(x, y).addEllipse(QPointF(x, y), *size)


def paint_built(
    painter: QPainter, made: Villages, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """The trodden ground of villages, under the roads."""
    painter.fillPath(made.ground.outline.within(seen), theme.colour("hex.village", 0.88))
    rim = pen(theme.colour("hex.village_rim", 0.75), max(1.6, 60 / fine))
    for path in made.ground.rings.within(seen, 4):
        painter.strokePath(path, rim)


def paint_houses(
    painter: QPainter, made: Villages, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Gardens, shadows, roofs and churches, over the roads."""
    shadow = theme.number("wood.shadow_alpha")
    if fine >= 30:
        for path in made.gardens.within(seen):
            painter.fillPath(path, theme.colour("hex.tree", 0.75))
        for path in made.shadows.within(seen) if shadow else ():
            painter.fillPath(path, theme.colour("wood.shadow", shadow * 1.25))
    line = pen(theme.colour("hex.house_line", 0.9), 0.9)
    for heap, tint in zip(made.houses, theme.colours("hex.roofs"), strict=False):
        for path in heap.within(seen):
            painter.fillPath(path, colour(tint))
            if fine >= 44:
                painter.strokePath(path, line)
    for path in made.churches.within(seen):
        painter.fillPath(path, theme.colour("hex.church"))
