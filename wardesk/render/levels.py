"""The ground of a gridded map: level tints with soft steps, contours, hachures, fields, shade."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPolygonF

from wardesk.render.colours import colour
from wardesk.render.fields import Field, Grid, Loop, Outline, Pair, Patch, melted, truest
from wardesk.render.hex_layout import Layout
from wardesk.render.shapes import Chunks, pen, tint_image
from wardesk.render.theme import MapTheme

_TINTS, _MOST_LEVELS = 5, 6


@dataclass(frozen=True)
class Step:
    """One rise of the ground: outlines just below, on and just above its edge, and its ticks."""

    edge: Patch
    bands: tuple[Outline, Outline, Outline]
    hachures: Chunks


@dataclass(frozen=True)
class Ground:
    """Colourless geometry of heights and fields."""

    frame: QRectF
    box: QRectF
    """Where the shade lies."""
    ranks: dict[str, int]
    steps: tuple[Step, ...]
    parcels: tuple[Chunks, ...]
    tints: tuple[tuple[str, Patch], ...]
    """Kinds of ground without a recipe of their own."""
    shade: Grid
    mottle: Grid


def build_ground(layout: Layout, field: Field) -> Ground:
    """Raise the ground once."""
    sheet, cells = layout.sheet, list(layout.centres)
    ranks = _ranks(layout)
    points, heights = layout.points(cells), [float(ranks[cell]) for cell in cells]

    def smooth(sigma: float) -> Grid:
        return field.blobs(points, sigma, heights) / (field.blobs(points, sigma) + 1e-9)

    steps: list[Step] = []
    if highest := max(ranks.values(), default=0):
        even, noise = smooth(55.0), field.noise(sheet.numbers("level edge"), 75.0, 4)
        for rank in range(1, highest + 1):
            above = [layout.centres[cell] for cell in cells if ranks[cell] >= rank]
            below = [layout.centres[cell] for cell in cells if ranks[cell] < rank]
            tries = ((even + by * noise, rank - 0.5) for by in (0.36, 0.30, 0.24, 0.16, 0.08, 0.0))
            edge = truest(field, tries, above, below, 0.90)
            near = (field.loops(edge.table, edge.cut + by) for by in (-0.2, 0.2))
            low, high = (Outline(loops) for loops in near)
            steps.append(Step(edge, (low, edge.outline, high), _hachures(layout, edge.loops)))
        height = smooth(62.0)
    else:
        height = np.zeros(field.shape)
    height = height + 0.30 * field.noise(sheet.numbers("hills"), 320.0, 4)
    down, along = np.gradient(height, field.step / 8)
    shade = np.tanh(-(along + down) * 9.0)
    mottle = field.noise(sheet.numbers("mottle"), 600.0, 5)
    blur, numbers = 60 * layout.blur, sheet.numbers
    tints = [
        (
            art,
            melted(
                field,
                *layout.split(frozenset({art})),
                numbers(art),
                sigma=blur,
                wander=0.18,
                cut=0.40,
            ),
        )
        for art in layout.others
    ]
    frame = layout.frame
    parcels = _parcels(layout)
    return Ground(frame, field.box, ranks, tuple(steps), parcels, tuple(tints), shade, mottle)


def _ranks(layout: Layout) -> dict[str, int]:
    """Per cell its height as 0, 1, 2 …; many different heights are gathered into a few steps."""
    board = layout.sheet.board
    heights: dict[str, float] = {}
    for cell in layout.centres:
        rules = board.terrain_of(cell)
        value = next((rules[key] for key in ("level", "elevation", "height") if key in rules), 0)
        number = isinstance(value, int | float) and math.isfinite(value)
        heights[cell] = float(value) if number else 0.0
    known = sorted(set(heights.values()))
    if len(known) <= _MOST_LEVELS:
        return {cell: known.index(height) for cell, height in heights.items()}
    low, size = known[0], (known[-1] - known[0]) / (_MOST_LEVELS - 1)
    return {cell: int((height - low) / size + 0.5) for cell, height in heights.items()}


def _hachures(layout: Layout, loops: list[Loop]) -> Chunks:
    """Short ticks down the slope, every 13 units along an edge; high ground is on the right."""
    made, rng = Chunks(400), layout.sheet.rng("hachures")
    for loop in loops:
        way = 0.0
        for (ax, ay), (bx, by) in pairwise([loop[-1], *loop]):
            far = math.dist((ax, ay), (bx, by)) or 1.0
            way += far
            if way > 13 and layout.frame.contains(bx, by):
                way, long = 0.0, rng.uniform(7, 11)
                path = made.at(bx, by)
                path.moveTo(bx, by)
                path.lineTo(bx + (by - ay) / far * long, by - (bx - ax) / far * long)
    return made.freeze()


def _parcels(layout: Layout) -> tuple[Chunks, ...]:
    """Farmland: crooked quads split until they are fields, dealt out to a few tints."""
    rng, frame, size = layout.sheet.rng("parcels"), layout.frame, 310.0
    columns, rows = int(frame.width() / size) + 2, int(frame.height() / size) + 2
    knots = {
        (i, j): (
            frame.left() + (i - 0.3 + rng.uniform(-0.3, 0.3)) * size,
            frame.top() + (j - 0.3 + rng.uniform(-0.3, 0.3)) * size,
        )
        for i in range(columns + 1)
        for j in range(rows + 1)
    }
    made = tuple(Chunks(400) for _ in range(_TINTS))

    def between(a: Pair, b: Pair, part: float) -> Pair:
        return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part

    def split(a: Pair, b: Pair, c: Pair, d: Pair, depth: int) -> None:
        wide, high = math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)
        if depth == 0 or max(wide, high) < 110 or (depth < 3 and rng.random() < 0.12):
            path = made[rng.randrange(_TINTS)].at(*a)
            path.addPolygon(QPolygonF([QPointF(*corner) for corner in (a, b, c, d, a)]))
            return
        part, skew = rng.uniform(0.35, 0.65), rng.uniform(-0.06, 0.06)
        if wide > high:
            m, n = between(a, b, part), between(d, c, part + skew)
            split(a, m, n, d, depth - 1)
            split(m, b, c, n, depth - 1)
        else:
            m, n = between(b, c, part), between(a, d, part + skew)
            split(a, b, m, n, depth - 1)
            split(n, m, c, d, depth - 1)

    for i in range(columns):
        for j in range(rows):
            split(knots[i, j], knots[i + 1, j], knots[i + 1, j + 1], knots[i, j + 1], 5)
    return tuple(one.freeze() for one in made)


@dataclass(frozen=True)
class Washes:
    """What one theme lays over its tints: shade and light, and the shadow of each step."""

    shade: tuple[QImage, ...]
    shadows: tuple[QImage, ...]


def make_washes(made: Ground, theme: MapTheme) -> Washes:
    """Shade with the mottle that breaks up even ground, and step shadows; once per theme.

    The shadows are wide and soft: as images of the field's pitch they cost nothing to lay down.
    """
    strength, shadow = theme.number("relief.strength"), theme.number("hex.step_shadow")
    dark = np.clip(made.shade, 0, 1) * 0.30 + np.clip(made.mottle, 0, 1) * 0.10
    light = np.clip(-made.shade, 0, 1) * 0.42 + np.clip(-made.mottle, 0, 1) * 0.16
    washes = (
        tint_image(theme.code("relief.dark"), dark * strength),
        tint_image(theme.code("relief.light"), light * strength),
    )
    return Washes(
        washes if strength else (),
        tuple(_step_shadow(made, step, theme, shadow) for step in made.steps if shadow),
    )


def _step_shadow(made: Ground, step: Step, theme: MapTheme, shadow: float) -> QImage:
    image = _clear_image(made)
    painter = QPainter(image)
    painter.setOpacity(0.085 * shadow)
    for by, wide in ((3, 30), (4, 20), (5, 11)):  # to the south-east
        painter.drawImage(0, 0, _stroked(made, step, by, pen(theme.colour("hex.contour"), wide)))
    painter.end()
    return image


def _clear_image(made: Ground) -> QImage:
    rows, columns = made.shade.shape
    image = QImage(columns, rows, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _stroked(made: Ground, step: Step, by: float, ink: QPen) -> QImage:
    """The edge of a step in full ink, in pieces: the time for one stroke grows with its square."""
    image = _clear_image(made)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Lighten)
    painter.scale(image.width() / made.box.width(), image.height() / made.box.height())
    painter.translate(-made.box.left() + by, -made.box.top() + by * 1.3)
    ink.setJoinStyle(Qt.PenJoinStyle.MiterJoin)  # round ones are slow, and too small to be seen
    for piece in step.edge.pieces.within(made.box, 60):
        painter.strokePath(piece, ink)
    painter.end()
    return image


def paint_ground(
    painter: QPainter,
    made: Ground,
    theme: MapTheme,
    washes: Washes,
    fine: float,
    seen: QRectF,
) -> None:
    """Tints from low to high, each over its shadow; fields; shade; contours and their ticks."""
    levels = theme.colours("hex.levels")
    painter.fillRect(made.frame, colour(levels[0]))
    for rank, step in enumerate(made.steps, 1):
        for image in washes.shadows[rank - 1 : rank]:
            painter.drawImage(made.box, image)
        tint = levels[min(rank, len(levels) - 1)]
        for band, alpha in zip(step.bands, (0.34, 0.55, 1.0), strict=True):
            painter.fillPath(band.within(seen), colour(tint, alpha))
    if fine >= 16:
        _paint_parcels(painter, made, theme, fine, seen)
    for art, area in made.tints:
        painter.fillPath(area.outline.within(seen), colour(theme.of_kind("ground", art), 0.85))
    for image in washes.shade:
        painter.drawImage(made.box, image)
    flat = Qt.PenCapStyle.FlatCap  # round ones would dot the line where its pieces meet
    edge = pen(theme.colour("hex.contour", 0.62), max(2.4, 70 / fine), cap=flat)
    tick = pen(theme.colour("hex.contour", 0.42), 1.5)
    for step in made.steps:
        for path in step.edge.pieces.within(seen, 4):
            painter.strokePath(path, edge)
        for path in step.hachures.within(seen) if fine >= 34 else ():
            painter.strokePath(path, tick)


def _paint_parcels(
    painter: QPainter, made: Ground, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Faint fields; from afar their edges need no smoothing, which is what costs time."""
    alpha = theme.number("parcel.inside_alpha")
    if not alpha:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, fine >= 60)
    for heap, tint in zip(made.parcels, theme.colours("parcel.tints"), strict=False):
        for path in heap.within(seen):
            painter.fillPath(path, colour(tint, alpha))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
