"""A grid of hexes or squares found in a picture: first as frequencies, then line by line.

What repeats in a picture stands as peaks in its spectrum; two of them, of the shape that the grid
has, say how large its cells are and how they are turned. Laid upon one another all cells show one
cell, whose borders must lie where those of a hex or a square lie: that gives the place, and tells a
grid from a picture without one. In windows of the picture the same says how far the grid drifts.

Lengths are pixels; *lattice* coordinates count cells, with whole numbers at their middles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


BINS = 32
"""Into so many parts each way a cell is divided."""
_LEAST_CELL, _LEAST_ACROSS = 9.0, 4.0
"""Pixels of a cell, and cells across the picture, below which nothing is looked for."""
_MOST_PEAKS = 36
_CANDIDATES, _SETTLED = 8, 4
"""Lattices that are looked at, and those of them that are looked at window by window."""
_AS_GOOD = 0.86
_SHAPE_OFF, _STRETCHED = 0.1, 0.05
"""By how much two peaks may be off the shape of the grid, and by how much what is found may be:
half of what one direction is longer than the other."""
_LINE = 0.055
"""Width of a border as a share of the distance of two cells."""
_LIKE, _WINDOW_LIKE = 0.5, 0.3
"""How like a cell must be to what is expected (1 = the same), in all and in a window."""
_BESIDE = 0.26
"""Twice as far, in cells, may what is printed in every cell have drawn it aside."""
_NEAR = 0.12
"""How far a window may be off the others, in cells."""
_AGREE, _LEAST_WINDOWS, _LEAST_COVER = 0.6, 6, 0.25
"""The share of windows that must agree, of those that show lines and of all, and how many."""


@dataclass(frozen=True)
class FoundLattice:
    """A lattice: a pixel (x, y) has the lattice coordinates ``matrix @ (x, y) + shift``."""

    matrix: Floats
    shift: Floats
    windows: Floats
    """Rows of x, y (the middle of a window), and how far the lattice is off there, two numbers."""
    like: float
    agree: float

    def at(self, pixels: Floats) -> Floats:
        """Lattice coordinates of pixels, shape (n, 2)."""
        return pixels @ self.matrix.T + self.shift

    def pixels(self, lattice: Floats) -> Floats:
        """The pixels of lattice coordinates, shape (n, 2)."""
        return (lattice - self.shift) @ np.linalg.inv(self.matrix).T


def edges_of(grey: Floats) -> Floats:
    """How much every pixel differs from its surroundings: lines show, dark or light alike."""
    reach = 4
    near = _blurred(_blurred(grey, reach), reach)
    off = np.abs(_blurred(grey, 1) - near)
    loud = float(np.percentile(off, 98.0)) or 1.0
    return np.minimum(off / loud, 1.0)


def _blurred(grey: Floats, reach: int) -> Floats:
    found = grey
    for axis in (0, 1):
        padded = np.pad(
            found, [(reach + 1, reach) if k == axis else (0, 0) for k in (0, 1)], "edge"
        )
        total = np.cumsum(padded, axis=axis)
        size, wide = found.shape[axis], 2 * reach + 1
        late = np.take(total, np.arange(wide, wide + size), axis=axis)
        found = (late - np.take(total, np.arange(size), axis=axis)) / wide
    return found


def find_lattice(grey: Floats, basis: Floats) -> FoundLattice | None:
    """The lattice in a picture of shape (height, width); None where none is sure.

    *basis*: the two steps of the map's grid as columns; only their shape counts.
    """
    if min(grey.shape) < _LEAST_CELL * _LEAST_ACROSS:
        return None
    edges = edges_of(grey)
    shape = template(basis)
    tried = [_settled(edges, matrix, shape) for matrix in _candidates(edges, basis, shape)]
    found = [one for one in tried if one and _uneven(basis @ one.matrix) < _STRETCHED]
    # lines laid upon half their distance look as good as upon their own: the widest is meant
    least = _AS_GOOD * max((one.like for one in found), default=0.0)
    good = [one for one in found if one.like >= least]
    widest = max(good, key=lambda one: _cell_of(one.matrix), default=None)
    wider = widest
    while wider:  # squares sound loudest at many times their frequency
        widest, wider = wider, None
        for by in (2, 3):
            if _cell_of(widest.matrix) * by * _LEAST_ACROSS < min(edges.shape) and not wider:
                one = _settled(edges, widest.matrix / by, shape)
                if one and one.like >= least and _uneven(basis @ one.matrix) < _STRETCHED:
                    wider = one
    return widest


# ---- frequencies --------------------------------------------------------------------------------


def _candidates(edges: Floats, basis: Floats, shape: Floats) -> list[Floats]:
    """Matrices from pixels to lattice coordinates that the spectrum speaks for, the best first."""
    high, wide = edges.shape
    window = np.hanning(high)[:, None] * np.hanning(wide)[None, :]
    amount = np.abs(np.fft.fftshift(np.fft.fft2((edges - edges.mean()) * window)))
    middle = np.array([wide // 2, high // 2])
    scale = np.array([wide, high], float)
    amount = _over_noise(amount, middle)
    # rows of the wanted shape: the frequencies along which cells are counted
    wanted = np.linalg.inv(basis)
    peaks = _peaks(amount, middle, scale)
    found: list[tuple[float, Floats]] = []
    for one, other in product(peaks, repeat=2):
        matrix = _shaped(one, other, wanted)
        if matrix is not None:
            matrix, score = _scored(amount, middle, scale, matrix, basis)
            found.append((score, matrix))
    found.sort(key=lambda row: -row[0])
    kept: list[Floats] = []

    def keep(matrix: Floats) -> None:
        same = any(_alike(basis @ matrix, basis @ old) for old in kept)
        if not same and _cell_of(matrix) * _LEAST_ACROSS < min(edges.shape):
            kept.append(matrix)

    for score, matrix in found[:60]:
        if score > 0 and len(kept) < _CANDIDATES:
            keep(matrix)
    # thin lines sound at all multiples of their frequency, and a higher one may be louder
    for matrix, by in product(kept[:3], (2, 3, 4)):
        keep(matrix / by)
    part = edges[high // 5 : high - high // 5, wide // 5 : wide - wide // 5]
    likes = [_placed(_folded(part, one, np.zeros(2), 0, 0), shape)[1] for one in kept]
    return [kept[k] for k in np.argsort(likes)[::-1][:_SETTLED]]


def _alike(one: Floats, other: Floats) -> bool:
    """Whether two ways from pixels to the plane of the map differ by a turn only."""
    a, b = one.T @ one, other.T @ other
    return bool(np.abs(a - b).max() < 0.05 * np.abs(a).max())


def _cell_of(matrix: Floats) -> float:
    """About how many pixels a cell has from side to side."""
    return math.sqrt(1 / abs(float(np.linalg.det(matrix))))


def _over_noise(amount: Floats, middle: NDArray[np.int64]) -> Floats:
    """The spectrum as multiples of what is usual at that distance from the middle."""
    y, x = np.indices(amount.shape)
    ring = np.hypot(x - middle[0], y - middle[1]).astype(np.int64)
    ring = np.minimum(ring // 3, 400)
    usual = np.bincount(ring.ravel(), amount.ravel()) / np.maximum(np.bincount(ring.ravel()), 1)
    found = amount / np.maximum(usual[ring], 1e-9)
    found[ring < 1] = 0.0
    return found


def _peaks(amount: Floats, middle: NDArray[np.int64], scale: Floats) -> list[Floats]:
    """The strongest frequencies, in cycles a pixel, one of each pair of opposites."""
    inner = amount[1:-1, 1:-1]
    top = np.ones(inner.shape, bool)
    for dy, dx in product((0, 1, 2), repeat=2):
        if (dy, dx) != (1, 1):
            rows = slice(dy, dy + inner.shape[0])
            top &= inner >= amount[rows, dx : dx + inner.shape[1]]
    y, x = np.nonzero(top)
    at = np.stack([x, y], axis=1) + 1 - middle
    far = np.hypot(*(at / scale).T)
    good = (far < 1 / _LEAST_CELL) & (np.hypot(*at.T) >= _LEAST_ACROSS)
    at, strength = at[good], inner[y, x][good]
    best = np.argsort(-strength)[: 2 * _MOST_PEAKS]
    return [one / scale for one in at[best]]


def _shaped(one: Floats, other: Floats, wanted: Floats) -> Floats | None:
    """Both as rows of a matrix, if they have the shape of the grid but for a turn and a size."""
    matrix = np.stack([one, other])
    return matrix if _uneven(np.linalg.inv(wanted) @ matrix) < _SHAPE_OFF else None


def _uneven(plane: Floats) -> float:
    """How far a way from pixels to the plane of the map is from turn and size alone; 1: mirror."""
    (a, b), (c, d) = plane
    turned = math.hypot(a + d, c - b)
    return math.hypot(a - d, b + c) / turned if a * d - b * c > 0 and turned else 1.0


def _scored(
    amount: Floats, middle: NDArray[np.int64], scale: Floats, matrix: Floats, basis: Floats
) -> tuple[Floats, float]:
    """The matrix drawn to the peaks near its multiples, and how much they stand out in all."""
    for most in (1, 2, 3):
        orders, places, heights = [], [], []
        for order in _orders(most, basis):
            spot = (np.array(order) @ matrix) * scale
            peak = _peak_near(amount, spot + middle)
            if peak is not None:
                orders.append(order)
                places.append((peak[0] - middle) / scale)
                heights.append(max(peak[1] - 1.5, 0.0))
        weights = np.sqrt(np.minimum(np.array(heights), 12.0))
        if np.count_nonzero(weights) < 2:
            return matrix, 0.0
        left = np.array(orders) * weights[:, None]
        try:
            matrix = np.linalg.lstsq(left, np.array(places) * weights[:, None], rcond=None)[0]
        except np.linalg.LinAlgError:
            return matrix, 0.0
    first = [h for o, h in zip(orders, heights, strict=True) if o in _orders(1, basis)]
    score = float(np.sum(np.log1p(np.array(heights))) - 0.8 * len(heights))
    return matrix, score if first and min(first) > 0.3 else 0.0


def _orders(most: int, basis: Floats) -> list[tuple[int, int]]:
    """Multiples of the two frequencies that are no farther from the middle than *most* rings."""
    wanted = np.linalg.inv(basis)
    pairs = [(one, two) for one in range(-4, 5) for two in range(-4, 5) if (one, two) > (0, 0)]
    lengths = {pair: float(np.hypot(*(np.array(pair) @ wanted))) for pair in pairs}
    least = min(lengths.values())
    reach = (1.05, 1.8, 2.1)[most - 1]
    return [pair for pair in pairs if lengths[pair] <= reach * least]


def _peak_near(amount: Floats, spot: Floats) -> tuple[Floats, float] | None:
    """The top within a pixel or two of a place in the spectrum, between pixels, and its height."""
    x, y = (round(float(v)) for v in spot)
    reach = 2
    if not (reach < x < amount.shape[1] - reach - 1 and reach < y < amount.shape[0] - reach - 1):
        return None
    part = amount[y - reach : y + reach + 1, x - reach : x + reach + 1]
    dy, dx = divmod(int(part.argmax()), 2 * reach + 1)
    x, y = x + dx - reach, y + dy - reach
    top = amount[y, x]

    def between(low: float, high: float) -> float:
        bow = low - 2 * top + high
        return 0.5 * (low - high) / bow if bow < 0 else 0.0

    if not (0 < x < amount.shape[1] - 1 and 0 < y < amount.shape[0] - 1):
        return None
    off = between(amount[y, x - 1], amount[y, x + 1]), between(amount[y - 1, x], amount[y + 1, x])
    return np.array([x + max(-0.5, min(0.5, off[0])), y + max(-0.5, min(0.5, off[1]))]), float(top)


# ---- one cell -----------------------------------------------------------------------------------


def template(basis: Floats) -> Floats:
    """How one cell looks with its middle at bin 0, 0: bright on its borders, mean 0 and norm 1."""
    steps = np.arange(BINS) / BINS
    across, down = np.meshgrid(steps, steps)
    places = np.stack([across.ravel(), down.ravel()], axis=1)
    near = np.array(list(product((-1, 0, 1, 2), repeat=2)), float)
    gaps = (places[:, None, :] - near[None, :, :]) @ basis.T
    away = np.sum(gaps**2, axis=2)
    order = np.argsort(away, axis=1)
    closest = near[order[:, 0]]
    unit = math.sqrt(abs(float(np.linalg.det(basis))))
    # how far it is to the border with each other cell: half-way between the two middles
    apart = np.hypot(*np.moveaxis((near[None] - closest[:, None]) @ basis.T, 2, 0))
    least = np.take_along_axis(away, order[:, :1], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        border = np.where(apart > 0, (away - least) / (2 * apart), np.inf).min(axis=1)
    lines = np.exp(-((border / unit / _LINE) ** 2)).reshape(BINS, BINS)
    lines = lines - lines.mean()
    return lines / np.linalg.norm(lines)


def _folded(edges: Floats, matrix: Floats, shift: Floats, left: int, top: int) -> Floats:
    """All cells of a window laid upon one another: the mean of every bin, less the mean of all."""
    high, wide = edges.shape
    x, y = np.arange(left, left + wide) + 0.5, np.arange(top, top + high) + 0.5
    (a, b), (c, d) = matrix
    across = a * x[None, :] + (b * y + shift[0])[:, None]
    down = c * x[None, :] + (d * y + shift[1])[:, None]
    bins = (np.floor(down * BINS + 0.5).astype(np.int64) % BINS) * BINS + (
        np.floor(across * BINS + 0.5).astype(np.int64) % BINS
    )
    flat = bins.ravel()
    count = np.bincount(flat, minlength=BINS * BINS)
    total = np.bincount(flat, edges.ravel(), minlength=BINS * BINS)
    mean = total / np.maximum(count, 1)
    mean[count == 0] = edges.mean()
    found = mean.reshape(BINS, BINS)
    return found - found.mean()


def _placed(folded: Floats, shape: Floats) -> tuple[Floats, float, Floats]:
    """How far the cell is shifted in cells, how like the shape it is there, and the whole map."""
    size = float(np.linalg.norm(folded))
    if size < 1e-9:
        return np.zeros(2), 0.0, np.zeros((BINS, BINS))
    like = np.fft.ifft2(np.fft.fft2(folded) * np.conj(np.fft.fft2(shape))).real / size
    y, x = divmod(int(like.argmax()), BINS)
    return _between(like, x, y) / BINS, float(like[y, x]), like


def _lopsided(folded: Floats, shape: Floats) -> Floats:
    """How far the middle of a cell's borders is from bin 0, 0, in cells.

    Borders look the same turned by half; what is printed beside them in every cell, as its number,
    does not, and would draw the cell to its own side. So only what is there on both sides counts.
    """
    bright = np.maximum(folded - np.median(folded), 0.0)
    bright = np.minimum(bright, np.percentile(bright, 85))  # numbers may be blacker than lines
    lines = np.maximum(shape, 0.0)
    reach = round(_BESIDE * BINS)
    score = np.zeros((2 * reach + 1, 2 * reach + 1))
    for down, across in product(range(-reach, reach + 1), repeat=2):
        turned = np.roll(bright[::-1, ::-1], (down + 1, across + 1), (0, 1))
        there = np.minimum(bright, turned)
        for low, right in product({down // 2, -(-down // 2)}, {across // 2, -(-across // 2)}):
            found = float(np.sum(there * np.roll(lines, (low, right), (0, 1))))
            halves = (1 + down % 2) * (1 + across % 2)
            score[down + reach, across + reach] += found / halves
    inner = score[1:-1, 1:-1]
    y, x = divmod(int(inner.argmax()), inner.shape[1])
    return (_between(score, x + 1, y + 1) - reach) / 2 / BINS


def _between(like: Floats, x: int, y: int) -> Floats:
    top = like[y, x]

    def between(low: float, high: float) -> float:
        bow = low - 2 * top + high
        return max(-0.5, min(0.5, 0.5 * (low - high) / bow)) if bow < 0 else 0.0

    across = between(like[y, x - 1], like[y, (x + 1) % BINS])
    down = between(like[y - 1, x], like[(y + 1) % BINS, x])
    return np.array([x + across, y + down])


# ---- the whole picture --------------------------------------------------------------------------


def _settled(edges: Floats, matrix: Floats, shape: Floats) -> FoundLattice | None:
    """The lattice that the windows of the picture agree on; None if they do not."""
    shift, like, _ = _placed(_folded(edges, matrix, np.zeros(2), 0, 0), shape)
    shift = -shift
    windows = np.empty((0, 4))
    agree = 0.0
    for near in (0.3, 0.2, _NEAR, _NEAR):
        rows: list[tuple[float, float, float, float, float]] = []
        count = lined = 0
        for left, top, part in _windows(edges, matrix):
            count += 1
            folded = _folded(part, matrix, shift, left, top)
            off, alike, whole = _placed(folded, shape)
            lined += alike >= _WINDOW_LIKE
            off = off - np.rint(off)
            # the best place near where it should be: elsewhere half a cell may look as good
            if np.abs(off).max() > near:
                off, alike = _best_near(whole, near)
            if alike >= _WINDOW_LIKE and float(np.hypot(*off)) < near:
                middle = left + part.shape[1] / 2, top + part.shape[0] / 2
                rows.append((*middle, float(off[0]), float(off[1]), alike))
        if len(rows) < _LEAST_WINDOWS:
            return None
        found = np.array(rows)
        agree = len(rows) / max(lined, count * _LEAST_COVER)
        ones = np.column_stack([found[:, :2], np.ones(len(found))]) * found[:, 4:]
        fit = np.linalg.lstsq(ones, found[:, 2:4] * found[:, 4:], rcond=None)[0]
        matrix = matrix - fit[:2].T
        shift = shift - fit[2]
        windows = found[:, :4].copy()
        windows[:, 2:4] -= found[:, :2] @ fit[:2] + fit[2]
    folded = _folded(edges, matrix, shift, 0, 0)
    _, like, _ = _placed(folded, shape)
    shift = shift - _lopsided(folded, shape)
    if like < _LIKE or agree < _AGREE:
        return None
    return FoundLattice(matrix=matrix, shift=shift, windows=windows, like=like, agree=agree)


def _best_near(like: Floats, near: float) -> tuple[Floats, float]:
    """The top of what is no farther than *near* from no shift at all."""
    steps = np.arange(BINS)
    away = np.minimum(steps, BINS - steps) / BINS
    inside = (away[:, None] <= near) & (away[None, :] <= near)
    shown = np.where(inside, like, -1.0)
    y, x = divmod(int(shown.argmax()), BINS)
    off = _between(like, x, y) / BINS
    return off - np.rint(off), float(like[y, x])


def _windows(edges: Floats, matrix: Floats) -> Iterator[tuple[int, int, Floats]]:
    """Parts of the picture that hold at least some three cells each way, side by side."""
    cell = _cell_of(matrix)
    high, wide = edges.shape
    counts = [max(1, min(7, int(size / (3.2 * cell)))) for size in (wide, high)]
    for row, column in product(range(counts[1]), range(counts[0])):
        left, right = wide * column // counts[0], wide * (column + 1) // counts[0]
        top, low = high * row // counts[1], high * (row + 1) // counts[1]
        yield left, top, edges[top:low, left:right]
