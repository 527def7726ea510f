"""Movement on a board: reach and paths by cell, with the figures of palette, features and links.

Palette convention. A cost is a number, "1/2", or "no". A kind of ground may have the properties
``move_<class>`` or ``move``, what entering costs (1 without either); ``uphill_<class>`` or
``uphill``, what it costs on top from a cell with a lower ``level``; and ``stop = true``, where a
move ends. A kind of border may have ``move_<class>`` or ``move``, what crossing costs on top, and
if it is directed ``up`` and ``down``, what that way costs besides. A kind of line with
``move_<class>`` or ``move`` is a road: that is the cost of every cell along it, whatever the
ground; with "no", or without either, the class cannot use it. Where a palette has kinds of borders
that lead over others (a bridge), a road ends at a closed side that none of them lies on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.geometry.adjacency.contact_lines import open_borders, road_pieces
from wardesk.geometry.paths.graph import (
    Cost,
    Crossing,
    DeclaredLink,
    MoveGraph,
    PointScale,
    WayRule,
    common_scale,
    move_graph,
)
from wardesk.geometry.paths.movement import path, reach
from wardesk.geometry.paths.ways import Ways
from wardesk.model.board import JOINING, Board, Border, Contact
from wardesk.model.lattice import Lattice
from wardesk.model.palette import Palette, Scalar, TerrainKind, counting, joins
from wardesk.words import say

LinkState = Literal["intact", "wired", "blown", "temporary"]
OPEN: frozenset[LinkState] = frozenset({"intact", "wired", "temporary"})


class BoardLink(Struct, frozen=True):
    """A bridge, ferry, culvert or tunnel as it stands now. *cost* is paid beside entering the cell.

    *carries_road*: roads run over it, and end at it when it is blown. *classes*: who may use it,
    none named = everybody. *one_way*: from *a* to *b* only.
    """

    a: str
    b: str
    kind: str = "bridge"
    state: LinkState = "intact"
    cost: Cost = 0
    classes: frozenset[str] = frozenset()
    carries_road: bool = False
    one_way: bool = False


class RoadCost(Struct, frozen=True):
    """What a kind of road costs one class: *along* per cell; None = cannot get on or off there."""

    along: Cost
    mount: Cost | None = 0
    leave: Cost | None = 0


class MoveRules(Struct, frozen=True, kw_only=True):
    """What a palette does not say yet: costs of borders, roads by feature kind, and obstacles.

    *roads* are added to those of the palette, or replace them.
    *crossings*: extra cost by border kind, None = closed for this class. *leaving* likewise on top,
    but only for who leaves the cell on the border's left side: a stream on one bank, the way down a
    cliff. *climbing* is for the other way, from the right to the left: of a directed kind, up.
    *barriers*: feature kinds whose polygons close the part of a border under them.
    """

    crossings: Mapping[str, Cost | None] = {}
    leaving: Mapping[str, Cost | None] = {}
    climbing: Mapping[str, Cost | None] = {}
    roads: Mapping[str, RoadCost] = {}
    barriers: frozenset[str] = frozenset()
    corners: Cost | None = None
    """What stepping over a corner costs beside the ground; None = nobody may."""


class CellReach(Struct, frozen=True):
    """What a unit can reach: the points spent to get into each cell, and the way there."""

    cost: Mapping[str, Fraction]
    ways: Mapping[str, tuple[str, ...]]
    least: frozenset[str]
    """Reached only because a unit may always move one cell."""


def move_classes(palette: Palette) -> tuple[str, ...]:
    """The movement classes that a palette has costs for, in its own order."""
    rows = [*palette.terrain.values(), *palette.borders.values(), *palette.lines.values()]
    named = {name: None for kind in rows for name in kind.properties if name.startswith("move_")}
    return tuple(name.removeprefix("move_") for name in named)


class Movement:
    """Reach and paths of one movement class on one board. Build it once per class and link state.

    UserError if a figure of the palette is no cost.
    """

    def __init__(
        self,
        board: Board,
        move_class: str = "",
        rules: MoveRules | None = None,
        links: Iterable[BoardLink] = (),
    ) -> None:
        self.board, self.move_class = board, move_class
        self._rules = _with_fees(board.palette, move_class, rules or MoveRules())
        self._names = tuple(board.cells)
        self._number = {name: number for number, name in enumerate(self._names)}
        self._enter = {name: self._entering(name) for name in self._names}
        self._climb = {name: self._figure(board.terrain_of(name), "uphill") for name in self._names}
        self._roads = {**self._palette_roads(), **self._rules.roads}
        usable = [k for k in links if not k.classes or move_class in k.classes]
        usable += self._missing_bridges()
        try:
            self.scale = common_scale(self._all_costs(usable))
            self.graph = self._built(usable)
        except ValueError as error:
            raise UserError(
                say("Movement cannot be worked out: {error!s}.", error=error), "Mend the palette."
            ) from error

    def reach(
        self,
        cell: str,
        points: Cost,
        *,
        stops: Iterable[str] = (),
        closed: Iterable[str] = (),
        least_one: bool = True,
    ) -> CellReach:
        """Everything within *points* of a cell. KeyError for an unknown cell.

        *stops*: cells where a move ends now (zones of control), *closed*: cells not to be entered.
        *least_one*: a unit that has not moved may always move one cell that is not forbidden.
        """
        found = reach(
            self.graph.graph,
            self._number[cell],
            self.scale.whole(points),
            stops=self._nodes(stops),
            closed=self._nodes(closed),
            least_one=least_one,
        )
        home = self.graph.graph.cell
        best: dict[int, int] = {}
        for node in sorted(found.cost, key=found.cost.__getitem__):
            best.setdefault(home[node], node)
        names = self._names
        return CellReach(
            {names[c]: self.scale.points(found.cost[node]) for c, node in best.items()},
            {names[c]: self._cells_of(found.path(node)) for c, node in best.items()},
            frozenset(names[c] for c, node in best.items() if node in found.least),
        )

    def path(
        self, start: str, goal: str, *, closed: Iterable[str] = ()
    ) -> tuple[Fraction, tuple[str, ...]] | None:
        """The cheapest way and what it costs, over as many turns as it takes; or None."""
        goals = frozenset(self.graph.nodes_of(self._number[goal]))
        shut = self._nodes(closed)
        found = path(self.graph.graph, self._number[start], goals, closed=shut)
        return found and (self.scale.points(found[0]), self._cells_of(found[1]))

    def _cells_of(self, nodes: tuple[int, ...]) -> tuple[str, ...]:
        names = [self._names[self.graph.graph.cell[node]] for node in nodes]
        return tuple(n for at, n in enumerate(names) if at == 0 or n != names[at - 1])

    def _nodes(self, cells: Iterable[str]) -> Container[int]:
        return frozenset(n for c in cells for n in self.graph.nodes_of(self._number[c]))

    def _kind(self, cell: str) -> TerrainKind | None:
        return self.board.palette.terrain.get(self.board.cells[cell].terrain)

    def _entering(self, cell: str) -> Cost | None:
        return self._figure(self.board.terrain_of(cell), "move", 1)

    def _figure(
        self, figures: Mapping[str, Scalar], name: str, usual: Cost | None = None
    ) -> Cost | None:
        return _figure(figures, name, self.move_class, usual)

    def _missing_bridges(self) -> list[BoardLink]:
        """Closed sides without a crossing, where the palette knows crossings: roads end there."""
        board, borders = self.board, self.board.palette.borders
        if not any(kind.crosses for kind in borders.values()):
            return []
        return [
            BoardLink(a, b, state="blown", carries_road=True)
            for (a, b), kinds in board.sides.items()
            if not joins(borders, kinds) and a in self._number and b in self._number
        ]

    def _palette_roads(self) -> dict[str, RoadCost]:
        """The kinds of line that are roads for this class by the palette."""
        along = {
            line.id: self._figure(line.properties, "move")
            for line in self.board.palette.lines.values()
        }
        return {kind: RoadCost(cost) for kind, cost in along.items() if cost is not None}

    @cached_property
    def _ground(self) -> dict[str, int | None]:
        """What entering each cell costs, in whole parts; None = nobody may."""
        whole = self.scale.whole
        return {c: None if cost is None else whole(cost) for c, cost in self._enter.items()}

    @cached_property
    def _levels(self) -> dict[str, float]:
        found = {name: self.board.terrain_of(name).get("level", 0) for name in self._names}
        return {name: 0 if isinstance(level, str) else level for name, level in found.items()}

    def _uphill(self, source: str, target: str) -> int:
        """What the way up into a cell costs on top of its ground."""
        climb = self._climb[target]
        if climb is None or self._levels[target] <= self._levels[source]:
            return 0
        return self.scale.whole(climb)

    def _all_costs(self, links: Iterable[BoardLink]) -> list[Cost]:
        rules = self._rules
        found: list[Cost | None] = [*self._enter.values(), rules.corners, *rules.crossings.values()]
        found += self._climb.values()
        found += [*rules.leaving.values(), *rules.climbing.values(), *(k.cost for k in links)]
        for road in self._roads.values():
            found += [road.along, road.mount, road.leave]
        return [cost for cost in found if cost is not None]

    def _built(self, links: list[BoardLink]) -> MoveGraph:
        whole, number = self.scale.whole, self._number
        # leaving a link costs entering the cell beyond, so each way is its own link
        geometry_links = [
            DeclaredLink(
                number[a], number[b], whole(k.cost) + whole(cost), k.state in OPEN, one_way=True
            )
            for k in links
            if not k.carries_road
            for a, b in ([(k.a, k.b)] if k.one_way else [(k.a, k.b), (k.b, k.a)])
            if (cost := self._enter[b]) is not None
        ]
        geometry_links += [
            DeclaredLink(number[k.a], number[k.b], whole(k.cost), k.state in OPEN, on_way=True)
            for k in links
            if k.carries_road
        ]
        ways, rules = self._ways()
        stops = [number[c] for c in self._names if self.board.terrain_of(c).get("stop") is True]
        return move_graph(
            len(self._names),
            self._crossings(),
            links=geometry_links,
            ways=ways,
            rules=rules,
            stops=stops,
        )

    def _ways(self) -> tuple[Ways, dict[int, WayRule]]:
        roads = self._roads
        drawn = [f for f in self.board.features if f.kind in roads and "Line" in f.geometry["type"]]
        if not drawn:
            return Ways((), ()), {}
        ways = road_pieces(
            [self.board.outlines[name] for name in self._names], [f.geometry for f in drawn]
        )
        return ways, {n: _way_rule(roads[f.kind], self.scale) for n, f in enumerate(drawn)}

    def _crossings(self) -> list[Crossing]:
        barriers = [f.geometry for f in self.board.features if f.kind in self._rules.barriers]
        lattice = self.board.lattice
        if lattice is not None and not barriers:
            return self._lattice_crossings(lattice) + self._corner_steps()
        joining = [c for c in self.board.contacts if c.passable and c.kind in JOINING]
        lines = {border.id: border for border in self.board.borders}
        usable = [
            [lines[b] for b in c.borders if not any(map(self._closed, self._kinds(lines[b])))]
            for c in joining
        ]
        drawn = [n for n, borders in enumerate(usable) if borders]
        free = open_borders([[b.points for b in usable[n]] for n in drawn], barriers)
        is_free = dict(zip(drawn, free, strict=True))
        rows: list[Crossing] = []
        for n, contact in enumerate(joining):
            if contact.borders and not is_free.get(n, False):
                continue
            for source, target in ((contact.a, contact.b), (contact.b, contact.a)):
                fees = [self._fee(border, source) for border in usable[n]]
                paid = [fee for fee in fees if fee is not None] if fees else [0]
                if paid:
                    rows += self._step(source, target, min(paid))
        rows += self._corner_steps()
        return rows

    def _lattice_crossings(self, lattice: Lattice) -> list[Crossing]:
        """The sides of hexes and squares, without their borders: in the order of contacts."""
        board = self.board
        found: list[tuple[str, str, str, int | None, int | None]] = [
            (a, b, "manual", 0, 0) for a, b in lattice.added
        ]
        for a in self._names:
            for _, b in lattice.beside(a):
                if b < a or (a, b) in lattice.closed:
                    continue
                kinds = board.sides.get((a, b), ())
                if not joins(board.palette.borders, kinds):
                    continue
                kinds = counting(board.palette.borders, kinds)
                if any(map(self._closed, kinds)):
                    continue
                left = board.high.get((a, b)) or min(a, b, key=lattice.numbers.__getitem__)
                there, back = (self._toll(kinds, left == source) for source in (a, b))
                found.append((a, b, "side", there, back))
        rows: list[Crossing] = []
        for a, b, _, there, back in sorted(found, key=lambda one: one[:3]):
            rows += self._step(a, b, there) if there is not None else []
            rows += self._step(b, a, back) if back is not None else []
        return rows

    def _corner_steps(self) -> list[Crossing]:
        if self._rules.corners is None:
            return []
        extra = self.scale.whole(self._rules.corners)
        corners: list[Contact] = [c for c in self.board.contacts if c.kind == "corner"]
        return [
            step
            for c in corners
            for a, b in ((c.a, c.b), (c.b, c.a))
            for step in self._step(a, b, extra)
        ]

    def _step(self, source: str, target: str, extra: int) -> list[Crossing]:
        ground = self._ground[target]
        if ground is None:
            return []
        total = ground + extra + self._uphill(source, target)
        return [Crossing(self._number[source], self._number[target], total)]

    def _closed(self, kind: str) -> bool:
        """Whether a border of this kind is closed, to all or to us."""
        known = self.board.palette.borders.get(kind)
        if kind in self._rules.crossings:
            return self._rules.crossings[kind] is None
        return known is not None and not known.passable

    def _fee(self, border: Border, source: str) -> int | None:
        """What crossing a border from *source* costs beside the ground; None = not that way."""
        return self._toll(self._kinds(border), border.left == source)

    def _toll(self, kinds: Iterable[str], leaving: bool) -> int | None:
        """The same by kinds of border, for who leaves the cell on the left or goes up to it."""
        rules, total = self._rules, 0
        one_way = rules.leaving if leaving else rules.climbing
        for kind in kinds:
            for costs in (rules.crossings, one_way):
                cost = costs.get(kind, 0)
                if cost is None:
                    return None
                total += self.scale.whole(cost)
        return total

    def _kinds(self, border: Border) -> list[str]:
        """The kinds of a border; sides of hexes and squares may have none or several."""
        if self.board.lattice is None:
            return [border.kind]
        kinds = border.kind.split("+") if border.kind else []
        return list(counting(self.board.palette.borders, kinds))


def _figure(
    figures: Mapping[str, Scalar], name: str, move_class: str, usual: Cost | None
) -> Cost | None:
    """A cost out of the palette for a class; None = it cannot be paid."""
    value = figures.get(f"{name}_{move_class}", figures.get(name, usual))
    if value is None or isinstance(value, bool) or value in ("no", "-", ""):
        return None
    return value


def _with_fees(palette: Palette, move_class: str, rules: MoveRules) -> MoveRules:
    """The rules with what the palette says of crossing its borders; the rules' own word counts."""
    priced = [kind for kind in palette.borders.values() if kind.properties]
    if not priced:
        return rules
    fees = {kind.id: _figure(kind.properties, "move", move_class, 0) for kind in priced}
    steep = [kind for kind in priced if kind.directed]
    down = {kind.id: _figure(kind.properties, "down", move_class, 0) for kind in steep}
    up = {kind.id: _figure(kind.properties, "up", move_class, 0) for kind in steep}
    open_to_all = {kind.id for kind in priced if kind.passable}
    return replace(
        rules,
        crossings={**{k: fee for k, fee in fees.items() if k in open_to_all}, **rules.crossings},
        leaving={**down, **rules.leaving},
        climbing={**up, **rules.climbing},
    )


def _way_rule(road: RoadCost, scale: PointScale) -> WayRule:
    mount, leave = (None if c is None else scale.whole(c) for c in (road.mount, road.leave))
    return WayRule(scale.whole(road.along), mount, leave)
