"""Cheapest ways over a graph with whole-number costs: everything within reach, and single paths.

Nodes are numbers; a cell may have several (off the road, on this road, on that one), so that a
column on one road cannot hop to another road of the same cell. Costs are whole numbers: who needs
half points doubles them (`movement_costs.Scale`). A bucket queue (Dial 1969) in plain Python:
exact, and quicker than a heap for the ranges that units have.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from msgspec import Struct

Step = tuple[int, int]
"""Where a step leads, and what it costs."""

DEAREST = 10_000
"""Steps may not cost more than this; a forbidden step is left out, not made dear."""

_NOTHING: frozenset[int] = frozenset()


class Graph(Struct, frozen=True):
    """Steps out of every node, and the cell every node lies in.

    *stops* are nodes where a move ends once entered (a wood, a river bank). Costs may differ by
    direction: a stream is paid on leaving one side.
    """

    steps: Sequence[Sequence[Step]]
    cell: Sequence[int]
    stops: frozenset[int] = _NOTHING

    def __len__(self) -> int:
        return len(self.steps)


class Reach(Struct, frozen=True):
    """What can be reached: the least cost of every node, and the node before it.

    The start comes before itself.

    *least* holds nodes reached only because one cell may always be moved; they use up everything.
    """

    start: int
    cost: dict[int, int]
    before: dict[int, int]
    least: frozenset[int] = _NOTHING

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the start to *node*, both included. KeyError if it is out of reach."""
        found = [node]
        while node != self.start:
            node = self.before[node]
            found.append(node)
        return tuple(reversed(found))

    def cells(self, graph: Graph) -> dict[int, int]:
        """The least cost by cell, over all its nodes."""
        found: dict[int, int] = {}
        for node, cost in self.cost.items():
            cell = graph.cell[node]
            if cost < found.get(cell, cost + 1):
                found[cell] = cost
        return found


def graph(
    count: int,
    steps: Iterable[tuple[int, int, int]],
    *,
    cell: Sequence[int] | None = None,
    stops: Iterable[int] = (),
) -> Graph:
    """A graph of *count* nodes from rows (from, to, cost).

    Without *cell* every node is a cell of its own. ValueError for a node that does not exist, or a
    cost that is negative or above `DEAREST`.
    """
    out: list[list[Step]] = [[] for _ in range(count)]
    for source, target, cost in steps:
        if not (0 <= source < count and 0 <= target < count):
            raise ValueError(f"step {source}–{target} leaves the {count} nodes")
        if not 0 <= cost <= DEAREST:
            raise ValueError(f"a step cannot cost {cost}; 0 to {DEAREST} is the range")
        out[source].append((target, cost))
    return Graph(out, range(count) if cell is None else cell, frozenset(stops))


def reach(
    graph: Graph,
    start: int,
    points: int,
    *,
    stops: Container[int] = _NOTHING,
    closed: Container[int] = _NOTHING,
    least_one: bool = False,
) -> Reach:
    """Everything within *points* of *start*, exactly.

    *stops* are further nodes where a move ends once entered (this turn's zones of control),
    *closed* nodes that may not be entered. With *least_one* the cells next door can always be
    entered, whatever they cost, as long as a step leads there. The start never stops a move.
    """
    if points < 0:
        raise ValueError(f"nobody has {points} points to spend")
    cost, before = _spread(graph, start, points, stops, closed, None)
    least = _next_door(graph, start, cost, before, closed, points) if least_one else _NOTHING
    return Reach(start, cost, before, least)


def path(
    graph: Graph,
    start: int,
    goals: Container[int],
    *,
    most: int | None = None,
    closed: Container[int] = _NOTHING,
) -> tuple[int, tuple[int, ...]] | None:
    """The cheapest way to the first of *goals*: its cost and its nodes, or None if there is none.

    Stops are not heeded: a way longer than one move goes on the next turn. *most* bounds the cost.
    """
    free = Graph(graph.steps, graph.cell)
    limit = most if most is not None else DEAREST * max(1, len(graph))
    cost, before = _spread(free, start, limit, _NOTHING, closed, goals)
    goal = next(reversed(cost)) if cost and next(reversed(cost)) in goals else None
    if goal is None:
        return None
    return cost[goal], Reach(start, cost, before).path(goal)


def _spread(  # noqa: C901 - the inner loop of every hover; calls would double its time
    graph: Graph,
    start: int,
    points: int,
    stops: Container[int],
    closed: Container[int],
    goals: Container[int] | None,
) -> tuple[dict[int, int], dict[int, int]]:
    """Least costs and predecessors; with *goals* it ends at the first, which is then put last."""
    steps, always = graph.steps, graph.stops
    halting, closing = bool(always or stops), bool(closed)
    cost = {start: 0}
    before = {start: start}
    buckets: list[list[int]] = [[start]]
    at = 0
    known = cost.get
    while at < len(buckets):
        for node in buckets[at]:
            if cost[node] != at:
                continue  # a dearer way, overtaken since
            if goals is not None and node in goals:
                cost[node] = cost.pop(node)
                return cost, before
            if halting and node != start and (node in always or node in stops):
                continue
            for target, price in steps[node]:
                total = at + price
                if total <= points:
                    old = known(target)
                    if old is None or total < old:
                        if closing and target in closed:
                            continue
                        cost[target] = total
                        before[target] = node
                        if total >= len(buckets):
                            buckets.extend([] for _ in range(total - len(buckets) + 1))
                        buckets[total].append(target)
        buckets[at] = []
        at += 1
    return cost, before


def _next_door(
    graph: Graph,
    start: int,
    cost: dict[int, int],
    before: dict[int, int],
    closed: Container[int],
    points: int,
) -> frozenset[int]:
    """Add the cells next to the start that are too dear, at the price of everything."""
    home = graph.cell[start]
    here = [node for node in cost if graph.cell[node] == home]  # it may get on a road first
    found: set[int] = set()
    for node in here:
        for target, _ in graph.steps[node]:
            if graph.cell[target] != home and target not in cost and target not in closed:
                cost[target] = points
                before[target] = node
                found.add(target)
    return frozenset(found)
