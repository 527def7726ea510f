"""Who may go where and how: room, doors, the enemy, and every sector in reach (chapter 3)."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Reason, Value
from wardesk.games.eben_emael.position import (
    Marks,
    Pieces,
    ground,
    men_at,
    open_door,
    serves,
    soldiers,
    stops,
    strengths,
    ways,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import ENEMY, FortCounter, State
from wardesk.games.shared.march import faults
from wardesk.games.shared.stacking import excess
from wardesk.words import join, say


def movable(setting: Setting, state: State, side: str) -> tuple[str, ...]:
    """Units that have not moved this turn and can leave where they are (2.1)."""
    enemy = ground(state.pieces, ENEMY[side])
    return tuple(
        c.id
        for c in soldiers(state.pieces, side)
        if not c.moved and c.at not in enemy and (not c.inside or open_door(setting, state, c.at))
    )


def room(setting: Setting, pieces: Pieces, side: str, cell: str, men: int) -> int:
    """Strength points that *cell* is short of when *men* more come in; 0 = they fit (3.6)."""
    return excess(setting.tables.constants.capacity, men_at(pieces, side, cell), men)


def against_goal(
    setting: Setting, pieces: Pieces, units: tuple[FortCounter, ...], cell: str
) -> tuple[Reason, ...]:
    """Why *units* cannot end their move in *cell*, apart from the way there (3.6)."""
    coming = sum(u.men for u in units if u.at != cell)
    over = room(setting, pieces, units[0].side, cell, coming)
    if not over:
        return ()
    name = setting.fort.name(cell)
    text = say("{place} would hold {over} strength points too many", place=name, over=over)
    return (Reason(text, "EE 3.6", at=cell),)


def against_exit(
    setting: Setting, state: State, units: tuple[FortCounter, ...]
) -> tuple[Reason, ...]:
    """Why *units* cannot all leave their work: 60 men may in a turn (EE N13)."""
    origin = units[0].at
    leaving = sum(u.men for u in units if u.inside)
    limit = setting.tables.constants.exit_free
    if not leaving or leaving + gone_out(state.marks, origin) <= limit:
        return ()
    place = setting.fort.name(origin or "")
    text = say("No more than {men} men leave {place} in a turn", men=limit, place=place)
    return (Reason(text, "EE N13", at=origin),)


def gone_out(marks: Marks, work: str | None) -> int:
    """Men that have left *work* this turn."""
    found = marks.get(f"{work}/out", 0)
    return found if isinstance(found, int) else 0


def against_path(
    setting: Setting,
    state: State,
    moving: tuple[str, ...],
    cells: tuple[str, ...],
) -> tuple[Reason, ...]:
    """Every reason against a move, cell by cell (3.1 to 3.7)."""
    units = tuple(state.pieces[p] for p in moving)
    origin, side, fort = units[0].at, units[0].side, setting.fort
    if origin is None or any(u.at != origin for u in units):
        return (Reason(say("Units that move together start in one sector"), "EE 3.2"),)
    enemy = ground(state.pieces, ENEMY[side])
    halts = stops(setting, state.pieces, side)
    found: list[Reason] = list(against_exit(setting, state, units))
    out = all(u.inside for u in units)
    way = faults(fort.neighbours, origin, cells, stops=halts, closed=enemy, stepping_out=out)
    for kind, cell, last in way:
        if kind == "unknown":
            return (Reason(say("There is no sector {cell!s}", cell=cell), "EE 3.1"),)
        name = fort.name(cell)
        text, cite = {
            "apart": (
                say("{cell} is not adjacent to {other}", cell=name, other=fort.name(last)),
                "EE 3.2",
            ),
            "closed": (say("The enemy holds {place}", place=name), "EE 3.4"),
            "stop": (
                say("A unit must stop at {place}, next to the enemy", place=name),
                "EE 3.5",
            ),
        }[kind]
        found.append(Reason(text, cite, at=cell))
    return (*found, *against_goal(setting, state.pieces, units, cells[-1]))


def named(units: Sequence[str]) -> str:
    """The names of one or two units, else how many they are: a log is narrow."""
    return join(", ", units) if len(units) < 3 else say("{n} units", n=len(units))


def enter(d: Draft[Setting], piece: str, cell: str, **more: Value) -> None:
    """The one way into a sector: the unit stands on its ground. *more* changes with it."""
    unit = d.pieces[piece]
    changes: dict[str, Value] = {}
    if unit.at != cell:
        changes["at"] = cell
    if unit.inside:
        changes["inside"] = False
    changes.update(more)
    if changes:
        d.set(piece, **changes)


def can_man(setting: Setting, state: State, units: tuple[str, ...], cell: str) -> bool:
    """Whether *units* on the ground of *cell* may go into its work by an open door (EE N38)."""
    found = [state.pieces[unit] for unit in units if unit in state.pieces]
    return open_door(setting, state, cell) and all(serves(setting, unit) for unit in found)


def goals(setting: Setting, state: State, unit: FortCounter) -> list[str]:
    """Where *unit* may move to by itself: the sectors of `reachable` that nothing speaks against.

    For programs, which ask it of every unit and need no reasons.
    """
    if against_exit(setting, state, (unit,)):
        return []
    capacity, side = setting.tables.constants.capacity, unit.side
    most = capacity - unit.men
    full = {
        cell
        for (of, cell), men in strengths(state.pieces).items()
        if men > most and of == side and (men > capacity or cell != unit.at)
    }
    if not unit.inside and unit.at is not None:
        full.add(unit.at)  # nobody walks to where he stands
    return [cell for cell in ways(setting, state, unit) if cell not in full]


def reachable(
    setting: Setting, state: State, moving: tuple[str, ...]
) -> dict[str, tuple[Reason, ...]]:
    """Where *moving* may go: sector to the reasons against ending there."""
    units = tuple(state.pieces[p] for p in moving if p in state.pieces)
    if not units or any(u.at != units[0].at for u in units):
        return {}
    found = dict(ways(setting, state, units[0]))
    if not all(u.inside for u in units):
        found.pop(units[0].at or "", None)
    door = against_exit(setting, state, units)
    side, most = units[0].side, setting.tables.constants.capacity - sum(u.men for u in units)
    return {
        cell: door
        if men_at(state.pieces, side, cell) <= most
        else (*door, *against_goal(setting, state.pieces, units, cell))
        for cell in found
    }
