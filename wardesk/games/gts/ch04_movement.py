"""Chapters 4 and 10: movement hex by hex, in column and out of it, over roads, streams, bridges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Reason, Roll
from wardesk.games.gts.asked import AboutItsUnit
from wardesk.games.gts.ch02_command import chiefs, in_command, leaders
from wardesk.games.gts.ch04_costs import gait, on_wheels, step_cost
from wardesk.games.gts.ch08_checks import cohesion_hit, eliminate
from wardesk.games.gts.ch09_zones import barraged, in_enemy_zone, zone_hexes, zone_units
from wardesk.games.gts.ch15_route import BearsIt, stands_on, weak
from wardesk.games.gts.position import (
    Table,
    barrage,
    bridge_state,
    counter,
    end_ferry,
    enemy_hexes,
    ferries,
    improved,
    in_hex,
    is_night,
    of_table,
    stands,
    takes_room,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    GERMAN,
    PARK,
    Astray,
    Check,
    Demolish,
    Leave,
    Move,
    Unit,
    Window,
    steps,
)
from wardesk.games.shared.march import CheapestWays, cheapest, way
from wardesk.games.shared.told import tell_march
from wardesk.words import Spoken, join, say

D = Draft[Setting]
NO_COLUMN_LEFT = frozenset({"woods", "town", "city", "fortified"})
"""2.4, 2.8 to 2.10: wheels and tracks cannot leave column here."""


def closed_to(
    setting: Setting, table: Table, unit: Unit, chit: str, *, lost: bool = False
) -> frozenset[str]:
    """Hexes that a unit may not enter: the enemy's, his fire zones by a division chit (2, O2.0)."""
    closed = enemy_hexes(setting, table, unit.side)
    limited = chit.startswith("division/") and setting.options.mug == "printed"
    if not lost and (limited or not in_command(setting, table, unit)):
        closed |= zone_hexes(setting, table, ENEMY[unit.side])
    if unit.column:
        closed |= {
            other.at or ""
            for other in table.pieces.values()
            if other.column and other.side == unit.side and other.id != unit.id and other.at
            if not table.marks.get(f"{other.at}/dutch")
        }
    closed |= setting.beyond.get(counter(setting, unit).formation, frozenset())
    return closed


def ways_of(
    setting: Setting, table: Table, unit: Unit, left: int, chit: str, *, lost: bool = False
) -> CheapestWays:
    """Where a unit may go with what it has left, without changing into or out of column."""
    return _ways_of(setting, table, unit, left, chit, lost)


@of_table
def _ways_of(
    setting: Setting, table: Table, unit: Unit, left: int, chit: str, lost: bool
) -> CheapestWays:
    stops = zone_hexes(setting, table, ENEMY[unit.side]) if lost else ()
    closed = closed_to(setting, table, unit, chit, lost=lost)
    costs = _Costs(setting, table, unit)
    return cheapest(costs, unit.at or "", left, closed=closed, stops=stops)


class _Costs(Mapping[str, Mapping[str, int]]):
    """Step costs as they are asked for: by the ground, and one by one where more counts."""

    def __init__(self, setting: Setting, table: Table, unit: Unit) -> None:
        self._setting, self._table, self._unit = setting, table, unit
        night = is_night(setting, table)
        self._plain = setting.costs(gait(setting, unit)[0], column=unit.column, night=night)
        special = set(setting.special | barraged(table))
        if unit.column:
            for key in table.marks:
                if key.endswith("/block"):
                    special.update(setting.beside.get(key.removesuffix("/block"), ()))
        self._special = special

    def __getitem__(self, cell: str) -> Mapping[str, int]:
        if cell not in self._special:
            return self._plain[cell]
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
    if table.marks.get(f"{cell}/dutch"):
        return True  # S3.1
    others = [u for u in in_hex(setting, table, cell, unit.side) if u.id != unit.id]
    if counter(setting, unit).leads:
        return bool(others)  # a leader stands with units
    return takes_room(table, others, column=unit.column) < (
        1 if unit.column else setting.tables.figures.stack
    )


class _Rooms:
    """`room` for one unit and many hexes, counted once."""

    def __init__(self, setting: Setting, table: Table, unit: Unit) -> None:
        boats = ferries(table)
        self._table, self._leads = table, counter(setting, unit).leads
        self._most = 1 if unit.column else setting.tables.figures.stack
        self._filled: dict[str, int] = {}
        for other in table.pieces.values():
            if other.side != unit.side or other.id == unit.id or other.at not in setting.beside:
                continue
            if counter(setting, other).leads:
                continue
            if self._leads:
                self._filled[other.at or ""] = 1
            elif other.column == unit.column and not other.on and other.id not in boats:
                self._filled[other.at or ""] = self._filled.get(other.at or "", 0) + 1

    def free(self, cell: str) -> bool:
        filled = self._filled.get(cell, 0)
        if self._leads:
            return bool(filled) or bool(self._table.marks.get(f"{cell}/dutch"))
        return filled < self._most or bool(self._table.marks.get(f"{cell}/dutch"))


def goals_of(
    setting: Setting, table: Table, unit: Unit, left: int, chit: str, *, lost: bool = False
) -> Mapping[str, tuple[str, ...]]:
    """Every hex a unit may move to and the way there; *lost*: as the enemy leads it (S3.1)."""
    return _goals_of(setting, table, unit, left, chit, lost)


@of_table
def _goals_of(
    setting: Setting, table: Table, unit: Unit, left: int, chit: str, lost: bool
) -> Mapping[str, tuple[str, ...]]:
    origin = unit.at or ""
    if table.marks.get(f"{origin}/dutch"):
        return {}
    found = ways_of(setting, table, unit, left, chit, lost=lost)
    rooms = _Rooms(setting, table, unit)
    return {
        cell: way(found.before, origin, cell)
        for cell in found.cost
        if cell != origin and rooms.free(cell)
    }


def can_go(setting: Setting, table: Table, unit: Unit, left: int, chit: str) -> bool:
    """Whether there is any hex that a unit may move to."""
    origin = unit.at or ""
    if table.marks.get(f"{origin}/dutch"):
        return False
    found = ways_of(setting, table, unit, left, chit)
    rooms = _Rooms(setting, table, unit)
    return any(cell != origin and rooms.free(cell) for cell in found.cost)


def against_way(
    setting: Setting,
    table: Table,
    unit: Unit,
    left: int,
    chit: str,
    cells: Sequence[str],
    *,
    lost: bool = False,
) -> tuple[Reason, ...]:
    """Why a way is refused; empty = it may be gone."""
    closed, at = closed_to(setting, table, unit, chit, lost=lost), unit.at or ""
    if table.marks.get(f"{at}/dutch"):
        return (Reason(say("Nobody leaves a town full of Dutch"), "WED S3.1", at=at),)
    for number, cell in enumerate(cells):
        if lost and number and in_enemy_zone(setting, table, unit.side, at):
            return (Reason(say("A lost unit stops in a fire zone"), "WED S3.1", at=cell),)
        if cell not in setting.beside.get(at, ()):
            return (Reason(say("These hexes are not beside each other"), "WED SR4", at=cell),)
        if cell in closed:
            return (_why_closed(setting, table, unit, cell),)
        cost = step_cost(setting, table, unit, at, cell)
        if cost is None:
            return (_why_no_way(setting, table, unit, at, cell),)
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
    if cell in setting.beyond.get(counter(setting, unit).formation, ()):
        return Reason(say("Its line is not passed"), "WED S6.10", at=cell)
    return Reason(say("Another unit is in column there"), "WED SR4", at=cell)


def _why_no_way(setting: Setting, table: Table, unit: Unit, a: str, cell: str) -> Reason:
    """2.4 to 2.16 What bars the way: ground, water, a bridge that does not carry it, a dyke."""
    step, wheels = setting.steps[a][cell], on_wheels(setting, unit)
    bridge = step.bridge if unit.column and (step.shut or step.stream) else ""
    tests: tuple[tuple[object, Spoken, str], ...] = (
        (setting.terrain[cell] == "impassable", say("Nobody goes there"), "WED 2.14"),
        (bridge and not stands(table, bridge), say("The bridge is down"), "WED 2.15"),
        (bridge and wheels and bridge_state(table, bridge) == "unstable",
         say("The bridge bears no vehicles"), "WED 2.11"),
        (bridge and wheels and setting.bridges[bridge].carries == "railway",
         say("Vehicles cross it when engineers have improved it"), "WED 2.15.3"),
        (step.shut and step.bridge, say("Bridges are crossed in column"), "WED 2.15.1"),
        (step.shut, say("The water is crossed by bridges only"), "WED 2.12"),
        (step.stream and wheels, say("Vehicles cross a stream by road only"), "WED 2.11"),
        (not setting.raised.isdisjoint((a, cell)), say("A dyke is left along its road only"),
         "WED 2.16"),
        (unit.column, say("There is no way there in column"), "WED 2.5"),
    )  # fmt: skip
    found = next(((text, cite) for broken, text, cite in tests if broken), None)
    text, cite = found or (say("There is no way there out of column"), "WED 2.4")
    return Reason(text, cite, at=cell)


# ---- columns ------------------------------------------------------------------------------------


def into_column(setting: Setting, table: Table, unit: Unit, left: int) -> tuple[Reason, ...]:
    """4 One point; one column in a hex."""
    if left < 2:
        return (Reason(say("Entering column costs a movement point"), "WED SR4"),)
    others = in_hex(setting, table, unit.at or "", unit.side)
    taken = any(other.column and other.id != unit.id for other in others)
    if taken and not table.marks.get(f"{unit.at}/dutch"):
        return (Reason(say("Another unit is in column here"), "WED SR4"),)
    return ()


def out_of_column(setting: Setting, table: Table, unit: Unit) -> tuple[Reason, ...]:
    """2.4, 2.8, 2.16 Where vehicles must stay in column; four others fill a hex."""
    cell = unit.at or ""
    if unit.id in setting.in_column:
        return (Reason(say("In this scenario it stays in column"), "WED SR14", at=cell),)
    ground = setting.terrain[cell] in NO_COLUMN_LEFT or cell in setting.raised
    if on_wheels(setting, unit) and ground:
        return (Reason(say("Vehicles stay in column on this ground"), "WED 2.8", at=cell),)
    others = in_hex(setting, table, cell, unit.side)
    spread = takes_room(table, others, column=False)
    if spread >= setting.tables.figures.stack and not table.marks.get(f"{cell}/dutch"):
        return (Reason(say("Four units out of column fill the hex"), "WED SR4", at=cell),)
    return ()


def spread_cost(setting: Setting, table: Table, unit: Unit) -> int:
    """4 Half points for leaving column: the ground of the hex, twice at night; 1 on a dyke."""
    cell = unit.at or ""
    if cell in setting.raised:
        return 2
    movement = gait(setting, unit)[0]
    cost = setting.board.terrain_of(cell).get(f"move_{movement}", 0)
    points = 2 * cost if isinstance(cost, int) else 0
    return points * (2 if is_night(setting, table) else 1)


# ---- hex by hex ---------------------------------------------------------------------------------


@steps(Move, "go")
def go(d: D, frame: Move, _: None) -> None:
    """4, 6 Before a hex is left, those whose fire zone it is may fire; a heavy barrage pins."""
    unit = d.pieces[frame.unit]
    if not frame.path or unit.at not in d.setting.beside or unit.suppressed:
        return _halt(d, frame)
    return d.call(Leave(step="begin", unit=unit.id), "through")


def _halt(d: D, frame: Move, *, held: bool = False) -> None:
    """The way ends; what is left of the points goes back to the action, unless it is held there."""
    d.done()
    if not frame.lost:
        d.goto("order", left=0 if held else frame.left, culvert=frame.culvert)


@steps(Move, "through", "pinned")
def through(d: D, frame: Move, _: None) -> None:
    """11, S3.1 A failed check keeps the unit under the barrage or among the mines."""
    if not frame.passed:
        return _halt(d, frame, held=True)
    d.goto("through", passed=False)
    return _under_fire(d, frame)


@steps(Leave, "begin")
def leave(d: D, frame: Leave, _: None) -> None:
    """11, S3.1 What holds units in this hex: a heavy barrage, mines."""
    at = d.pieces[frame.unit].at
    there = (("leave", barrage(d, at) == "heavy"), ("mines", bool(d.marks.get(f"{at}/mines"))))
    d.goto("next", left=tuple(what for what, holds in there if holds), passed=True)


@steps(Leave, "next")
def leave_next(d: D, frame: Leave, _: None) -> None:
    """11, S3.1 One check after the other; whoever fails one stays."""
    if frame.passed and frame.left:
        d.goto("next", left=frame.left[1:])
        return d.call(Check(step="begin", unit=frame.unit, what=frame.left[0]), "next")
    d.done()
    return d.goto(d.stack[-1].step, passed=frame.passed)


def _under_fire(d: D, frame: Move) -> None:
    """6, 2.17 The window for those whose fire zone the unit leaves."""
    unit, goal = d.pieces[frame.unit], frame.path[0]
    now = unit.column and d.setting.through(unit.at or "", goal)
    d.goto("step")
    if counter(d.setting, unit).leads:
        return  # nobody fires at leaders
    if any(True for _ in zone_units(d.setting, d, ENEMY[unit.side], unit.at or "")):
        way = "culvert" if now or frame.culvert else ""
        window = Window(step="ask", unit=unit.id, cause="leave", goal=goal, way=way)
        d.call(window, "step")


@steps.asks(Move, "step", "borne")
class BearsAVehicle(BearsIt[Move], AboutItsUnit[Move]):
    """4, S4.4 One hex on, unless fire has stopped the unit or its rider was forced off."""

    @cached_property
    def goes(self) -> bool:
        """Whether the next hex can still be entered."""
        setting, state, frame, unit = self.setting, self.state, self.frame, self.unit
        if not frame.path or unit.at is None or unit.at not in setting.beside or unit.suppressed:
            return False
        goal = frame.path[0]
        cost = step_cost(setting, state, unit, unit.at, goal)
        free = goal not in enemy_hexes(setting, state, unit.side)
        return cost is not None and cost <= frame.left and free

    @cached_property
    def bridge(self) -> str:
        """2.11 Where a vehicle is the first to cross it."""
        unit, frame = self.unit, self.frame
        if not (self.goes and on_wheels(self.setting, unit) and unit.column):
            return ""
        return weak(self.setting, self.state, unit.at or "", frame.path[0])

    def about(self) -> tuple[str, ...]:
        return self.frame.unit, self.frame.path[0]

    def passed(self, d: D) -> None:
        frame = self.frame
        if not self.goes:
            return _halt(d, frame)
        if not frame.lost and strays(d.setting, d, self.unit, frame.path[0]):
            return d.call(Check(step="begin", unit=frame.unit, what="stray"), "strayed")
        return d.goto("onto")

    def answered(self, d: D, answer: Roll) -> None:
        self.bears(d, answer, self.frame.path[0])
        d.goto("step")


def strays(setting: Setting, table: Table, unit: Unit, goal: str) -> bool:
    """O3.0 A German beyond twice the range of every leader who could lead him, going no nearer."""
    if setting.options.lost == "no" or unit.side != GERMAN or counter(setting, unit).leads:
        return False
    formation = setting.formations[counter(setting, unit).formation]
    found = chiefs(setting, table, formation.id)
    if formation.independent:
        found = list(leaders(setting, table, formation.division))
    at = unit.at or ""
    return bool(found) and all(
        setting.distance(leader.at or "", at) > 2 * counter(setting, leader).command
        and setting.distance(leader.at or "", goal) >= setting.distance(leader.at or "", at)
        for leader in found
    )


@steps(Move, "strayed")
def strayed(d: D, frame: Move, _: None) -> None:
    """O3.0 Who fails is lost: the Allies move him, and his action is over."""
    if frame.passed:
        return d.goto("onto", passed=False)
    unit = d.pieces[frame.unit]
    d.say(say("{unit} is lost", unit=unit_name(d.setting, unit)), "WED O3.0", unit.at)
    d.done()
    return d.call(Astray(step="ask", unit=unit.id, left=frame.left), "over")


@steps(Move, "onto")
def onto(d: D, frame: Move, _: None) -> None:
    """4 Into the hex; a wired bridge there may be blown."""
    unit, goal = d.pieces[frame.unit], frame.path[0]
    cost = step_cost(d.setting, d, unit, unit.at or "", goal) or 0
    culvert = unit.column and d.setting.through(unit.at or "", goal)
    enter(d, unit, goal)
    d.goto("go", path=frame.path[1:], left=frame.left - cost, culvert=culvert, passed=False)
    demolished(d, unit.side, goal, "go")


def demolished(d: D, side: str, cell: str, then: str) -> None:
    """2.15.6 Whoever comes to a bridge that his enemy has wired may see it blown."""
    bridge = wired_bridge(d, side, cell)
    if bridge:
        d.call(Demolish(step="ask", bridge=bridge, side=ENEMY[side]), then)


def leave_transport(d: D, unit: Unit, goal: str) -> None:
    """2.15.3 Who walks over a railway bridge that was not improved leaves his transport behind."""
    bridge = d.setting.bridge_at.get(frozenset((unit.at or "", goal)), "")
    if not bridge or not counter(d.setting, unit).transport or unit.abandoned:
        return
    if d.setting.bridges[bridge].carries == "railway" and not improved(d, bridge):
        d.set(unit.id, abandoned=True)
        name = unit_name(d.setting, unit)
        d.say(say("{unit} left its transport", unit=name), "WED 2.15.3", unit.at)


def enter(d: D, unit: Unit, cell: str) -> None:
    """A unit comes into a hex: its position is left behind, the hex is its side's.

    Whoever rides on it comes along; enemy parks and bulldozers are lost, a ferry is given up.
    """
    leave_transport(d, unit, cell)
    if unit.at is not None and unit.at in d.setting.beside:
        who = [unit, *filter(None, [d.pieces.get(unit.carries)])]
        names = join(", ", [unit_name(d.setting, one) for one in who])
        tell_march(d, names, d.setting.name(unit.at), d.setting.name(cell), "WED SR4", cell)
    if unit.dug or unit.men:
        d.set(unit.id, at=cell, dug="", men=False)
    else:
        d.set(unit.id, at=cell)
    if unit.carries:
        d.set(unit.carries, at=cell)
    if unit.id in ferries(d):
        end_ferry(d, unit.id)
    if d.marks.get(f"{cell}/last") != unit.side:
        d.mark(f"{cell}/last", unit.side)
    if not counter(d.setting, unit).leads:
        stands_on(d, unit.side, cell)
    overrun(d, unit.side, cell)
    if cell in d.setting.beyond.get(counter(d.setting, unit).formation, ()):
        eliminate(d, unit.id)  # S6.10


def overrun(d: D, side: str, cell: str) -> None:
    """S1.0, 2.11, 7.6 Guns of an enemy park here are lost, a bulldozer at work, lone leaders."""
    for unit in tuple(d.pieces.values()):
        if unit.at == cell and unit.side != side and counter(d.setting, unit).leads:
            eliminate(d, unit.id)
    for key, value in tuple(d.marks.items()):
        kind, _, name = key.partition("/")
        if kind == "park" and value == cell:
            division = next(row.division for row in d.setting.scenario.park if row.id == name)
            if d.setting.divisions[division].side == side:
                continue
            d.mark(key, None)
            for unit in tuple(d.pieces.values()):
                if unit.at == PARK and d.setting.division_of(unit.id).id == division:
                    eliminate(d, unit.id)
        elif kind == "dozer" and side == GERMAN and cell in d.setting.bridges[name].between:
            south = d.setting.southernmost(d.setting.bridges[name].between)
            if cell == south:
                d.mark(key, None)
                d.say(say("A bulldozer was lost"), "WED 2.11", cell)


def wired_bridge(table: D, side: str, cell: str) -> str:
    """2.15.6 The bridge at a hex that the enemy of *side* has wired; empty for none."""
    bridges = table.setting.bridge_hexes.get(cell, ())
    return next((b for b in bridges if bridge_state(table, b) == f"wired:{ENEMY[side]}"), "")


def form_column(d: D, unit: Unit) -> None:
    """4, N7, N17 Into column; works that were begun or dug are given up."""
    d.set(unit.id, column=True, dug="", men=False)
    d.say(say("{unit} formed column", unit=unit_name(d.setting, unit)), "WED SR4", unit.at)


def leave_column(d: D, unit: Unit) -> None:
    """4 Out of column at leisure."""
    d.set(unit.id, column=False)
    d.say(say("{unit} left column", unit=unit_name(d.setting, unit)), "WED SR4", unit.at)


def leave_column_by_hit(d: D, unit: Unit) -> None:
    """4 Out of column at the price of a cohesion hit."""
    d.set(unit.id, column=False)
    d.say(say("{unit} spread out in haste", unit=unit_name(d.setting, unit)), "WED SR4", unit.at)
    cohesion_hit(d, unit.id)


def change_column(d: D, unit: Unit, how: str) -> None:
    """4 Into column, or out of it at leisure or in a hurry."""
    {"column": form_column, "spread": leave_column, "hurry": leave_column_by_hit}[how](d, unit)
