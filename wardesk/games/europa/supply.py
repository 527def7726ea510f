"""The game around the chapter: supply lines, supply points, limited supply (EF N5, EF N15)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.europa.position import PositionLayout, Table, layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import Unit
from wardesk.words import Spoken, say_count

D = Draft[Setting]


def judge(d: D, side: str) -> None:
    """N15 At the start of a turn: who is out of supply. Works supply themselves (40.D-9)."""
    layout = layout_of(d.setting, d)
    linked = layout.supplied[side]
    by_ports = served_by_ports(d.setting, layout, side)
    cut = 0
    for cell, units in layout.units[side].items():
        for unit in units:
            out = cell not in linked and unit.id not in by_ports
            cut += out
            if out != unit.cut_off:
                d.set(unit.id, cut_off=out)
    if cut:
        said = say_count("{n} unit was out of supply", "{n} units were out of supply", n=cut)
        d.say(said, "EF N15")


def served_by_ports(setting: Setting, layout: PositionLayout, side: str) -> set[str]:
    """40.D.15-4 Units beside or in a port fortification, as many REs as its port handles.

    The port need not work, and its own capacity is not used up (40.D.15-5): those nearest to the
    fortification come first, then the smaller ones.
    """
    found: set[str] = set()
    for work in layout.works.values():
        if work.work != "port_fortification" or work.side != side or work.holder:
            continue
        cell = work.at or ""
        left = 2 * int(setting.ground[cell].get("port", 0))
        near = [layout.at(side, other) for other in (cell, *setting.neighbours[cell])]
        units = [u for row in near for u in row if u.id not in found]
        for unit in sorted(units, key=lambda u: (u.at != cell, setting.rows[u.id].halves, u.id)):
            if setting.rows[unit.id].halves <= left:
                left -= setting.rows[unit.id].halves
                found.add(unit.id)
    return found


def depots_reach(setting: Setting, table: Table, side: str) -> set[str]:
    """40.D-6 Hexes that limited supply reaches from a depot of a major power of *side*.

    A depot in a place that the enemy has taken sends nothing.
    """
    rows = setting.scenario
    cells = [
        depot.cell
        for depot in rows.depot
        if depot.nation in rows.major
        and rows.nations[depot.nation] == side
        and table.marks.get(f"{depot.cell}/held", side) == side
    ]
    return layout_of(setting, table).linked(side, cells)


def supply_left(table: Table, side: str) -> Spoken:
    """What a side still has to pay with."""
    left = table.tracks[f"{side}_sp"]
    return say_count("{n} supply point left", "{n} supply points left", n=left)


def attack_supplied(table: Table, units: tuple[Unit, ...], paid: bool) -> bool:
    """N5 An attack has its full strength if it is paid for and nobody in it is cut off."""
    return paid and not any(table.pieces[u.id].cut_off for u in units)
