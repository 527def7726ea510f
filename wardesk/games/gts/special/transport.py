"""Special rules S4, S5.3, S6.3: riding on vehicles, organic transport, trucks and jeeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Reason
from wardesk.games.gts.ch02_command import can_pay, in_command, pay
from wardesk.games.gts.ch04_costs import allowance
from wardesk.games.gts.position import Table, counter, in_hex, takes_room, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import Unit
from wardesk.words import Spoken, say

D = Draft[Setting]
GUNS = ("anti_tank", "anti_air")
"""Symbols of guns that are pulled by hand: no infantry, so they ride on nothing (S4.0)."""
Pool = Literal["truck", "jeep"]
POOLS: tuple[tuple[Pool, Spoken, str], ...] = (
    ("truck", say("Mount divisional trucks"), "WED S5.3"),
    ("jeep", say("Mount divisional jeeps"), "WED S6.3"),
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
