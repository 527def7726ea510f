"""Which answers the rules allow, and legal ones for programs: all of them, or some at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.rules import listed
from wardesk.engine.types import Answer, Choose, Path, Pieces, Reason
from wardesk.games.europa.ch40a_results import press_goals
from wardesk.games.europa.combat import against_attack
from wardesk.games.europa.movement import (
    PHASES,
    against_landing,
    against_march,
    cost_of,
    goals_of,
    landing_goals,
)
from wardesk.games.europa.position import layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, AnyFrame, Battle, Retreat, State
from wardesk.words import say, say_count

MOST_MARCHES = 3
"""Units whose goals are worked out for one list of answers; working out all would take long."""


def against(setting: Setting, state: State, answer: Answer) -> Sequence[Reason]:
    """Reasons against a march, a landing or an attack."""
    frame, question = state.stack[-1] if state.stack else None, state.ask
    if question is None:
        return ()
    if isinstance(answer, Pieces) and isinstance(frame, Battle) and question.kind == "attackers":
        return against_attack(setting, state, frame, answer, question.pieces)
    if not isinstance(answer, Path):
        return ()
    if question.kind in PHASES:
        return against_march(setting, state, PHASES[question.kind], answer)
    if question.kind == "land":
        return against_landing(setting, state, answer)
    if isinstance(frame, Battle) and question.kind == "press_on":
        goals = press_goals(setting, state, frame, state.pieces[answer.pieces[0]])
        if (
            len(answer.pieces) > 1
            or goals.get(answer.cells[-1]) is None
            or not _steps(setting, frame.target, answer.cells, len(goals[answer.cells[-1]]))
        ):
            return (Reason(say("That is no way for this unit"), "EF N20"),)
        layout = layout_of(setting, state)
        if any(c in layout.held[ENEMY[frame.side]] for c in answer.cells):
            return (Reason(say("The enemy holds a hex of this way"), "EF N20"),)
    return ()


def _steps(setting: Setting, origin: str, cells: Sequence[str], most: int) -> bool:
    """Whether *cells* is a connected way of at most *most* hexes."""
    at = origin
    for cell in cells:
        if cell not in setting.neighbours.get(at, ()):
            return False
        at = cell
    return len(cells) <= most


def alive(state: State, frame: AnyFrame) -> bool:
    """A procedure without its units is dropped."""
    if isinstance(frame, Retreat):
        return all(p in state.pieces and state.pieces[p].at is not None for p in frame.left)
    if isinstance(frame, Battle) and frame.step in ("support", "pay", "roll", "propose"):
        there = any(p in state.pieces and state.pieces[p].at for p in frame.attackers)
        return there and any(
            u.at == frame.target and u.side == ENEMY[frame.side] for u in state.pieces.values()
        )
    return True


def options(setting: Setting, state: State, n: int, rng: Random) -> list[Answer]:
    """Legal answers: all of them, or *n* sampled ones."""
    question = state.ask
    if question is None:
        return []
    if question.shape != "path":
        answers = listed(question, n, rng)
        if question.kind == "attackers":
            answers.append(Pieces(question.pieces[: question.most]))
        return [a for a in answers if not against(setting, state, a)]
    buttons: list[Answer] = [Choose(c.key) for c in question.choices if not c.refused]
    pieces = list(question.pieces)
    if len(pieces) > MOST_MARCHES:
        pieces = rng.sample(pieces, MOST_MARCHES)
    found: list[Answer] = []
    for piece in pieces:
        ways = [Path((piece,), way) for way in reach_of(setting, state, (piece,)).values()]
        found += ways if len(ways) <= n else rng.sample(ways, n)
    found = found if len(found) <= n else rng.sample(found, n)
    return buttons + found


def sample(setting: Setting, state: State, rng: Random) -> Answer:
    """One legal answer at random."""
    return rng.choice(options(setting, state, 12, rng))


def reach_of(
    setting: Setting, state: State, pieces: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Where *pieces* of the pending question can be sent, and how."""
    question, frame = state.ask, state.stack[-1]
    units = [state.pieces[p] for p in pieces]
    if question is None or not units:
        return {}
    layout = layout_of(setting, state)
    if question.kind in PHASES:
        if any(u.at != units[0].at for u in units):
            return {}
        return goals_of(setting, layout, units, PHASES[question.kind])
    if question.kind == "land":
        return landing_goals(setting, layout, units[0])
    if isinstance(frame, Battle):
        return press_goals(setting, state, frame, units[0])
    return {}


def reach(setting: Setting, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
    """Where *pieces* may be sent by the pending question: cell -> what it costs, or risks."""
    question = state.ask
    if question is None or question.shape != "path" or not pieces:
        return {}
    layout = layout_of(setting, state)
    units = [state.pieces[p] for p in pieces]
    enemy = ENEMY[units[0].side]
    found: dict[str, Sequence[Reason]] = {}
    for cell, way in reach_of(setting, state, pieces).items():
        notes: list[Reason] = []
        if question.kind in PHASES:
            spent = cost_of(setting, layout, units, PHASES[question.kind], way) or 0
            text = say_count("{n} point", "{n} points", n=spent)
            notes.append(Reason(text, "EF N16", "note", cell))
        if cell in layout.held[enemy]:
            text = say("attacked") if question.kind == "land" else say("overrun")
            notes.append(Reason(text, "EF N18", "note", cell))
        elif cell in layout.zones[enemy]:
            notes.append(Reason(say("in an enemy zone"), "EF N16", "warning", cell))
        found[cell] = notes
    return found


def route(setting: Setting, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
    """The cheapest way of *pieces*."""
    return reach_of(setting, state, pieces).get(goal, ())
