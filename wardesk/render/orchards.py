"""Woods, orchards and lakes of gridded maps: melted blobs, random crowns or regular rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from wardesk.render.fields import Field, Grid, Patch, melted, patch
from wardesk.render.hex_layout import LAKE, ORCHARD, WOOD, Layout, Pair
from wardesk.render.hex_roads import Roads
from wardesk.render.shapes import Ellipses, pen
from wardesk.render.theme import MapTheme

_SIDE = 400.0


@dataclass(frozen=True)
class Trees:
    """Colourless geometry of all that grows."""

    wood: Patch
    rim: Ellipses
    crowns: Ellipses
    tops: Ellipses
    orchard: Patch
    dots: Ellipses
    lights: Ellipses


def build_trees(layout: Layout, field: Field, roads: Roads) -> Trees:
    """Plant woods and orchards once."""
    numbers, blur = layout.sheet.numbers, layout.blur
    wood = melted(
        field,
        *layout.split(WOOD),
        numbers("wood"),
        sigma=55 * blur,
        wander=0.27,
        cut=0.38,
        least=0.82,
    )
    orchard = melted(
        field,
        *layout.split(ORCHARD),
        numbers("orchard"),
        sigma=52 * blur,
        wander=0.15,
        cut=0.38,
    )
    rim, crowns, tops = _plant(layout, wood, roads)
    rows = _rows(layout, orchard, roads)
    dots, lights = _round(rows, 0.0, 0.0, 5.0, 5.0), _round(rows, -1.2, -1.5, 2.2, 2.0)
    return Trees(wood, rim, crowns, tops, orchard, dots, lights)


def _round(keys: Grid, dx: float, dy: float, wide: Grid | float, high: Grid | float) -> Ellipses:
    """Ellipses so far beside their *keys*."""
    radii = np.broadcast_to(np.stack(np.broadcast_arrays(wide, high), axis=-1), keys.shape)
    return Ellipses(_SIDE, keys, keys + np.array((dx, dy)), radii)


def _plant(layout: Layout, wood: Patch, roads: Roads) -> tuple[Ellipses, Ellipses, Ellipses]:
    """A bush on every point of the outline, jittered crowns inside, a clean ride along roads."""
    rng, pitch = layout.sheet.rng("crowns"), 12.5
    edge = np.array([at for loop in wood.loops for at in loop]).reshape(-1, 2)
    bushes = np.array([rng.uniform(4.0, 7.5) for _ in edge])
    rim = _round(edge, 0.0, 0.0, bushes, bushes * 0.9)
    if not wood.loops:
        return rim, rim, rim
    box = wood.outline.whole.boundingRect()
    rows, columns = int(box.height() / pitch / 0.87) + 1, int(box.width() / pitch) + 1
    odds = np.array([rng.random() for _ in range(rows * columns * 2)]).reshape(rows, columns, 2)
    odds = -6.5 + 13.0 * odds
    row, column = np.arange(rows)[:, None], np.arange(columns)[None, :]
    x = box.left() + (column + 0.5 * (row % 2)) * pitch + odds[:, :, 0]
    y = box.top() + row * pitch * 0.87 + odds[:, :, 1]
    spots = np.stack([x, y], axis=-1).reshape(-1, 2)
    spots = _kept(spots, wood, roads, 11)
    # a size, and whether it is lit: drawn in turn, crown by crown
    drawn = [(rng.choice((4.4, 5.4, 6.2, 7.4)), rng.random() < 0.85) for _ in spots]
    sizes, lit = np.array([one[0] for one in drawn]), np.array([one[1] for one in drawn], bool)
    crowns = _round(spots, 0.0, 0.0, sizes, sizes * 0.95)
    tall, keys = sizes[lit], spots[lit]  # the light falls from the north-west
    at = np.stack([keys[:, 0] - tall * 0.24, keys[:, 1] - tall * 0.28], axis=-1)
    radii = np.stack([tall * 0.56, tall * 0.50], axis=-1)
    return rim, crowns, Ellipses(_SIDE, keys, at, radii)


def _kept(spots: Grid, area: Patch, roads: Roads, gap: float) -> Grid:
    """The spots (n × 2) inside an area and clear of roads."""
    inside = spots[area.holds(spots)]
    return inside[roads.clear(inside, gap)]


def lattice(centre: Pair, pitch: float, reach: float, angle: float) -> list[Pair]:
    """Points in turned rows around a centre, no farther than *reach*."""
    count, ca, sa = int(reach / pitch) + 1, math.cos(angle), math.sin(angle)
    return [
        (centre[0] + (i * ca - j * sa) * pitch, centre[1] + (i * sa + j * ca) * pitch)
        for i in range(-count, count + 1)
        for j in range(-count, count + 1)
        if math.hypot(i, j) * pitch < reach
    ]


def _rows(layout: Layout, area: Patch, roads: Roads) -> Grid:
    """Trees in straight rows, the rows turned differently in every cell."""
    found: list[Grid] = [np.zeros((0, 2))]
    for cell in layout.of(ORCHARD):
        angle = layout.sheet.rng(f"orchard {cell}").uniform(-0.6, 0.6)
        ring = layout.outline(cell)
        rows = lattice(layout.centres[cell], 17, 105, angle)
        rows = [at for at in rows if ring.contains(QPointF(*at))]  # no double trees on a side
        found.append(_kept(np.array(rows).reshape(-1, 2), area, roads, 13))
    return np.concatenate(found)


def build_lake(layout: Layout, field: Field) -> Patch:
    """Where at least half the ground around is water: straight banks without scallops or holes."""
    wet = layout.points(layout.of(LAKE))
    if not wet:
        return patch(field, np.zeros(field.shape), 1.0)
    every = layout.points(list(layout.centres))
    share: Grid = field.blobs(wet, 62.0) / (field.blobs(every, 62.0) + 1e-9)
    return patch(field, share + 0.09 * field.noise(layout.sheet.numbers("lake"), 110.0, 4), 0.5)


def paint_lake(painter: QPainter, lake: Patch, theme: MapTheme, fine: float) -> None:
    """Bank, water, and depth along the banks."""
    if not lake.loops:
        return
    outline = lake.outline.whole
    painter.strokePath(outline, pen(theme.colour("water.bank"), max(9, 200 / fine)))
    painter.fillPath(outline, theme.colour("water.fill"))
    if fine < 24:
        return
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    for wide, alpha in ((52, 0.10), (34, 0.12), (17, 0.16)):
        painter.strokePath(outline, pen(theme.colour("water.bank", alpha), wide))
    painter.restore()


def paint_orchards(
    painter: QPainter, made: Trees, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Plot, shadows, trees and their lights."""
    painter.fillPath(made.orchard.outline.within(seen), theme.colour("hex.orchard"))
    rim = pen(theme.colour("hex.orchard_rim", 0.9), max(2.0, 70 / fine))
    for path in made.orchard.rings.within(seen, 4):
        painter.strokePath(path, rim)
    shadow = theme.number("wood.shadow_alpha")
    if shadow and fine >= 30:
        ink = theme.colour("wood.shadow", shadow)
        for path in made.dots.within(seen.adjusted(-5, -5, 5, 5)):
            painter.fillPath(path.translated(2.0, 2.6), ink)
    for path in made.dots.within(seen) if fine >= 18 else ():
        painter.fillPath(path, theme.colour("hex.tree"))
    for path in made.lights.within(seen) if fine >= 44 else ():
        painter.fillPath(path, theme.colour("hex.tree_light"))


def paint_woods(painter: QPainter, made: Trees, theme: MapTheme, fine: float, seen: QRectF) -> None:
    """Shadow, scalloped rim, dark gaps, crowns, lights."""
    outline = made.wood.outline.within(seen, 10)
    if not made.wood.loops:
        return
    shadow, near = theme.number("wood.shadow_alpha"), fine >= 20
    if shadow:
        soft = pen(theme.colour("wood.shadow", shadow * 0.55), 16)
        for path in made.wood.rings.within(seen, 30):
            painter.strokePath(path.translated(5, 6.5), soft)
        painter.fillPath(outline.translated(5, 6.5), theme.colour("wood.shadow", shadow))
    if near:
        line = pen(theme.colour("wood.rim"), max(4.2, 120 / fine))
        for path in made.rim.within(seen):
            painter.strokePath(path, line)
        for path in made.rim.within(seen):
            painter.fillPath(path, theme.colour("wood.crown"))
    else:
        _stroke_rim(painter, made.wood, pen(theme.colour("wood.rim"), max(5, 140 / fine)), seen)
    painter.fillPath(outline, theme.colour("wood.gap" if near else "wood.crown"))
    if near:
        for path in made.crowns.within(seen):
            painter.fillPath(path, theme.colour("wood.crown"))
        for path in made.tops.within(seen):
            painter.fillPath(path, theme.colour("wood.top", 0.75))


def _stroke_rim(painter: QPainter, wood: Patch, ink: QPen, seen: QRectF) -> None:
    for path in wood.rings.within(seen, ink.widthF()):  # one by one: far quicker
        painter.strokePath(path, ink)
