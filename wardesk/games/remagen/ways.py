"""Ways of movement: how far a group gets, over what, and what is against a way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random

from wardesk.engine.types import Reason
from wardesk.games.remagen.position import (
    bridge_site,
    disabled,
    filled,
    ground,
    of_table,
    on_board,
    riders,
    scene,
    short_of,
    taken,
)
from wardesk.games.remagen.room import against_place, fits
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, GERMAN, State, Unit
from wardesk.games.shared.memory import remember
from wardesk.games.shared.zones import Neighbours
from wardesk.words import say

Node = tuple[str, bool]
"""A sector, and whether the way there used a pontoon bridge."""


# ---- who may move, how far ----------------------------------------------------------------------


def allowance(setting: Setting, state: State, unit: Unit, *, road: bool = False) -> int:
    """Movement factors left; *road*: for a move by road alone (RB 2.1, 14.3, 14.4, N7)."""
    row = setting.rows[unit.kind]
    total = row.movement
    if unit.side == GERMAN and setting.daylight(state.tracks["turn"]):
        total = max(1, total - 1)  # caution
    elif road and unit.halt != "ground":
        total += row.road
    return max(0, total - unit.spent)


def movable(setting: Setting, state: State, side: str) -> tuple[str, ...]:
    """Units that may still make their move (RB 2.1, 2.9, 12.9, 13.4, 13.7)."""
    locks = scene(setting, state).locks
    return tuple(
        [
            u.id
            for u in on_board(state, side)
            if not (u.pinned or u.carrier)
            and (u.goes_on or not u.moved)
            and not (u.hits and disabled(setting, u))
            and not locks.get(u.at or "")
            and allowance(setting, state, u, road=u.halt == "road") > 0
        ]
    )


# ---- the ways -----------------------------------------------------------------------------------

March = tuple[str, int, int, bool, bool, frozenset[str], bool]
"""Origin, factors left and those by road, swims, motorised, what ground is barred, on foot."""
Reach = dict[str, tuple[str, ...]]
"""Each sector that a march gets to, and the way there."""
MOST_FIELDS, MOST_MARCHES = 32, 256
"""So many enemy positions are kept with their marches, and so many marches of each."""


class MovementField:
    """What movement of one side meets in a position, worked out once for all its units."""

    def __init__(self, setting: Setting, state: State, side: str) -> None:
        table = scene(setting, state)
        self.graph: Neighbours = setting.rhine.contact(table.usable)
        self.enemy = ground(state, ENEMY[side])
        self.zone = table.zone(ENEMY[side])
        self.blocked = blocked(setting, state)
        self.pontoons = setting.rhine.pontoons(table.usable)
        """Sectors of pontoon bridges that are open."""
        self.halts = setting.rhine.halts | self.zone
        """Land that ends a move, woods and hostile zones."""
        self._setting = setting
        self.filled = filled(setting, state)
        key = (table.usable, self.enemy, self.zone, self.blocked)
        marches = setting.rhine.marches
        found = marches.get(key)
        self.marches: dict[March, Reach] = (
            remember(marches, key, {}, MOST_FIELDS) if found is None else found
        )
        """Where marches lead in this position of the enemy; room is not looked at."""
        self._shut: dict[tuple[frozenset[str], bool, bool], frozenset[str]] = {}

    def left(self, cell: str) -> int:
        """Points of capacity that are free in *cell* (RB 1.3)."""
        return self._setting.rhine.capacities[cell] - self.filled.get(cell, 0)

    def shut(self, barred: frozenset[str], on_foot: bool, motorised: bool) -> frozenset[str]:
        """Sectors that nobody of a group can enter (RB 2.6, 2.9, 6.1)."""
        key = (barred, on_foot, motorised)
        found = self._shut.get(key)
        if found is None:
            found = self.enemy | self._setting.rhine.shut(barred, on_foot)
            if motorised:
                found |= self.blocked
            self._shut[key] = found
        return found


@of_table
def field_of(setting: Setting, state: State, side: str) -> MovementField:
    """What movement of *side* meets in *state*."""
    return MovementField(setting, state, side)


_NOTHING = frozenset[str]()


class GroupWays:
    """Where a group may go in this position. All its units start in one sector."""

    def __init__(
        self,
        setting: Setting,
        state: State,
        units: Sequence[Unit],
        field: MovementField | None = None,
    ) -> None:
        self.field = field = field or field_of(setting, state, units[0].side)
        self.setting, self.state, self.units = setting, state, units
        self.rhine, self.side = setting.rhine, units[0].side
        self.origin = units[0].at or ""
        self.rows = [setting.rows[u.kind] for u in units]
        one = self.rows[0]
        self.swims, self.motorised, self.on_foot = one.swims, one.vehicle, one.foot
        self.barred = one.barred
        for row in self.rows[1:]:
            self.swims = self.swims and row.swims
            self.motorised = self.motorised or row.vehicle
        self.graph, self.enemy, self.zone = field.graph, field.enemy, field.zone
        self.blocked = field.blocked if self.motorised else _NOTHING
        riding = [setting.rows[r.kind] for u in units for r in riders(state, u.id)]
        for row in (*self.rows[1:], *riding):
            self.barred |= row.barred
            self.on_foot = self.on_foot and row.foot
        self.shut = field.shut(self.barred, self.on_foot, self.motorised)
        self.halts = field.halts
        """Land that ends a move, woods and hostile zones."""
        self.tolls = field.pontoons if self.motorised else _NOTHING

    def beside(self, cell: str) -> Iterator[str]:
        """Sectors that a step from *cell* can lead to, whatever is in them."""
        yield from self.graph[cell]
        if not self.swims:
            return
        bridges = self.graph
        for other in self.rhine.around[cell]:
            wet = other in self.rhine.water
            if (wet or cell in self.rhine.water) and not (wet and bridges[other]):
                yield other

    def closed(self, cell: str) -> bool:
        """Whether nobody of the group can enter *cell* (RB 2.6, 2.9, 6.1)."""
        return cell in self.shut

    def afloat(self, cell: str) -> bool:
        """Whether *cell* is open water, not a bridge (RB 3.1)."""
        return cell in self.rhine.water and not self.graph[cell]

    def stops(self, cell: str, last: str) -> bool:
        """Whether whoever enters *cell* from *last* must stop there (RB 2.2, 2.3, 3.1)."""
        return cell in self.halts or (self.swims and self.afloat(cell) != self.afloat(last))

    def limit(self, *, road: bool = False) -> int:
        """Sectors that the slowest of the group may enter."""
        if self.afloat(self.origin):
            return min(row.river - u.spent for row, u in zip(self.rows, self.units, strict=True))
        return min(allowance(self.setting, self.state, u, road=road) for u in self.units)

    def toll(self, cell: str) -> bool:
        """Whether *cell* is on a pontoon bridge, which slows motorised units (RB 2.8)."""
        return cell in self.tolls

    def goals(self) -> Reach:
        """Every sector that the group gets to, with the way there; room is not looked at."""
        by_road = limit = self.limit()
        if not self.afloat(self.origin):
            by_road = self.limit(road=True)
        key = (self.origin, limit, by_road, self.swims, self.motorised, self.barred, self.on_foot)
        marches = self.field.marches
        found = marches.get(key)
        if found is None:
            found = self._flood(limit, road=False)
            if by_road > limit:
                found = {**self._flood(by_road, road=True), **found}
            remember(marches, key, found, MOST_MARCHES)
        return found

    def stroll(self, rng: Random) -> tuple[str, ...]:
        """Some way at random, without working out all of them; empty when there is none.

        Most steps lead towards the railway bridge, so that random games come to blows.
        """
        far = self.rhine.to_bridge
        way: tuple[str, ...] = ()
        cell, last, limit = self.origin, self.origin, self.limit()
        tolled = False
        while not way or not self.stops(cell, last):
            steps = [c for c in self.beside(cell)
                     if c not in way and c != self.origin and not self.closed(c)
                     and (not way or len(way) + 1 + (tolled or self.toll(c)) <= limit)]  # fmt: skip
            if not steps or (way and rng.random() < 0.06) or limit < 1:
                break
            nearest = min(steps, key=lambda c: far.get(c, 99))
            last, cell = cell, nearest if rng.random() < 0.8 else rng.choice(steps)
            tolled = tolled or self.toll(cell)
            way = (*way, cell)
        return way

    def _flood(self, limit: int, *, road: bool) -> Reach:
        shut, tolls, roads = self.shut, self.tolls, self.rhine.roads
        ways: dict[Node, tuple[str, ...]] = {(self.origin, False): ()}
        queue: deque[Node] = deque(ways)
        while queue:
            cell, tolled = node = queue.popleft()
            way = ways[node]
            steps = len(way) + 1
            if way:
                # all before it was as wet as the origin
                if steps > limit or self.stops(cell, self.origin):
                    continue
            elif limit <= 0:
                break
            for other in self.beside(cell) if self.swims else self.graph[cell]:
                if other in shut or (road and (cell, other) not in roads):
                    continue
                after = (other, tolled or other in tolls)
                if after not in ways and (not way or steps + after[1] <= limit):
                    ways[after] = (*way, other)
                    queue.append(after)
        found: dict[str, tuple[str, ...]] = {}
        for (cell, _), way in ways.items():
            if cell != self.origin and (cell not in found or len(way) < len(found[cell])):
                found[cell] = way
        return found

    def faults(self, cells: tuple[str, ...]) -> Iterator[Reason]:
        """Everything against the way *cells*, room at its end left out."""
        last, name = self.origin, self.rhine.name
        by_road = not self.afloat(self.origin)
        for number, cell in enumerate(cells):
            if cell not in (self.beside(last) if self.swims else self.graph[last]):
                yield self._apart(cell, last)
            if self.closed(cell):
                yield self._closed(cell)
            before = cells[number - 2] if number > 1 else self.origin
            if number and self.stops(last, before):
                yield Reason(say("A unit must stop at {place}", place=name(last)), "RB 2.3",
                             at=last)  # fmt: skip
            by_road = by_road and (last, cell) in self.rhine.roads
            last = cell
        cost = len(cells) + any(map(self.toll, cells))
        limit = self.limit(road=by_road)
        if cost > limit and (len(cells) > 1 or limit < 1):
            text = say("The way takes {cost} movement factors, {left} are left", cost=cost,
                       left=limit)  # fmt: skip
            yield Reason(text, "RB 2.1", at=last)

    def _apart(self, cell: str, last: str) -> Reason:
        if cell in self.rhine.water:
            text = say("The river bars the way to {place}", place=self.rhine.name(cell))
            return Reason(text, "RB 2.4", at=cell)
        text = say("{cell} is not adjacent to {other}", cell=self.rhine.name(cell),
                   other=self.rhine.name(last))  # fmt: skip
        return Reason(text, "RB N6", at=cell)

    def _closed(self, cell: str) -> Reason:
        name = self.rhine.name(cell)
        if cell in self.enemy:
            return Reason(say("The enemy holds {place}", place=name), "RB 2.6", at=cell)
        if cell in self.blocked:
            text = say("Disabled vehicles block {place}", place=name)
            return Reason(text, "RB 2.9", at=cell)
        return Reason(say("The ground of {place} is closed to it", place=name), "RB N8", at=cell)


@of_table
def blocked(setting: Setting, state: State) -> frozenset[str]:
    """Sectors that disabled vehicles close to others: two on land, one on a bridge (RB 2.9)."""
    count: dict[str, int] = {}
    for unit in state.pieces.values():
        if unit.hits and unit.at and disabled(setting, unit):
            count[unit.at] = count.get(unit.at, 0) + 1
    return frozenset(c for c, n in count.items() if n > 1 or bridge_site(setting, state, c))


def against_move(
    setting: Setting,
    state: State,
    moving: tuple[str, ...],
    cells: tuple[str, ...],
    field: MovementField | None = None,
) -> tuple[Reason, ...]:
    """Every reason against a move, sector by sector, and room at its end."""
    units = [state.pieces[p] for p in moving]
    if any(u.at != units[0].at for u in units):
        return (Reason(say("Units that move together start in one sector"), "RB 2.1"),)
    ways = GroupWays(setting, state, units, field)
    found = list(ways.faults(cells))
    if not short_of(setting, state, cells[-1], units):
        return tuple(found)
    return (*found, *(r for r in against_place(setting, state, units, cells[-1])
                      if r.cite == "RB 1.3"))  # fmt: skip


def move_goals(
    setting: Setting, state: State, units: Sequence[Unit], field: MovementField | None = None
) -> dict[str, tuple[tuple[str, ...], tuple[Reason, ...]]]:
    """Where *units* may go together: the way, and the reasons against ending there."""
    if len({u.at for u in units}) != 1:
        return {}
    field = field or field_of(setting, state, units[0].side)
    found, need = GroupWays(setting, state, units, field).goals(), taken(setting, units)
    bridges = setting.rhine.site_of
    return {
        cell: (way, ()) if cell not in bridges and need <= field.left(cell)
        else (way, against_place(setting, state, units, cell))
        for cell, way in found.items()
    }  # fmt: skip


def open_goals(
    setting: Setting, state: State, units: Sequence[Unit], field: MovementField
) -> dict[str, tuple[str, ...]]:
    """Where *units* of one sector may end, and the way: `move_goals` without those refused."""
    need, bridges = taken(setting, units), setting.rhine.site_of
    most, full = setting.rhine.capacities, field.filled
    return {
        cell: way
        for cell, way in GroupWays(setting, state, units, field).goals().items()
        if need <= (most[cell] - full[cell] if cell in full else most[cell])
        and (cell not in bridges or fits(setting, state, units, cell))
    }
