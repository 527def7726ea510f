"""Who fits where: ground, enemies and the room of a sector, and the one way into it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from wardesk.engine.draft import Draft
from wardesk.engine.types import Reason
from wardesk.games.remagen.position import at, capacity, forbidden, riders, short_of, taken
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, US, State, Unit
from wardesk.words import say


def against_place(
    setting: Setting, state: State, units: Sequence[Unit], cell: str
) -> tuple[Reason, ...]:
    """Why *units* cannot stand in *cell*: ground, enemy, capacity (RB 1.1, 1.2, 6.1)."""
    name, found = setting.rhine.name(cell), list[Reason]()
    riding = [r for u in units for r in riders(state, u.id)]
    for unit in (*units, *riding):
        if forbidden(setting, unit, cell):
            text = say("{unit} cannot enter {place}", unit=unit.name, place=name)
            found.append(Reason(text, "RB 6.1", at=cell))
            break
    if at(state, cell, ENEMY[units[0].side]):
        found.append(Reason(say("The enemy holds {place}", place=name), "RB 2.6", at=cell))
    if short_of(setting, state, cell, units):
        found.append(Reason(_no_room(setting, state, units, cell), "RB 1.3", at=cell))
    return tuple(found)


def fits(setting: Setting, state: State, units: Sequence[Unit], cell: str) -> bool:
    """Whether *units* can stand in *cell*: nothing is `against_place`."""
    if at(state, cell, ENEMY[units[0].side]) or short_of(setting, state, cell, units):
        return False
    return not any(
        forbidden(setting, unit, cell) or any(forbidden(setting, r, cell) for r in found)
        for unit in units
        for found in (riders(state, unit.id),)
    )


def _no_room(setting: Setting, state: State, units: Sequence[Unit], cell: str) -> str:
    name, coming = setting.rhine.name(cell), {u.id for u in units}
    here = [u for u in at(state, cell) if u.id not in coming]
    most, need = capacity(setting, cell), taken(setting, units)
    left = most - taken(setting, here)
    if need > left:
        return _too_full(name, left, most, need)
    return _single_file(name)


@cache
def _too_full(name: str, left: int, most: int, need: int) -> str:
    return say("{place} has {left} of {most} points left, {need} are needed", place=name,
               left=left, most=most, need=need)  # fmt: skip


@cache
def _single_file(name: str) -> str:
    return say("Vehicles cross in single file, one to {place}", place=name)


def room_word(setting: Setting, state: State, cell: str) -> str:
    """How much room a sector has and of what kind: open ground, houses, a bridge."""
    used = taken(setting, at(state, cell))
    return _room(setting, cell, used, used)


def room_note(setting: Setting, state: State, units: Sequence[Unit], cell: str) -> str:
    """What *units* leave of the room of a sector when they end there."""
    here = [u for u in at(state, cell) if u not in units]
    used = taken(setting, here)
    return _room(setting, cell, used, used + taken(setting, units))


def _room(setting: Setting, cell: str, before: int, after: int) -> str:
    rhine = setting.rhine
    most, figures = rhine.figures[cell].capacity, rhine.figures[cell]
    kind = say("open ground")
    if figures.foot_only:
        kind = say("houses, on foot only")
    elif cell in rhine.site_of:
        kind = say("bridge, vehicles in single file")
    if after == before:
        return say("{used} of {most} points taken, {kind}", used=after, most=most, kind=kind)
    return say("{used} of {most} points taken then, {kind}", used=after, most=most, kind=kind)


# ---- standing in a sector -----------------------------------------------------------------------


def enter(d: Draft[Setting], piece: str, cell: str) -> None:
    """The one way into a sector; whoever rides comes along, and banks remember Americans."""
    for unit in (d.pieces[piece], *riders(d.pieces, piece)):
        if unit.at != cell:
            d.set(unit.id, at=cell)
    if d.pieces[piece].side == US and cell in d.setting.rhine.land:
        visit(d, cell)


def visit(d: Draft[Setting], cell: str) -> None:
    """Americans have passed a bridgehead sector (RB 11.2)."""
    if cell in d.setting.rhine.banks and f"{cell}/visited" not in d.marks:
        d.mark(f"{cell}/visited", value=True)
