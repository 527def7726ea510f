"""All pairs of a lattice board at once: the board as one long number, a displacement as shifts.

A trace depends only on its displacement, so "which sources are blocked towards (dq, dr)" is a few
shifts, ORs and ANDs of whole boards, each held in one Python integer. Weights are added in unary:
plane k of a sum has a bit wherever the sum is at least k.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from wardesk.geometry.grids.hex_lattice import Axial
from wardesk.geometry.sight.ground import Flags
from wardesk.geometry.sight.lattice_table import traces
from wardesk.geometry.sight.lattice_trace import displacements
from wardesk.geometry.sight.padded_grid import PaddedGrid, SightRelief

Counts = npt.NDArray[np.int64]
Planes = list[int]
"""Plane k (from 0) has the bits of cells whose weight is at least k + 1."""


def to_bits(flags: Flags) -> int:
    """One integer with bit i set where flag i is."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def to_flags(bits: int, size: int) -> Flags:
    """The first *size* bits of an integer as flags; `to_bits` turned round."""
    whole = bits.to_bytes(-(-size // 8), "little")
    return np.unpackbits(np.frombuffer(whole, np.uint8), count=size, bitorder="little").view(bool)


def moved(bits: int, shift: int) -> int:
    """The board seen from cells displaced by *shift*."""
    return bits >> shift if shift >= 0 else bits << -shift


@dataclass(frozen=True)
class PairTable:
    """Clear lines of all pairs up to *reach*: for each displacement of a half plane the sources."""

    padded: PaddedGrid
    reach: int
    clear: dict[Axial, int]

    def sees(self, a: int, b: int) -> bool:
        """Whether two cells (numbers) within reach see each other; a cell sees itself."""
        if a == b:
            return True
        padded = self.padded
        step = (int(padded.q[b] - padded.q[a]), int(padded.r[b] - padded.r[a]))
        if step < (0, 0):
            a, step = b, (-step[0], -step[1])
        return bool(self.clear.get(step, 0) >> int(padded.flat[a]) & 1)

    def count(self) -> int:
        """How many unordered pairs see each other."""
        return sum(bits.bit_count() for bits in self.clear.values())

    def seen_by(self) -> Counts:
        """By cell number from how many other cells within reach it is seen."""
        padded = self.padded
        box = np.zeros(padded.size, np.int64)
        for step, bits in self.clear.items():
            if step == (0, 0):
                continue
            ends = to_flags(bits, padded.size)
            box += ends
            shift = padded.shift(*step)  # never negative: the steps are those of a half plane
            box[shift:] += ends[: padded.size - shift]
        return box[padded.flat]


@dataclass(frozen=True)
class ShiftTrace:
    """The trace of one displacement as shifts: plain cells, and the cells beside each run.

    Every shift comes with whether the cell touches the source and whether it touches the end.
    """

    displacement: Axial
    shift: int
    adjacent: bool
    cells: tuple[tuple[int, bool, bool], ...]
    pairs: tuple[tuple[tuple[int, bool, bool], tuple[int, bool, bool]], ...]


@lru_cache(maxsize=8)
def plan(padded: PaddedGrid, reach: int, corners_block: bool) -> tuple[ShiftTrace, ...]:
    """Every displacement of a half plane; the other half follows by symmetry. Made once."""
    kind = padded.grid.kind
    near: set[Axial] = set(padded.grid.side_steps)

    def cell(offset: Axial, end: Axial) -> tuple[int, bool, bool]:
        back = (offset[0] - end[0], offset[1] - end[1])
        return padded.shift(*offset), offset in near, back in near

    steps: list[ShiftTrace] = []
    for end in displacements(kind, reach):
        if end < (0, 0):
            continue
        met = traces(kind, *end)
        forks = [one for one in met if one.fork and one.left and one.right]
        if not corners_block:
            forks = [one for one in forks if one.run]
        cells = tuple(cell(one.left[0], end) for one in met if not one.fork)
        pairs = tuple((cell(one.left[0], end), cell(one.right[0], end)) for one in forks)
        steps.append(ShiftTrace(end, padded.shift(*end), end in near, cells, pairs))
    return tuple(steps)


def all_pairs(relief: SightRelief, reach: int) -> PairTable:
    """Clear lines of all pairs of cells up to *reach*; cells only, no edges, scope ``local``.

    Heights are understood with ``edge_cell`` or ``anywhere``; see `LatticeSight.all_pairs` for
    what to do with policies beyond that.
    """
    padded, policy = relief.padded, relief.ground.policy
    steps = plan(padded, reach, policy.corner == "min")
    present = padded.on.copy()
    if relief.ground.absent is not None:
        present[padded.flat[relief.ground.absent]] = False
    there = to_bits(present)
    if relief.level is not None and policy.elevation is not None:
        return PairTable(padded, reach, _Uneven(relief, there).clear(steps))
    planes = _planes(relief.weights[0], relief.ground.threshold)
    always = policy.adjacent == "clear"
    clear: dict[Axial, int] = {}
    one_plane = planes[0] if len(planes) == 1 else None
    for step in steps:
        both = there & moved(there, step.shift)
        if always and step.adjacent:
            clear[step.displacement] = both
        elif one_plane is not None:
            clear[step.displacement] = both & ~_blocked_by_one(one_plane, step)
        else:
            clear[step.displacement] = both & ~_blocked_by_sum(planes, step)
    return clear_table(padded, reach, clear)


def clear_table(padded: PaddedGrid, reach: int, clear: dict[Axial, int]) -> PairTable:
    """A table of these clear sources."""
    return PairTable(padded, reach, clear)


def _blocked_by_one(board: int, step: ShiftTrace) -> int:
    """Sources from which one blocking cell, or both sides of a fork, lie in the way."""
    blocked = 0
    for shift, _, _ in step.cells:
        blocked |= board >> shift if shift >= 0 else board << -shift
    for (left, _, _), (right, _, _) in step.pairs:
        blocked |= moved(board, left) & moved(board, right)
    return blocked


def _blocked_by_sum(planes: Planes, step: ShiftTrace) -> int:
    """Sources from which the weights in the way add up to the number of planes."""
    total: Planes = [0] * len(planes)
    for shift, _, _ in step.cells:
        _add(total, [moved(plane, shift) for plane in planes])
    for (left, _, _), (right, _, _) in step.pairs:
        _add(total, [moved(plane, left) & moved(plane, right) for plane in planes])
    return total[-1]


def _add(total: Planes, more: Planes) -> None:
    """Add a weight to a sum, both in unary planes; sums beyond the last plane stay there."""
    size = len(total)
    for k in range(size, 0, -1):
        bits = more[k - 1]
        for have in range(1, k):
            bits |= total[have - 1] & more[k - have - 1]
        total[k - 1] |= bits


def _planes(weights: np.ndarray, threshold: int) -> Planes:
    return [to_bits(weights > k) for k in range(threshold)]


class _Uneven:
    """All pairs on ground with heights: one pass for every pair of heights of the two ends."""

    def __init__(self, relief: SightRelief, there: int) -> None:
        ground, size = relief.ground, relief.padded.size
        elevation = ground.policy.elevation
        assert elevation is not None
        self.threshold = ground.threshold
        self.always = ground.policy.adjacent == "clear"
        self.there = there
        self.ranks = range(len(relief.levels))
        at_rank = [relief.rank == rank for rank in self.ranks]
        self.at = [to_bits(flags) & there for flags in at_rank]
        edge_cells = to_bits(relief.lower_neighbour)
        anywhere = elevation.higher_end == "anywhere"
        self.high_end = [bits if anywhere else bits & edge_cells for bits in self.at]
        self.usual = [_planes(row, self.threshold) for row in relief.weights]
        self.empty: Planes = [0] * self.threshold
        hiding = {
            (low, high): _planes(
                np.where((relief.rank >= low) & (relief.rank < high), relief.plain, 0).astype(
                    np.uint8
                ),
                self.threshold,
            )
            for high in self.ranks
            for low in range(high)
        }
        self.hiding = hiding
        obstacles = to_bits(relief.plain > 0)
        keep = (1 << size) - 1
        self.may_be_hidden = keep if elevation.obstacle_target_blind else keep & ~obstacles

    def clear(self, steps: tuple[ShiftTrace, ...]) -> dict[Axial, int]:
        """The clear sources of every displacement."""
        found: dict[Axial, int] = {}
        for step in steps:
            both = self.there & moved(self.there, step.shift)
            if self.always and step.adjacent:
                found[step.displacement] = both
            else:
                found[step.displacement] = both & self._step(step)
        return found

    def _step(self, step: ShiftTrace) -> int:
        clear = 0
        for high in self.ranks:
            blocked = self._blocked(step, high, self.empty, False)
            clear |= self.at[high] & moved(self.at[high], step.shift) & ~blocked
            near_source = any(near != far for _, near, far in step.cells) or any(
                near != far for pair in step.pairs for _, near, far in pair
            )
            for low in range(high):
                for source_is_low in (False, True):
                    if source_is_low:
                        ends = self.at[low] & moved(self.high_end[high], step.shift)
                    else:
                        ends = self.high_end[high] & moved(self.at[low], step.shift)
                    if not ends:
                        continue
                    hidden = blocked
                    if near_source:
                        worse = self._blocked(step, high, self.hiding[low, high], source_is_low)
                        may = self.may_be_hidden
                        may = may if source_is_low else moved(may, step.shift)
                        hidden = blocked | worse & may
                    clear |= ends & ~hidden
        return clear

    def _blocked(self, step: ShiftTrace, high: int, hiding: Planes, source_is_low: bool) -> int:
        """Blocked sources if the higher end has this height and lower cells may hide the other."""
        usual = self.usual[high]
        if self.threshold == 1:
            return self._blocked_by_one(step, usual[0], hiding[0], source_is_low)
        total: Planes = [0] * self.threshold
        for cell in step.cells:
            _add(total, self._cell(cell, usual, hiding, source_is_low))
        for left, right in step.pairs:
            one = self._cell(left, usual, hiding, source_is_low)
            other = self._cell(right, usual, hiding, source_is_low)
            _add(total, [a & b for a, b in zip(one, other, strict=True)])
        return total[-1]

    def _cell(
        self, cell: tuple[int, bool, bool], usual: Planes, hiding: Planes, source_is_low: bool
    ) -> Planes:
        shift, near, far = cell
        if near == far or near != source_is_low:
            return [moved(plane, shift) for plane in usual]
        return [moved(a | b, shift) for a, b in zip(usual, hiding, strict=True)]

    def _blocked_by_one(
        self, step: ShiftTrace, usual: int, hiding: int, source_is_low: bool
    ) -> int:
        blocked = 0
        if not hiding:
            return _blocked_by_one(usual, step)
        both = usual | hiding
        for shift, near, far in step.cells:
            board = both if near != far and near == source_is_low else usual
            blocked |= board >> shift if shift >= 0 else board << -shift
        for pair in step.pairs:
            sides = [
                moved(both if near != far and near == source_is_low else usual, shift)
                for shift, near, far in pair
            ]
            blocked |= sides[0] & sides[1]
        return blocked
