"""A country's geography laid over a hex lattice: towns, woods, waters, roads as cells and sides.

`Sheet` takes longitude and latitude to the lattice by way of places whose hexes are known: a
similarity, and a thin-plate bend over it that meets every known place. `water_sides` walks a river
along the sides of hexes, `way_cells` a road from hex to hex.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wardesk.geometry.grids.hex_lattice import CELL_STEP, NEIGHBOURS, HexGrid
from wardesk.geometry.grids.numbering import Numbering

Point = tuple[float, float]
"""Longitude and latitude, or x and y of the board; each function says which."""
Pair = tuple[str, str]
Floats = NDArray[np.float64]

SMOOTH = 1e-9


class Sheet:
    """One hex map of a stretch of country. *known*: longitude, latitude -> board x, y."""

    def __init__(
        self, grid: HexGrid, numbering: Numbering, home: Point, known: Sequence[tuple[Point, Point]]
    ) -> None:
        self.grid = grid
        self.labels = numbering.labels(grid)
        self.gates: set[str] = set()
        """Hexes that a way must not cut off."""
        self.number = {label: n for n, label in enumerate(self.labels)}
        self._home = home
        self._kx = 111.32 * math.cos(math.radians(home[1]))
        places = np.array([self._km(place) for place, _ in known])
        self._places = places
        self._weights = _thin_plate(places, np.array([spot for _, spot in known], dtype=float))

    def _km(self, place: Point) -> Point:
        return ((place[0] - self._home[0]) * self._kx, (self._home[1] - place[1]) * 111.2)

    def board(self, place: Point) -> Point:
        """Board x, y of a longitude and latitude."""
        at = np.array([self._km(place)])
        x, y = (_basis(at, self._places) @ self._weights)[0]
        return float(x), float(y)

    # ---- cells ----------------------------------------------------------------------------------

    def centre(self, label: str) -> Point:
        """Board x, y of the middle of a hex."""
        x, y = self.grid.centre(*self.grid.coordinates(self.number[label]))
        return float(x), float(y)

    def cell(self, spot: Point) -> str:
        """The hex at board x, y; "" off the sheet."""
        number = self.grid.cell_at(*spot)
        return self.labels[number] if number >= 0 else ""

    def beside(self, label: str) -> Iterator[str]:
        """The hexes next to a hex."""
        q, r = self.grid.coordinates(self.number[label])
        for dq, dr in NEIGHBOURS:
            number = self.grid.index(q + dq, r + dr)
            if number >= 0:
                yield self.labels[number]

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """Both ends of the side between two hexes, board x, y. ValueError if they share none."""
        q, r = self.grid.coordinates(self.number[a])
        for direction, (dq, dr) in enumerate(NEIGHBOURS):
            if self.grid.index(q + dq, r + dr) == self.number[b]:
                one, two = self.grid.side(q, r, direction)
                return (float(one[0]), float(one[1])), (float(two[0]), float(two[1]))
        raise ValueError(f"{a} and {b} share no side")

    # ---- lines ----------------------------------------------------------------------------------

    def way_cells(self, spots: Sequence[Point]) -> list[list[str]]:
        """The hexes that a line of board points runs through, in stretches that are on the sheet.

        A loop that comes back to the hex it left is cut off.
        """
        stretches: list[list[str]] = []
        now: list[str] = []
        for spot in dense(spots, CELL_STEP / 8):
            cell = self.cell(spot)
            if not cell:
                if len(now) > 1:
                    stretches.append(now)
                now = []
            elif cell in now:
                del now[now.index(cell) + 1 :]
            else:
                if now and cell not in self.beside(now[-1]):
                    now += self._between(now[-1], cell)
                now.append(cell)
        if len(now) > 1:
            stretches.append(now)
        return [self._straight(stretch) for stretch in stretches]

    def _straight(self, cells: list[str]) -> list[str]:
        """Without hexes that can be cut off: a line between two columns would run in zigzag."""
        kept = cells[:2]
        for cell in cells[2:]:
            if cell in self.beside(kept[-2]) and kept[-1] not in self.gates:
                kept.pop()
            kept.append(cell)
        return kept

    def _between(self, a: str, b: str) -> list[str]:
        """A hex that touches both, where a line slipped through a corner; none if there is none."""
        return [cell for cell in self.beside(a) if b in set(self.beside(cell))][:1]

    def water_sides(self, spots: Sequence[Point]) -> list[Pair]:
        """The sides along which a water of board points runs, from its beginning to its end."""
        corners = self._corners
        found: list[Pair] = []
        walk: list[Point] = []

        def end() -> None:
            steps = map(frozenset, pairwise(walk))
            found.extend(self._sides[step] for step in steps if step in self._sides)
            walk.clear()

        for spot in dense(spots, CELL_STEP / 8):
            cell = self.cell(spot)
            near = self._nearest_corner(cell, spot) if cell else None
            if near is None:
                end()
            elif not walk:
                walk.append(near)
            elif near != walk[-1]:
                for corner in _shortest(corners, walk[-1], near):
                    if corner in walk:
                        del walk[walk.index(corner) + 1 :]
                    else:
                        walk.append(corner)
        end()
        return found

    def _nearest_corner(self, cell: str, spot: Point) -> Point | None:
        """The corner of a hex next to a spot; None where no side of two hexes ends."""
        q, r = self.grid.coordinates(self.number[cell])
        ring = ((float(x), float(y)) for x, y in self.grid.outline(q, r))
        able = [corner for corner in ring if corner in self._corners]
        return min(able, key=lambda corner: math.dist(corner, spot), default=None)

    @property
    def _corners(self) -> dict[Point, set[Point]]:
        self._look()
        return self._beside_corner

    @property
    def _sides(self) -> dict[frozenset[Point], Pair]:
        self._look()
        return self._side_of

    def _look(self) -> None:
        if hasattr(self, "_side_of"):
            return
        self._side_of: dict[frozenset[Point], Pair] = {}
        self._beside_corner: dict[Point, set[Point]] = {}
        for label in self.labels:
            for other in self.beside(label):
                one, two = self.side(label, other)
                self._side_of[frozenset((one, two))] = (min(label, other), max(label, other))
                self._beside_corner.setdefault(one, set()).add(two)
                self._beside_corner.setdefault(two, set()).add(one)


def dense(spots: Sequence[Point], step: float) -> Iterator[Point]:
    """A line with points at most *step* apart."""
    for (ax, ay), (bx, by) in pairwise(spots):
        parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / step))
        for part in range(parts):
            share = part / parts
            yield ax + (bx - ax) * share, ay + (by - ay) * share
    yield spots[-1]


def led_through(spots: Sequence[Point], gate: Sequence[Point], clear: float) -> list[Point]:
    """A line bent so that it runs through the points of *gate*, in its own direction.

    What lay within *clear* of the gate is left out, so that the line does not turn back.
    """
    middle = (sum(x for x, _ in gate) / len(gate), sum(y for _, y in gate) / len(gate))
    points = list(dense(spots, clear / 2))
    nearest = min(range(len(points)), key=lambda n: math.dist(points[n], middle))
    before = [p for p in points[:nearest] if math.dist(p, middle) > clear]
    after = [p for p in points[nearest + 1 :] if math.dist(p, middle) > clear]
    through = list(gate)
    last = before[-1] if before else None
    coming = after[0] if after else None
    straight = _gap(last, through[0]) + _gap(through[-1], coming)
    turned = _gap(last, through[-1]) + _gap(through[0], coming)
    return [*before, *(through if straight <= turned else through[::-1]), *after]


def _gap(a: Point | None, b: Point | None) -> float:
    return math.dist(a, b) if a and b else 0.0


def _shortest(beside: dict[Point, set[Point]], start: Point, goal: Point) -> list[Point]:
    """Corners from *start* (left out) to *goal* along sides."""
    before: dict[Point, Point] = {}
    queue = [(math.dist(start, goal), 0.0, start)]
    cost = {start: 0.0}
    while queue:
        _, so_far, corner = heapq.heappop(queue)
        if corner == goal:
            break
        for other in sorted(beside.get(corner, ())):
            new = so_far + math.dist(corner, other)
            if new < cost.get(other, math.inf):
                cost[other] = new
                before[other] = corner
                heapq.heappush(queue, (new + math.dist(other, goal), new, other))
    found: list[Point] = []
    while goal != start and goal in before:
        found.append(goal)
        goal = before[goal]
    return found[::-1]


def _basis(at: Floats, places: Floats) -> Floats:
    far = np.linalg.norm(at[:, None, :] - places[None, :, :], axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        bend = np.where(far > SMOOTH, far**2 * np.log(far), 0.0)
    return np.hstack([bend, np.ones((len(at), 1)), at])


def _thin_plate(places: Floats, spots: Floats) -> Floats:
    """Weights of `_basis` that take every place to its spot and bend as little as they can."""
    count = len(places)
    flat = np.hstack([np.ones((count, 1)), places])
    left = np.zeros((count + 3, count + 3))
    left[:count] = _basis(places, places)
    left[count:, :count] = flat.T
    right = np.vstack([spots, np.zeros((3, 2))])
    return np.asarray(np.linalg.solve(left, right), dtype=np.float64)


def spread(sheet: Sheet, start: str, count: int, free: Callable[[str], bool]) -> list[str]:
    """*count* hexes around *start* that are *free*, the nearest first."""
    middle = sheet.centre(start)
    ring = [start]
    seen = {start}
    found: list[str] = []
    while ring and len(found) < count:
        found += [cell for cell in ring if free(cell)]
        wider = {other for cell in ring for other in sheet.beside(cell)} - seen
        seen |= wider
        ring = sorted(wider, key=lambda cell: (math.dist(sheet.centre(cell), middle), cell))
    return found[:count]


def sides_around(sheet: Sheet, cells: Iterable[str]) -> Iterator[Pair]:
    """Every pair of *cells* that share a side, the smaller name first."""
    inside = set(cells)
    for cell in inside:
        for other in sheet.beside(cell):
            if cell < other and other in inside:
                yield cell, other
