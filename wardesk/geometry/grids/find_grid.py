"""The marks of a calibration from the scan alone: its grid found, and told which cell is which.

How sure the grid is says `lattice_search`. Which of its cells is the first of the map says a mark
that a person has set, or the outer edge: the map's cells are laid where the scan shows most of
theirs and least beside them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import PictureMark
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.lattice_search import FoundLattice, edges_of, find_lattice
from wardesk.geometry.grids.numbering import Grid
from wardesk.words import say

Floats = NDArray[np.floating[Any]]
Whole = NDArray[np.int64]

MOST_MARKS = 16
_MOST_TURN = 22.0
"""Degrees: a scan of hexes that is turned by more shows those that stand the other way."""
_HALF, _BEYOND = 0.45, 0.15
"""What a cell of the map costs where the scan shows none, and where the scan has ended."""
_STRAY = 0.02
"""A part of the scan that is off the others by more cells, and by more than they are, is none."""
_CLEAR = 0.3
"""By how many cells of a line the best place must beat the next one."""
_BY_HAND = say("Mark known points by hand: a click on the scan, then on the map.")


@dataclass(frozen=True)
class FoundGrid:
    """Marks that the grid of a scan gives. *clear*: whether it is known which cell is which."""

    marks: tuple[PictureMark, ...]
    clear: bool
    windows: int
    """In how many parts of the scan the grid was seen."""


def find_grid(
    grey: Floats,
    scale: float,
    grid: Grid,
    cells: Collection[int],
    known: Sequence[PictureMark] = (),
) -> FoundGrid:
    """The grid of a scan whose pixels are *grey*, each as large as ``1 / scale`` of the picture's.

    *cells* are the numbers of the map's cells, *known* what a person has marked, in pixels of the
    picture. UserError where no grid is sure, and where its hexes stand the other way.
    """
    zero = np.array(grid.centre(0, 0), float)
    steps = [np.array(grid.centre(*one), float) - zero for one in ((1, 0), (0, 1))]
    basis = np.stack(steps, axis=1)
    found = find_lattice(grey, basis)
    if found is None:
        raise UserError("No grid is to be seen in the scan for sure.", _BY_HAND)
    found = _upright(found, basis, isinstance(grid, HexGrid))
    wanted = np.array([grid.coordinates(number) for number in sorted(cells)], np.int64)
    if known:
        pixel = found.at(np.array([known[0].image]) * scale)[0]
        place = np.linalg.solve(basis, np.array(known[0].place) - zero)
        shift, clear = np.rint(pixel - place).astype(np.int64), True
    else:
        shift, clear = _fitting(found, edges_of(grey), wanted, grid)
    away = np.hypot(*found.windows[:, 2:].T)
    sound = found.windows[away <= max(_STRAY, 3 * float(np.median(away)))]
    marks: dict[tuple[int, int], PictureMark] = {}
    for x, y, off_across, off_down in sound:
        off = np.array([off_across, off_down])
        cell = np.rint(found.at(np.array([[x, y]]))[0] - off)
        at = found.pixels((cell + off)[None, :])[0] / scale
        place = basis @ (cell - shift) + zero
        marks[int(cell[0]), int(cell[1])] = PictureMark(
            (float(at[0]), float(at[1])), (float(place[0]), float(place[1]))
        )
    return FoundGrid(_spread(list(marks.values())), clear, len(sound))


def _upright(found: FoundLattice, basis: Floats, hexes: bool) -> FoundLattice:
    """The same lattice with its steps counted so that the scan is turned as little as can be."""
    angle = math.pi / 3 if hexes else math.pi / 2
    cos, sin = math.cos(angle), math.sin(angle)
    step = np.rint(np.linalg.inv(basis) @ np.array([[cos, -sin], [sin, cos]]) @ basis)
    best, least = np.eye(2), math.inf
    power = np.eye(2)
    for _ in range(6 if hexes else 4):
        (a, b), (c, d) = basis @ power @ found.matrix
        turn = abs(math.degrees(math.atan2(c - b, a + d)))
        if turn < least:
            best, least = power, turn
        power = power @ step
    if hexes and least > _MOST_TURN:
        raise UserError(
            "The hexes of the scan stand the other way than those of the map.",
            "Turn the scan upright, or make the map with hexes that stand as they do.",
        )
    windows = found.windows.copy()
    windows[:, 2:] = windows[:, 2:] @ best.T
    return FoundLattice(
        matrix=best @ found.matrix, shift=best @ found.shift, windows=windows,
        like=found.like, agree=found.agree,
    )  # fmt: skip


def _fitting(found: FoundLattice, edges: Floats, wanted: Whole, grid: Grid) -> tuple[Whole, bool]:
    """The step from the map's cells to those of the scan, and whether no other fits as well."""
    shown, low = _shown(found, edges, grid)
    size = wanted.max(axis=0) - wanted.min(axis=0) + 1
    mask = np.zeros(size)
    mask[tuple((wanted - wanted.min(axis=0)).T)] = 1.0
    worth = np.where(np.isnan(shown), -_BEYOND, np.nan_to_num(shown) - _HALF)
    # beside the picture there is nothing to be seen either
    room = np.pad(worth, [(int(size[0]),) * 2, (int(size[1]),) * 2], constant_values=-_BEYOND)
    whole = [room.shape[k] + mask.shape[k] for k in (0, 1)]
    score = np.fft.irfft2(np.fft.rfft2(room, whole) * np.conj(np.fft.rfft2(mask, whole)), whole)[
        : room.shape[0] - size[0] + 1, : room.shape[1] - size[1] + 1
    ]
    place = np.array(np.unravel_index(int(score.argmax()), score.shape))
    best = float(score.max())
    score[tuple(place)] = -math.inf
    clear = best - float(score.max()) >= _CLEAR * float(size.min())
    return place - size + low - wanted.min(axis=0), clear


def _shown(found: FoundLattice, edges: Floats, grid: Grid) -> tuple[Floats, Whole]:
    """How well each cell's border is to be seen, 0 to 1 and nan beside the picture; and the least.

    The least lattice coordinates are where the table begins.
    """
    high, wide = edges.shape
    corners = found.at(np.array([(0.0, 0.0), (wide, 0), (0, high), (wide, high)]))
    low = np.floor(corners.min(axis=0)).astype(np.int64)
    size = np.ceil(corners.max(axis=0)).astype(np.int64) - low + 1
    numbers = np.array(list(product(range(size[0]), range(size[1])))) + low
    zero = np.array(grid.centre(0, 0), float)
    steps = np.stack([np.array(grid.centre(*o), float) - zero for o in ((1, 0), (0, 1))], axis=1)
    ring = np.array(grid.outline(0, 0), float) - zero
    along = np.concatenate([ring + (np.roll(ring, -1, axis=0) - ring) * k / 5 for k in range(5)])
    border = along @ np.linalg.inv(steps).T
    wider = edges.copy()
    for dy, dx in product((-1, 0, 1), repeat=2):
        wider = np.maximum(wider, np.roll(edges, (dy, dx), axis=(0, 1)))

    def seen(offsets: Floats) -> Floats:
        spots = numbers[:, None, :] + offsets[None]
        pixels = np.floor(found.pixels(spots.reshape(-1, 2))).astype(np.int64)
        inside = ((pixels >= 0) & (pixels < (wide, high))).all(axis=1)
        values = np.full(len(pixels), np.nan)
        values[inside] = wider[pixels[inside, 1], pixels[inside, 0]]
        return values.reshape(len(numbers), len(offsets))

    rim = seen(border)
    whole = np.isfinite(rim).mean(axis=1) > 0.7
    told = np.full(len(numbers), np.nan)
    # the dimmest side counts: a cell beside the grid shares a side or two with it
    legs = rim.reshape(len(numbers), 5, len(ring))
    with np.errstate(invalid="ignore"):
        sides = np.where(np.isfinite(legs), legs, 0).mean(axis=1)
    inner = np.nanmean(np.where(np.isfinite(rim), seen(border * 0.55), 0), axis=1)
    told[whole] = np.sort(sides[whole], axis=1)[:, :2].mean(axis=1) - inner[whole] * 0.5
    loud = float(np.nanpercentile(told, 80)) if whole.any() else 1.0
    return np.clip(told / max(loud, 1e-6), 0, 1).reshape(tuple(size)), low


def _spread(marks: list[PictureMark]) -> tuple[PictureMark, ...]:
    """Up to `MOST_MARKS` of them, far from one another."""
    if len(marks) <= MOST_MARKS:
        return tuple(marks)
    at = np.array([mark.image for mark in marks])
    kept = [int(np.argmin(at.sum(axis=1)))]
    away = np.hypot(*(at - at[kept[0]]).T)
    while len(kept) < MOST_MARKS:
        kept.append(int(np.argmax(away)))
        away = np.minimum(away, np.hypot(*(at - at[kept[-1]]).T))
    return tuple(marks[k] for k in kept)
