"""Chapter 7: marches. Costs, roads in column, stacking, and what happens in each hex entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Reason
from wardesk.games.blitzkrieg.ch03_command import hq_moves, overrun
from wardesk.games.blitzkrieg.ch10_special import works_without_men
from wardesk.games.blitzkrieg.ch11_victory import take
from wardesk.games.blitzkrieg.ch13_hidden import reveal
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
    enemy_hq_cells,
    fighters_at,
    kind_of,
    names,
    on_map,
    riders,
    standing,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ARRIVING,
    ENEMY,
    Assault,
    Minefield,
    Move,
    ReactionWindow,
    Unit,
    steps,
)
from wardesk.games.shared.march import Marches, StepCosts, cheapest
from wardesk.games.shared.memory import remember
from wardesk.games.shared.odds import up
from wardesk.games.shared.stacking import excess
from wardesk.games.shared.told import tell_march
from wardesk.words import say

D = Draft[Setting]
MOST_TOGETHER = 3
MOST_KEPT = 1000
"""Ways that are kept; a search meets some hundreds of different ones before a decision."""


def half_up(points: int) -> int:
    """Half of some points, a fraction counted as one (6.1)."""
    return up(points, 2)


def move_class(setting: Setting, table: Table, unit: Unit) -> str:
    """On foot, wheels or tracks."""
    kind = kind_of(setting, unit)
    return kind.move_class if kind else hq_moves(setting, table, unit)[1]


def full_moves(setting: Setting, table: Table, unit: Unit) -> int:
    """Movement points in command's reach: halved down out of command or for a neutralised HQ."""
    kind = kind_of(setting, unit)
    moves = kind.moves if kind else hq_moves(setting, table, unit)[0]
    if unit.out and not unit.hq:
        moves //= 2
    if unit.neutralised:
        moves = moves // 2 if unit.hq else 0
    return moves


def allowance(setting: Setting, table: Table, unit: Unit) -> int:
    """6.1 Points of this activation: half, rounded up, after firing or getting on or off."""
    moves = full_moves(setting, table, unit)
    return half_up(moves) if unit.fired or unit.handled else moves


def assault_fee(setting: Setting, unit: Unit) -> int:
    """9.1.1 A quarter of the movement points, rounded up."""
    kind = kind_of(setting, unit)
    return up(kind.moves, 4) if kind else 0


def assault_step(
    setting: Setting, table: Table, unit: Unit, step: tuple[str, str], left: int, *, road: bool
) -> tuple[int, bool] | None:
    """9.1.1 What entering an enemy hex costs, the fight included, and whether it is in column.

    A unit leaves the road for the fight while its points last; else it goes in along the road and
    fights the first round in column (7.2.1, 9.1.5). None where there is no way, nor from off the
    map: there would be nowhere to fall back to (12.2).
    """
    if step[0] == ARRIVING:
        return None
    costs = _costs_of_assault(setting, table, unit, road=road)
    return _step_in(setting, costs, assault_fee(setting, unit), step, left)


def _costs_of_assault(
    setting: Setting, table: Table, unit: Unit, *, road: bool
) -> tuple[StepCosts, ...]:
    """Step costs off the roads, and along them where the unit may be in column."""
    terms = _terms_of(setting, table, unit, road=False)
    across = _costs(setting, terms)
    return (across, _costs(setting, terms._replace(road=True))) if road else (across,)


def _step_in(
    setting: Setting, costs: Sequence[StepCosts], fee: int, step: tuple[str, str], left: int
) -> tuple[int, bool] | None:
    origin, cell = step
    found: list[tuple[int, bool]] = []
    for column, costs_so in enumerate(costs):
        if column and step not in setting.roads:
            continue
        cost = costs_so[origin].get(cell)
        if cost is not None:
            found.append((cost + fee, bool(column)))
    return next((way for way in found if way[0] <= left), found[0] if found else None)


def can_move(setting: Setting, table: Table, unit: Unit) -> bool:
    """Whether a unit of the acting formation can still move at all."""
    if unit.acted or unit.aboard or not (on_map(setting, unit) or unit.at == ARRIVING):
        return False
    moves = allowance(setting, table, unit)
    return moves > 0 and unit.spent < moves


def costs_for(setting: Setting, table: Table, unit: Unit, *, road: bool) -> StepCosts:
    """7.1, 10.1 Step costs of a unit: its class, minefields to leave, the way onto the map."""
    return _costs(setting, _terms_of(setting, table, unit, road=road))


class Terms(NamedTuple):
    """All that step costs depend on."""

    group: str
    """Movement class."""
    road: bool
    mined: tuple[str, ...]
    entries: tuple[str, ...] | None
    """Where it may come onto the map; None for units that are there."""


def _terms_of(setting: Setting, table: Table, unit: Unit, *, road: bool) -> Terms:
    mined: tuple[str, ...] = ()
    if "/mines" in " ".join(table.marks):  # quicker than a look at the end of every one
        mined = tuple(key.partition("/")[0] for key in table.marks if key.endswith("/mines"))
    entries = setting.entries.get(unit.id, ()) if unit.at == ARRIVING else None
    return Terms(move_class(setting, table, unit), road, mined, entries)


def _costs(setting: Setting, terms: Terms) -> StepCosts:
    group, road, mined, entries = terms
    costs = setting.costs[group, road]
    if not mined and entries is None:
        return costs
    known = setting.kept["costs"]
    found = known.get(terms)
    if found is None:
        changed: dict[str, Mapping[str, int]] = {}
        for cell in mined:
            more = setting.tables.figures.leave_mines[group]
            changed[cell] = {b: cost + more for b, cost in costs[cell].items()}
        if entries is not None:
            entry = {c: setting.entry_cost(group, c) for c in entries}
            changed[ARRIVING] = {c: cost for c, cost in entry.items() if cost}
        found = remember(known, terms, {**costs, **changed}, most=MOST_KEPT)
    return found


def ways_of(setting: Setting, table: Table, unit: Unit, *, road: bool) -> Marches:
    """7.1 Where a unit may march with what it has left; enemy hexes are closed."""
    closed = enemy_cells(setting, table, unit.side)
    if unit.hq:
        closed |= enemy_hq_cells(table, unit.side)
    points = allowance(setting, table, unit) - unit.spent
    terms = _terms_of(setting, table, unit, road=road)
    free = _ways(setting, terms, unit.at or "", points, frozenset(), first=not unit.spent)
    met = frozenset(cell for cell in closed if cell in free.cost)
    if not met:  # no way that it can pay leads near the enemy
        return free
    return _ways(setting, terms, unit.at or "", points, met, first=not unit.spent)


def _ways(
    setting: Setting, terms: Terms, origin: str, points: int, closed: frozenset[str], *, first: bool
) -> Marches:
    """Kept by all that they depend on: units ask from the same hexes again and again."""
    key = (terms, origin, points, closed, first)
    known = setting.kept["ways"]
    found = known.get(key)
    if found is None:
        costs = _costs(setting, terms)
        ways = cheapest(costs, origin, points, closed=closed, least_one=first)
        found = remember(known, key, Marches(ways, setting.neighbours), most=MOST_KEPT)
    return found


def room(setting: Setting, table: Table, cell: str, units: Sequence[Unit]) -> bool:
    """7.3 Whether *units* may end in a hex."""
    here = standing(table).get(cell, ())
    return not _too_many(setting, here, units, _coming(units))


def _coming(units: Sequence[Unit]) -> int:
    """How many of *units* take room."""
    return sum(not u.hq and not u.aboard for u in units)


def _too_many(setting: Setting, here: Sequence[Unit], units: Sequence[Unit], coming: int) -> bool:
    """Whether *units*, *coming* of whom take room, find none beside those who stand *here*."""
    stack = setting.tables.figures.stack
    if len(here) + coming <= stack:  # whoever they are
        return False
    moving, side = {u.id for u in units}, units[0].side
    stay = sum(u.side == side and not (u.hq or u.aboard or u.id in moving) for u in here)
    return excess(stack, stay, coming) > 0


def crowded(setting: Setting, table: Table, units: Sequence[Unit]) -> set[str]:
    """7.3 Hexes without `room` for *units*."""
    coming = _coming(units)
    return {
        cell
        for cell, here in standing(table).items()
        if cell is not None and _too_many(setting, here, units, coming)
    }


def assault_goals(
    setting: Setting, table: Table, unit: Unit, found: Marches, *, road: bool
) -> Mapping[str, tuple[str, ...]]:
    """9.1.1 Enemy hexes that a unit can pay to fight in, and the way there."""
    if against_assault(unit):
        return {}
    foes = enemy_cells(setting, table, unit.side) & found.beside
    left = allowance(setting, table, unit) - unit.spent
    key = (foes, left, assault_fee(setting, unit), None if unit.spent else unit.at, road)
    goals: Mapping[str, tuple[str, ...]] | None = found.kept.get(key) if foes else {}
    if goals is None:
        costs = _costs_of_assault(setting, table, unit, road=road)
        goals = found.kept[key] = _assaults(setting, costs, found, *key[:4])
    return goals


def _assaults(
    setting: Setting,
    costs: Sequence[StepCosts],
    found: Marches,
    foes: frozenset[str],
    left: int,
    fee: int,
    free: str | None,
) -> dict[str, tuple[str, ...]]:
    """*free*: where the unit stands as long as its next step may cost what it likes."""
    goals: dict[str, tuple[str, ...]] = {}
    for cell in sorted(foes):  # a set has no order of its own
        fits: list[tuple[int, str]] = []
        for before in setting.neighbours[cell]:
            spent = found.cost.get(before)
            if spent is None:
                continue
            way_in = _step_in(setting, costs, fee, (before, cell), left - spent)
            if way_in is not None and (way_in[0] <= left - spent or before == free):
                fits.append((spent, before))
        if fits:
            goals[cell] = (*found.way[min(fits)[1]], cell)
    return goals


def against_assault(unit: Unit) -> tuple[Reason, ...]:
    """6.1, 6.2, 8.4 What keeps a unit from close combat at all."""
    found: list[Reason] = []
    if unit.hq:
        found.append(Reason(say("An HQ does not assault"), "BK 9.0"))
    if unit.out:
        found.append(Reason(say("Out of command nobody assaults"), "BK 6.2", at=unit.at))
    if unit.neutralised:
        found.append(Reason(say("A neutralised unit does not assault"), "BK 8.4", at=unit.at))
    if unit.fired:
        found.append(
            Reason(say("It has fired; close combat is another action"), "BK 6.1", at=unit.at)
        )
    return tuple(found)


def goals_of(
    setting: Setting, table: Table, unit: Unit, *, road: bool
) -> dict[str, tuple[str, ...]]:
    """Every hex a unit may be sent to and the way there, those of the enemy included."""
    found = ways_of(setting, table, unit, road=road)
    origin = unit.at or ""
    crowd = crowded(setting, table, (unit,))
    way = found.way
    goals = {cell: way[cell] for cell in found.cost if cell != origin and cell not in crowd}
    if origin != ARRIVING:
        goals.update(assault_goals(setting, table, unit, found, road=road))
    return goals


# ---- a march that was ordered -------------------------------------------------------------------


class Ordered:
    """What stands against marches of the same pieces: looked up once, asked of many ways."""

    def __init__(
        self, setting: Setting, table: Table, pieces: Sequence[str], *, road: bool
    ) -> None:
        self._setting, self._table, self._road = setting, table, road
        self._units = units = [table.pieces[piece] for piece in pieces]
        self._enemy = enemy_cells(setting, table, units[0].side)
        only_hqs = all(u.hq for u in units)
        self._hqs = enemy_hq_cells(table, units[0].side) if only_hqs else set[str]()
        self._costs = {u.id: costs_for(setting, table, u, road=road) for u in units}
        self._coming = _coming(units)
        self._standing = standing(table)

    def against(self, cells: Sequence[str]) -> list[Reason]:
        """Everything against the way *cells*."""
        units = self._units
        if len({u.at for u in units}) > 1:
            return [Reason(say("Units that march together stand together"), "BK 7.1")]
        if sum(not u.hq for u in units) > MOST_TOGETHER:
            return [Reason(say("At most three units march together"), "BK 7.1")]
        if met := next((cell for cell in cells if cell in self._hqs), None):
            return [Reason(say("An HQ alone does not overrun another"), "BK 3.2", at=met)]
        for unit in units:
            if found := list(self._against_way(unit, cells)):
                return found
        goal = cells[-1]
        if goal not in self._enemy and self._is_crowded(goal):
            return [Reason(say("More than three units would stand there"), "BK 7.3", at=goal)]
        return []

    def _is_crowded(self, goal: str) -> bool:
        """As `crowded` tells."""
        here = self._standing.get(goal)
        return bool(here) and _too_many(self._setting, here, self._units, self._coming)

    def _against_way(self, unit: Unit, cells: Sequence[str]) -> Iterator[Reason]:
        setting, table, road = self._setting, self._table, self._road
        costs = self._costs[unit.id]
        origin, spent = unit.at or "", 0
        points = allowance(setting, table, unit) - unit.spent
        last = origin
        for cell in cells:
            assault = cell in self._enemy and cell == cells[-1]
            if cell in self._enemy and not assault:
                yield Reason(say("The enemy stands in the way"), "BK 9.0", at=cell)
                return
            if assault:
                way_in = assault_step(setting, table, unit, (last, cell), points - spent, road=road)
                cost = way_in and way_in[0]
            else:
                cost = costs.get(last, {}).get(cell)
            if cost is None:
                text = say("There is no way from {a} to {b}", a=last, b=cell)
                yield Reason(text, "BK 7.1", at=cell)
                return
            spent += cost
            if assault:
                yield from against_assault(unit)
            last = cell
        free = len(cells) == 1 and not unit.spent
        if spent > points and not free:
            text = say("That costs {cost} points, {left} are left", cost=spent, left=points)
            yield Reason(text, "BK 7.1", at=cells[-1])


def enter(d: D, units: Sequence[str], cell: str, *, column: bool = False) -> None:
    """Units come into a hex: villages change hands, HQs left alone are overrun."""
    side = d.pieces[units[0]].side
    for unit in units:
        changes: dict[str, bool | str] = {"at": cell}
        if d.pieces[unit].column != column:
            changes["column"] = column
        if d.pieces[unit].hidden:
            changes["hidden"] = False
        d.set(unit, **changes)
        for rider in riders(d, unit):
            d.set(rider.id, at=cell)
    if any(not d.pieces[u].hq for u in units):
        overrun(d, cell, side)
    take(d, cell, side)
    works_without_men(d)


@steps(Move, "go")
def go(d: D, frame: Move, _: None) -> None:
    """7.1 The next hex, if they still can; fights and mines interrupt."""
    units = tuple(u for u in frame.units if _marches(d, u))
    if not frame.path or not units:
        return d.done()
    cell, rest = frame.path[0], frame.path[1:]
    side = d.pieces[units[0]].side
    origin = d.pieces[units[0]].at or ""
    foes = fighters_at(d, cell, ENEMY[side])
    if foes and all(u.hidden for u in foes):
        reveal(d, foes)
        return d.done()
    if foes and (rest or not frame.fight):
        return d.done()
    if not all(_pays(d, u, cell, road=frame.road, assault=bool(foes)) for u in units):
        return d.done()
    for unit in units:
        _spend(d, unit, cell, road=frame.road, assault=bool(foes))
    if foes:
        d.goto("fought", units=units, path=rest)
        origins = tuple(d.pieces[u].at or "" for u in units)
        fight = Assault(step="begin", attackers=units, cell=cell, origins=origins, side=side)
        return d.call(fight, "fought")
    column = frame.road and (origin, cell) in d.setting.roads
    enter(d, units, cell, column=column)
    who = names(d.setting, d, units)
    tell_march(d, who, d.setting.name(origin), d.setting.name(cell), "BK 7.1", cell)
    d.goto("react", units=units, path=rest)
    if f"{cell}/mines" in d.marks:
        d.call(Minefield(step="blow", cell=cell, units=units), "react")
    return None


def _marches(d: D, unit: str) -> bool:
    piece = d.pieces[unit]
    alive = on_map(d.setting, piece) or piece.at == ARRIVING
    return alive and not (piece.neutralised and not piece.hq) and not piece.acted


def _step(d: D, unit: str, cell: str, *, road: bool, assault: bool) -> tuple[int, bool]:
    """What the next hex costs a unit, and whether it goes into a fight in column."""
    piece = d.pieces[unit]
    origin = piece.at or ""
    if assault:
        left = allowance(d.setting, d, piece) - piece.spent
        return assault_step(d.setting, d, piece, (origin, cell), left, road=road) or (99, False)
    return costs_for(d.setting, d, piece, road=road)[origin].get(cell, 99), piece.column


def _pays(d: D, unit: str, cell: str, *, road: bool, assault: bool) -> bool:
    piece = d.pieces[unit]
    if assault and against_assault(piece):
        return False
    left = allowance(d.setting, d, piece) - piece.spent
    cost, _ = _step(d, unit, cell, road=road, assault=assault)
    return cost <= left or (not piece.spent and cost < 90)


def _spend(d: D, unit: str, cell: str, *, road: bool, assault: bool) -> None:
    cost, column = _step(d, unit, cell, road=road, assault=assault)
    d.set(unit, spent=d.pieces[unit].spent + cost, column=column)


@steps(Move, "react")
def react(d: D, frame: Move, _: None) -> None:
    """6.3.1 The other side may react to what entered a hex."""
    units = tuple(u for u in frame.units if on_map(d.setting, d.pieces[u]))
    if frame.quiet or not units:
        return d.goto("go", units=units)
    side = ENEMY[d.pieces[units[0]].side]
    d.goto("go", units=units)
    return d.call(ReactionWindow(step="ask", side=side, units=units, cause="move"), "go")


@steps(Move, "fought")
def fought(d: D, _: Move, __: None) -> None:
    """9.2 After close combat the march is over; a new order may follow for those who may go on."""
    d.done()


def end_march(d: D, units: Sequence[str]) -> None:
    """7.2.1 Whoever has finished his action leaves the column."""
    for unit in units:
        piece = d.pieces.get(unit)
        if piece is None:
            continue
        if piece.column:
            d.set(unit, column=False)
        if not piece.acted:
            d.set(unit, acted=True)
