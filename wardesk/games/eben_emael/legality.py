"""Which answers the rules allow: reasons against one, and where units and gliders may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.types import Answer, Cells, Path, Pieces, Reason
from wardesk.games.eben_emael.ch03_movement import against_goal, against_path, reachable
from wardesk.games.eben_emael.ch04_combat import against_group
from wardesk.games.eben_emael.landing import against_sector, smallest
from wardesk.games.eben_emael.position import soldiers_at, way, ways
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    GERMAN,
    AnyFrame,
    Battle,
    Demolition,
    Losses,
    State,
    UnderFire,
)


def against(setting: Setting, state: State, answer: Answer) -> Sequence[Reason]:
    """Reasons against a landing, a move, an attack group or an advance."""
    ask = state.ask
    if ask is None:
        return ()
    match answer:
        case Path() if ask.kind == "land":
            return _against_landing(setting, state, answer)
        case Path() if ask.kind == "move":
            return against_path(setting, state, answer.pieces, answer.cells)
        case Pieces() if ask.kind == "attackers":
            return against_group(setting, state.pieces, ask.about[0], answer.pieces)
        case Pieces() if ask.kind == "advance":
            units = tuple(state.pieces[p] for p in answer.pieces)
            return against_goal(setting, state.pieces, units, ask.about[0])
        case Cells() | _:
            return ()


def _against_landing(setting: Setting, state: State, answer: Path) -> Sequence[Reason]:
    if len(answer.pieces) != 1 or len(answer.cells) != 1:
        return (Reason("One glider comes down in one sector", "EE 2.1-L"),)
    return against_sector(setting, state, answer.cells[0], state.pieces[answer.pieces[0]])


def alive(state: State, frame: AnyFrame) -> bool:
    """A procedure without its units, its work or its glider is dropped."""
    match frame:
        case Battle(units=units) if units:
            return any(u in state.pieces and state.pieces[u].at for u in units)
        case Losses(pieces=pieces):
            return any(p in state.pieces and state.pieces[p].at for p in pieces)
        case Demolition(unit=unit):
            return unit in state.pieces and state.pieces[unit].at is not None
        case UnderFire(sector=sector):
            return bool(soldiers_at(state.pieces, GERMAN, sector))
        case _:
            return True


def reach(setting: Setting, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
    """Where the glider may come down, or where the units may walk."""
    if state.ask is None or state.ask.shape != "path":
        return {}
    if state.ask.kind == "land":
        glider = smallest(state.pieces, pieces or state.ask.pieces)
        cells = setting.fort.landing
        return {cell: against_sector(setting, state, cell, glider) for cell in cells}
    return reachable(setting, state, tuple(pieces))


def route(setting: Setting, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
    """The shortest way to *goal*; a glider comes straight down."""
    if state.ask is None or not pieces or goal not in reach(setting, state, pieces):
        return ()
    if state.ask.kind == "land":
        return (goal,)
    unit = state.pieces[pieces[0]]
    return way(ways(setting, state, unit), unit.at or "", goal)
