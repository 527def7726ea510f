"""Chapter 4: one action of one unit. Move, fire, assault, rally, dig in, engineers' work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random

from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose, Path, Pieces, Reason
from wardesk.games.gts.asked import Aimed, Led, OfUnit
from wardesk.games.gts.ch02_command import can_pay, in_command, pay, price
from wardesk.games.gts.ch04_costs import allowance, can_move
from wardesk.games.gts.ch04_movement import (
    against_way,
    can_go,
    change_column,
    goals_of,
    into_column,
    out_of_column,
    spread_cost,
)
from wardesk.games.gts.ch05_fire import PlansShot, best_shot, targets_of
from wardesk.games.gts.ch07_assault import against_assault, assault_hexes, weak_beside
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.ch13_engineers import ferry_goal, finish, job_of, jobs_of, works
from wardesk.games.gts.ch14_victory import aims, home_of, quarry, wanted
from wardesk.games.gts.position import (
    Table,
    counter,
    enemy_hexes,
    in_hex,
    on_map,
    parked,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.deeds import road_targets, special_deeds
from wardesk.games.gts.special.transport import (
    against_unloading,
    climb,
    dismounting,
    hire,
    mounting,
)
from wardesk.games.gts.state import (
    ENEMY,
    Activation,
    Assault,
    Check,
    Fire,
    Move,
    Unit,
    UnitAction,
    Window,
    steps,
)
from wardesk.words import Spoken, say

D = Draft[Setting]
DONE = Choice("done", say("Nothing more"), "WED SR4")
PAYS = 0.15
"""Steps that a shot has to cost on average, else something else is done."""
FIRST = ("gather", "job/repair", "job/mines", "job/unblock", "park", "ferry")
"""What a unit does before anything else, where it can, if a script plays."""
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
        return (
            *found,
            Choice("column", say("Form column"), "WED SR4", refused=refused),
        )
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


def points_left(setting: Setting, unit: Unit, frame: UnitAction) -> int:
    """Half points for moving: all of them before the action has begun to be a move."""
    return frame.left if frame.left >= 0 else allowance(setting, unit)


@steps.asks(UnitAction, "order", "ordered")
class WhatItDoes(OfUnit[UnitAction], Led[UnitAction]):
    """4 A march, or one of the other actions; a march goes on until its points are spent."""

    kind, cite, text = "action", "WED SR4", say("What does it do?")

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

    def passed(self, d: D) -> None:
        d.goto("over")

    @cached_property
    def marches(self) -> Mapping[str, tuple[str, ...]]:
        return goals_of(self.setting, self.state, self.unit, self.left, self.frame.chit)

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        chit = self.frame.chit
        return against_way(self.setting, self.state, self.unit, self.left, chit, answer.cells)

    def picked(self, d: D, answer: Path) -> None:
        """4 On the way."""
        frame = self.frame
        d.call(Move(step="go", unit=frame.unit, path=answer.cells, left=self.left,
                    culvert=frame.culvert), "order")  # fmt: skip

    def pressed(self, d: D, key: str) -> None:
        """4 To what was chosen."""
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

    def _transport(self, keys: set[str]) -> Answer | None:
        """Vehicles for a long way far from the enemy, off them before he is near."""
        setting, state, unit = self.setting, self.state, self.unit
        here = unit.at or ""
        if here not in setting.beside:
            return None  # guns in a park
        foes = enemy_hexes(setting, state, unit.side)
        near = min((setting.distance(here, foe) for foe in foes), default=99)
        for key in ("dismount", "unload"):
            if key in keys and near <= 4:
                return Choose(key)
        marks = home_of(setting, state, unit) or aims(setting)
        far = min((setting.distance(here, goal) for goal in marks), default=0)
        if near > 8 and far > 12:
            return next((Choose(key) for key in ("mount", "truck", "jeep") if key in keys), None)
        return None

    def _march(self, keys: set[str]) -> Answer:
        """Nearer to what has to be taken or held, out of fire where that costs nothing."""
        setting, state, unit = self.setting, self.state, self.unit
        off = self._transport(keys & {"dismount", "unload"})
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


# ---- fire ---------------------------------------------------------------------------------------


@steps.asks(UnitAction, "fire", "target_chosen")
class AtWhom(Aimed, PlansShot[UnitAction]):
    """5.1 One firer, one named target."""

    kind, cite, text = "target", "WED SR5.1", say("At which unit does it fire?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return targets_of(self.setting, self.state, self.unit)

    def plan(self, piece: str) -> Fire:
        return Fire(step="roll", firer=self.frame.unit, target=piece)

    def picked(self, d: D, answer: Pieces) -> None:
        """5.1 The shot."""
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

    @cached_property
    def places(self) -> tuple[str, ...]:
        return assault_hexes(self.setting, self.state, self.unit)

    def picked(self, d: D, answer: Cells) -> None:
        """7 The procedure of chapter 7."""
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
