"""Chapter 1: capacity of sectors, the German set-up, and who comes on in a turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Path, Reason, replace
from wardesk.games.remagen.position import (
    at,
    capacity,
    forbidden,
    in_yard,
    riders,
    short_of,
    strength,
    taken,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    ENEMY,
    GERMAN,
    GERMAN_YARD,
    US,
    SetUp,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import join, say, say_count

NO_MORE = Choice("done", say("No more arrivals"), "RB 1.5")
FIRST = (("anti_tank", "howitzer", "heavy_howitzer"), ("armoured_car", "half_track", "truck",
         "medium_tank", "heavy_tank", "weasel", "buffalo"),
         ("machine_gun", "bazooka"))  # fmt: skip
"""The set-up goes from the largest to the smallest, so that everything finds its room."""


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


def loaded(setting: Setting, units: Sequence[Unit]) -> list[Unit]:
    """*units* that come on together, guns hitched to what tows and men on trucks (RB 4.1, 5.1).

    Guns come before men, and half-tracks tow before trucks, which men can ride on.
    """
    rows = {u.id: setting.row(u) for u in units}
    free = sorted((c for c in rows if rows[c].tows), key=lambda c: rows[c].load)
    carrier = dict(zip((u for u in rows if rows[u].gun), free, strict=False))
    room = {c: rows[c].load for c in free[len(carrier) :]}
    for unit in (u for u in rows if rows[u].foot):
        if found := next((c for c, left in room.items() if rows[unit].as_load <= left), ""):
            carrier[unit] = found
            room[found] -= rows[unit].as_load
    found = ((u, carrier.get(u.id, "")) for u in units)
    return [u if u.carrier == on else replace(u, carrier=on) for u, on in found]


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


# ---- the German set-up --------------------------------------------------------------------------


def to_set_up(setting: Setting, state: State) -> list[Unit]:
    """Germans that are placed next: guns, then vehicles, then weapons, then men (RB 1.4)."""
    left: list[Unit] = []
    for kind, count in setting.start.items():
        come = sum(u.kind == kind and u.at not in (None, GERMAN_YARD) and u.side == GERMAN
                   for u in state.pieces.values())  # fmt: skip
        waiting = [u for u in in_yard(state.pieces, GERMAN) if u.kind == kind]
        left += waiting[: max(0, count - come)]
    for kinds in FIRST:
        if found := [u for u in left if u.kind in kinds]:
            return found
    return left


@steps(SetUp, "place")
def place(d: Draft[Setting], _: SetUp, __: None) -> None:
    """The Germans set up first, in the five sectors beside the east bridgehead (RB 1.4)."""
    units = to_set_up(d.setting, d.state)
    if not units:
        return d.done()
    question = Question("set-up", say("Who stands where?"), "RB 1.4", "placed")
    left = say_count("{n} unit to place", "{n} units to place", n=len(units))
    return ask.path(d, GERMAN, question, tuple(u.id for u in units), left)


@steps(SetUp, "placed")
def placed(d: Draft[Setting], _: SetUp, answer: Path) -> None:
    """They stand there."""
    for piece in answer.pieces:
        d.set(piece, at=answer.cells[-1])
    d.goto("place")


def set_up_goals(
    setting: Setting, state: State, units: Sequence[Unit]
) -> dict[str, tuple[Reason, ...]]:
    """Set-up sectors with the reasons against each."""
    return {c: against_place(setting, state, units, c) for c in setting.rhine.setup}


# ---- who comes on -------------------------------------------------------------------------------


def quota_left(setting: Setting, state: State) -> int:
    """Combat value that the Americans may still bring on this turn (RB N11)."""
    return max(0, setting.quota(state.tracks["turn"]) - state.tracks.get("quota used", 0))


def arriving(setting: Setting, state: State, side: str) -> list[Unit]:
    """Units of the yard that may come on; paratroops only drop (RB 1.5, 7.1)."""
    found = [u for u in in_yard(state.pieces, side) if u.kind != "paratroops"]
    if side == US:
        left = quota_left(setting, state)
        return [u for u in found if setting.row(u).value <= left]
    return found


def arrival_goals(
    setting: Setting, state: State, units: Sequence[Unit]
) -> dict[str, tuple[Reason, ...]]:
    """Sectors where *units* may come on together, with the reasons against each."""
    side = units[0].side
    spent: tuple[Reason, ...] = ()
    if not _in_quota(setting, state, units):
        left = quota_left(setting, state)
        text = say("The quota has {left} left", left=left)
        spent = (Reason(text, "RB N11"),)
    together = loaded(setting, units)
    return {
        c: (*spent, *against_place(setting, state, together, c))
        for c in setting.rhine.entries(side)
    }


def open_arrivals(setting: Setting, state: State, units: Sequence[Unit]) -> list[str]:
    """Those of `arrival_goals` that nothing is against."""
    if not _in_quota(setting, state, units):
        return []
    together = loaded(setting, units)
    cells = setting.rhine.entries(units[0].side)
    return [c for c in cells if fits(setting, state, together, c)]


def _in_quota(setting: Setting, state: State, units: Sequence[Unit]) -> bool:
    left = quota_left(setting, state) if units[0].side == US else 0
    return units[0].side != US or strength(setting, units) <= left


@steps(Turn, "us_arrivals")
@steps(Turn, "german_arrivals")
def arrivals(d: Draft[Setting], frame: Turn, _: None) -> None:
    """Units come on where there is room (RB 1.5, N11)."""
    side = US if frame.step.startswith("us") else GERMAN
    units = arriving(d.setting, d.state, side)
    if not _any_room(d.setting, d.state, side, units):
        return d.goto(f"{side}_move")
    cite = "RB N11" if side == US else "RB 1.5"
    question = Question("arrive", say("Who comes on where?"), cite, f"{side}_arrived")
    context = say_count("{n} unit in the yard", "{n} units in the yard", n=len(units))
    if side == US:
        context = say("Quota left: {left} of {all}", left=quota_left(d.setting, d.state),
                      all=d.setting.quota(d.tracks["turn"]))  # fmt: skip
    ids = _one_of_each_first(d.setting, units)
    return ask.path(d, side, question, ids, context, most=len(ids), choices=(NO_MORE,))


def _one_of_each_first(setting: Setting, units: Sequence[Unit]) -> tuple[str, ...]:
    """The strongest kinds first: nobody looks for a tank behind all the infantry of the yard."""
    kinds = {unit.kind: unit for unit in reversed(units)}
    first = sorted(kinds.values(), key=lambda unit: (-setting.row(unit).value, unit.id))
    return tuple(dict.fromkeys(unit.id for unit in (*first, *units)))


def _any_room(setting: Setting, state: State, side: str, units: Sequence[Unit]) -> bool:
    kinds = {u.kind: u for u in units}
    entries = setting.rhine.entries(side)
    return any(fits(setting, state, [u], c) for u in kinds.values() for c in entries)


@steps(Turn, "us_arrived")
@steps(Turn, "german_arrived")
def arrived(d: Draft[Setting], frame: Turn, answer: Path | Choose) -> None:
    """They stand at the edge of the board; a gun does not fire this turn (RB 4.7)."""
    side = US if frame.step.startswith("us") else GERMAN
    if isinstance(answer, Choose):
        return d.goto(f"{side}_move")
    cell = answer.cells[-1]
    units = loaded(d.setting, [d.pieces[p] for p in answer.pieces])
    for unit in units:
        d.set(unit.id, at=cell)
        if unit.carrier:
            d.set(unit.id, carrier=unit.carrier)
        if d.setting.row(unit).gun:
            d.set(unit.id, moved=True)
    if side == US:
        d.count("quota used", strength(d.setting, units))
    names = join(", ", [unit.name for unit in units])
    text = say("{units} came on at {place}", units=names, place=d.setting.rhine.name(cell))
    d.say(text, "RB N11" if side == US else "RB 1.5", cell)
    return d.goto(f"{side}_arrivals")
