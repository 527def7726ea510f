"""40.D What becomes of works by their owners: strength from replacements, building, repairs."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.europa import reduction
from wardesk.games.europa.ch40b_works import site_of
from wardesk.games.europa.position import ZONE_SIZE, PositionLayout, Table, layout_of, unit_name
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import AXIS, ENEMY, Unit
from wardesk.games.europa.supply import depots_reach
from wardesk.games.europa.tables import Building
from wardesk.games.europa.works import WORKS
from wardesk.words import say

D = Draft[Setting]


# ---- replacements -------------------------------------------------------------------------------


def improvable(setting: Setting, table: Table, side: str) -> list[str]:
    """40.D-4, 40.D-6 Works of *side* below their most, in limited supply of a major power."""
    layout = layout_of(setting, table)
    reached = depots_reach(setting, table, side)
    hexsides = (w for works in layout.hexsides.values() for w in works)
    return [
        w.id
        for w in (*layout.works.values(), *hexsides)
        if w.side == side
        and not w.holder
        and not w.row.unit
        and w.strength < w.row.strength
        and w.at in reached
    ]


def refilled(setting: Setting, table: Table, side: str) -> list[str]:
    """N22 Units that replacement points can fill up: in supply, and with no enemy beside them."""
    layout = layout_of(setting, table)
    linked, zone = layout.supplied[side], layout.zones[ENEMY[side]]
    return [
        u.id
        for cell, units in layout.units[side].items()
        if cell in linked and cell not in zone
        for u in units
        if u.lost
    ]


def strengthen(d: D, piece: str) -> None:
    """40.D-5 One point more for a work; or N22 one point lost comes back to a unit."""
    unit = d.pieces[piece]
    d.count(f"{unit.side}_rp", -1)
    if unit.work:
        site = reduction.strengthened(site_of(d.setting, d, unit), 1)
        d.set(piece, strength=site.strength)
    else:
        d.set(piece, lost=unit.lost - 1)
    cite = "EF 40.D-5" if unit.work else "EF N22"
    d.say(say("{unit} was strengthened", unit=unit_name(d.setting, unit)), cite, at=unit.at)


# ---- building -----------------------------------------------------------------------------------


def projects(setting: Setting, layout: PositionLayout, builder: Unit) -> list[Building]:
    """N14 What a unit can build where it stands."""
    cell = builder.at or ""
    work = layout.works.get(cell)
    if work is not None and (work.side != builder.side or work.holder):
        return []
    onto = work.work if work else ""
    kind = setting.rows[builder.id].kind
    found = [
        row
        for row in setting.tables.building
        if row.onto == onto and kind in row.builders and reduction.may_be_built(row.work, onto)
    ]
    small = setting.rows[builder.id].halves < ZONE_SIZE
    return [
        row
        for row in found
        if not (row.work == "westwall" and builder.side != AXIS)
        and not (row.work == "entrenchment" and small)
    ]


def builders(setting: Setting, table: Table, side: str) -> list[str]:
    """N14 Units that can begin to build: in supply, undisrupted, and not at it already."""
    layout = layout_of(setting, table)
    return [
        u.id
        for units in layout.units[side].values()
        for u in units
        if not (u.building or u.disrupted or u.cut_off) and projects(setting, layout, u)
    ]


def begin(d: D, builder: str, work: str) -> None:
    """N14 It is under way, and one supply point is spent."""
    unit = d.pieces[builder]
    row = next(
        row for row in projects(d.setting, layout_of(d.setting, d), unit) if row.work == work
    )
    d.count(f"{unit.side}_sp", -1)
    d.set(builder, building=work, ready=d.tracks["turn"] + row.turns)
    d.say(say("Begun: {work}", work=WORKS[work].name), row.cite, at=unit.at)


def complete(d: D, side: str) -> None:
    """N14 What is due by this turn is there, if the builder has stayed."""
    for unit in list(d.pieces.values()):
        if unit.side != side or not unit.building or unit.ready > d.tracks["turn"]:
            continue
        d.set(unit.id, building="", ready=0)
        rows = projects(d.setting, layout_of(d.setting, d), unit)
        if any(row.work == unit.building for row in rows):
            build(d, unit)


def build(d: D, builder: Unit) -> None:
    """N14 A work, new or a level higher."""
    cell, work = builder.at or "", builder.building
    d.say(say("Built: {work}", work=WORKS[work].name), "EF N14", at=cell)
    there = layout_of(d.setting, d).works.get(cell)
    if there is not None:
        d.set(there.id, work=work)
        return
    made = d.count("built")
    d.create(Unit(id=f"built-{made}", side=builder.side, at=cell, work=work))
