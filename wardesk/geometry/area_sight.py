"""Sight on area boards: one pair with its reasons, and one cell to all by the angular join.

One pair is the exact trace through the borders. For cells that block outright it says what shapely
says: blocked iff the line meets the interior of the union of the blocking cells other than its two
ends (with ``corner="clear"``; cells that meet in one point close it under ``corner="min"``).
"""

from __future__ import annotations

from collections import deque
from functools import cached_property

import numpy as np

from wardesk.geometry.angular_join import Barrier, join
from wardesk.geometry.area_mesh import Mesh
from wardesk.geometry.drawn_lines import LineSegments
from wardesk.geometry.sight_events import Event
from wardesk.geometry.sight_ground import Flags, Ground, Whole
from wardesk.geometry.sight_judge import Judge, LineCrossed, Verdict


class AreaSight:
    """Sight on one mesh and ground; never changes."""

    def __init__(self, mesh: Mesh, ground: Ground) -> None:
        self.mesh, self.ground = mesh, ground

    def with_weight(self, cell: int, weight: int) -> AreaSight:
        """Sight after the weight of one cell changed."""
        changed = AreaSight(self.mesh, self.ground.with_weight(cell, weight))
        for name in ("_lines", "_neighbours", "_lower"):
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

    def verdict(self, a: int, b: int) -> Verdict:
        """The judgement of one line with all it met; without regard to reach."""
        return self.judge.verdict(a, b, self.events(a, b), self.lines(a, b))

    # ---- one to all ----------------------------------------------------------------------------

    def seen_from(self, source: int, reach: int = 0) -> Flags:
        """Which cells *source* sees within *reach* steps (0 = any distance), itself included."""
        count, policy = self.mesh.count, self.ground.policy
        wanted = self._distances(source) <= reach if reach else np.ones(count, bool)
        wanted[source] = False
        seen = np.zeros(count, bool)
        level = self.ground.level
        if level is None:
            self._look(source, np.flatnonzero(wanted), None, seen)
        else:
            for height in np.unique(level[wanted]).tolist():
                self._look(source, np.flatnonzero(wanted & (level == height)), height, seen)
        if policy.adjacent == "clear":
            seen[[cell for cell in self._neighbours[source] if wanted[cell]]] = True
        seen[source] = True
        return seen

    def _look(self, source: int, cells: Whole, height: int | None, seen: Flags) -> None:
        """Set *seen* for targets that all have the same height."""
        if not cells.size:
            return
        anchors, threshold = self.mesh.anchors, self.ground.threshold
        weights, doubtful = self._weights(source, cells, height)
        borders = self._barrier(source, weights)
        found = join(anchors[source], anchors[cells], cells, *borders, threshold)
        score, left, right = found.score, found.on_left, found.on_right
        if self.ground.parts:
            walls = join(anchors[source], anchors[cells], cells, *self._walls(source), threshold)
            score = score + walls.score
            left, right = left | walls.on_left, right | walls.on_right
        local = self.ground.policy.scope == "local"
        unsure = (left & right) if local else (left | right)
        unsure |= self.ground.below(source)[cells]
        clear = score < threshold
        for place in np.flatnonzero(clear & (unsure | doubtful)).tolist():
            clear[place] = self.verdict(source, int(cells[place])).clear
        seen[cells[clear]] = True

    def _weights(self, source: int, cells: Whole, height: int | None) -> tuple[Whole, Flags]:
        """Weights of all cells for targets of this height; targets that the judge must look at."""
        ground = self.ground
        weight = ground.weight.astype(np.int64)
        doubtful = np.zeros(len(cells), bool)
        elevation = ground.policy.elevation
        if ground.level is None or height is None or elevation is None:
            return weight, doubtful
        level, here = ground.level, int(ground.level[source])
        high, low = max(here, height), min(here, height)
        weights = np.where(level > high, ground.threshold, np.where(level == high, weight, 0))
        if here == height:
            return weights, doubtful
        if elevation.higher_end == "along_line":
            return weights, ~doubtful
        if elevation.higher_end == "edge_cell":
            fits = self._lower[source] if here > height else self._lower[cells]
            doubtful |= ~np.broadcast_to(fits, len(cells))  # the judge says no
        hides = (weight > 0) & (level >= low) & (level < high)
        if here < height:
            doubtful |= any(bool(hides[cell]) for cell in self._neighbours[source])
        else:
            doubtful |= self._beside(hides)[cells]
        return weights, doubtful

    def _beside(self, flags: Flags) -> Flags:
        """Cells that share a border with a flagged one."""
        mesh = self.mesh
        both = np.flatnonzero((mesh.left >= 0) & (mesh.right >= 0))
        left, right = mesh.left[both], mesh.right[both]
        found = np.zeros(mesh.count, bool)
        found[left[flags[right]]] = True
        found[right[flags[left]]] = True
        return found

    def _barrier(self, source: int, weights: Whole) -> tuple[Barrier, Whole]:
        """All border segments, and which of them weigh something for lines from *source*."""
        mesh, ground = self.mesh, self.ground
        table = np.append(weights, ground.off_board)  # the cell -1, off the board, comes last
        table[source] = 0
        left, right = table[mesh.left], table[mesh.right]
        own = np.zeros(len(left), np.int64)
        if ground.borders is not None and ground.borders.any():
            mine = (mesh.left == source) | (mesh.right == source)
            own = np.where(mine, 0, ground.borders[mesh.border]).astype(np.int64)
        whole = Barrier(mesh.a, mesh.b, mesh.left, mesh.right, left, right, own)
        return whole, np.flatnonzero(left + right + own)

    def _walls(self, source: int) -> tuple[Barrier, Whole]:
        lines = self._lines
        none = np.zeros(len(lines.a), np.int64)
        whole = Barrier(lines.a, lines.b, lines.cell, lines.cell, none, none, lines.weight)
        return whole, np.flatnonzero(lines.cell != source)

    # ---- what is made once ---------------------------------------------------------------------

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

    def _distances(self, source: int) -> Whole:
        far = np.full(self.mesh.count, self.mesh.count, np.int64)
        far[source] = 0
        waiting = deque([source])
        while waiting:
            cell = waiting.popleft()
            for other in self._neighbours[cell]:
                if far[other] > far[cell] + 1:
                    far[other] = far[cell] + 1
                    waiting.append(other)
        return far
