"""Ways along the sides of hexes and squares, from corner to corner.

Corners are board points, exact; every corner of the sheet is the end of two to four sides. The rim
of the sheet can be walked too, though nothing can lie there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from heapq import heappop, heappush

from msgspec import Struct

from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.snap import Point

SWAY = 0.16
"""How much nearer the next corner must be than the last one, as a share of a side, before the hand
has passed the middle of the side: a hand that trembles there does not go to and fro."""
_CLOSE = 0.2
"""How close to a side, as a share of it, the hand is on it."""
_CORRIDOR = 2.2
"""How far from the straight line, in sides, the shortest way is sought first."""
_ASIDE = 1e-6
"""What being off the straight line costs, so that of equally short ways the straightest is found.
Small: thousands of sides together must not weigh as much as one."""


class WalkedSide(Struct, frozen=True):
    """One side as it is walked, with the numbers of the cells on both hands; -1 = no cell."""

    start: Point
    end: Point
    left: int
    right: int

    @property
    def middle(self) -> Point:
        """Halfway along."""
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2

    @property
    def is_rim(self) -> bool:
        """Whether there is a cell on one hand only."""
        return self.left < 0 or self.right < 0


class SideWays:
    """The corners of a sheet and the sides between them; *present* tells which cells there are."""

    def __init__(self, grid: Grid, present: Callable[[int], bool]) -> None:
        self._grid, self._present = grid, present
        self._from: dict[Point, dict[Point, WalkedSide]] = {}
        self._done: set[int] = set()
        """Cells whose corners are known with all their sides."""
        first = grid.side(0, 0, 0)
        self.side_length = math.dist(*first)

    def sides_from(self, corner: Point) -> Mapping[Point, WalkedSide]:
        """The sides that begin at a corner which was met before, by where they end."""
        sides = self._from.get(corner, {})
        for side in tuple(sides.values()):
            for number in (side.left, side.right):
                if number >= 0:
                    self._learn(number)
        return self._from.get(corner, {})

    def corner_near(self, point: Point) -> Point | None:
        """The corner nearest to a point of the sheet; None off it."""
        number = self._grid.cell_at(*point)
        if number < 0 or not self._present(number):
            return None
        self._learn(number)
        corners = self._grid.outline(*self._grid.coordinates(number))
        return min(corners, key=lambda one: math.dist(one, point))

    def _learn(self, number: int) -> None:
        """Note the sides that meet at the corners of a cell."""
        if number in self._done:
            return
        self._done.add(number)
        grid = self._grid
        q, r = grid.coordinates(number)
        steps = ((0, 0), *grid.side_steps, *grid.corner_steps)
        for dq, dr in steps:
            if grid.index(q + dq, r + dr) >= 0:
                self._note_sides(q + dq, r + dr)

    def _note_sides(self, q: int, r: int) -> None:
        grid = self._grid
        cell = grid.index(q, r)
        if not self._present(cell):
            return
        for direction, (dq, dr) in enumerate(grid.side_steps):
            other = grid.index(q + dq, r + dr)
            other = other if other >= 0 and self._present(other) else -1
            start, end = grid.side(q, r, direction)
            self._from.setdefault(start, {})[end] = WalkedSide(start, end, cell, other)
            self._from.setdefault(end, {})[start] = WalkedSide(end, start, other, cell)

    def way(self, start: Point, goal: Point, *, rim: bool = False) -> tuple[WalkedSide, ...]:
        """The shortest way between two corners, of several the one nearest to the straight line.

        With *rim* it may run where there is a cell on one hand only. Empty if there is none, or
        both are the same corner.
        """
        reach = _CORRIDOR * self.side_length
        return self._way(start, goal, reach, rim) or self._way(start, goal, math.inf, rim)

    def _way(self, start: Point, goal: Point, reach: float, rim: bool) -> tuple[WalkedSide, ...]:
        long = math.dist(start, goal)
        if not long:
            return ()
        came: dict[Point, WalkedSide] = {}
        best = {start: 0.0}
        queue = [(self._least(start, goal), 0.0, start)]
        while queue:
            _, cost, corner = heappop(queue)
            if corner == goal:
                return _traced(came, start, goal)
            if cost > best[corner]:
                continue
            for end, side in self.sides_from(corner).items():
                aside = _off_line(side.middle, start, goal)
                if aside > reach or (side.is_rim and not rim):
                    continue
                after = cost + 1 + _ASIDE * aside / self.side_length
                if after < best.get(end, math.inf):
                    best[end], came[end] = after, side
                    heappush(queue, (after + self._least(end, goal), after, end))
        return ()

    def _least(self, corner: Point, goal: Point) -> float:
        """No way between two corners has fewer sides.

        On hexes n sides lead farthest in a zigzag: √3/2 a side, and half a side across if n is odd.
        """
        if self._grid.kind == "square":
            return (abs(goal[0] - corner[0]) + abs(goal[1] - corner[1])) / self.side_length
        far = math.dist(corner, goal) / (self.side_length * 1.0001)
        return math.sqrt(max(far * far - 0.25, 0.0) / 0.75)


class SideTrace:
    """Follows a hand over the sheet along the sides that it passes, corner to corner.

    A side counts once its middle was passed, and the one that the hand went down on or was lifted
    from if that was in its middle half; who goes back over it takes it back. Where the hand
    cuts across a cell, the shortest way along sides is taken, so the way always hangs together. Off
    the sheet the trace rests, and begins anew where the hand comes back far away.
    """

    def __init__(self, ways: SideWays, start: Point) -> None:
        self._ways = ways
        self._at = start
        self.corner = ways.corner_near(start)
        """The corner that the hand is at."""
        self.way: list[WalkedSide] = []
        """The sides that were passed, in order; the rim among them."""
        self._first = self._under(start)
        """The side that the hand went down on, walked towards the corner."""

    def to(self, point: Point) -> None:
        """The hand went straight to *point*."""
        start, self._at = self._at, point
        far = math.dist(start, point)
        steps = int(far / (self._ways.side_length / 8)) + 1
        for k in range(1, steps + 1):
            x = start[0] + (point[0] - start[0]) * k / steps
            y = start[1] + (point[1] - start[1]) * k / steps
            self._step((x, y))

    def end(self) -> None:
        """The hand was lifted: the side that it rests on counts too, if it came along others."""
        side = self._under(self._at)
        if side is not None and self.way and self.way[-1].start != side.start:
            self.way.append(self._ways.sides_from(side.end)[side.start])
            self.corner = side.start

    def _under(self, point: Point) -> WalkedSide | None:
        """The side, walked towards the corner, whose middle half lies under a point."""
        length, corner = self._ways.side_length, self.corner
        if corner is None:
            return None
        for end, side in self._ways.sides_from(corner).items():
            close = _off_line(point, corner, end) < _CLOSE * length
            if close and abs(math.dist(point, corner) / length - 0.5) <= 0.25:
                return self._ways.sides_from(end)[side.start]
        return None

    def _step(self, point: Point) -> None:
        near = self._ways.corner_near(point)
        if near is None or near == self.corner:
            return
        if self.corner is None:
            self.corner = near
            return
        length = self._ways.side_length
        if math.dist(self.corner, point) - math.dist(near, point) < SWAY * length:
            return
        last, self.corner = self.corner, near
        if math.dist(last, near) > 4 * length:
            return  # it was off the sheet, and comes back elsewhere
        passed = self._ways.way(last, near, rim=True)
        if not self.way and self._first is not None and passed:
            if passed[0].end != self._first.start:
                self.way.append(self._first)
            self._first = None
        for side in passed:
            if self.way and (self.way[-1].start, self.way[-1].end) == (side.end, side.start):
                self.way.pop()
            else:
                self.way.append(side)


def _traced(came: Mapping[Point, WalkedSide], start: Point, goal: Point) -> tuple[WalkedSide, ...]:
    way: list[WalkedSide] = []
    while goal != start:
        way.append(came[goal])
        goal = came[goal].start
    return tuple(reversed(way))


def _off_line(point: Point, start: Point, goal: Point) -> float:
    """How far a point is from the straight line between two others, and beyond its ends."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))
