"""The thin grid of hexes or squares and the number under the top side of each."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import shapely
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from wardesk.render.fields import Grid, Pair
from wardesk.render.hex_layout import Layout
from wardesk.render.lettering import text_path, text_width
from wardesk.render.shapes import Chunks, LateChunks, path_of, pen
from wardesk.render.theme import MapTheme

_SIDE = 400.0
_Number = tuple[str, float, Pair]
NUMBER = 14.5
"""Size of hex numbers in drawing units."""


class LineHeap:
    """Straight lines sorted into squares: far quicker to draw than one path of all of them."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, int], list[QLineF]] = {}

    def add(self, a: Pair, b: Pair) -> None:
        """Put in one line."""
        key = (math.floor(a[0] / _SIDE), math.floor(a[1] / _SIDE))
        self._lines.setdefault(key, []).append(QLineF(QPointF(*a), QPointF(*b)))

    def within(self, box: QRectF) -> Iterator[list[QLineF]]:
        """The lines that may reach into *box*."""
        for (i, j), heap in self._lines.items():
            square = QRectF(i * _SIDE, j * _SIDE, _SIDE, _SIDE)
            if square.adjusted(-200, -200, 200, 200).intersects(box):
                yield heap


@dataclass(frozen=True)
class HexGrid:
    """Colourless grid and numbers."""

    lines: LineHeap
    play: QPainterPath
    """All cells together."""
    numbers: LateChunks
    busy: LateChunks
    """Numbers that stand on woods, houses or roads and need a halo."""
    boxes: Grid
    """Left, top, right, bottom of every number."""


def number_places(layout: Layout) -> dict[str, Pair]:
    """Middle of every cell's number: just below the top side, lower under a pointed top."""
    found: dict[str, Pair] = {}
    for cell, (x, y) in layout.centres.items():
        ring = layout.ring(cell)
        top = min(py for _, py in ring)
        flat = sum(py < top + 8 for _, py in ring) > 1
        found[cell] = (x, min(top + (13 if flat else 24), y))
    return found


def build_grid(layout: Layout, busy: Grid) -> HexGrid:
    """Draw up grid and numbers once; *busy* tells per cell whether its number needs a halo."""
    lines, seen = LineHeap(), set[tuple[Pair, Pair]]()
    heaps: tuple[list[_Number], list[_Number]] = [], []
    boxes: list[tuple[float, float, float, float]] = []
    for number, (cell, at) in enumerate(number_places(layout).items()):
        ring = layout.ring(cell)
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            key = (min(a, b), max(a, b))
            if key not in seen:
                seen.add(key)
                lines.add(a, b)
        wide = text_width(cell, "map-note", NUMBER, 0.04)
        size = NUMBER * min(1.0, 88 / max(wide, 1e-6))
        half = wide * size / NUMBER / 2
        heaps[bool(busy[number])].append((cell, size, at))
        boxes.append((at[0] - half, at[1] - 6, at[0] + half, at[1] + 6))
    # a hair of overlap, or rounding would leave slits between the cells
    cells = shapely.buffer(list(layout.sheet.cells.values()), layout.scale * 0.05, quad_segs=16)
    k = 1 / layout.scale
    play = QTransform().scale(k, k).map(path_of(shapely.union_all(cells)))
    table = np.array(boxes) if boxes else np.zeros((0, 4))
    plain, busy_ones = (LateChunks(_SIDE, partial(_set, heap)) for heap in heaps)
    return HexGrid(lines, play, plain, busy_ones, table)


def _set(numbers: list[_Number], made: Chunks) -> None:
    for words, size, at in numbers:
        made.at(*at).addPath(text_path(words, "map-note", size, at, tracking=0.04))


def paint_veil(painter: QPainter, made: HexGrid, theme: MapTheme, frame: QRectF) -> None:
    """Fade the country beyond the outermost cells, so that the edge of play is plain to see."""
    beyond = QPainterPath()
    beyond.addRect(frame)
    beyond.addPath(made.play)  # odd-even: a hole
    painter.fillPath(beyond, theme.colour("paper.sheet", 0.55))


def paint_grid(
    painter: QPainter, made: HexGrid, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """A dark line over a faint light one; left out where it would only grey the map."""
    if fine < 12:
        return
    alpha, glow = theme.number("hex.grid_alpha"), theme.number("hex.grid_glow")
    light = pen(theme.colour("hex.grid_light", glow), max(4.2, 240 / fine))
    dark = pen(theme.colour("hex.grid", alpha * min(1.0, fine / 34)), max(1.7, 90 / fine))
    for ink in (light, dark) if fine >= 30 and glow else (dark,):
        painter.setPen(ink)
        for heap in made.lines.within(seen):
            painter.drawLines(heap)


def paint_numbers(
    painter: QPainter, made: HexGrid, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Small numbers, with a halo only where other ink lies below."""
    if fine < 44:
        return
    alpha = theme.number("hex.number_alpha")
    for path in made.numbers.within(seen):
        painter.fillPath(path, theme.colour("hex.number", alpha))
    rim = pen(theme.colour("label.halo", 0.6), 3.4)
    for path in made.busy.within(seen):
        painter.strokePath(path, rim)
        painter.fillPath(path, theme.colour("hex.number", min(1.0, alpha + 0.2)))
