"""The grid of a sheet, in an ink that can be seen on every ground."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter

from wardesk.render.colours import colour, contrast, mix
from wardesk.render.map.lattice.chunk import Chunk
from wardesk.render.map.lattice.overview import cell_tint
from wardesk.render.map.lattice.state import ABSENT, LatticeState
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import dressed, ground_tint, recipe_of
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme

SEEN = 2.6
"""Contrast of the grid with its ground: 2 is wanted, and smooth edges and texture take a part."""
_MOST = 0.7
"""The dark ink is no stronger than this; where that is too little, the light one is taken."""
_STEP = 0.02


def grid_ink(theme: MapTheme, tint: str) -> QColor:
    """The theme's dark ink as strong as the ground needs, or the light one where none would do."""
    dark, least = theme.code("hex.grid"), theme.number("hex.grid_alpha")
    light = theme.code("hex.grid_light")
    for ink, most in ((dark, max(_MOST, least)), (light, 1.0), (dark, 1.0)):
        for step in range(int((most - least) / _STEP) + 1):
            share = least + step * _STEP
            if contrast(mix(tint, ink, share), tint) >= SEEN:
                return colour(ink, share)
    best = dark if contrast(dark, tint) >= contrast(light, tint) else light
    return colour(best, 1.0)


_Ink = tuple[int, float, int]
"""How light, how strong (less than 0, so that the strongest is first) and which: quick to compare,
as every line asks."""


def _quick(ink: QColor) -> _Ink:
    return ink.value(), -ink.alphaF(), ink.rgb()


class GridInks:
    """The ink for every ground at every height, of one theme."""

    def __init__(self, state: LatticeState, theme: MapTheme) -> None:
        self._state, self.theme = state, theme
        self._paper = _quick(grid_ink(theme, theme.code("paper.sheet")))
        self._known: dict[tuple[int, int, int], _Ink] = {}

    def of(self, cell: int) -> _Ink:
        """What a line needs in a cell; that of the paper where there is none."""
        state = self._state
        ground = int(state.ground[cell])
        if ground == ABSENT:
            return self._paper
        key = ground, max(int(state.rank[cell]), 0), max(state.ranks, 1)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _quick(grid_ink(self.theme, self._tint(*key)))
        return found

    def _tint(self, ground: int, rank: int, ranks: int) -> str:
        """What lies under the lines: from near, only open ground shows its height."""
        art = self._state.arts[ground]
        if recipe_of(art) == "open":
            return cell_tint(self.theme, art, rank, ranks)
        tint = ground_tint(self.theme, art)
        if recipe_of(art) == "wood":  # crowns have gaps, which are darker
            return mix(tint, dressed(self.theme, art).code("wood.gap"), 0.5)
        return tint


def paint_grid(
    painter: QPainter,
    chunks: Sequence[Chunk],
    inks: GridInks,
    seen: QRectF,
    fine: float,
    patience: Patience,
) -> None:
    """A line over a faint light one, as in the print; on dark ground a light line alone."""
    theme = inks.theme
    glow = theme.number("hex.grid_glow") if fine >= 30 else 0.0
    light = pen(theme.colour("hex.grid_light", glow), max(4.2, 240 / fine))
    reach = light.widthF() / 2 + 100 / fine  # and a pixel for smoothing
    wide, share = max(1.7, 90 / fine), min(1.0, fine / 34)
    heaps: dict[_Ink, list[list[QLineF]]] = defaultdict(list)
    ink_of = cache(inks.of)
    for chunk in chunks:
        for cell, lines in chunk.lines(seen, reach):
            found: dict[_Ink, list[QLineF]] = defaultdict(list)
            own = ink_of(cell)
            for line, other in lines:  # the darker ink: a step that is drawn shows a light one
                found[min(own, ink_of(other))].append(line)
            for key, group in found.items():
                heaps[key].append(group)
    pale = QColor(theme.code("hex.grid_light")).rgb()
    # the same order in every tile, since lines meet at corners
    in_order = [(key[2], -key[1], heaps[key]) for key in sorted(heaps)]
    with patience.whole_lines(painter):
        if glow:
            painter.setPen(light)
            for ink, _, heap in in_order:
                if ink != pale:
                    _draw(painter, heap)
        for ink, alpha, heap in in_order:
            shown = QColor(ink)
            shown.setAlphaF(alpha * share)
            painter.setPen(pen(shown, wide))
            _draw(painter, heap)


def _draw(painter: QPainter, heap: Iterable[list[QLineF]]) -> None:
    for lines in heap:
        painter.drawLines(lines)
