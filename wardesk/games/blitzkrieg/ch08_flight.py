"""Chapter 8.5.1: demoralised formations recover, or make for their own edge of the map."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.blitzkrieg.ch03_command import lose_command
from wardesk.games.blitzkrieg.ch07_movement import costs_for, enter, full_moves, room
from wardesk.games.blitzkrieg.ch10_special import works_without_men
from wardesk.games.blitzkrieg.ch13_hidden import reveal
from wardesk.games.blitzkrieg.chits import ROSTER, is_there
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
    fighters_at,
    kind_of,
    members,
    on_map,
    riders,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import CUP, ENEMY, Check, Flight, Unit, steps
from wardesk.games.shared import cup
from wardesk.games.shared.march import Marches, cheapest
from wardesk.games.shared.told import came_from
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
    """8.5.1 As far as the points carry towards the edge; nobody fires at it.

    Whoever would run onto a hidden gun finds it, and turns another way (13.1).
    """
    way, leaves = _way_of_flight(d.setting, d, unit)
    while met := next((f for c in way if (f := fighters_at(d, c, ENEMY[unit.side]))), None):
        reveal(d, met)
        way, leaves = _way_of_flight(d.setting, d, unit)
    goal = way[-1] if way else unit.at or ""
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
        d.say(say("{unit} fled to {place}", unit=name, place=where), "BK 8.5.1", goal,
              came_from([d.setting.name(unit.at or "")]))  # fmt: skip
    return None


def flight_of(setting: Setting, table: Table, unit: Unit) -> tuple[str, bool]:
    """8.5.1 Where a unit flees to, and whether it leaves the map.

    Of the hexes that are no farther from its own edge than it stands it is the nearest to that
    edge; one beside an enemy only where all of them are (N35).
    """
    way, leaves = _way_of_flight(setting, table, unit)
    return way[-1] if way else unit.at or "", leaves


def _way_of_flight(setting: Setting, table: Table, unit: Unit) -> tuple[tuple[str, ...], bool]:
    """The hexes that a unit flees through, and whether it leaves the map from the last."""
    origin, edge = unit.at or "", setting.to_edge.get(unit.side, {})
    kind = kind_of(setting, unit)
    moves = kind.moves if kind and unit.neutralised else full_moves(setting, table, unit)
    if kind and unit.neutralised:
        moves //= 2
    enemy = enemy_cells(setting, table, unit.side)
    held = {u.at or "" for u in table.pieces.values() if u.side != unit.side and not u.hidden}
    mined = {key.partition("/")[0] for key in table.marks if key.endswith("/mines")}
    costs = costs_for(setting, table, unit, road=True)
    ways = cheapest(costs, origin, moves, closed=held | mined, least_one=True)
    found = Marches(ways, setting.neighbours)
    for cell, spent in found.cost.items():
        if edge.get(cell) == 0 and spent + 1 <= moves:
            return found.way[cell], True
    near = {other for cell in enemy for other in setting.neighbours[cell]}
    here = edge.get(origin, 0)
    goals = [
        c
        for c in found.cost
        if c == origin or (edge.get(c, 0) <= here and room(setting, table, c, (unit,)))
    ]
    best = min(goals, key=lambda c: (c in near, edge.get(c, 0), found.cost[c], c))
    return found.way[best], False


def _forget(d: D, formation: str) -> None:
    """8.5.1 When the whole formation has left the map its chit goes too; not if more is to come."""
    if is_there(d.setting, d, formation):
        return
    chit = f"{d.setting.formations[formation].side}/{formation}"
    for pile in (ROSTER, CUP):
        if chit in d.cups[pile]:
            cup.take(d, pile, chit)
