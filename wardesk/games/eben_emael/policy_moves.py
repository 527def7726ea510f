"""Where the scripted players send their units: points, doors, and out of harm's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardesk.engine.types import Answer, Decision, Path
from wardesk.games.eben_emael.ch03_movement import reachable
from wardesk.games.eben_emael.position import closed, contacts, ground, soldiers_at, way, ways
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, Counter, State
from wardesk.games.eben_emael.tables import half_up

if TYPE_CHECKING:
    from wardesk.games.eben_emael.rules import EbenEmaelRules

MOST_LOOKED_AT = 12
GUN_VALUE = 0.05
"""What a strength point of a manned gun is worth in a turn, in victory points."""

NEAR = 2.5
"""What it costs to stand next to Germans: a sally that must attack is gone afterwards."""

HOPE = 0.5
"""How likely an attack at good odds takes its sector."""


def german_move(rules: EbenEmaelRules, state: State, ask: Decision) -> Answer | None:
    """One move: the unit and sector that gain the most; None when nobody gains anything."""
    taken = ground(state.pieces, GERMAN)
    best: tuple[float, str, str] | None = None
    for piece in ask.pieces[:MOST_LOOKED_AT]:
        unit = state.pieces[piece]
        stay = _german_value(rules, state, unit, unit.at or "", taken - {unit.at or ""})
        for goal, bad in reachable(rules, state.pieces, state.marks, (piece,)).items():
            if bad or goal == unit.at:
                continue
            gain = _german_value(rules, state, unit, goal, taken) - stay
            if gain > 0 and (best is None or gain > best[0]):
                best = (gain, piece, goal)
    return _path(rules, state, best)


def _german_value(
    rules: EbenEmaelRules, state: State, unit: Counter, cell: str, others: set[str]
) -> float:
    """What *unit* is worth in *cell*: a sector to take or hold, a work to blow up."""
    if cell in others:
        return 0.0
    points = rules.fort.points.get(cell, 0)
    held = f"{cell}/control" in state.marks
    safe = cell in rules.fort.works and closed(state.marks, cell)
    value = points * (1.0 if not held else 0.2 if safe else 0.5)
    if unit.charges and cell in rules.fort.works and not safe:
        value += 2.0 if cell in rules.tables.exits else 0.7
    return value


def belgian_move(rules: EbenEmaelRules, state: State, ask: Decision) -> Answer | None:
    """One move: guns to be manned, points taken back, away from Germans until the last turn."""
    near = contacts(rules.fort, ground(state.pieces, GERMAN))
    best: tuple[float, str, str] | None = None
    for piece in ask.pieces[:MOST_LOOKED_AT]:
        unit = state.pieces[piece]
        stay = _belgian_value(rules, state, unit, unit.at or "", near, moving=False)
        for goal, bad in reachable(rules, state.pieces, state.marks, (piece,)).items():
            if bad:
                continue
            gain = _belgian_value(rules, state, unit, goal, near, moving=True) - stay
            if gain > 0 and (best is None or gain > best[0]):
                best = (gain, piece, goal)
    return _path(rules, state, best)


def last_turn(rules: EbenEmaelRules, state: State) -> bool:
    """Whether points are counted when this turn ends."""
    return state.tracks["turn"] >= rules.tables.constants.turns or "fort/tunnels" in state.marks


def _belgian_value(
    rules: EbenEmaelRules, state: State, unit: Counter, cell: str, near: set[str], *, moving: bool
) -> float:
    """What *unit* is worth in *cell*: a gun served, a sector taken back, staying alive."""
    held = f"{cell}/control" in state.marks
    value = float(rules.fort.points.get(cell, 0)) if held and moving else 0.0
    if last_turn(rules, state):
        return value + _assault(rules, state, unit, cell)
    if cell in rules.tables.exits and not closed(state.marks, cell):
        return value + _guns(state, unit, cell)
    return value - (NEAR if cell in near else 0.0)


def _assault(rules: EbenEmaelRules, state: State, unit: Counter, cell: str) -> float:
    """The hope of driving Germans out of a sector next to *cell*."""
    if cell in rules.tables.exits and unit.at == cell:
        return 0.0
    found = 0.0
    for other in rules.fort.neighbours[cell]:
        men = sum(c.men for c in soldiers_at(state.pieces, GERMAN, other))
        if men and half_up(unit.men, rules.fort.divisors[other]) >= 2 * men:
            found = max(found, HOPE * rules.fort.points.get(other, 0))
    return found


def _guns(state: State, unit: Counter, cell: str) -> float:
    """What a crew is worth in the work of *cell*, if nobody else serves there."""
    if any(c.inside and c.id != unit.id for c in soldiers_at(state.pieces, BELGIAN, cell)):
        return 0.2
    return sum(GUN_VALUE * min(c.strength, 16) for c in state.pieces.values() if c.at == cell)


def _path(
    rules: EbenEmaelRules, state: State, best: tuple[float, str, str] | None
) -> Answer | None:
    if best is None:
        return None
    _, piece, goal = best
    unit = state.pieces[piece]
    return Path((piece,), way(ways(state.pieces, rules.fort, unit), unit.at or "", goal))
