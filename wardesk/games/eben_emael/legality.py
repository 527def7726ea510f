"""Which answers the rules allow, and legal ones for programs: all of them, or one at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random

from wardesk.engine.rules import listed
from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces, Reason
from wardesk.games.eben_emael.ch03_movement import against_goal, against_path, reachable
from wardesk.games.eben_emael.ch04_combat import against_group
from wardesk.games.eben_emael.landing import against_sector, open_sectors, smallest
from wardesk.games.eben_emael.position import soldiers_at, ways
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    GERMAN,
    AnyFrame,
    Battle,
    Demolition,
    Losses,
    MarchFire,
    State,
    UnderFire,
)
from wardesk.games.shared.march import way
from wardesk.words import say


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
        return (Reason(say("One glider comes down in one sector"), "EE 2.1-L"),)
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
        case MarchFire(sector=sector):
            return bool(soldiers_at(state.pieces, BELGIAN, sector))
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


def options(setting: Setting, state: State, n: int, rng: Random) -> list[Answer]:
    """All legal answers up to *n*, else *n* at random."""
    ask = state.ask
    if ask is None:
        return []
    found: list[Answer] = (
        [Choose(c.key) for c in ask.choices if not c.refused] + _paths(setting, state, ask)
        if ask.shape == "path"
        else listed(ask, n, rng)
    )
    if len(found) > n:  # Looked at in any order, so that the first legal ones are a fair sample.
        rng.shuffle(found)
    return list(islice((a for a in found if not against(setting, state, a)), n))


def _paths(setting: Setting, state: State, ask: Decision) -> list[Answer]:
    if ask.kind == "land":
        return [
            Path((glider,), (sector,))
            for glider in ask.pieces
            for sector in open_sectors(setting, state, state.pieces[glider])
        ]
    groups: dict[str, list[str]] = {}
    for piece in ask.pieces:
        groups.setdefault(state.pieces[piece].at or "", []).append(piece)
    found: list[Answer] = []
    for origin, units in groups.items():
        teams = [(u,) for u in units] + ([tuple(units)] if len(units) > 1 else [])
        for team in teams:
            goals = reach(setting, state, team)
            before = ways(setting, state, state.pieces[team[0]])
            found += [Path(team, way(before, origin, g)) for g, bad in goals.items() if not bad]
    return found


def sample(setting: Setting, state: State, rng: Random) -> Answer:
    """One legal answer at random, without listing them all. ValueError when nothing is asked."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    quick = _quick(setting, state, ask, rng)
    if quick is not None and not against(setting, state, quick):
        return quick
    return rng.choice(options(setting, state, 24, rng))


def _quick(setting: Setting, state: State, ask: Decision, rng: Random) -> Answer | None:
    keys = [c.key for c in ask.choices if not c.refused]
    if ask.shape == "path":
        if keys and rng.random() < 0.25:
            return Choose(rng.choice(keys))
        return _quick_path(setting, state, ask, rng)
    count = len(keys) + len(ask.pieces) + len(ask.cells)
    if keys and (ask.shape == "choose" or rng.random() * count < len(keys)):
        return Choose(rng.choice(keys))
    if ask.shape == "pieces":
        size = rng.randint(ask.least, min(ask.most, len(ask.pieces)))
        return Pieces(tuple(rng.sample(ask.pieces, size)))
    return rng.choice(listed(ask, 1, rng)) if ask.shape != "choose" else None


def _quick_path(setting: Setting, state: State, ask: Decision, rng: Random) -> Answer | None:
    piece = rng.choice(ask.pieces)
    if ask.kind == "land":
        return Path((piece,), (rng.choice(setting.fort.landing),))
    unit = state.pieces[piece]
    before = ways(setting, state, unit)
    if not before:
        return None
    goal = rng.choice(tuple(before))
    return Path((piece,), way(before, unit.at or "", goal))
