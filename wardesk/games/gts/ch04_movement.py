"""Chapters 4 and 10: movement hex by hex, in column and out of it, over roads, streams, bridges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Reason, Roll
from wardesk.games.gts.ch02_command import in_command
from wardesk.games.gts.ch08_checks import cohesion_hit
from wardesk.games.gts.ch09_zones import in_enemy_zone, zone_hexes, zone_units
from wardesk.games.gts.ch15_route import stands_on
from wardesk.games.gts.position import (
    Table,
    barrage,
    bridge_state,
    counter,
    enemy_hexes,
    in_hex,
    is_night,
    on_map,
    stands,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    Check,
    Demolish,
    Move,
    Unit,
    Window,
    steps,
)
from wardesk.games.shared.march import Ways, cheapest, way
from wardesk.words import say

D = Draft[Setting]
NO_COLUMN_LEFT = frozenset({"woods", "town", "city", "fortified"})
"""2.4, 2.8 to 2.10: wheels and tracks cannot leave column here."""


def allowance(setting: Setting, unit: Unit) -> int:
    """Half movement points of a unit."""
    return 2 * counter(setting, unit).move


def can_move(setting: Setting, unit: Unit) -> bool:
    """Whether a unit can move at all: not suppressed, and with a movement rating."""
    able = on_map(setting, unit) and not unit.suppressed and unit.id not in setting.still
    return able and counter(setting, unit).move > 0


def bridge_open(setting: Setting, table: Table, unit: Unit, bridge: str) -> bool:
    """2.11, 2.15 Whether a unit in column gets over a bridge."""
    site, now = setting.bridges[bridge], bridge_state(table, bridge)
    if not stands(table, bridge):
        return False
    if counter(setting, unit).vehicle:
        if site.carries == "railway":
            return now == "improved"
        return now != "unstable"
    return True


def step_cost(setting: Setting, table: Table, unit: Unit, a: str, b: str) -> int | None:
    """10 Half points from one hex into the next as the unit stands now; None = no way."""
    step = setting.steps[a].get(b)
    if step is None:
        return None
    carried = step.bridge and unit.column and (step.shut or step.stream)
    if carried and not bridge_open(setting, table, unit, step.bridge):
        return None
    figures = counter(setting, unit)
    night = is_night(setting, table)
    if step.bridge and step.shut and step.railroad and figures.vehicle and unit.column:
        cost: int | None = {"wheeled": 4, "tracked": 2}[figures.movement]
    else:
        cost = setting.costs(figures.movement, column=unit.column, night=night)[a].get(b)
    if cost is None:
        return None
    return cost + (2 * setting.tables.figures.leave_barrage if barrage(table, a) else 0)


def closed_to(setting: Setting, table: Table, unit: Unit, chit: str) -> set[str]:
    """Hexes that a unit may not enter: the enemy's, his fire zones by a division chit (2, O2.0)."""
    closed = enemy_hexes(setting, table, unit.side)
    limited = chit.startswith("division/") and setting.options.mug == "printed"
    if limited or not in_command(setting, table, unit):
        closed |= zone_hexes(setting, table, ENEMY[unit.side])
    if unit.column:
        closed |= {
            other.at or ""
            for other in table.pieces.values()
            if other.column and other.side == unit.side and other.id != unit.id and other.at
        }
    return closed


def ways_of(setting: Setting, table: Table, unit: Unit, left: int, chit: str) -> Ways:
    """Where a unit may go with what it has left, without changing into or out of column."""
    costs = _Costs(setting, table, unit)
    return cheapest(costs, unit.at or "", left, closed=closed_to(setting, table, unit, chit))


class _Costs(Mapping[str, Mapping[str, int]]):
    """Step costs as they are asked for."""

    def __init__(self, setting: Setting, table: Table, unit: Unit) -> None:
        self._setting, self._table, self._unit = setting, table, unit

    def __getitem__(self, cell: str) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for other in self._setting.beside[cell]:
            cost = step_cost(self._setting, self._table, self._unit, cell, other)
            if cost is not None:
                found[other] = cost
        return found

    def __iter__(self):  # noqa: ANN204 - Mapping asks for it
        return iter(self._setting.beside)

    def __len__(self) -> int:
        return len(self._setting.beside)


def room(setting: Setting, table: Table, unit: Unit, cell: str) -> bool:
    """4 Whether a unit may end in a hex: four out of column and one in it."""
    others = [u for u in in_hex(setting, table, cell, unit.side) if u.id != unit.id]
    if counter(setting, unit).leads:
        return bool(others)  # a leader stands with units
    same = sum(u.column == unit.column for u in others)
    return same < (1 if unit.column else setting.tables.figures.stack)


def goals_of(
    setting: Setting, table: Table, unit: Unit, left: int, chit: str
) -> dict[str, tuple[str, ...]]:
    """Every hex a unit may move to and the way there."""
    found = ways_of(setting, table, unit, left, chit)
    origin = unit.at or ""
    return {
        cell: way(found.before, origin, cell)
        for cell in found.cost
        if cell != origin and room(setting, table, unit, cell)
    }


def against_way(
    setting: Setting, table: Table, unit: Unit, left: int, chit: str, cells: Sequence[str]
) -> tuple[Reason, ...]:
    """Why a way is refused; empty = it may be gone."""
    closed, at = closed_to(setting, table, unit, chit), unit.at or ""
    for cell in cells:
        if cell not in setting.beside.get(at, ()):
            return (Reason(say("These hexes are not beside each other"), "WED SR4", at=cell),)
        if cell in closed:
            return (_why_closed(setting, table, unit, cell),)
        cost = step_cost(setting, table, unit, at, cell)
        if cost is None:
            return (_why_no_way(unit, cell),)
        left -= cost
        if left < 0:
            return (Reason(say("It has no movement points left for that"), "WED SR4", at=cell),)
        at = cell
    if not room(setting, table, unit, at):
        return (Reason(say("There is no room for another unit"), "WED SR4", at=at),)
    return ()


def _why_closed(setting: Setting, table: Table, unit: Unit, cell: str) -> Reason:
    if cell in enemy_hexes(setting, table, unit.side):
        return Reason(say("The enemy stands there"), "WED SR4", at=cell)
    if in_enemy_zone(setting, table, unit.side, cell):
        return Reason(say("It may not enter an enemy fire zone now"), "WED SR2", at=cell)
    return Reason(say("Another unit is in column there"), "WED SR4", at=cell)


def _why_no_way(unit: Unit, cell: str) -> Reason:
    if unit.column:
        return Reason(say("There is no way there in column"), "WED 2.5", at=cell)
    return Reason(say("There is no way there out of column"), "WED 2.4", at=cell)


# ---- columns ------------------------------------------------------------------------------------


def into_column(setting: Setting, table: Table, unit: Unit, left: int) -> tuple[Reason, ...]:
    """4 One point; one column in a hex."""
    if left < 2:
        return (Reason(say("Entering column costs a movement point"), "WED SR4"),)
    others = in_hex(setting, table, unit.at or "", unit.side)
    if any(other.column and other.id != unit.id for other in others):
        return (Reason(say("Another unit is in column here"), "WED SR4"),)
    return ()


def out_of_column(setting: Setting, table: Table, unit: Unit) -> tuple[Reason, ...]:
    """2.4, 2.8, 2.16 Where vehicles must stay in column; four others fill a hex."""
    cell = unit.at or ""
    if unit.id in setting.in_column:
        return (Reason(say("In this scenario it stays in column"), "WED SR14", at=cell),)
    ground = setting.terrain[cell] in NO_COLUMN_LEFT or cell in setting.raised
    if counter(setting, unit).vehicle and ground:
        return (Reason(say("Vehicles stay in column on this ground"), "WED 2.8", at=cell),)
    others = in_hex(setting, table, cell, unit.side)
    spread = sum(not other.column for other in others if other.id != unit.id)
    if spread >= setting.tables.figures.stack:
        return (Reason(say("Four units out of column fill the hex"), "WED SR4", at=cell),)
    return ()


def spread_cost(setting: Setting, table: Table, unit: Unit) -> int:
    """4 Half points for leaving column: the ground of the hex, twice at night; 1 on a dyke."""
    cell = unit.at or ""
    if cell in setting.raised:
        return 2
    movement = counter(setting, unit).movement
    cost = setting.board.terrain_of(cell).get(f"move_{movement}", 0)
    points = 2 * cost if isinstance(cost, int) else 0
    return points * (2 if is_night(setting, table) else 1)


# ---- hex by hex ---------------------------------------------------------------------------------


@steps(Move, "go")
def go(d: D, frame: Move, _: None) -> None:
    """4, 6 Before a hex is left, those whose fire zone it is may fire; a heavy barrage pins."""
    unit = d.pieces[frame.unit]
    if not frame.path or unit.at is None or unit.suppressed:
        return _halt(d, frame)
    goal = frame.path[0]
    if barrage(d, unit.at) == "heavy":
        d.goto("pinned")
        return d.call(Check(step="begin", unit=unit.id, what="leave"), "pinned")
    return _under_fire(d, unit, goal)


def _halt(d: D, frame: Move) -> None:
    """The way ends; what is left of the points goes back to the action."""
    d.done()
    d.goto("order", left=frame.left)


def _under_fire(d: D, unit: Unit, goal: str) -> None:
    d.goto("step")
    if any(True for _ in zone_units(d.setting, d, ENEMY[unit.side], unit.at or "")):
        d.call(Window(step="ask", unit=unit.id, cause="leave", goal=goal), "step")


@steps(Move, "pinned")
def pinned(d: D, frame: Move, _: None) -> None:
    """11 A failed check keeps the unit where it is."""
    if not frame.passed:
        return _halt(d, frame)
    d.goto("pinned", passed=False)
    return _under_fire(d, d.pieces[frame.unit], frame.path[0])


@steps(Move, "step")
def step(d: D, frame: Move, _: None) -> None:
    """4 One hex on, unless fire has stopped the unit."""
    unit = d.pieces[frame.unit]
    if unit.at is None or unit.suppressed:
        return _halt(d, frame)
    goal = frame.path[0]
    cost = step_cost(d.setting, d, unit, unit.at, goal)
    if cost is None or cost > frame.left:
        return _halt(d, frame)
    weak = untested(d.setting, d, unit, unit.at, goal)
    if weak:
        return d.roll(
            "stability",
            say("Does the bridge bear it?"),
            "WED 2.11",
            "borne",
            dice=(10,),
            plus=-1,
            about=(unit.id, goal),
            context=say("9: {bridge} is unstable", bridge=d.setting.bridge_name(weak)),
        )
    enter(d, unit, goal)
    d.goto("go", path=frame.path[1:], left=frame.left - cost)
    bridge = wired_bridge(d, unit.side, goal)
    return (
        d.call(Demolish(step="ask", bridge=bridge, side=ENEMY[unit.side]), "go") if bridge else None
    )


def untested(setting: Setting, table: Table, unit: Unit, a: str, b: str) -> str:
    """2.11 The weak bridge that a vehicle is the first to cross; empty for none."""
    bridge = setting.steps[a][b].bridge
    if not bridge or not counter(setting, unit).vehicle or not unit.column:
        return ""
    weak = setting.bridges[bridge].carries == "weak"
    return bridge if weak and not bridge_state(table, bridge) else ""


@steps(Move, "borne")
def borne(d: D, frame: Move, answer: Roll) -> None:
    """2.11 A nine makes it unstable; anything else and it is a bridge like any other."""
    unit = d.pieces[frame.unit]
    bridge = untested(d.setting, d, unit, unit.at or "", frame.path[0])
    roll = answer.dice[0] - 1
    bears = roll != 9
    d.mark(f"bridge/{bridge}", "stable" if bears else "unstable")
    name, how = d.setting.bridge_name(bridge), say("rolled {roll}", roll=roll)
    text = say("{bridge} bears vehicles", bridge=name)
    if not bears:
        text = say("{bridge} is unstable", bridge=name)
    d.say(text, "WED 2.11", frame.path[0], how)
    d.goto("step")


def enter(d: D, unit: Unit, cell: str) -> None:
    """A unit comes into a hex: its position is left behind, the hex is its side's."""
    if unit.dug or unit.men:
        d.set(unit.id, at=cell, dug="", men=False)
    else:
        d.set(unit.id, at=cell)
    if d.marks.get(f"{cell}/last") != unit.side:
        d.mark(f"{cell}/last", unit.side)
    stands_on(d, unit.side, cell)


def wired_bridge(table: D, side: str, cell: str) -> str:
    """2.15.6 The bridge at a hex that the enemy of *side* has wired; empty for none."""
    bridges = table.setting.bridge_hexes.get(cell, ())
    return next((b for b in bridges if bridge_state(table, b) == f"wired:{ENEMY[side]}"), "")


def leave_column_by_hit(d: D, unit: Unit) -> None:
    """4 Out of column at the price of a cohesion hit."""
    d.set(unit.id, column=False)
    d.say(say("{unit} spread out in haste", unit=unit_name(d.setting, unit)), "WED SR4", unit.at)
    cohesion_hit(d, unit.id)
