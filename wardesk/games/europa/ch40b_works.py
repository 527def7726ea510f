"""40.B Works in play: lost levels, works without a garrison, works in the hands of captors."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.europa import reduction
from wardesk.games.europa.position import Table, layout_of, unit_name
from wardesk.games.europa.reduction import CAPTURED, WorkChange, WorkSite
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, SIDE_NAMES, Unit
from wardesk.words import say, say_count

D = Draft[Setting]


def site_of(setting: Setting, table: Table, work: Unit) -> WorkSite:
    """A work as the state machine sees it. Construction units are no combat units (40.D-10)."""
    mine = [u for u in table.pieces.values() if u.at == work.at and u.side == work.side]
    return WorkSite(
        work=work.work,
        owner=work.side,
        strength=work.strength,
        holder=work.holder,
        garrisoned=any(not u.work and setting.rows[u.id].kind != "construction" for u in mine),
        on_map=work.on_map,
    )


def put(d: D, work: str, change: WorkChange, cite: str, by: str = "") -> None:
    """A work becomes what the state machine says; what it lost is due as replacements.

    *by*: the side whose doing it is.
    """
    old, new = d.pieces[work], change.site
    name = unit_name(d.setting, old)
    how = say("by the {side}", side=SIDE_NAMES[by]) if by else ""
    owe(d, old.side, change.replacements)
    if new is None:
        d.set(work, at=None, strength=0)
        said = say("{side}: {work} was lost", side=SIDE_NAMES[old.side], work=name)
        d.say(said, cite, old.at, how)
        return
    changes = {
        field: value
        for field, value, was in (
            ("work", new.work, old.work),
            ("strength", new.strength, old.strength),
            ("holder", new.holder, old.holder),
            ("side", new.owner, old.side),
        )
        if value != was
    }
    if not changes:
        return
    d.set(work, **changes)
    if "work" in changes:
        said = say("{work} became: {now}", work=name, now=new.row.name)
        d.say(said, cite, old.at, how)
    elif "holder" in changes and new.holder:
        d.say(say("{work} was captured", work=name), cite, old.at, how)


def owe(d: D, side: str, points: int) -> None:
    """40.B-18, 40.D-11 Points lost that special replacements are due for."""
    if points:
        d.count(f"{side}_owed", points)


# ---- attacks ------------------------------------------------------------------------------------


def reduce(d: D, cell: str, defender: str) -> None:
    """40.B-1, 40.B-3 After losses an attack at 1:2 or better costs the work one level."""
    work = layout_of(d.setting, d).works.get(cell)
    if work is None or work.side != defender or work.holder:
        return
    keeps = d.setting.options.improved_areas == "keep"
    if keeps and work.work == "improved_fortified_area":
        return
    site = site_of(d.setting, d, work)
    change = reduction.attacked(site, reduction.LEAST_ODDS)
    put(d, work.id, change, "EF 40.B-1", ENEMY[defender])


def lose_strength(d: D, work: str, points: int) -> None:
    """40.B-15 Losses come out of the strength of the work itself."""
    unit = d.pieces[work]
    change = reduction.loses(site_of(d.setting, d, unit), points)
    name = unit_name(d.setting, unit)
    said = say_count("{unit} lost {n} point", "{unit} lost {n} points", n=points, unit=name)
    d.say(said, "EF 40.B-15", unit.at)
    put(d, work, change, "EF 40.B-15")


# ---- capture ------------------------------------------------------------------------------------


def enter(d: D, cell: str, side: str, extra: int = 0) -> None:
    """Units of *side* are in a hex: they capture what lies there, places too.

    *extra*: halves of an RE on the march through the hex.
    """
    layout = layout_of(d.setting, d)
    if layout.holds(ENEMY[side], cell):
        return
    halves = layout.stack(side, cell) + extra
    works = [*layout.hexsides.get(cell, ()), *filter(None, [layout.works.get(cell)])]
    for work in works:
        if work.side != side or work.holder:
            site = site_of(d.setting, d, work)
            change = reduction.captured(site, side, halves)
            put(d, work.id, change, CAPTURED[work.work], side)
    if f"{cell}/held" in d.marks and d.marks[f"{cell}/held"] != side:
        d.mark(f"{cell}/held", side)
        place = d.setting.name(cell)
        said = say("The {side} took {place}", side=SIDE_NAMES[side], place=place)
        d.say(said, "EF N23", at=cell)


# ---- the initial phase --------------------------------------------------------------------------


def turn_begins(d: D, side: str) -> None:
    """40.D.7-5 and its like: captured works change; EF N11 says at whose turn."""
    late = d.setting.options.captured == "owners"
    layout = layout_of(d.setting, d)
    for work in list(d.pieces.values()):
        if not work.work or not work.holder or not work.at:
            continue
        if (work.side if late else work.holder) != side:
            continue
        halves = layout.stack(work.holder, work.at)
        site = site_of(d.setting, d, work)
        change = reduction.player_turn_begins(site, work.holder, halves)
        put(d, work.id, change, CAPTURED[work.work])


def abandoned(d: D, side: str) -> None:
    """40.B-17 In the initial phase of *side* the enemy's empty works and its captures crumble."""
    for work in list(d.pieces.values()):
        if work.fort and work.at is not None and work.side != side:
            site = site_of(d.setting, d, work)
            put(d, work.id, reduction.enemy_initial_phase(site, side), "EF 40.B-17")
