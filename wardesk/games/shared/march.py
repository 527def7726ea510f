"""Marches: where a unit gets to, by which way, and what is wrong with a way that was answered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any, Literal, NamedTuple

from wardesk.engine.cached import cached_property
from wardesk.games.shared.zones import Neighbours
from wardesk.geometry.paths.graph import Cost
from wardesk.model.movement import Movement

Cells = Collection[str]


def flood(
    neighbours: Neighbours, origin: str, *, stops: Cells = (), closed: Cells = ()
) -> dict[str, str]:
    """Every cell of a march without limit, each with the cell before it; *origin* with itself.

    Whoever enters one of *stops* goes no further, *closed* cells nobody enters.
    """
    before = {origin: origin}
    queue = [origin]
    for cell in queue:  # it grows while it is read
        if cell in stops and cell != origin:
            continue
        for other in neighbours[cell]:
            if other not in before and other not in closed:
                before[other] = cell
                queue.append(other)
    return before


def way(before: Mapping[str, str], origin: str, goal: str) -> tuple[str, ...]:
    """The cells entered on the way to *goal*, first one first; empty when there is no way."""
    if goal not in before:
        return ()
    found, cell = [goal], before[goal]
    while cell != origin:
        found.append(cell)
        cell = before.get(cell, origin)
    found.reverse()
    return tuple(found)


def distances(neighbours: Neighbours, goals: Collection[str]) -> dict[str, int]:
    """Steps to the nearest of *goals*, for every cell that leads to one."""
    found = dict.fromkeys(goals, 0)
    ring, steps = list(found), 0
    while ring:
        steps += 1
        last, ring = ring, list[str]()
        for cell in last:
            for other in neighbours[cell]:
                if other not in found:
                    found[other] = steps
                    ring.append(other)
    return found


def affordable(
    movement: Movement, origin: str, points: Cost, *, stops: Cells = (), closed: Cells = ()
) -> dict[str, tuple[str, ...]]:
    """Every goal within *points* and the cheapest way there, first cell entered first."""
    found = movement.reach(origin, points, stops=stops, closed=closed)
    return {goal: cells[1:] for goal, cells in found.ways.items() if goal != origin}


class WayFault(NamedTuple):
    """What is wrong with a way: *at* is where, *last* the cell before it."""

    kind: Literal["unknown", "apart", "closed", "stop"]
    at: str
    last: str


def faults(
    neighbours: Neighbours,
    origin: str,
    cells: tuple[str, ...],
    *,
    stops: Cells = (),
    closed: Cells = (),
    stepping_out: bool = False,
) -> Iterator[WayFault]:
    """Everything wrong with the way *cells* from *origin*; an unknown cell is the last.

    *stepping_out*: the first cell may be *origin* itself, for units that come out of cover.
    """
    at, entered = origin, False
    for index, cell in enumerate(cells):
        if cell not in neighbours:
            yield WayFault("unknown", cell, at)
            return
        out = stepping_out and index == 0 and cell == origin
        if cell not in neighbours[at] and not out:
            yield WayFault("apart", cell, at)
        if cell in closed:
            yield WayFault("closed", cell, at)
        if entered and at in stops:
            yield WayFault("stop", at, at)
        at, entered = cell, not out


def pays(
    movement: Movement, origin: str, cells: tuple[str, ...], points: Cost, *, stops: Cells = ()
) -> bool:
    """Whether *points* are enough for the way *cells*, and not only for a cheaper one."""
    on_it = {origin, *cells}
    others = {other for cell in on_it for other in movement.board.neighbours(cell)} - on_it
    found = movement.reach(origin, points, stops=stops, closed=others)
    return found.ways.get(cells[-1], ())[1:] == cells


StepCosts = Mapping[str, Mapping[str, int]]
"""What the step from a cell into each cell beside it costs; forbidden ones are not in it."""


class CheapestWays(NamedTuple):
    """Goals within the points, what each costs, and the cell before it on the cheapest way."""

    cost: dict[str, int]
    before: dict[str, str]


def cheapest(
    costs: StepCosts,
    origin: str,
    points: int,
    *,
    stops: Cells = (),
    closed: Cells = (),
    least_one: bool = False,
) -> CheapestWays:
    """The cheapest ways within *points*, by plain step costs; *origin* is among the goals.

    For games whose costs change from step to step within a turn. *least_one*: one step that is not
    forbidden may be made whatever it costs, and nothing after it.
    """
    cost, before = {origin: 0}, {origin: origin}
    queue: list[tuple[int, str]] = [(0, origin)]
    least, too_much = cost.get, points + 1
    while queue:
        spent, cell = heappop(queue)
        if spent > cost[cell] or (cell in stops and cell != origin):
            continue  # it was reached more cheaply since, or nobody goes on from here
        for other, step in costs[cell].items():
            total = spent + step
            if total < least(other, too_much) and other not in closed:
                cost[other], before[other] = total, cell
                heappush(queue, (total, other))
    if least_one:
        for other, step in costs[origin].items():
            if other not in cost and other not in closed:
                cost[other], before[other] = step, origin
    return CheapestWays(cost, before)


class Marches:
    """Ways that are kept, and what follows from them."""

    def __init__(self, ways: CheapestWays, neighbours: Neighbours) -> None:
        self.cost, self.before = ways
        self.kept: dict[object, Any] = {}
        """What a game works out of them, by all else that it depends on."""
        self._neighbours = neighbours

    @cached_property
    def way(self) -> Mapping[str, tuple[str, ...]]:
        """The cells entered on the way to each goal."""
        found: dict[str, tuple[str, ...]] = {}
        for goal in self.before:
            new, cell = list[str](), goal
            while cell not in found and self.before[cell] != cell:
                new.append(cell)
                cell = self.before[cell]
            found.setdefault(cell, ())
            for step in reversed(new):
                found[step] = (*found[self.before[step]], step)
        return found

    @cached_property
    def beside(self) -> frozenset[str]:
        """Every cell next to one of the goals."""
        near = self._neighbours
        return frozenset(other for cell in self.cost for other in near.get(cell, ()))
