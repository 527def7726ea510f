"""Chapter 4: one action of one unit. Move, fire, assault, rally, dig in, work, and rarer deeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Literal

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose, Path, Pieces, Reason, Roll, replace
from wardesk.games.gts.asked import AboutItsUnit, Aimed, GtsThrow, Led
from wardesk.games.gts.ch02_command import can_pay, in_command, pay, price
from wardesk.games.gts.ch04_costs import allowance, can_move, step_cost
from wardesk.games.gts.ch04_movement import (
    against_way,
    can_go,
    change_column,
    enter,
    goals_of,
    into_column,
    out_of_column,
    spread_cost,
    ways_of,
)
from wardesk.games.gts.ch05_fire import (
    PlansShot,
    best_shot,
    can_fire_at,
    indirect,
    lay_barrage,
    targets_of,
    why_no_fire,
)
from wardesk.games.gts.ch07_assault import against_assault, assault_hexes, weak_beside
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.ch13_engineers import ferry_goal, finish, job_of, jobs_of, works
from wardesk.games.gts.ch14_victory import aims, home_of, quarry, wanted
from wardesk.games.gts.ch15_route import fired_upon, road
from wardesk.games.gts.position import (
    Table,
    counter,
    enemy_hexes,
    ferries,
    in_hex,
    on_map,
    park_of,
    parked,
    takes_room,
    unit_name,
    units_of,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    GERMAN,
    PARK,
    RESERVE,
    Activation,
    Assault,
    Check,
    Fire,
    Happening,
    Leave,
    Move,
    Unit,
    UnitAction,
    Window,
    steps,
)
from wardesk.games.shared.told import ground_costs
from wardesk.words import Spoken, say

D = Draft[Setting]
DONE = Choice("done", say("Nothing more"), "WED SR4")
PAYS = 0.15
"""Steps that a shot has to cost on average, else something else is done."""
ON, OFF = ("mount", "truck", "jeep"), ("dismount", "unload")
"""Onto vehicles and off them."""
FIRST = ("gather", "job/repair", "job/mines", "job/unblock", "park", "job/ferry")
"""What a unit does before anything else, where it can, if a script plays."""
GUNS = ("anti_tank", "anti_air")
"""Symbols of guns that are pulled by hand: no infantry, so they ride on nothing (S4.0)."""
Pool = Literal["truck", "jeep"]
POOLS: tuple[tuple[Pool, Spoken, str], ...] = (
    ("truck", say("Mount divisional trucks"), "WED S5.3"),
    ("jeep", say("Mount divisional jeeps"), "WED S6.3"),
)
Test = Callable[[Setting, Table, Unit, str], tuple[Reason, ...]]


def _no(text: Spoken, cite: str) -> tuple[Reason, ...]:
    return (Reason(text, cite),)


def against_fire(setting: Setting, table: Table, unit: Unit, _: str) -> tuple[Reason, ...]:
    """5 Why a unit cannot fire."""
    if counter(setting, unit).fire is None:
        return _no(say("It has no fire rating"), "WED SR3")
    if unit.suppressed:
        return _no(say("A suppressed unit does not fire"), "WED SR8")
    if not targets_of(setting, table, unit):
        return _no(say("It sees no enemy within range"), "WED SR5.1")
    return ()


def against_rally(setting: Setting, table: Table, unit: Unit, _: str) -> tuple[Reason, ...]:
    """4 Suppression anywhere; cohesion hits outside enemy fire zones only."""
    if unit.suppressed:
        return ()
    if not unit.cohesion:
        return _no(say("There is nothing to rally from"), "WED SR4")
    if in_enemy_zone(setting, table, unit.side, unit.at or ""):
        return _no(say("Cohesion returns outside enemy fire zones only"), "WED SR4")
    return ()


def against_digging(setting: Setting, _: Table, unit: Unit, __: str) -> tuple[Reason, ...]:
    """N7 Units on foot, out of column; an improved position first, then entrenched."""
    if counter(setting, unit).vehicle or counter(setting, unit).leads:
        return _no(say("Only units on foot dig in"), "WED N7")
    if unit.on or unit.mounted:
        return _no(say("Only units on foot dig in"), "WED N7")
    if unit.column or unit.suppressed:
        return _no(say("In column or suppressed nobody digs in"), "WED N7")
    if unit.dug == "entrenched":
        return _no(say("It is entrenched already"), "WED N7")
    return ()


DEEDS: tuple[tuple[str, Spoken, str, Test], ...] = (
    ("fire", say("Fire"), "WED SR5", against_fire),
    ("assault", say("Assault"), "WED SR7", against_assault),
    ("rally", say("Rally"), "WED SR4", against_rally),
    ("dig", say("Dig in"), "WED N7", against_digging),
)


def deeds_of(
    setting: Setting, table: Table, unit: Unit, chit: str, waiting: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    """4 What a unit may do instead of moving, those refused with their reasons."""
    if unit.delay:
        return (Choice("gather", say("Gather: one drop marker off"), "WED 3.4.2"),)
    if unit.carries:
        return ()  # S4.3: the vehicle moves, and lets its rider down
    found = [
        Choice(key, label, cite, refused=test(setting, table, unit, chit))
        for key, label, cite, test in DEEDS
        if key in ("fire", "rally") or not parked(unit)
    ]
    if works(setting, unit):
        found += _jobs(setting, table, unit)
    if not parked(unit):
        found += special_deeds(setting, table, unit, waiting, direct=chit == "direct")
    if road_targets(setting, table, unit):
        found.append(Choice("shell", say("Fire at the road"), "WED 4.3.3"))
    return tuple(found)


def _jobs(setting: Setting, table: Table, unit: Unit) -> Iterator[Choice]:
    """2.15 Each kind of work; the one at bridges always stands there, with its reasons."""
    job = job_of(setting, table, unit)
    if counter(setting, unit).engineer:
        yield Choice("engineer", job.label, job.cite, refused=job.refused)
    for other in jobs_of(setting, table, unit):
        if other.kind != "bridge":
            yield Choice(f"job/{other.kind}", other.label, other.cite, refused=other.refused)


def column_deeds(setting: Setting, table: Table, unit: Unit, left: int) -> tuple[Choice, ...]:
    """4 Into column for a point; out of it for the ground's points or a cohesion hit."""
    if counter(setting, unit).leads or not can_move(setting, unit):
        return ()
    if unit.carries:
        refused = against_unloading(setting, table, unit, left)
        return (Choice("unload", say("Let the rider down"), "WED S4.2", refused=refused),)
    found = (*mounting(setting, unit, left), *dismounting(setting, unit, left))
    if not unit.column:
        refused = into_column(setting, table, unit, left)
        return (*found, Choice("column", say("Form column"), "WED SR4", refused=refused))
    refused = out_of_column(setting, table, unit)
    cost = spread_cost(setting, table, unit)
    short = refused
    if cost > left:
        short = (*refused, Reason(say("Too few movement points are left"), "WED SR4"))
    label = say("Spread out for {points} points", points=cost / 2)
    return (
        *found,
        Choice("spread", label, "WED SR4", refused=short),
        Choice("hurry", say("Spread out, a cohesion hit"), "WED SR4", refused=refused),
    )


def _points(half: int) -> str:
    """Half movement points as one says them: 1½."""
    whole = str(half // 2) if half > 1 or not half else ""
    return f"{whole}½" if half % 2 else whole


def points_left(setting: Setting, unit: Unit, frame: UnitAction) -> int:
    """Half points for moving: all of them before the action has begun to be a move."""
    return frame.left if frame.left >= 0 else allowance(setting, unit)


@steps.asks(UnitAction, "order", "ordered")
class WhatItDoes(AboutItsUnit[UnitAction], Led[UnitAction]):
    """4 A march, or one of the other actions; a march goes on until its points are spent."""

    kind, cite, text, next_step = "action", "WED SR4", say("What does it do?"), "over"

    @property
    def begun(self) -> bool:
        """Whether the action is a march already."""
        return self.frame.left >= 0

    @property
    def left(self) -> int:
        """Half points for moving."""
        return points_left(self.setting, self.unit, self.frame)

    @cached_property
    def offers(self) -> tuple[Choice, ...]:
        """The buttons."""
        setting, state, unit, frame = self.setting, self.state, self.unit, self.frame
        found = [DONE]  # first, so that Enter does nothing that cannot be seen coming
        if not self.begun:
            within = self.within(Activation)
            waiting = within.waiting if within is not None else ()
            deeds = deeds_of(setting, state, unit, frame.chit, waiting)
            # 2.18.1 the unit began its activation in the hex where it stands
            fresh = not frame.again or (within is not None and within.start == unit.at)
            found += [deed for deed in deeds if fresh or deed.key != "job/ferry"]
            if not frame.again and ferry_goal(setting, state, unit):
                found.append(Choice("ferry", say("Cross by ferry"), "WED 2.18.2"))
        return (*found, *column_deeds(setting, state, unit, self.left))

    def pieces(self) -> tuple[str, ...]:
        return self.ready

    @cached_property
    def ready(self) -> tuple[str, ...]:
        setting, unit = self.setting, self.unit
        able = can_move(setting, unit)
        goes = able and can_go(setting, self.state, unit, self.left, self.frame.chit)
        return (unit.id,) if goes else ()

    def tag(self) -> str:
        return "march" if self.begun else self.kind

    def buttons(self) -> tuple[Choice, ...]:
        return self.offers

    def about(self) -> tuple[str, ...]:
        return () if self.ready else super().about()

    def asks(self) -> bool:
        unit = self.unit
        here = on_map(self.setting, unit) or parked(unit)
        if not here or self.frame.ended or (self.begun and unit.suppressed):
            return False
        return not self.begun or bool(self.ready) or not all(c.refused for c in self.offers[1:])

    @cached_property
    def marches(self) -> Mapping[str, tuple[str, ...]]:
        return goals_of(self.setting, self.state, self.unit, self.left, self.frame.chit)

    def note(self, units: list[Unit], cell: str) -> tuple[Reason, ...]:
        found = ways_of(self.setting, self.state, self.unit, self.left, self.frame.chit)
        cost, left = _points(found.cost[cell]), _points(self.left)
        told = Reason(say("{n} of {of} points", n=cost, of=left), "WED SR4", "note", cell)
        return (told, *super().note(units, cell))

    def forecast(self, answer: Answer) -> Sequence[Reason]:
        """Of a march also what it is made up of, and what is left."""
        if not isinstance(answer, Path) or not answer.cells:
            return super().forecast(answer)
        setting, unit, goal = self.setting, self.unit, answer.cells[-1]
        ways = pairwise((unit.at or "", *answer.cells))
        steps = [(b, step_cost(setting, self.state, unit, a, b) or 0) for a, b in ways]
        spent = sum(cost for _, cost in steps)
        told = say("{n} of {of} points: {ground}; {left} left", n=_points(spent),
                   of=_points(self.left), ground=ground_costs(setting.board, steps, _points),
                   left=_points(self.left - spent))  # fmt: skip
        return Reason(told, "WED SR4", "note", goal), *super().note([unit], goal)

    def against_target(self, units: Sequence[Unit], cell: str) -> Sequence[Reason]:
        """5.1 Why the unit does not fire into a hex."""
        why = why_no_fire(self.setting, self.state, self.unit, cell)
        return (Reason(why, "WED SR5.1", at=cell),) if why else ()

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        chit = self.frame.chit
        return against_way(self.setting, self.state, self.unit, self.left, chit, answer.cells)

    def picked(self, d: D, answer: Path) -> None:
        frame = self.frame
        d.call(Move(step="go", unit=frame.unit, path=answer.cells, left=self.left,
                    culvert=frame.culvert), "order")  # fmt: skip

    def pressed(self, d: D, key: str) -> None:
        unit, frame = self.unit, self.frame
        key, _, what = key.partition("/")
        match key:
            case "column" | "spread" | "hurry":
                return _change_column(d, self.left, unit, key)
            case "mount" | "dismount" | "unload":
                return d.goto(key, left=self.left)
            case "truck" | "jeep":
                hire(d, unit, key)
                return d.goto("over")
            case "ride":
                climb(d, unit, d.pieces[what], direct=frame.chit == "direct")
                return d.goto("over")
            case "engineer":
                return d.goto("engineer", job="bridge")
            case "job":
                return d.goto("engineer", job=what)
            case "done":
                return d.goto("over")
            case _:
                return d.goto(key)

    # ---- for a program --------------------------------------------------------------------------

    def script(self, rng: Random) -> Answer:
        """What hurts the enemy or helps the unit most; else nearer to what has to be taken."""
        keys = set(self.open_keys)
        if self.begun:
            return self._march(keys)
        return self._deed(keys) or self._transport(keys) or self._march(keys)

    def _deed(self, keys: set[str]) -> Answer | None:
        unit, state = self.unit, self.state
        for key in FIRST:
            if key in keys:
                return Choose(key)
        if (over := self._over_water(keys)) is not None:
            return over
        if "rally" in keys and (unit.suppressed or unit.cohesion == 2):
            return Choose("rally")
        if "assault" in keys and weak_beside(self.setting, state, unit):
            return Choose("assault")
        if "engineer" in keys:
            return Choose("engineer")
        if "fire" in keys and best_shot(self.setting, state, unit)[0] >= PAYS:
            return Choose("fire")
        shells = "shell" in keys and not state.marks.get("turn/attacked")
        return Choose("shell") if shells else None

    def _over_water(self, keys: set[str]) -> Answer | None:
        """2.18.2 By ferry where the other bank is nearer to the aims; into column first."""
        key = next((key for key in ("ferry", "column") if key in keys), "")
        setting, state, unit = self.setting, self.state, self.unit
        if not key or not ferries(state):
            return None
        goal = ferry_goal(setting, state, replace(unit, column=True))
        marks = wanted(setting, state, unit)
        if not goal or not marks:
            return None
        near_to = setting.nearest(marks)
        return Choose(key) if near_to(goal) < near_to(unit.at or "") else None

    def _transport(self, keys: set[str]) -> Answer | None:
        """Vehicles for a long way far from the enemy, off them before he is near."""
        setting, state, unit = self.setting, self.state, self.unit
        here = unit.at or ""
        if keys.isdisjoint((*ON, *OFF)) or here not in setting.beside:
            return None  # guns in a park have none
        foes = enemy_hexes(setting, state, unit.side)
        near = min((setting.distance(here, foe) for foe in foes), default=99)
        for key in OFF:
            if key in keys and near <= 4:
                return Choose(key)
        marks = home_of(setting, state, unit) or aims(setting)
        far = min((setting.distance(here, goal) for goal in marks), default=0)
        if near > 8 and far > 12:
            return next((Choose(key) for key in ON if key in keys), None)
        return None

    def _march(self, keys: set[str]) -> Answer:
        """Nearer to what has to be taken or held, out of fire where that costs nothing."""
        setting, state, unit = self.setting, self.state, self.unit
        off = self._transport(keys.intersection(OFF))
        if off is not None:
            return off
        hunted = tuple(state.pieces[u].at or "" for u in quarry(setting, state, unit.side))
        here, foes = unit.at or "", enemy_hexes(setting, state, unit.side)
        marks = home_of(setting, state, unit) or hunted or wanted(setting, state, unit)
        marks = marks or tuple(foes)
        if self.asked.shape != "path" or not marks:
            return Choose("done")
        zone, near_to, reach = self.zone, setting.nearest(marks), self.marches

        def worth(cell: str) -> float:
            far = near_to(cell)
            risk = 0.6 if cell in zone else 0.0
            cover = setting.fire_value.get(cell, 0) * 0.25
            return -far - risk - cover

        best = max(reach, key=lambda cell: (worth(cell), cell), default="")
        if best and worth(best) > worth(here):
            return Path((unit.id,), reach[best])
        near = any(setting.distance(here, foe) <= 3 for foe in foes)
        if "spread" in keys and near:
            return Choose("spread")
        return Choose("dig" if "dig" in keys and near and not unit.dug else "done")


def _change_column(d: D, left: int, unit: Unit, how: str) -> None:
    cost = {"column": 2, "spread": spread_cost(d.setting, d, unit), "hurry": 0}[how]
    d.goto("order", left=max(left - cost, 0))
    change_column(d, unit, how)


@steps(UnitAction, "over")
def over(d: D, frame: UnitAction, _: None) -> None:
    """4 The action is done."""
    d.set(frame.unit, acted=True)
    if frame.ended:
        d.set(frame.unit, again=True)  # S4.4
    d.done()


def special_deeds(
    setting: Setting, table: Table, unit: Unit, waiting: tuple[str, ...], *, direct: bool = False
) -> Iterator[Choice]:
    """S1.0, S2.0, S4.1, S5.3 Into the park, a rearguard, onto vehicles, trucks and jeeps."""
    for vehicle in rides(setting, table, unit, waiting, direct=direct):
        name = unit_name(setting, vehicle)
        yield Choice(f"ride/{vehicle.id}", say("Ride on {vehicle}", vehicle=name), "WED S4.1")
    yield from hiring(setting, table, unit)
    found = park_of(setting, table, setting.division_of(unit.id).id)
    guns = counter(setting, unit).weapon in ("orange", "brown", "black")
    if found and found[0] == unit.at and guns:
        yield Choice("park", say("Into the artillery park"), "WED S1.0")
    if rearguard_of(setting, table, unit):
        refused: tuple[Reason, ...] = ()
        others = in_hex(setting, table, unit.at or "", unit.side)
        if takes_room(table, others, column=False) >= setting.tables.figures.stack:
            refused = (Reason(say("There is no room for another unit"), "WED SR4"),)
        yield Choice("rearguard", say("Leave a rearguard"), "WED S2.0", refused=refused)


def rearguard_of(setting: Setting, table: Table, unit: Unit) -> str:
    """S2.0, N20 The next rearguard that a unit of infantry could leave behind; empty for none."""
    figures = counter(setting, unit)
    if figures.vehicle or figures.artillery or not figures.move or unit.suppressed:
        return ""
    for row in setting.scenario.rearguards:
        if row.formation == figures.formation:
            for number in range(1, row.count + 1):
                name = f"{row.formation}.rear{number}"
                if table.pieces[name].at == RESERVE:
                    return name
    return ""


def road_targets(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """4.3.3 Hexes of the corps' road without anybody in them that a German may fire at."""
    now = road(setting, table)
    if unit.side != GERMAN or not now or unit.delay:
        return ()
    taken = {other.at for other in units_of(setting, table, ENEMY[unit.side])}
    return tuple(
        sorted(
            cell
            for cell in now
            if cell not in taken and cell != unit.at and can_fire_at(setting, table, unit, cell)
        )
    )


def pool(setting: Setting, unit: Unit, kind: Pool) -> str:
    """The track of a division's trucks or jeeps that are free."""
    return f"{kind}s/{setting.division_of(unit.id).id}"


# ---- riding on vehicles (S4) --------------------------------------------------------------------


def rides(
    setting: Setting, table: Table, unit: Unit, waiting: tuple[str, ...], *, direct: bool = False
) -> Iterator[Unit]:
    """S4.1, S4.3 Vehicles of its formation here that have not acted and are strong enough."""
    figures = counter(setting, unit)
    guns = figures.artillery or figures.symbol in GUNS
    infantry = figures.movement == "leg" and not (figures.transport or guns)
    if not infantry or figures.leads or unit.mounted or unit.on or unit.suppressed:
        return
    for other in in_hex(setting, table, unit.at or "", unit.side):
        theirs = counter(setting, other)
        if (
            other.id in waiting
            and theirs.vehicle
            and theirs.formation == figures.formation
            and theirs.move
            and not (other.carries or other.acted or other.suppressed)
            and other.steps >= unit.steps
            and (not direct or can_pay(setting, table, other))
        ):
            yield other


def climb(d: D, unit: Unit, vehicle: Unit, *, direct: bool = False) -> None:
    """S4.1 It took the whole movement of both; direct command pays for each of them."""
    if direct:
        pay(d, vehicle)
    d.set(unit.id, on=vehicle.id, column=False, dug="", men=False)
    d.set(vehicle.id, carries=unit.id, acted=True)
    names = {"unit": unit_name(d.setting, unit), "vehicle": unit_name(d.setting, vehicle)}
    d.say(say("{unit} rides on {vehicle}", **names), "WED S4.1", unit.at)


def _short(setting: Setting, unit: Unit, left: int, cite: str) -> tuple[Reason, ...]:
    """It takes half the allowance."""
    short = left < allowance(setting, unit) // 2
    return (Reason(say("It has no movement points left for that"), cite),) if short else ()


def against_unloading(setting: Setting, table: Table, unit: Unit, left: int) -> tuple[Reason, ...]:
    """S4.2 Half the vehicle's allowance; the rider stands out of column and needs room."""
    found = list(_short(setting, unit, left, "WED S4.2"))
    others = in_hex(setting, table, unit.at or "", unit.side)
    if takes_room(table, others, column=False) >= setting.tables.figures.stack:
        found.append(Reason(say("There is no room for another unit"), "WED S4.2"))
    return tuple(found)


# ---- organic transport, trucks and jeeps --------------------------------------------------------


def mounting(setting: Setting, unit: Unit, left: int) -> Iterator[Choice]:
    """N18 Into organic transport for half the allowance."""
    figures = counter(setting, unit)
    if not figures.transport or unit.mounted or unit.on or unit.abandoned:
        return
    refused = _short(setting, unit, left, "WED N18")
    yield Choice("mount", say("Mount transport"), "WED N18", refused=refused)


def hiring(setting: Setting, table: Table, unit: Unit) -> Iterator[Choice]:
    """S5.3, S6.3 Trucks or jeeps of the division for a leg unit in command, as an action."""
    figures = counter(setting, unit)
    if figures.movement != "leg" or figures.leads or unit.mounted or unit.on or not figures.move:
        return
    for kind, label, cite in POOLS:
        name = pool(setting, unit, kind)
        if name not in table.tracks:
            continue
        refused: list[Reason] = []
        if table.tracks[name] < 1:
            refused.append(Reason(say("All of them are in use"), cite))
        if not in_command(setting, table, unit):
            refused.append(Reason(say("Out of command it gets none"), cite))
        if unit.suppressed:
            refused.append(Reason(say("Suppressed nobody mounts"), cite))
        yield Choice(kind, label, cite, refused=tuple(refused))


def dismounting(setting: Setting, unit: Unit, left: int) -> Iterator[Choice]:
    """4 Out of transport for half the allowance."""
    if unit.mounted:
        refused = _short(setting, unit, left, "WED N18")
        yield Choice("dismount", say("Dismount"), "WED N18", refused=refused)


def hire(d: D, unit: Unit, kind: Pool) -> None:
    """S5.3, S6.3 One of the pool carries it until it dismounts."""
    d.count(pool(d.setting, unit, kind), -1)
    d.set(unit.id, mounted=kind, dug="", men=False)
    d.say(say("{unit} mounted", unit=unit_name(d.setting, unit)), "WED S5.3", unit.at)


def changed(setting: Setting, left: int, before: Unit, after: Unit) -> int:
    """N18 Half points left after mounting or dismounting: the same share, less half of all."""
    was, now = allowance(setting, before), allowance(setting, after)
    return max(now * left // was - now // 2, 0) if was else 0


def dismount(d: D, unit: Unit) -> None:
    """4, 2.16 On its feet; trucks and jeeps go back, on a dyke the vehicles are lost."""
    lost = unit.at in d.setting.raised and unit.column
    if unit.mounted == "organic":
        d.set(unit.id, mounted="", abandoned=lost)
    else:
        if not lost:
            kind: Pool = "jeep" if unit.mounted == "jeep" else "truck"
            d.count(pool(d.setting, unit, kind))
        d.set(unit.id, mounted="")
    name = unit_name(d.setting, unit)
    text = say("{unit} dismounted", unit=name)
    if lost:
        text = say("{unit} left its transport", unit=name)
    d.say(text, "WED 2.16" if lost else "WED N18", unit.at)


# ---- drop markers, transport, ferries, parks, rearguards, the road ------------------------------


@steps(UnitAction, "gather")
def gather(d: D, frame: UnitAction, _: None) -> None:
    """3.4.2 One marker off; nobody fires at that."""
    unit = d.pieces[frame.unit]
    d.set(unit.id, delay=unit.delay - 1)
    d.say(say("{unit} gathered", unit=unit_name(d.setting, unit)), "WED 3.4.2", unit.at)
    d.goto("over")


@steps(UnitAction, "mount")
def mount(d: D, frame: UnitAction, _: None) -> None:
    """N18 Into organic transport."""
    unit = d.pieces[frame.unit]
    d.set(unit.id, mounted="organic", dug="", men=False)
    left = changed(d.setting, frame.left, unit, d.pieces[unit.id])
    d.say(say("{unit} mounted", unit=unit_name(d.setting, unit)), "WED N18", unit.at)
    d.goto("order", left=left)


@steps(UnitAction, "dismount")
def get_off(d: D, frame: UnitAction, _: None) -> None:
    """6 Whoever dismounts may be fired at first."""
    d.call(Window(step="ask", unit=frame.unit, cause="unload"), "dismounted")


@steps(UnitAction, "dismounted")
def dismounted(d: D, frame: UnitAction, _: None) -> None:
    """N18 On foot, with what is left of the points."""
    unit = d.pieces[frame.unit]
    if unit.at is None or unit.suppressed or not unit.mounted:
        return d.goto("over")
    dismount(d, unit)
    return d.goto("order", left=changed(d.setting, frame.left, unit, d.pieces[unit.id]))


@steps(UnitAction, "unload")
def unload(d: D, frame: UnitAction, _: None) -> None:
    """S4.2 Before the rider is down the vehicle may be fired at."""
    d.call(Window(step="ask", unit=frame.unit, cause="unload"), "unloaded")


@steps(UnitAction, "unloaded")
def unloaded(d: D, frame: UnitAction, _: None) -> None:
    """S4.2 Down, out of column; now the rider may be fired at instead."""
    unit = d.pieces[frame.unit]
    if unit.at is None or unit.suppressed or not unit.carries:
        return d.goto("order" if unit.at else "over", left=0)
    rider = d.pieces[unit.carries]
    d.set(unit.id, carries="")
    d.set(rider.id, on="", column=False, acted=True)
    name = unit_name(d.setting, rider)
    d.say(say("{unit} jumped off", unit=name), "WED S4.2", unit.at)
    d.goto("order", left=max(frame.left - allowance(d.setting, unit) // 2, 0))
    # who has fired before cannot fire after
    return d.call(Window(step="ask", unit=rider.id, cause="unload", fired=frame.fired), "order")


@steps(UnitAction, "ferry")
def ferry(d: D, frame: UnitAction, _: None) -> None:
    """2.18.2, S3.1 Out of its hex first."""
    d.call(Leave(step="begin", unit=frame.unit), "ferrying")


@steps(UnitAction, "ferrying")
def ferrying(d: D, frame: UnitAction, _: None) -> None:
    """2.18.2, 2.18.4 Under fire at two more, if anybody's fire zone is left."""
    if not frame.passed:
        return d.goto("over")
    unit = d.pieces[frame.unit]
    goal = ferry_goal(d.setting, d, unit)
    window = Window(step="ask", unit=unit.id, cause="leave", goal=goal, way="ferry")
    d.goto("ferried", job=goal, passed=False)
    return d.call(window, "ferried")


@steps(UnitAction, "ferried")
def ferried(d: D, frame: UnitAction, _: None) -> None:
    """2.18.2 Over the water, and the activation is done; vehicles stay behind."""
    unit = d.pieces[frame.unit]
    if unit.at is not None and not unit.suppressed and ferry_goal(d.setting, d, unit) == frame.job:
        enter(d, unit, frame.job)
        if counter(d.setting, unit).transport:
            d.set(unit.id, abandoned=True)
        name = unit_name(d.setting, unit)
        d.say(say("{unit} was ferried over", unit=name), "WED 2.18.2", frame.job)
    d.goto("over", job="")


@steps(UnitAction, "park")
def into_park(d: D, frame: UnitAction, _: None) -> None:
    """S1.0 For good; it fires from its next activation on."""
    unit = d.pieces[frame.unit]
    d.set(unit.id, at=PARK, column=False, dug="", men=False, again=True)
    d.say(say("{unit} went to the park", unit=unit_name(d.setting, unit)), "WED S1.0", unit.at)
    d.goto("over")


@steps(UnitAction, "rearguard")
def rearguard(d: D, frame: UnitAction, _: None) -> None:
    """S2.0, N20 A platoon stays here."""
    unit = d.pieces[frame.unit]
    name = rearguard_of(d.setting, d, unit)
    d.set(name, at=unit.at, acted=True)
    said = say("{unit} stays behind", unit=d.setting.counters[name].name)
    d.say(said, "WED S2.0", unit.at, say("in {place}", place=d.setting.name(unit.at or "")))
    d.goto("over")


@steps.asks(UnitAction, "shell", "shell_aimed")
class WhichHexOfTheRoad(Aimed):
    """4.3.3 Which hex of the road."""

    kind, cite, text, shape = "road-hex", "WED 4.3.3", say("Which hex of the road?"), "cells"

    def cells(self) -> tuple[str, ...]:
        return road_targets(self.setting, self.state, self.unit)

    def about(self) -> tuple[str, ...]:
        return ()

    def picked(self, d: D, answer: Cells) -> None:
        d.goto("shell_roll", job=answer.cells[0])


@steps.asks(UnitAction, "shell_roll", "shelled")
class ShotAtTheRoad(AboutItsUnit[UnitAction], GtsThrow[UnitAction]):
    """4.3.3 Only a nine fails."""

    kind, cite, text = "road", "WED 4.3.3", say("Does fire fall on the road?")

    def context(self) -> str:
        return say("9 misses")

    def about(self) -> tuple[str, ...]:
        return self.frame.unit, self.frame.job

    def answered(self, d: D, answer: Roll) -> None:
        """4.3.3 Direct fire attacks the road; indirect fire leaves its barrage."""
        unit, cell, roll = self.unit, self.frame.job, answer.dice[0]
        d.goto("over", job="")
        if roll == 9:
            d.say(say("The shot was lost"), "WED 4.3.3", cell)
            if d.setting.scenario.events:
                d.call(Happening(step="draw", side=unit.side), "over")
        elif indirect(d.setting, unit, cell):
            shot = Fire(step="roll", firer=unit.id, target=unit.id, cell=cell, roll=roll)
            lay_barrage(d, shot)
        else:
            fired_upon(d, unit.side, cell)


# ---- fire ---------------------------------------------------------------------------------------


@steps.asks(UnitAction, "fire", "target_chosen")
class AtWhom(Aimed, PlansShot[UnitAction]):
    """5.1 One firer, one named target."""

    kind, cite, text = "target", "WED SR5.1", say("At which unit does it fire?")

    def pieces(self) -> tuple[str, ...]:
        return targets_of(self.setting, self.state, self.unit)

    def plan(self, piece: str) -> Fire:
        return Fire(step="roll", firer=self.frame.unit, target=piece)

    def picked(self, d: D, answer: Pieces) -> None:
        d.call(Fire(step="begin", firer=self.frame.unit, target=answer.pieces[0]), "over")

    def script(self, rng: Random) -> Answer | None:
        """The one whom it costs most."""
        _, target = best_shot(self.setting, self.state, self.unit)
        return Pieces((target,)) if target in self.asked.pieces else None


# ---- assault ------------------------------------------------------------------------------------


@steps.asks(UnitAction, "assault", "hex_chosen")
class WhichHex(Aimed):
    """7 Which hex."""

    kind, cite, text, shape = "assault-hex", "WED SR7", say("Which hex is assaulted?"), "cells"

    def cells(self) -> tuple[str, ...]:
        return assault_hexes(self.setting, self.state, self.unit)

    def picked(self, d: D, answer: Cells) -> None:
        unit = self.unit
        fight = Assault(
            step="gather",
            side=unit.side,
            chit=self.frame.chit,
            origin=unit.at or "",
            cell=answer.cells[0],
            attackers=(unit.id,),
        )
        d.call(fight, "over")

    def script(self, rng: Random) -> Answer:
        """Where the fewest stand."""
        side = ENEMY[self.unit.side]

        def strength(cell: str) -> int:
            there = in_hex(self.setting, self.state, cell, side)
            return sum(u.steps * (1 + (not u.suppressed)) for u in there)

        return Cells((min(self.asked.cells, key=strength),))


# ---- rally, digging in, engineers ---------------------------------------------------------------


@steps(UnitAction, "rally")
def rally(d: D, frame: UnitAction, _: None) -> None:
    """4, N6 Suppression goes by itself in command, else by a check; cohesion by a check."""
    unit = d.pieces[frame.unit]
    if unit.suppressed and in_command(d.setting, d, unit):
        return d.goto("rallied", passed=True)
    return d.call(Check(step="begin", unit=unit.id, what="rally"), "rallied")


@steps(UnitAction, "rallied")
def rallied(d: D, frame: UnitAction, _: None) -> None:
    """4 Suppression first, else one cohesion hit."""
    unit = d.pieces[frame.unit]
    if frame.passed:
        if unit.suppressed:
            d.set(unit.id, suppressed=False)
        else:
            d.set(unit.id, cohesion=unit.cohesion - 1)
        d.say(say("{unit} rallied", unit=unit_name(d.setting, unit)), "WED SR4", unit.at)
    d.goto("over", passed=False)


@steps(UnitAction, "dig")
def dig(d: D, frame: UnitAction, _: None) -> None:
    """N7 A check of troop quality."""
    d.call(Check(step="begin", unit=frame.unit, what="dig"), "dug")


@steps(UnitAction, "dug")
def dug(d: D, frame: UnitAction, _: None) -> None:
    """N7 An improved position, or entrenched."""
    unit = d.pieces[frame.unit]
    if frame.passed:
        further = "entrenched" if unit.dug else "improved"
        d.set(unit.id, dug=further)
        d.say(say("{unit} dug in", unit=unit_name(d.setting, unit)), "WED N7", unit.at)
    d.goto("over", passed=False)


@steps(UnitAction, "engineer")
def engineer(d: D, frame: UnitAction, _: None) -> None:
    """2.15 Engineers at work draw opportunity fire first."""
    d.call(Window(step="ask", unit=frame.unit, cause="engineer"), "work")


@steps(UnitAction, "work")
def work(d: D, frame: UnitAction, _: None) -> None:
    """2.15 Then the check, if they are still at it."""
    unit = d.pieces[frame.unit]
    if unit.at is None or unit.suppressed:
        return d.goto("over")
    return d.call(Check(step="begin", unit=unit.id, what="engineer"), "worked")


@steps(UnitAction, "worked")
def worked(d: D, frame: UnitAction, _: None) -> None:
    """2.15 Done, or men at work for the next try."""
    unit = d.pieces[frame.unit]
    jobs = jobs_of(d.setting, d, unit)
    job = next((job for job in jobs if job.kind == (frame.job or "bridge")), None)
    if frame.passed and job is not None and not job.refused:
        finish(d, unit, job)
    elif not unit.men:
        d.set(unit.id, men=True)
    d.goto("over", passed=False)


def can_act_again(setting: Setting, table: Table, unit: Unit) -> bool:
    """4 A second action for a command point, right after the first."""
    return (
        unit.at is not None
        and not unit.again
        and not counter(setting, unit).leads
        and can_pay(setting, table, unit)
        and price(setting, table, unit) > 0
    )


def begin_again(d: D, unit: Unit) -> None:
    """4 Paid for."""
    pay(d, unit)
    d.set(unit.id, again=True)
