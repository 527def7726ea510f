"""One point to many targets: which weighted segments lie between, by angle, exactly.

Targets are sorted by their direction; a segment can only lie between the point and the targets
within its angle, a contiguous stretch of the sorted list. First the nearest segments that block
outright are painted over that list, the nearest on top: what lies safely behind the one on top is
hidden, and that is nearly everything. The rest meets all segments, tile by tile from near to far;
targets drop out as soon as they are blocked, and tiles in whose direction none is left are skipped.
Angles choose candidates (with a margin) or decide far from any doubt; all else is the exact sign of
a product.

Lines that touch the end of a segment are not decided here but reported, for the judge to look at.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from wardesk.geometry.grids.exact import crosses
from wardesk.geometry.grids.tiles import SegmentTiles, into_tiles
from wardesk.geometry.sight.ground import Flags, Weights, Whole

_MARGIN = 1e-9
"""Far above the error of an arctan2. Two directions can differ by less: then they are candidates of
each other, and the exact product decides."""
_EXACT_SPAN = 2**26
"""Differences below this have products below 2**52, whose differences a double still holds."""
_PAINTED = 512
"""So many segments that block outright hide nearly all that can be hidden."""
_LOOKED_AT = (2048, 8192, 32768)
"""Segments among which these are sought; on open ground more must be looked at to find them."""
_BATCHES = (512, 2048, 8192)
"""Segments taken at once: few at first, for after the nearest ones few targets are left."""
_HALF_TURN = 3.1
"""A segment seen under about this angle or more runs across the seam of angles, or nearly so."""


@dataclass(frozen=True, eq=False)
class Hiding:
    """Cells that weigh for some targets only: those beside and not higher, or those apart.

    *touching* has a sorted number ``a * count + b`` for every two cells that share a border.
    *spared* targets are hidden by nothing.
    """

    touching: Whole
    level: Whole
    beside: bool
    spared: Flags | None = None

    def counts(self, cell: Whole, target: Whole) -> Flags:
        """For which pairs the cell counts."""
        keys = cell * len(self.level) + target
        place = np.minimum(np.searchsorted(self.touching, keys), len(self.touching) - 1)
        touches = self.touching[place] == keys
        if not self.beside:
            return ~touches
        counts = touches & (self.level[cell] >= self.level[target])
        return counts if self.spared is None else counts & ~self.spared[target]


@dataclass(frozen=True, eq=False)
class Barrier:
    """Segments from *a* to *b* in tiles, with the cells beside them (-1 = off the board).

    Entering a cell weighs what *cells* says, whose last entry is that of -1; the two ends of a line
    weigh nothing. Crossing a segment weighs *own* on top, unless an end of the line is beside it.
    None = nothing weighs. Segments are as `into_tiles` orders them. With *hiding* the cells weigh
    for some targets only.
    """

    a: Whole
    b: Whole
    left: Whole
    right: Whole
    tiles: SegmentTiles
    cells: Weights | None = None
    own: Weights | None = None
    hiding: Hiding | None = None

    def weighty(self, segments: Whole) -> Whole:
        """Those of some segments that can weigh anything."""
        if self.cells is None:
            return segments
        weighs = (self.cells[self.left[segments]] | self.cells[self.right[segments]]) > 0
        if self.own is not None:
            weighs |= self.own[segments] > 0
        return segments[weighs]

    @cached_property
    def bounds(self) -> tuple[Whole, Whole]:
        """The least and the greatest coordinates of all tiles."""
        return self.tiles.low.min(axis=0), self.tiles.high.max(axis=0)


def lone_segments(a: Whole, b: Whole, left: Whole, right: Whole, own: Weights) -> Barrier:
    """A barrier of segments that only weigh by themselves, given in any order."""
    order, tiles = into_tiles(a, b)
    return Barrier(a[order], b[order], left[order], right[order], tiles, own=own[order])


@dataclass(frozen=True)
class Crossed:
    """Per target the weight of the segments properly crossed, incomplete once it blocks.

    And whether segments are touched on the left and on the right.
    """

    score: Whole
    touched: Flags
    """Shape (2, targets): on the left, on the right."""


def join(
    origin: Whole, source: int, targets: Whole, numbers: Whole, barrier: Barrier, threshold: int
) -> Crossed:
    """Weigh the segments between *origin* in cell *source* and *targets* in the cells *numbers*."""
    search = _Search(origin, source, targets, numbers, barrier, threshold)
    if len(targets) and len(barrier.a):
        search.run()
    return Crossed(search.score, search.touched)


class _Search:
    """The tiles of one join; fills *score* and *touched*."""

    def __init__(
        self,
        origin: Whole,
        source: int,
        targets: Whole,
        numbers: Whole,
        barrier: Barrier,
        threshold: int,
    ) -> None:
        count = len(targets)
        self.score = np.zeros(count, np.int64)
        self.touched = np.zeros((2, count), bool)
        self.barrier, self.origin, self.source = barrier, origin, source
        self.targets, self.cells, self.threshold = targets, numbers, threshold

    def run(self) -> None:
        """Paint what is near, then take the tiles nearest first."""
        ends = self.targets - self.origin
        low, high = (corner - self.origin for corner in self.barrier.bounds)
        span = max(int(abs(values).max()) for values in (low, high, ends))
        # products are exact in doubles up to here, which are faster
        self.kind = np.float64 if 2 * span < _EXACT_SPAN else np.int64
        ends = ends.astype(self.kind)
        angle = np.arctan2(ends[:, 1], ends[:, 0])
        self.order = np.argsort(angle)
        self.angle, self.ends = angle[self.order], ends[self.order]
        self.numbers = self.cells[self.order]
        self.far = self.ends[:, 0] ** 2 + self.ends[:, 1] ** 2
        self.alive = np.ones(len(ends), bool)
        squares = self.barrier.tiles.squares(self.origin)
        nearest = np.argsort(squares)
        # where a cell weighs for some targets only, no segment hides all that lies behind it
        if self.barrier.hiding is None:
            self._paint(nearest)
        self._take(nearest, squares[nearest])

    def _segments(self, chosen: Whole) -> tuple[np.ndarray, np.ndarray]:
        """Both ends of segments as seen from the origin."""
        a, b = self.barrier.a[chosen] - self.origin, self.barrier.b[chosen] - self.origin
        return a.astype(self.kind), b.astype(self.kind)

    # ---- what is hidden for sure ---------------------------------------------------------------

    def _paint(self, tiles: Whole) -> None:
        """Block what lies behind near segments that block outright, clear of every doubt."""
        barrier, starts = self.barrier, self.barrier.tiles.starts
        held = np.cumsum(starts[tiles + 1] - starts[tiles])
        chosen = np.zeros(0, np.int64)
        for size in _LOOKED_AT:
            chosen = barrier.tiles.segments(tiles[: int(np.searchsorted(held, size)) + 1])
            chosen = barrier.weighty(chosen)
            if len(chosen) >= _PAINTED:
                break
        a, b = self._segments(chosen)
        weight = self._weight(chosen, np.full(1, self.source), crosses(b - a, -a))
        angle_a, angle_b = np.arctan2(a[:, 1], a[:, 0]), np.arctan2(b[:, 1], b[:, 0])
        low, high = np.minimum(angle_a, angle_b), np.maximum(angle_a, angle_b)
        first = np.searchsorted(self.angle, low + _MARGIN, "right")
        last = np.searchsorted(self.angle, high - _MARGIN)
        paints = (weight >= self.threshold) & (last > first) & (high - low < _HALF_TURN)
        some = np.flatnonzero(paints)
        # Farthest first, so that the nearest comes to lie on top and is asked about the most
        # targets. Whatever is on top is proof by itself: the target lies within its angle, clear of
        # both ends, and behind it, for no point of a segment is farther than its farther end.
        reach = np.maximum((a[some] ** 2).sum(axis=1), (b[some] ** 2).sum(axis=1))
        some = some[np.argsort(-reach)]
        on_top = np.full(len(self.angle), -1, np.int64)
        rows = zip(first[some].tolist(), last[some].tolist(), some.tolist(), strict=True)
        for begin, end, segment in rows:
            on_top[begin:end] = segment
        place = np.flatnonzero(on_top >= 0)
        segment, number = on_top[place], self.numbers[place]
        reach = np.maximum((a**2).sum(axis=1), (b**2).sum(axis=1))
        hidden = self.far[place] > reach[segment]
        # entering the target's own cell weighs nothing, so its own borders hide nothing from it
        hidden &= barrier.left[chosen][segment] != number
        hidden &= barrier.right[chosen][segment] != number
        gone = place[hidden]
        self.alive[gone] = False
        self.score[self.order[gone]] = self.threshold

    # ---- what is looked at ---------------------------------------------------------------------

    def _take(self, tiles: Whole, squares: np.ndarray) -> None:
        """Take the tiles nearest first; stop where no target is left that they could hide."""
        active = np.flatnonzero(self.alive)
        of_tiles = self.barrier.tiles
        sizes = of_tiles.starts[tiles + 1] - of_tiles.starts[tiles]
        held, done = np.cumsum(sizes), 0
        batches = iter(_BATCHES)
        while done < len(tiles) and active.size:
            before = int(held[done - 1]) if done else 0
            room = before + next(batches, _BATCHES[-1])
            upto = max(done + 1, int(np.searchsorted(held, room, "right")))
            farthest = float(self.far[active].max())
            if squares[done] > farthest:
                return
            batch = tiles[done:upto][squares[done:upto] <= farthest]
            batch = batch[of_tiles.in_view(batch, self.origin, self.angle[active])]
            done = upto
            if batch.size:
                self._batch(self.barrier.weighty(of_tiles.segments(batch)), active)
                active = active[self.alive[active]]

    def _batch(self, segments: Whole, active: Whole) -> None:
        angles = self.angle[active]
        a, b = self._segments(segments)
        angle_a, angle_b = np.arctan2(a[:, 1], a[:, 0]), np.arctan2(b[:, 1], b[:, 0])
        lower, upper = np.minimum(angle_a, angle_b), np.maximum(angle_a, angle_b)
        # Angles run from -pi to pi, and the list of targets with them. A segment across that seam
        # covers both ends of the list: it is looked up from its upper angle on (4.0 is behind all)
        # and, as a row of its own, up to its lower one.
        seam = upper - lower > np.pi
        low = np.where(seam, upper, lower) - _MARGIN
        high = np.where(seam, 4.0, upper) + _MARGIN
        first, last = np.searchsorted(angles, low), np.searchsorted(angles, high, "right")
        wrapped = np.flatnonzero(seam)
        first = np.concatenate([first, np.zeros(len(wrapped), np.int64)])
        last_wrapped = np.searchsorted(angles, lower[seam] + _MARGIN, "right")
        last = np.concatenate([last, last_wrapped])
        rows = np.concatenate([np.arange(len(segments)), wrapped])
        counts = last - first
        total = int(counts.sum())
        if not total:
            return
        row = np.repeat(rows, counts)
        begins = np.cumsum(counts) - counts
        target = active[np.arange(total) - np.repeat(begins - first, counts)]
        self._pairs(segments[row], a[row], b[row], target)

    def _pairs(self, segment: Whole, a: np.ndarray, b: np.ndarray, target: Whole) -> None:
        """Decide pairs of a segment and a target."""
        t = self.ends[target]
        side_a, side_b = crosses(t, a), crosses(t, b)
        along = b - a
        source_side, target_side = crosses(along, -a), crosses(along, t - a)
        # Proper: either line has the ends of the other strictly on its two hands. A zero among
        # the four signs is a touch, which may or may not be slipped past: that is for the judge.
        apart = (source_side > 0) != (target_side > 0)
        apart &= (source_side != 0) & (target_side != 0)
        sides = np.sign(side_a) * np.sign(side_b)
        proper = np.flatnonzero(apart & (sides < 0))
        if proper.size:
            number = self.numbers[target[proper]]
            weight = self._weight(segment[proper], number, source_side[proper])
            counted = np.bincount(target[proper], weight, len(self.ends)).astype(np.int64)
            self.score[self.order] += counted
            self.alive &= self.score[self.order] < self.threshold
        zero = np.flatnonzero(sides == 0)
        if zero.size:
            rows = (values[zero] for values in (segment, target, a, b, side_a, side_b, source_side))
            self._touch(*rows)

    def _weight(self, segment: Whole, number: Whole, source_side: np.ndarray) -> Whole:
        """The weight of crossing segments on the way to the cells *number*."""
        barrier, source = self.barrier, self.source
        left, right = barrier.left[segment], barrier.right[segment]
        total = np.zeros(len(segment), np.int64)
        if barrier.cells is not None:
            # negative: the source lies left of the segment, so the cell beyond is the right one
            beyond = np.where(source_side < 0, right, left)
            counts = (beyond != number) & (beyond != source)
            if barrier.hiding is not None:
                counts &= barrier.hiding.counts(beyond, number)
            total += np.where(counts, barrier.cells[beyond], 0)
        if barrier.own is not None:
            beside = (left == number) | (right == number) | (left == source) | (right == source)
            total += np.where(beside, 0, barrier.own[segment])
        return total

    def _touch(
        self,
        segment: Whole,
        target: Whole,
        a: np.ndarray,
        b: np.ndarray,
        side_a: np.ndarray,
        side_b: np.ndarray,
        source_side: np.ndarray,
    ) -> None:
        """Note from which side segments touch a line strictly between its ends."""
        t = self.ends[target]
        length = (t * t).sum(axis=1)
        between = np.zeros(len(segment), bool)
        for side, end in ((side_a, a), (side_b, b)):
            place = (end * t).sum(axis=1)
            between |= (side == 0) & (place > 0) & (place < length)
        # along the line itself neither cell lies beyond, so its weight cannot be asked: it counts
        flat = (side_a == 0) & (side_b == 0)
        weight = np.where(flat, 1, self._weight(segment, self.numbers[target], source_side))
        counts = between & (weight > 0)
        other = np.where(side_a == 0, side_b, side_a)
        for row, hit in enumerate(((other < 0) | flat, (other > 0) | flat)):
            self.touched[row, self.order[target[counts & hit]]] = True
