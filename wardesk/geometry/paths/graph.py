"""The graph that movement runs on: cells, their roads as nodes of their own, and links.

A cell has one node off the roads, numbered as the cell, and one for every piece of road in it.
Steps that are forbidden are not in the graph. Costs come as halves and thirds too; one scale makes
the figures of a table whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from msgspec import Struct

from wardesk.geometry.paths.movement import Graph, graph
from wardesk.geometry.paths.ways import Ways

Cost = int | float | str | Fraction

_FINEST = 720
"""No table counts in smaller parts of a point."""


class PointScale(Struct, frozen=True):
    """How many whole steps one point is: 2 where a table knows halves."""

    parts: int = 1

    def whole(self, cost: Cost) -> int:
        """A cost in whole steps. ValueError if it does not come out even."""
        exact = fraction(cost) * self.parts
        if exact.denominator != 1:
            raise ValueError(f"{cost} is no multiple of 1/{self.parts}")
        return int(exact)

    def points(self, steps: int) -> Fraction:
        """Whole steps as points again."""
        return Fraction(steps, self.parts)


def fraction(cost: Cost) -> Fraction:
    """A cost as an exact fraction: 1, 0.5, "1/2", "½". ValueError if it is none, or negative."""
    if isinstance(cost, str):
        cost = cost.strip().replace("½", "1/2").replace("⅓", "1/3").replace("¼", "1/4")
    try:
        exact = Fraction(cost).limit_denominator(_FINEST)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{cost!r} is no cost") from None
    if exact < 0:
        raise ValueError(f"{cost!r} is no cost: it is negative")
    return exact


def common_scale(costs: Iterable[Cost]) -> PointScale:
    """The coarsest scale on which all these costs are whole."""
    return PointScale(lcm(1, *(fraction(cost).denominator for cost in costs)))


class Crossing(Struct, frozen=True):
    """A border as it is crossed from cell *source* to *target* off the roads; costs whole."""

    source: int
    target: int
    cost: int


class DeclaredLink(Struct, frozen=True):
    """A bridge, ferry or culvert between two cells, for those who may use it.

    *open* is its state; a closed one is not in the graph. *one_way*: from *a* to *b* only.
    *on_way*: it carries the roads that meet at it too, so that a blown bridge cuts the road.
    """

    a: int
    b: int
    cost: int
    open: bool = True
    one_way: bool = False
    on_way: bool = False


class WayRule(Struct, frozen=True):
    """What a piece of road costs: *along* per cell, *mount* to get on it, *leave* to get off.

    None = not allowed there: then one must come in along the road itself.
    """

    along: int
    mount: int | None = 0
    leave: int | None = 0


class MoveGraph(Struct, frozen=True):
    """A graph with the numbers of its nodes: cells first, then pieces of road."""

    graph: Graph
    cells: int
    ways: Ways

    def nodes_of(self, cell: int) -> tuple[int, ...]:
        """The node off the roads, then those on the cell's roads."""
        pieces = self.ways.by_cell().get(cell, ())
        return (cell, *(self.cells + piece for piece in pieces))

    def on_way(self, node: int) -> bool:
        """Whether a node lies on a road."""
        return node >= self.cells


def move_graph(
    cells: int,
    crossings: Iterable[Crossing],
    *,
    links: Sequence[DeclaredLink] = (),
    ways: Ways | None = None,
    rules: Mapping[int, WayRule] | None = None,
    stops: Iterable[int] = (),
) -> MoveGraph:
    """Put it all together. *rules* by line number; lines without one carry nobody.

    A piece of several lines takes the cheapest rule. *stops* are cells that end a move off the
    roads. Roads run on across borders that nobody may cross off them, except where a closed link
    with `on_way` says that the bridge is gone.
    """
    ways = ways or Ways((), ())
    rule = [_rule(piece.lines, rules or {}) for piece in ways.pieces]
    gone = {frozenset((k.a, k.b)) for k in links if k.on_way and not k.open}
    rows = [(c.source, c.target, c.cost) for c in crossings]
    for link in links:
        if link.open and not link.on_way:
            rows.append((link.a, link.b, link.cost))
            if not link.one_way:
                rows.append((link.b, link.a, link.cost))
    # Who mounts a road does it in the cell where it stands; who leaves it pays there too.
    for number, piece in enumerate(ways.pieces):
        here = rule[number]
        if here is None:
            continue
        node = cells + number
        if here.mount is not None:
            rows.append((piece.cell, node, here.mount))
        if here.leave is not None:
            rows.append((node, piece.cell, here.leave))
        for other in ways.onward[number]:
            there, target = rule[other], ways.pieces[other].cell
            if there is not None and frozenset((piece.cell, target)) not in gone:
                toll = _toll(links, piece.cell, target)
                rows.append((node, cells + other, there.along + toll))
    home = [*range(cells), *(piece.cell for piece in ways.pieces)]
    return MoveGraph(graph(len(home), rows, cell=home, stops=stops), cells, ways)


def _rule(lines: tuple[int, ...], rules: Mapping[int, WayRule]) -> WayRule | None:
    known = [rules[line] for line in lines if line in rules]
    return min(known, key=lambda rule: rule.along) if known else None


def _toll(links: Sequence[DeclaredLink], a: int, b: int) -> int:
    """What an open bridge on the road costs beyond the road."""
    return sum(k.cost for k in links if k.on_way and k.open and {k.a, k.b} == {a, b})
