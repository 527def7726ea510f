"""Sight on area boards: one pair with its reasons, and one cell to all by the angular join.

One pair is the exact trace through the borders. For cells that block outright it says what shapely
says: blocked iff the line meets the interior of the union of the blocking cells other than its two
ends (with ``corner="clear"``; cells that meet in one point close it under ``corner="min"``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from wardesk.geometry.sight.angular_join import Barrier, Hiding, join
from wardesk.geometry.sight.area_mesh import Mesh
from wardesk.geometry.sight.drawn_lines import LineSegments
from wardesk.geometry.sight.events import Event
from wardesk.geometry.sight.ground import Flags, SightGround, Weights, Whole
from wardesk.geometry.sight.judge import Judge, LineCrossed, SightVerdict


class AreaSight:
    """Sight on one mesh and ground; never changes."""

    def __init__(self, mesh: Mesh, ground: SightGround) -> None:
        self.mesh, self.ground = mesh, ground

    def with_weight(self, cell: int, weight: int) -> AreaSight:
        """Sight after the weight of one cell changed."""
        changed = AreaSight(self.mesh, self.ground.with_weight(cell, weight))
        for name in ("_lines", "_walls", "_own", "_touching", "_neighbours", "_lower"):
            if name in self.__dict__:
                changed.__dict__[name] = self.__dict__[name]
        return changed

    # ---- one pair ------------------------------------------------------------------------------

    @cached_property
    def judge(self) -> Judge:
        """The rule in its readable form."""
        return Judge(self.ground, self.mesh.touches, lambda cell: bool(self._lower[cell]))

    def touches(self, a: int, b: int) -> bool:
        """Whether two cells share a border."""
        return self.mesh.touches(a, b)

    def distance(self, a: int, b: int) -> int:
        """Steps from cell to cell over shared borders; as many as there are cells if none lead."""
        return int(self._distances(a)[b])

    def events(self, a: int, b: int) -> tuple[Event, ...]:
        """What the line between two anchors meets, in order."""
        return self.mesh.events(a, b)

    def lines(self, a: int, b: int) -> list[LineCrossed]:
        """Drawn lines that the sight line crosses or touches."""
        if not self.ground.parts:
            return []
        p, q = (self.mesh.anchors[cell].tolist() for cell in (a, b))
        return self._lines.crossings((p[0], p[1]), (q[0], q[1]), a, b)

    def verdict(self, a: int, b: int) -> SightVerdict:
        """The judgement of one line with all it met; without regard to reach."""
        return self.judge.verdict(a, b, self.events(a, b), self.lines(a, b))

    # ---- one to all ----------------------------------------------------------------------------

    def seen_from(self, source: int, reach: int = 0) -> Flags:
        """Which cells *source* sees within *reach* steps (0 = any distance), itself included."""
        count, policy = self.mesh.count, self.ground.policy
        wanted = self._distances(source, reach) <= reach if reach else np.ones(count, bool)
        wanted[source] = False
        seen = np.zeros(count, bool)
        for cells in self._groups(source, wanted):
            self._look(source, cells[self._fitting(source, cells)], seen)
        if policy.adjacent == "clear":
            seen[[cell for cell in self._neighbours[source] if wanted[cell]]] = True
        seen[source] = True
        return seen

    def _groups(self, source: int, wanted: Flags) -> list[Whole]:
        """The targets in groups for which every cell between weighs the same, but for hiding."""
        level = self.ground.level
        if level is None or self.ground.policy.elevation is None:
            return [np.flatnonzero(wanted)]
        here = int(level[source])
        higher = np.unique(level[wanted & (level > here)]).tolist()
        return [np.flatnonzero(wanted & (level <= here))] + [
            np.flatnonzero(wanted & (level == height)) for height in higher
        ]

    def _fitting(self, source: int, cells: Whole) -> Flags:
        """For which targets the higher end stands where the rule wants it."""
        level, elevation = self.ground.level, self.ground.policy.elevation
        if level is None or elevation is None or elevation.higher_end != "edge_cell":
            return np.ones(len(cells), bool)
        here, there = level[source], level[cells]
        looks_down = self._lower[source]
        return np.where(there > here, self._lower[cells], (there == here) | looks_down)

    def _look(self, source: int, cells: Whole, seen: Flags) -> None:
        """Set *seen* for the targets of one group."""
        if not cells.size:
            return
        ground = self.ground
        threshold = ground.threshold
        score = np.zeros(len(cells), np.int64)
        touched = np.zeros((2, len(cells)), bool)
        for barrier in self._barriers(source, int(cells[0])):
            left = np.flatnonzero(score < threshold)
            ends = self.mesh.anchors[cells[left]]
            origin = self.mesh.anchors[source]
            found = join(origin, source, ends, cells[left], barrier, threshold)
            score[left] += found.score
            touched[:, left] |= found.touched
            if ground.parts and barrier is self._walls:
                hidden = left[score[left] >= threshold]
                hidden = hidden[self._doubtful(source, cells[hidden])]
                score[hidden], touched[:, hidden] = 0, True
        unsure = touched.all(axis=0) if ground.policy.scope == "local" else touched.any(axis=0)
        unsure |= ground.below(source)[cells]
        elevation, level = ground.policy.elevation, ground.level
        if elevation is not None and level is not None and elevation.higher_end == "along_line":
            unsure |= level[cells] != level[source]
        clear = score < threshold
        for place in np.flatnonzero(clear & unsure).tolist():
            clear[place] = self.verdict(source, int(cells[place])).clear
        seen[cells[clear]] = True

    def _barriers(self, source: int, target: int) -> Iterator[Barrier]:
        """What can stand between *source* and the targets of the group of *target*."""
        ground, level = self.ground, self.ground.level
        if level is None or ground.policy.elevation is None:
            yield self._borders(ground.weight)
        else:
            high = max(int(level[source]), int(level[target]))
            usual = np.where(level == high, ground.weight, 0)
            yield self._borders(np.where(level > high, ground.threshold, usual).astype(np.uint8))
            yield from self._hiding(source, high, level)
        if ground.parts:
            yield self._walls

    def _hiding(self, source: int, high: int, level: Whole) -> Iterator[Barrier]:
        """Lower cells that hide the lower end: they touch it, and not the higher one.

        A weighted end is not hidden itself, unless the rule says so. If the source is the higher
        end, its own neighbours hide nothing; if it is the lower one, only they can.
        """
        ground, elevation = self.ground, self.ground.policy.elevation
        assert elevation is not None
        here, beside = int(level[source]), self._neighbours[source]
        weights = np.where(level < high, ground.weight, 0).astype(np.uint8)
        if here < high:
            if ground.weight[source] and not elevation.obstacle_target_blind:
                return
            hides = np.zeros_like(weights)
            hides[beside] = weights[beside] * (level[beside] >= here)
        else:
            hides = weights
            hides[beside] = 0
        if hides.any():
            blind = elevation.obstacle_target_blind
            spared = None if here < high or blind else ground.weight > 0
            hiding = Hiding(self._touching, level, beside=here == high, spared=spared)
            yield self._borders(hides, hiding)

    def _borders(self, weights: Weights, hiding: Hiding | None = None) -> Barrier:
        """All borders, with these weights of the cells."""
        mesh = self.mesh
        if hiding is not None:  # borders by themselves are weighed elsewhere
            cells = np.append(weights, np.uint8(0))
            rows = (mesh.a, mesh.b, mesh.left, mesh.right, mesh.tiles)
            return Barrier(*rows, cells, hiding=hiding)
        cells = np.append(weights, np.uint8(self.ground.off_board))  # off the board comes last
        return Barrier(mesh.a, mesh.b, mesh.left, mesh.right, mesh.tiles, cells, self._own)

    def _doubtful(self, source: int, cells: Whole) -> Flags:
        """Which of the targets that drawn lines hide may be hidden by one line counted twice."""
        anchors = self.mesh.anchors
        return self._lines.stretches.doubtful(anchors[source], anchors[cells])

    # ---- what is made once ---------------------------------------------------------------------

    @cached_property
    def _touching(self) -> Whole:
        """A number for every two cells that share a border, as `Hiding` wants them."""
        pairs = np.array(sorted(self.mesh.touching), np.int64).reshape(-1, 2)
        return pairs[:, 0] * self.mesh.count + pairs[:, 1]

    @cached_property
    def _own(self) -> Weights | None:
        """The weight of every border segment by itself, if any has one."""
        borders = self.ground.borders
        return None if borders is None or not borders.any() else borders[self.mesh.border]

    @cached_property
    def _walls(self) -> Barrier:
        return self._lines.barrier

    @cached_property
    def _lines(self) -> LineSegments:
        return LineSegments(self.ground.parts)

    @cached_property
    def _neighbours(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(self.mesh.count)]
        for a, b in sorted(self.mesh.touching):
            found[a].append(b)
        return found

    @cached_property
    def _lower(self) -> Flags:
        level = self.ground.level
        found = np.zeros(self.mesh.count, bool)
        if level is not None:
            for a, b in self.mesh.touching:
                found[a] |= level[b] < level[a]
        return found

    def _distances(self, source: int, most: int = 0) -> Whole:
        """Steps to every cell; beyond *most* (0 = no limit) as many as there are cells."""
        far = np.full(self.mesh.count, self.mesh.count, np.int64)
        far[source] = 0
        waiting = deque([source])
        while waiting:
            cell = waiting.popleft()
            if most and far[cell] == most:
                break
            for other in self._neighbours[cell]:
                if far[other] > far[cell] + 1:
                    far[other] = far[cell] + 1
                    waiting.append(other)
        return far
