"""What few units do: drop markers off, transport, ferries, parks, rearguards, fire at the road."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Reason, Roll
from wardesk.games.gts.asked import Aimed, GtsThrow, OfUnit
from wardesk.games.gts.ch04_costs import allowance
from wardesk.games.gts.ch04_movement import (
    enter,
)
from wardesk.games.gts.ch05_fire import can_fire_at, indirect, lay_barrage
from wardesk.games.gts.ch13_engineers import ferry_goal
from wardesk.games.gts.ch15_route import fired_upon, road
from wardesk.games.gts.position import (
    Table,
    counter,
    in_hex,
    park_of,
    takes_room,
    unit_name,
    units_of,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.transport import (
    changed,
    dismount,
    hiring,
    rides,
)
from wardesk.games.gts.state import (
    ENEMY,
    GERMAN,
    PARK,
    RESERVE,
    Fire,
    Happening,
    Leave,
    Unit,
    UnitAction,
    Window,
    steps,
)
from wardesk.words import say

D = Draft[Setting]


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

    @cached_property
    def places(self) -> tuple[str, ...]:
        return road_targets(self.setting, self.state, self.unit)

    def about(self) -> tuple[str, ...]:
        return ()

    def picked(self, d: D, answer: Cells) -> None:
        d.goto("shell_roll", job=answer.cells[0])


@steps.asks(UnitAction, "shell_roll", "shelled")
class ShotAtTheRoad(OfUnit[UnitAction], GtsThrow[UnitAction]):
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
