"""Chapter 8.5.1: demoralised formations recover, or make for their own edge of the map."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.blitzkrieg.ch03_command import lose_command
from wardesk.games.blitzkrieg.ch07_movement import costs_for, enter, full_moves, room
from wardesk.games.blitzkrieg.ch10_special import works_without_men
from wardesk.games.blitzkrieg.chits import ROSTER, is_there
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
    kind_of,
    members,
    on_map,
    riders,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import CUP, Check, Flight, Unit, steps
from wardesk.games.shared import cup
from wardesk.games.shared.march import cheapest
from wardesk.words import say

D = Draft[Setting]


@steps(Flight, "begin")
def begin(d: D, frame: Flight, _: None) -> None:
    """8.5.1 Two dice against the factor less three."""
    d.call(Check(step="roll", what="recover", subject=frame.formation), "known")


@steps(Flight, "known")
def known(d: D, frame: Flight, _: None) -> None:
    """8.5.1 In good order again, or off to the edge; either way it does not act now (N18)."""
    short = d.setting.formations[frame.formation].short
    if frame.passed:
        d.mark(f"{frame.formation}/demoralised", None)
        d.say(say("{formation!s} recovered", formation=short), "BK 8.5.1")
        return d.done()
    for unit in members(d, (frame.formation,)):
        if on_map(d.setting, unit) and not unit.aboard:
            _flee(d, unit)
    _forget(d, frame.formation)
    return d.done()


def _flee(d: D, unit: Unit) -> None:
    """8.5.1 As far as the points carry towards the edge; nobody fires at it."""
    goal, leaves = flight_of(d.setting, d, unit)
    name = unit_name(d.setting, unit)
    if leaves:
        for piece in (unit, *riders(d, unit.id)):
            d.set(piece.id, at=None, hidden=False, aboard="")
        d.say(say("{unit} left the map", unit=name), "BK 8.5.1", unit.at)
        return works_without_men(d)
    if goal != unit.at:
        enter(d, (unit.id,), goal)
        lose_command(d, unit.id)
        where = d.setting.name(goal)
        d.say(say("{unit} fled to {place}", unit=name, place=where), "BK 8.5.1", goal)
    return None


def flight_of(setting: Setting, table: Table, unit: Unit) -> tuple[str, bool]:
    """8.5.1 Where a unit flees to, and whether it leaves the map.

    It is the reachable hex nearest to its own edge; one beside an enemy counts as farther (N35).
    """
    origin, edge = unit.at or "", setting.to_edge.get(unit.side, {})
    kind = kind_of(setting, unit)
    moves = kind.moves if kind and unit.neutralised else full_moves(setting, table, unit)
    if kind and unit.neutralised:
        moves //= 2
    enemy = enemy_cells(setting, table, unit.side)
    held = {u.at or "" for u in table.pieces.values() if u.side != unit.side}
    mined = {key.partition("/")[0] for key in table.marks if key.endswith("/mines")}
    costs = costs_for(setting, table, unit, road=True)
    found = cheapest(costs, origin, moves, closed=held | mined, least_one=True)
    for cell, spent in found.cost.items():
        if edge.get(cell) == 0 and spent + 1 <= moves:
            return cell, True
    near = {other for cell in enemy for other in setting.neighbours[cell]}
    goals = [c for c in found.cost if c == origin or room(setting, table, c, (unit,))]
    best = min(goals, key=lambda c: (edge.get(c, 0) + (2 if c in near else 0), found.cost[c], c))
    return best, False


def _forget(d: D, formation: str) -> None:
    """8.5.1 When the whole formation has left the map its chit goes too; not if more is to come."""
    if is_there(d.setting, d, formation):
        return
    chit = f"{d.setting.formations[formation].side}/{formation}"
    for pile in (ROSTER, CUP):
        if chit in d.cups[pile]:
            cup.take(d, pile, chit)
