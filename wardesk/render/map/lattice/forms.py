"""Soft outlines of one cell, by which of its neighbours are of the same ground.

The print melts whole grounds into blobs, which takes seconds. Here each cell gets its share of the
blob from a small set of shapes made once: where two cells of a ground meet, their outlines cross
the common side at the very same points, so that together they look melted as well.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from wardesk.render.map.lattice.frame import Numbers, Pair
from wardesk.render.map.paint_deadline import Patience

_HEX = 6
VARIANTS = 4
"""How many different shapes there are for the same neighbours."""


@dataclass(frozen=True)
class OutlineBend:
    """How an outline runs: shares of the way from a side or corner to the middle, and its noise."""

    side: float
    corner: float
    noise: float
    cross: float = 0.19
    """Where outlines cross a common side, as a share of its length from the corner.

    Below 0 they meet beyond the corner, in the third cell: bays between two cells are filled up.
    On squares, where an edge may run straight on, they always meet at the corner itself.
    """


WOODY = OutlineBend(side=0.02, corner=0.11, noise=0.055, cross=-0.07)
SOFT = OutlineBend(side=0.03, corner=0.12, noise=0.04, cross=-0.05)
LEVEL = OutlineBend(side=0.0, corner=0.13, noise=0.06, cross=-0.14)
WET = OutlineBend(side=0.0, corner=0.10, noise=0.03, cross=-0.12)


@dataclass(frozen=True)
class CellForm:
    """A cell's share of a ground, around (0, 0): its outline, and the lines at its edge.

    Every arc runs with the ground on its right hand as the eye sees it.
    """

    outline: QPolygonF
    arcs: tuple[tuple[Pair, ...], ...]
    edge: QPainterPath
    """The arcs as a path of open lines."""


class Forms:
    """All forms of one shape of cells and one way to bend; made when first asked for."""

    def __init__(
        self, corners: list[Pair], bend: OutlineBend, patience: Patience | None = None
    ) -> None:
        self.corners, self.bend = corners, bend
        self._patience = patience or Patience()
        self.count = len(corners)
        # Along squares an edge runs straight on: beyond a corner it would swing out at every cell.
        self._cross = bend.cross if self.count == _HEX else 0.0
        self._made: dict[tuple[int, int], CellForm] = {}

    def at(self, mask: int, variant: int) -> CellForm:
        """The form for neighbours of the same ground, a bit for each as in `same_mask`."""
        key = (mask, variant)
        if key not in self._made:
            self._made[key] = self._form(mask, variant)
            self._patience.made()
        return self._made[key]

    def _form(self, mask: int, variant: int) -> CellForm:
        n, same = self.count, [bool(mask >> side & 1) for side in range(self.count)]
        # a corner lies inside if all cells around it do; hexes have no cells across corners
        whole = [
            same[i] and same[i - 1] and (n == _HEX or bool(mask >> n + (i - 1) % n & 1))
            for i in range(n)
        ]
        runs: list[list[Pair]] = []
        outline: list[Pair] = []

        def close(run: list[Pair], ring: bool = False) -> None:
            smooth = _rounded(run, ring)
            runs.append([*smooth, smooth[0]] if ring else smooth)
            outline.extend(smooth)

        if not any(same):
            ring = [
                p for i in range(n) for p in (self._pulled(i, variant), *self._along(i, variant))
            ]
            close(ring, ring=True)
        else:
            run: list[Pair] = []
            start = same.index(True)
            for step in range(1, n + 1):
                i = (start + step) % n
                before, here = same[i - 1], same[i]
                if before and here:
                    if whole[i] or n != _HEX:
                        outline.append(self.corners[i])
                    else:
                        close([self._crossing(i - 1, i), self._bay(i), self._crossing(i, i)])
                elif before:
                    run = [self._crossing(i - 1, i), *self._along(i, variant)]
                elif not here:
                    run += [self._pulled(i, variant), *self._along(i, variant)]
                else:
                    close([*run, self._crossing(i, i)])
        turned = self._turned()
        arcs = tuple(tuple(run[::-1] if turned else run) for run in runs)
        edge = QPainterPath()
        for arc in arcs:
            edge.addPolygon(polyline(arc))
        # a hair of overlap, or smoothing would leave slits between the cells
        wide = [(x * 1.012, y * 1.012) for x, y in outline]
        return CellForm(polyline([*wide, wide[0]]), arcs, edge)

    def _turned(self) -> bool:
        """Whether walking the corners keeps the middle on the left hand."""
        (ax, ay), (bx, by) = self.corners[:2]
        return ax * by - ay * bx < 0

    def _crossing(self, side: int, corner: int) -> Pair:
        """Where outlines cross *side* near one of its corners."""
        side %= self.count
        other = (side + 1) % self.count if corner % self.count == side else side
        return _between(self.corners[corner % self.count], self.corners[other], self._cross)

    def _bay(self, corner: int) -> Pair:
        x, y = self.corners[corner]
        by = 1 - self.bend.corner * 1.5
        return x * by, y * by

    def _pulled(self, corner: int, variant: int) -> Pair:
        # noise by place and not by mask: a new neighbour leaves the other sides as they are
        rng = random.Random(f"corner {self.count} {corner} {variant}")
        x, y = self.corners[corner]
        by = 1 - self.bend.corner - rng.uniform(0, self.bend.noise) * 1.4
        return x * by, y * by

    def _along(self, side: int, variant: int) -> list[Pair]:
        rng = random.Random(f"side {self.count} {side} {variant}")
        a, b = self.corners[side], self.corners[(side + 1) % self.count]
        found: list[Pair] = []
        for part in (0.28, 0.52, 0.75):
            x, y = _between(a, b, part + rng.uniform(-0.05, 0.05))
            by = 1 - self.bend.side - rng.uniform(-0.6, 1) * self.bend.noise
            found.append((x * by, y * by))
        return found


def same_mask(same: Numbers) -> Numbers:
    """Per row a number whose bits tell which neighbours are of the same ground.

    *same* has a row for every cell asked for and a column for every neighbour.
    """
    return np.packbits(same, axis=1, bitorder="little")[:, 0]


def variants(numbers: Numbers) -> Numbers:
    """A variant for every cell number, the same in every session."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(40)) % np.uint64(VARIANTS)).astype(np.int64)


def polyline(points: list[Pair] | tuple[Pair, ...]) -> QPolygonF:
    """Points as Qt wants them."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def winding(path: QPainterPath) -> QPainterPath:
    """*path* filled wherever anything of it lies, overlaps too."""
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _between(a: Pair, b: Pair, part: float) -> Pair:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _rounded(run: list[Pair], ring: bool) -> list[Pair]:
    """Corners cut twice; the ends of an open run stay where they are."""
    found = np.array(run)
    for _ in range(2):
        ahead = np.roll(found, -1, axis=0) if ring else found[1:]
        here = found if ring else found[:-1]
        both = np.empty((len(here) * 2, 2))
        both[0::2], both[1::2] = here * 0.75 + ahead * 0.25, here * 0.25 + ahead * 0.75
        found = both if ring else np.vstack([found[:1], both, found[-1:]])
    return [(float(x), float(y)) for x, y in found]


def spaced(arc: tuple[Pair, ...], pitch: float) -> list[tuple[Pair, Pair]]:
    """Points every *pitch* along an arc, with the unit direction there."""
    found: list[tuple[Pair, Pair]] = []
    due = pitch / 2
    for (ax, ay), (bx, by) in pairwise(arc):
        far = math.dist((ax, ay), (bx, by))
        if far < 1e-9:
            continue
        while due <= far:
            part = due / far
            at = (ax + (bx - ax) * part, ay + (by - ay) * part)
            found.append((at, ((bx - ax) / far, (by - ay) / far)))
            due += pitch
        due -= far
    return found


def lattice(centre: Pair, pitch: float, reach: float, angle: float) -> list[Pair]:
    """Points in turned rows around a centre, no farther than *reach*."""
    count, ca, sa = int(reach / pitch) + 1, math.cos(angle), math.sin(angle)
    return [
        (centre[0] + (i * ca - j * sa) * pitch, centre[1] + (i * sa + j * ca) * pitch)
        for i in range(-count, count + 1)
        for j in range(-count, count + 1)
        if math.hypot(i, j) * pitch < reach
    ]
