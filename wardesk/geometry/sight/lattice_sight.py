"""Sight on hex and square boards: one pair with its reasons, one cell to all, all pairs.

Which engine answers is chosen here; all of them give the answers of `sight_judge.Judge`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from wardesk.geometry.grids.exact import whole, whole_array
from wardesk.geometry.grids.hex_lattice import Axial
from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.sight.all_pairs import PairTable, all_pairs, to_bits
from wardesk.geometry.sight.angular_join import Barrier, join, lone_segments
from wardesk.geometry.sight.drawn_lines import LineSegments
from wardesk.geometry.sight.events import CellCrossed, EdgeCrossed, Event, Fork, Strand
from wardesk.geometry.sight.ground import Flags, SightGround
from wardesk.geometry.sight.judge import Judge, LineCrossed, SightVerdict
from wardesk.geometry.sight.lattice_table import Edges, seen_by_table, table_for, traces
from wardesk.geometry.sight.lattice_trace import Met, displacements
from wardesk.geometry.sight.lattice_walk import higher_end_fits, seen_by_walking
from wardesk.geometry.sight.padded_grid import PaddedGrid, SightRelief

_TABLE_REACH = 26
"""Up to this reach tables are the quickest; beyond, lines walk in step."""
_TABLE_SPAN = 40
"""Policies that only tables understand use them on boards up to this many cells across."""


@lru_cache(maxsize=8)
def _padded_grid(grid: Grid, reach: int) -> PaddedGrid:
    return PaddedGrid(grid, reach)


class LatticeSight:
    """Sight on one grid and ground; never changes."""

    def __init__(self, grid: Grid, ground: SightGround) -> None:
        self.grid, self.ground = grid, ground
        self._reliefs: dict[int, SightRelief] = {}

    def with_weight(self, cell: int, weight: int) -> LatticeSight:
        """Sight after the weight of one cell changed; costs little more than copying a row."""
        changed = LatticeSight(self.grid, self.ground.with_weight(cell, weight))
        changed._reliefs = {k: r.with_weight(cell, weight) for k, r in self._reliefs.items()}
        # what does not depend on cells is shared
        for name in ("_edges_of", "_lines", "_edge_barrier"):
            if name in self.__dict__:
                changed.__dict__[name] = self.__dict__[name]
        return changed

    # ---- one pair ------------------------------------------------------------------------------

    @cached_property
    def judge(self) -> Judge:
        """The rule in its readable form."""
        return Judge(self.ground, self.touches, self._has_lower_neighbour)

    def touches(self, a: int, b: int) -> bool:
        """Whether two cells share a side."""
        (aq, ar), (bq, br) = self.grid.coordinates(a), self.grid.coordinates(b)
        return (bq - aq, br - ar) in self.grid.side_steps

    def distance(self, a: int, b: int) -> int:
        """Steps between two cells."""
        (aq, ar), (bq, br) = self.grid.coordinates(a), self.grid.coordinates(b)
        return self.grid.distance(bq - aq, br - ar)

    def events(self, a: int, b: int) -> tuple[Event, ...]:
        """What the line between two centres meets, in order."""
        grid = self.grid
        (q, r), (bq, br) = grid.coordinates(a), grid.coordinates(b)
        met = traces(grid.kind, bq - q, br - r)

        def number(offset: Axial) -> int:
            return grid.index(q + offset[0], r + offset[1])

        found: list[Event] = []
        before = a
        for place, one in enumerate(met):
            if one.fork:
                after = number(met[place + 1].left[0]) if place + 1 < len(met) else b
                left = [number(cell) for cell in one.left]
                right = [number(cell) for cell in one.right]
                if grid.pointy:  # swapped axes turn left into right
                    left, right = right, left
                found.append(_fork(one, before, left, right, after))
                continue
            here = number(one.left[0])
            if not (place and met[place - 1].fork):
                found.append(EdgeCrossed(before, here))
            found.append(CellCrossed(here))
            before = here
        if a != b and not (met and met[-1].fork):
            found.append(EdgeCrossed(before, b))
        return tuple(found)

    def lines(self, a: int, b: int) -> list[LineCrossed]:
        """Drawn lines that the sight line crosses or touches."""
        if not self.ground.parts:
            return []
        ends = [whole(self.grid.centre(*self.grid.coordinates(cell))) for cell in (a, b)]
        return self._lines.crossings(ends[0], ends[1], a, b)

    def verdict(self, a: int, b: int) -> SightVerdict:
        """The judgement of one line with all it met; without regard to reach."""
        return self.judge.verdict(a, b, self.events(a, b), self.lines(a, b))

    # ---- one to all ----------------------------------------------------------------------------

    def seen_from(self, source: int, reach: int = 0) -> Flags:
        """Which cells *source* sees within *reach* (0 = any distance), itself included."""
        policy = self.ground.policy
        reach = min(reach, self._span) if reach else self._span
        exotic = policy.scope != "local" or (
            self.grid.kind == "square" and self.ground.level is not None
        )
        if reach <= _TABLE_REACH or (exotic and reach <= _TABLE_SPAN):
            seen, score, unsure = self._by_table(source, reach)
        elif exotic:
            return self._by_judge(source, reach)
        else:
            seen, score, unsure = self._by_walking(source, reach)
        if self.ground.parts:
            hopeful = seen & (score < self.ground.threshold)
            crossed, touched = self._crossed(self._lines.barrier, source, seen)
            doubt = self._doubtful(source, hopeful & (score + crossed >= self.ground.threshold))
            score = np.where(doubt, 0, score + crossed)
            unsure |= touched | doubt
        seen &= score < self.ground.threshold
        if policy.elevation is not None and policy.elevation.higher_end == "along_line":
            unsure |= self._uneven(source)
        unsure |= self.ground.below(source)
        for cell in np.flatnonzero(seen & unsure).tolist():
            seen[cell] = self.verdict(source, cell).clear
        if policy.adjacent == "clear":
            q, r = self.grid.coordinates(source)
            beside = [self.grid.index(q + dq, r + dr) for dq, dr in self.grid.side_steps]
            seen[[cell for cell in beside if cell >= 0]] = True
        if self.ground.absent is not None:
            seen &= ~self.ground.absent
        seen[source] = True
        return seen

    def _by_table(self, source: int, reach: int) -> tuple[Flags, np.ndarray, Flags]:
        relief = self._relief(max(reach, _TABLE_REACH))
        table = table_for(relief.padded, reach, bool(self.ground.edges))
        edges = self._edges_of.get(id(relief.padded)) if self.ground.edges else None
        if self.ground.edges and edges is None:
            edges = self._edges_of[id(relief.padded)] = Edges(relief.padded, self.ground)
        seen, score = seen_by_table(relief, edges, table, source)
        return seen, score, np.zeros(len(seen), bool)

    def _by_walking(self, source: int, reach: int) -> tuple[Flags, np.ndarray, Flags]:
        relief = self._relief(0)
        seen, score = seen_by_walking(relief, source, reach)
        seen &= higher_end_fits(relief, source)
        unsure = np.zeros(len(seen), bool)
        if self.ground.edges:
            # an edge that ends on the line belongs to a fork with the cells around: ask the judge
            crossed, unsure = self._crossed(self._edge_barrier, source, seen, either=True)
            score = score + crossed
        return seen, score, unsure

    def _by_judge(self, source: int, reach: int) -> Flags:
        seen = np.zeros(self.grid.count, bool)
        for cell in range(self.grid.count):
            near = self.distance(source, cell) <= reach
            seen[cell] = near and self.verdict(source, cell).clear
        if self.ground.absent is not None:
            seen &= ~self.ground.absent
        seen[source] = True
        return seen

    def _crossed(
        self, barrier: Barrier, source: int, seen: Flags, *, either: bool = False
    ) -> tuple[np.ndarray, Flags]:
        """Weights of barriers before cells still seen; and where the judge must look."""
        score, unsure = np.zeros(len(seen), np.int64), np.zeros(len(seen), bool)
        cells = np.flatnonzero(seen)
        centres, threshold = self._centres, self.ground.threshold
        found = join(centres[source], source, centres[cells], cells, barrier, threshold)
        score[cells] = found.score
        either = either or self.ground.policy.scope != "local"
        unsure[cells] = found.touched.any(axis=0) if either else found.touched.all(axis=0)
        return score, unsure

    def _doubtful(self, source: int, hidden: Flags) -> Flags:
        """Which of the cells that drawn lines hide may be hidden by one line counted twice."""
        cells, doubt = np.flatnonzero(hidden), np.zeros(len(hidden), bool)
        centres = self._centres
        doubt[cells] = self._lines.stretches.doubtful(centres[source], centres[cells])
        return doubt

    # ---- all pairs -----------------------------------------------------------------------------

    def all_pairs(self, reach: int) -> PairTable:
        """Clear lines of all pairs up to *reach*, by whole-board shifts where the policy allows."""
        policy = self.ground.policy
        simple = policy.scope == "local" and not self.ground.edges and not self.ground.parts
        heights = policy.elevation is None or policy.elevation.higher_end != "along_line"
        if simple and heights:
            return all_pairs(self._relief(reach), reach)
        padded = _padded_grid(self.grid, reach)
        table = np.stack([self.seen_from(cell, reach) for cell in range(self.grid.count)])
        if self.ground.absent is not None:
            table[self.ground.absent] = False
        clear: dict[Axial, int] = {}
        for step in displacements(self.grid.kind, reach):
            if step < (0, 0):
                continue
            ends = padded.flat + padded.shift(*step)
            inside = (ends >= 0) & (ends < padded.size)
            inside[inside] = padded.on[ends[inside]]
            sources = np.flatnonzero(inside)
            flags = np.zeros(padded.size, bool)
            flags[padded.flat[sources]] = table[sources, padded.index[ends[sources]]]
            clear[step] = to_bits(flags)
        return PairTable(padded, reach, clear)

    # ---- what is made once ---------------------------------------------------------------------

    def _relief(self, reach: int) -> SightRelief:
        found = self._reliefs.get(reach)
        if found is None:
            found = self._reliefs[reach] = SightRelief(_padded_grid(self.grid, reach), self.ground)
        return found

    def _has_lower_neighbour(self, cell: int) -> bool:
        relief = self._relief(0)
        return bool(relief.lower_neighbour[relief.padded.flat[cell]])

    def _uneven(self, source: int) -> Flags:
        level = self.ground.level
        return np.zeros(self.grid.count, bool) if level is None else level != level[source]

    @cached_property
    def _span(self) -> int:
        """No two cells of the grid are farther apart."""
        grid = self.grid
        ends = [grid.axial(x, y) for x in (0, grid.columns - 1) for y in (0, grid.rows - 1)]
        # hexes of a shoved line may lie one step farther out than the corners
        return 1 + max(grid.distance(q - p, r - s) for q, r in ends for p, s in ends)

    @cached_property
    def _centres(self) -> np.ndarray:
        grid = self.grid
        return whole_array([grid.centre(*grid.coordinates(cell)) for cell in range(grid.count)])

    @cached_property
    def _edges_of(self) -> dict[int, Edges]:
        return {}

    @cached_property
    def _lines(self) -> LineSegments:
        return LineSegments(self.ground.parts)

    @cached_property
    def _edge_barrier(self) -> Barrier:
        rows = []
        for (a, b), weight in self.ground.edges.items():
            (aq, ar), (bq, br) = self.grid.coordinates(a), self.grid.coordinates(b)
            direction = self.grid.side_steps.index((bq - aq, br - ar))
            rows.append((*self.grid.side(aq, ar, direction), a, b, weight))
        starts, ends, left, right, weights = zip(*rows, strict=True)
        beside = np.array(left, np.int64), np.array(right, np.int64)
        return lone_segments(
            whole_array(starts), whole_array(ends), *beside, np.array(weights, np.uint8)
        )


def _fork(met: Met, before: int, left: list[int], right: list[int], after: int) -> Fork:
    """The fork of a trace with the edges on either way round."""
    if met.run:
        a, b = left[0], right[0]
        return Fork(
            (
                Strand((EdgeCrossed(before, a),), (EdgeCrossed(before, b),)),
                Strand((CellCrossed(a),), (CellCrossed(b),), along=EdgeCrossed(a, b)),
                Strand((EdgeCrossed(a, after),), (EdgeCrossed(b, after),)),
            )
        )
    ways = [
        (EdgeCrossed(before, side[0]), CellCrossed(side[0]), EdgeCrossed(side[0], after))
        if side
        else (EdgeCrossed(before, after),)
        for side in (left, right)
    ]
    return Fork((Strand(ways[0], ways[1]),))
