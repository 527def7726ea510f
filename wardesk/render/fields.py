"""Scalar fields over a gridded map and the soft outlines cut from them by marching squares.

One Gaussian per cell plus noise: neighbouring cells melt together and borders wander over the
sides of the hexes. Lengths are drawing units: the circumradius of a hex is 100 of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from wardesk.render.shapes import Runs, path_through, polygon_of

Grid = np.ndarray[Any, Any]
Pair = tuple[float, float]
Loop = list[Pair]
_STEP, _MOST = 8.0, 1_500_000
"""Pitch of the samples, and how many there may be before the pitch is widened."""

_PIECE = 40
"""Points in one piece of an outline."""

MOST_ALIEN = 0.06
"""How much of a cell may be covered by what it is not."""

# code of the four corners (NW 8, NE 4, SE 2, SW 1) -> walls crossed, high ground on the right
_WALKS: dict[int, tuple[str, ...]] = {
    1: ("LB",),
    2: ("BR",),
    3: ("LR",),
    4: ("RT",),
    5: ("LT", "RB"),
    6: ("BT",),
    7: ("LT",),
    8: ("TL",),
    9: ("TB",),
    10: ("TR", "BL"),
    11: ("TR",),
    12: ("RL",),
    13: ("RB",),
    14: ("BL",),
}


def _walk_table() -> Grid:
    """Per code and walk (0, 1) from which wall to which, as numbers in "TBLR"; -1 = no walk."""
    found = np.full((16, 2, 2), -1)
    for code, walks in _WALKS.items():
        for number, walk in enumerate(walks):
            found[code, number] = ["TBLR".index(wall) for wall in walk]
    return found


_WALK_TABLE = _walk_table()


@dataclass(frozen=True)
class Spots:
    """Points between samples: the number of the sample up left, and how far beyond it."""

    first: Grid
    wide: int
    across: Grid
    below: Grid

    def of(self, table: Grid) -> Grid:
        """The values of a table there, bilinear."""
        flat, fx, fy = table.ravel(), self.across, self.below
        upper = flat.take(self.first) * (1 - fx) + flat.take(self.first + 1) * fx
        beneath = self.first + self.wide
        lower = flat.take(beneath) * (1 - fx) + flat.take(beneath + 1) * fx
        return upper * (1 - fy) + lower * fy


class Field:
    """A grid of samples over the printed map, running a little past its frame on all sides."""

    def __init__(self, frame: QRectF) -> None:
        self.step = max(_STEP, math.sqrt(frame.width() * frame.height() / _MOST))
        self.left, self.top = frame.left() - 6 * self.step, frame.top() - 6 * self.step
        self.shape = (
            int(frame.height() / self.step) + 13,
            int(frame.width() / self.step) + 13,
        )

    @property
    def box(self) -> QRectF:
        """What the samples span."""
        rows, columns = self.shape
        return QRectF(self.left, self.top, (columns - 1) * self.step, (rows - 1) * self.step)

    def blobs(
        self, points: Sequence[Pair], sigma: float, weights: Sequence[float] | None = None
    ) -> Grid:
        """Sum of one Gaussian per point, *weights* high."""
        found, reach = np.zeros(self.shape), int(5 * sigma / self.step) + 1
        tall, wide = (np.arange(count) * self.step for count in self.shape)
        tall, wide = tall + self.top, wide + self.left
        for number, (x, y) in enumerate(points):
            column, row = int((x - self.left) / self.step), int((y - self.top) / self.step)
            ys = slice(max(row - reach, 0), max(row + reach + 1, 0))
            xs = slice(max(column - reach, 0), max(column + reach + 1, 0))
            down, along = tall[ys] - y, wide[xs] - x
            bell = np.exp(-(down**2) / (2 * sigma**2))[:, None]
            bell = bell * np.exp(-(along**2) / (2 * sigma**2))
            found[ys, xs] += bell * (1.0 if weights is None else weights[number])
        return found

    def noise(self, rng: np.random.Generator, wave: float, octaves: int = 3) -> Grid:
        """Smooth noise of about -1 to 1; *wave* is the length of its longest waves."""
        found, size, total = np.zeros(self.shape), 1.0, 0.0
        for octave in range(octaves):
            cell = max(wave / self.step / 2**octave, 1.5)
            y, x = np.arange(self.shape[0]) / cell, np.arange(self.shape[1]) / cell
            iy, ix = y.astype(int), x.astype(int)
            fy, fx = (y - iy)[:, None], (x - ix)[None, :]
            fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
            knots = rng.uniform(-1, 1, (int(iy[-1]) + 2, int(ix[-1]) + 2))
            rows = knots[:, ix] * (1 - fx) + knots[:, ix + 1] * fx
            found += size * (rows[iy] * (1 - fy) + rows[iy + 1] * fy)
            total, size = total + size, size * 0.5
        return found / total

    def at(self, table: Grid, points: Grid) -> Grid:
        """Values of a table at points (n × 2), bilinear; the rim counts on beyond the edge."""
        return self.spots(points).of(table)

    def spots(self, points: Grid) -> Spots:
        """Points (n × 2) ready to be looked up in several tables."""
        x = np.clip((points[:, 0] - self.left) / self.step, 0, self.shape[1] - 1.001)
        y = np.clip((points[:, 1] - self.top) / self.step, 0, self.shape[0] - 1.001)
        ix, iy = x.astype(int), y.astype(int)
        return Spots(iy * self.shape[1] + ix, self.shape[1], x - ix, y - iy)

    def loops(self, table: Grid, cut: float) -> list[Loop]:
        """Closed lines around where *table* exceeds *cut*, high ground on the right hand."""
        # a low rim closes every line off the sheet, so that it is filled but never seen
        high = np.pad(table[1:-1, 1:-1], 1, constant_values=cut - 1.0)
        over = high > cut
        code = over[:-1, :-1] * 8 + over[:-1, 1:] * 4 + over[1:, 1:] * 2 + over[1:, :-1] * 1
        onward = self._walks(code)
        found: list[Loop] = []
        for start in list(onward):
            if start not in onward:
                continue
            walls, wall = [start], onward.pop(start)
            while wall in onward:
                walls.append(wall)
                wall = onward.pop(wall)
            if len(walls) > 5:  # specks are noise, not ground
                found.append(self._crossings(high, np.array(walls), cut))
        return found

    def _walks(self, code: Grid) -> dict[int, int]:
        """From wall to wall around high ground, on the right hand.

        A wall is twice the number of its sample, plus 1 if it is the one that runs down from there.
        """
        ys, xs = np.nonzero((code > 0) & (code < 15))
        across = 2 * (ys * self.shape[1] + xs)
        walls = np.stack([across, across + 2 * self.shape[1], across + 1, across + 3], axis=1)
        walks = _WALK_TABLE[code[ys, xs]]
        cells, numbers = np.nonzero(walks[:, :, 0] >= 0)
        ends = walks[cells, numbers]
        starts, stops = walls[cells, ends[:, 0]], walls[cells, ends[:, 1]]
        return dict(zip(starts.tolist(), stops.tolist(), strict=True))

    def _crossings(self, table: Grid, walls: Grid, cut: float) -> Loop:
        """Where a line passes through these walls."""
        samples, down = walls // 2, walls % 2
        y, x = samples // self.shape[1], samples % self.shape[1]
        here, there = table[y, x], table[y + down, x + 1 - down]
        part = (cut - here) / (there - here)
        along = self.left + (x + part * (1 - down)) * self.step
        below = self.top + (y + part * down) * self.step
        return list(zip(along.tolist(), below.tolist(), strict=True))


class Outline:
    """The closed lines around an area; holes stay open (odd-even)."""

    def __init__(self, loops: Iterable[Loop]) -> None:
        rings = [smoothed(loop) for loop in loops]
        self._rings = [(ring.boundingRect().adjusted(-1, -1, 1, 1), ring) for ring in rings]
        self.whole = _path_around(rings)

    def within(self, box: QRectF, pad: float = 0.0) -> QPainterPath:
        """The lines that come within *pad* of *box*; what is filled there is the same."""
        wide = box.adjusted(-pad, -pad, pad, pad)
        near = [ring for bounds, ring in self._rings if bounds.intersects(wide)]
        return self.whole if len(near) == len(self._rings) else _path_around(near)


@dataclass(frozen=True)
class Patch:
    """A soft area: its outline as lines and as a path, and whether a point lies in it."""

    field: Field
    table: Grid
    cut: float
    loops: list[Loop]
    outline: Outline

    @cached_property
    def rings(self) -> Runs:
        """Every closed line by itself, so that only those in sight are stroked."""
        return Runs(_path_around([smoothed(loop)]) for loop in self.loops)

    @cached_property
    def pieces(self) -> Runs:
        """Short open pieces of all lines, for long ones that cross many tiles."""
        return Runs(
            path_through([*loop, loop[0]][at : at + _PIECE + 1])
            for loop in self.loops
            for at in range(0, len(loop), _PIECE)
        )

    def holds(self, points: Grid) -> Grid:
        """For points (n × 2) whether each lies inside."""
        return self.field.at(self.table, points) > self.cut

    def holds_one(self, x: float, y: float) -> bool:
        """Whether one point lies inside."""
        return bool(self.holds(np.array([[x, y]]))[0])


def patch(field: Field, table: Grid, cut: float) -> Patch:
    """The area where *table* exceeds *cut*."""
    loops = field.loops(table, cut)
    return Patch(field, table, cut, loops, Outline(loops))


def melted(
    field: Field,
    points: Sequence[Pair],
    others: Sequence[Pair],
    rng: np.random.Generator,
    *,
    sigma: float,
    wander: float,
    cut: float,
    least: float = 0.67,
) -> Patch:
    """Blobs around cell centres melted together; *wander*: strength of the border's noise.

    A pretty outline must not lie: noise and cut give way until at least the share *least* of each
    cell is covered, and next to nothing of the *others*.
    """
    if not points:
        return patch(field, np.zeros(field.shape), 1.0)
    blobs, noise = field.blobs(points, sigma), field.noise(rng, 48.0, 4)
    tries = ((by, lower) for by in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0) for lower in (0, 0.03, 0.06))
    return truest(
        field,
        ((blobs + wander * by * noise, cut - lower) for by, lower in tries),
        points,
        others,
        least,
    )


def truest(
    field: Field,
    tries: Iterable[tuple[Grid, float]],
    members: Sequence[Pair],
    others: Sequence[Pair],
    least: float,
) -> Patch:
    """Of several tables and cuts the first that tells the truth about the cells, else the best."""
    best: tuple[float, Grid, float] | None = None
    inside, outside = (_probed(field, centres) for centres in (members, others))
    for table, cut in tries:
        wrong = max(
            least - float(_shares(inside, table, cut).min(initial=1.0)),
            float(_shares(outside, table, cut).max(initial=0.0)) - MOST_ALIEN,
            0.0,
        )
        if best is None or wrong < best[0]:
            best = (wrong, table, cut)
        if not wrong:
            break
    if best is None:
        return patch(field, np.zeros(field.shape), 1.0)
    return patch(field, best[1], best[2])


def probes() -> Grid:
    """Points over a cell, its middle first, at which coverage is measured."""
    rings = [
        (far * math.cos(angle), far * math.sin(angle))
        for far in (25, 45, 65, 80)
        for angle in (math.radians(30 * number + 15) for number in range(12))
    ]
    return np.array([(0.0, 0.0), *rings])


def _probed(field: Field, centres: Sequence[Pair]) -> Spots:
    """The `probes` of every cell, cell by cell."""
    spots = probes()[None] + np.asarray(centres, float).reshape(-1, 1, 2)
    return field.spots(spots.reshape(-1, 2))


def _shares(probed: Spots, table: Grid, cut: float) -> Grid:
    """How much of each cell an area covers; a middle on the wrong side shows as 0 or 1."""
    inside = probed.of(table).reshape(-1, len(probes())) > cut
    found = inside.mean(axis=1)
    return np.where(inside[:, 0], np.maximum(found, MOST_ALIEN + 1e-6), np.minimum(found, 0.5))


def smoothed(loop: Loop) -> QPolygonF:
    """A closed line with its corners cut once, its first point repeated at the end."""
    run = np.asarray(loop, float)
    ahead = np.roll(run, -1, axis=0)
    both = np.empty((len(run) * 2, 2))
    both[0::2], both[1::2] = run * 0.75 + ahead * 0.25, run * 0.25 + ahead * 0.75
    return polygon_of(np.vstack([both, both[:1]]))


def _path_around(rings: Iterable[QPolygonF]) -> QPainterPath:
    path = QPainterPath()
    for ring in rings:
        path.addPolygon(ring)
    return path
