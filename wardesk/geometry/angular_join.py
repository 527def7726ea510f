"""One point to many targets: which weighted segments lie between, by angle, exactly.

Targets are sorted by their direction; a segment can only lie between the point and the targets
within its angle, a contiguous stretch of the sorted list. Segments are taken nearest first in
growing batches, and targets drop out as soon as they are blocked. Angles only choose candidates
(with a margin); every decision is the exact sign of a product.

Lines that touch the end of a segment are not decided here but reported, for the judge to look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wardesk.geometry.exact import crosses
from wardesk.geometry.sight_ground import Flags, Whole

_MARGIN = 1e-9
_EXACT_SPAN = 2**26
_BATCHES = (192, 768, 3072, 12288)


@dataclass(frozen=True)
class Barrier:
    """Weighted segments from *a* to *b*.

    Entering the cell beyond a segment weighs *left_weight* or *right_weight*, unless that cell is
    the target; crossing the segment itself weighs *own*, unless the target is beside it.
    """

    a: Whole
    b: Whole
    left: Whole
    right: Whole
    left_weight: Whole
    right_weight: Whole
    own: Whole


@dataclass(frozen=True)
class Crossed:
    """Per target the weight of the segments properly crossed, incomplete once it blocks.

    And whether segments are touched on the left and on the right.
    """

    score: Whole
    on_left: Flags
    on_right: Flags


def join(
    origin: Whole,
    targets: Whole,
    numbers: Whole,
    barrier: Barrier,
    chosen: Whole,
    threshold: int,
) -> Crossed:
    """Weigh the *chosen* segments between *origin* and *targets*, which are cells *numbers*."""
    count = len(targets)
    score = np.zeros(count, np.int64)
    touched = np.zeros((2, count), bool)
    if not count or not len(chosen):
        return Crossed(score, touched[0], touched[1])
    a, b, ends = barrier.a[chosen] - origin, barrier.b[chosen] - origin, targets - origin
    span = max(int(abs(a).max()), int(abs(b).max()), int(abs(ends).max()))
    if 2 * span < _EXACT_SPAN:  # products are exact in doubles, which are faster
        a, b, ends = (values.astype(np.float64) for values in (a, b, ends))
    search = _Search(a, b, ends, numbers, barrier, chosen, threshold, score, touched)
    search.run()
    return Crossed(score, touched[0], touched[1])


def _nearest_first(squares: np.ndarray) -> Iterator[Whole]:
    """Batches of places in *squares*, smallest first; the far ones are sorted only if needed."""
    near = sum(_BATCHES[:3])
    if len(squares) > 2 * near:
        parted = np.argpartition(squares, near)
        parts = [parted[:near], parted[near:]]
    else:
        parts = [np.arange(len(squares))]
    sizes = iter(_BATCHES)
    for part in parts:
        ordered = part[np.argsort(squares[part])]
        begin = 0
        while begin < len(ordered):
            size = next(sizes, len(squares))
            yield ordered[begin : begin + size]
            begin += size


class _Search:
    """The batches of one join; fills *score* and *touched*."""

    def __init__(
        self,
        a: np.ndarray,
        b: np.ndarray,
        ends: np.ndarray,
        numbers: Whole,
        barrier: Barrier,
        chosen: Whole,
        threshold: int,
        score: Whole,
        touched: Flags,
    ) -> None:
        self.a, self.b, self.threshold = a, b, threshold
        self.barrier, self.chosen = barrier, chosen
        angle = np.arctan2(ends[:, 1], ends[:, 0])
        self.order = np.argsort(angle)
        self.angle, self.ends = angle[self.order], ends[self.order]
        self.numbers = numbers[self.order]
        self.score, self.touched = score, touched
        self.alive = np.ones(len(ends), bool)

    def run(self) -> None:
        """Take the segments nearest first; stop where no target is left that they could hide."""
        a, b = self.a, self.b
        squares = np.minimum(a[:, 0] ** 2 + a[:, 1] ** 2, b[:, 0] ** 2 + b[:, 1] ** 2)
        far = np.sqrt(self.ends[:, 0] ** 2 + self.ends[:, 1] ** 2)
        longest = float(np.sqrt(((b - a) ** 2).sum(axis=1).max()))
        active = np.arange(len(self.ends))
        for segments in _nearest_first(squares):
            # a segment comes nearer than its ends by half its length at most
            if not active.size or np.sqrt(squares[segments[0]]) > far[active].max() + longest:
                return
            self._batch(segments, active)
            active = active[self.alive[active]]

    def _batch(self, segments: Whole, active: Whole) -> None:
        angles = self.angle[active]
        a, b = self.a[segments], self.b[segments]
        angle_a, angle_b = np.arctan2(a[:, 1], a[:, 0]), np.arctan2(b[:, 1], b[:, 0])
        lower, upper = np.minimum(angle_a, angle_b), np.maximum(angle_a, angle_b)
        # a segment across the seam of angles covers both ends of the list
        seam = upper - lower > np.pi
        low = np.where(seam, upper, lower) - _MARGIN
        high = np.where(seam, 4.0, upper) + _MARGIN
        first, last = np.searchsorted(angles, low), np.searchsorted(angles, high, "right")
        wrapped = segments[seam]
        first = np.concatenate([first, np.zeros(len(wrapped), np.int64)])
        last_wrapped = np.searchsorted(angles, lower[seam] + _MARGIN, "right")
        last = np.concatenate([last, last_wrapped])
        segments = np.concatenate([segments, wrapped])
        counts = last - first
        total = int(counts.sum())
        if not total:
            return
        segment = np.repeat(segments, counts)
        begins = np.cumsum(counts) - counts
        target = active[np.arange(total) - np.repeat(begins - first, counts)]
        self._pairs(segment, target)

    def _pairs(self, segment: Whole, target: Whole) -> None:
        """Decide pairs of a segment and a target."""
        t, a, b = self.ends[target], self.a[segment], self.b[segment]
        side_a, side_b = crosses(t, a), crosses(t, b)
        along = b - a
        source_side, target_side = crosses(along, -a), crosses(along, t - a)
        apart = (source_side > 0) != (target_side > 0)
        apart &= (source_side != 0) & (target_side != 0)
        sides = np.sign(side_a) * np.sign(side_b)
        proper = np.flatnonzero(apart & (sides < 0))
        if proper.size:
            weight = self._weight(segment[proper], target[proper], source_side[proper])
            counted = np.bincount(target[proper], weight, len(self.ends)).astype(np.int64)
            self.score[self.order] += counted
            self.alive &= self.score[self.order] < self.threshold
        zero = np.flatnonzero(sides == 0)
        if zero.size:
            self._touch(segment[zero], target[zero], side_a[zero], side_b[zero], source_side[zero])

    def _weight(self, segment: Whole, target: Whole, source_side: np.ndarray) -> Whole:
        barrier, number = self.barrier, self.numbers[target]
        segment = self.chosen[segment]
        left, right = barrier.left[segment], barrier.right[segment]
        # negative: the source lies left of the segment, so the cell beyond is the right one
        from_left = source_side < 0
        beyond = np.where(from_left, right, left)
        entering = np.where(from_left, barrier.right_weight[segment], barrier.left_weight[segment])
        own = np.where((left == number) | (right == number), 0, barrier.own[segment])
        return np.where(beyond == number, 0, entering) + own

    def _touch(
        self,
        segment: Whole,
        target: Whole,
        side_a: np.ndarray,
        side_b: np.ndarray,
        source_side: np.ndarray,
    ) -> None:
        """Note from which side segments touch a line strictly between its ends."""
        t = self.ends[target]
        length = (t * t).sum(axis=1)
        between = np.zeros(len(segment), bool)
        for side, end in ((side_a, self.a), (side_b, self.b)):
            place = (end[segment] * t).sum(axis=1)
            between |= (side == 0) & (place > 0) & (place < length)
        flat = (side_a == 0) & (side_b == 0)
        weight = np.where(flat, 1, self._weight(segment, target, source_side))
        counts = between & (weight > 0)
        other = np.where(side_a == 0, side_b, side_a)
        for row, hit in enumerate(((other < 0) | flat, (other > 0) | flat)):
            self.touched[row, self.order[target[counts & hit]]] = True
