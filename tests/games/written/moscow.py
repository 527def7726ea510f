"""Positions of Battle for Moscow, laid by hand."""

from __future__ import annotations

from functools import cache

from wardesk.engine.draft import Draft, freeze
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import Answer, replace
from wardesk.games.written.odds import AttackCase, weigh
from wardesk.games.written.rules import WrittenRules
from wardesk.games.written.state import Fighting, Game, State
from wardesk.services.play.tables import load_table

SCENARIO = "battle-for-moscow/typhoon"


@cache
def rules() -> WrittenRules:
    """The shipped scenario."""
    found = load_table(SCENARIO, {}).rules
    assert isinstance(found, WrittenRules)
    return found


def lay(places, turn: int = 1, *, mud: bool = False) -> State:
    """A table with only these counters: cell, or cell and face."""
    _, state = begin(rules(), umpire=False)
    pieces = {name: replace(unit, at=None) for name, unit in state.pieces.items()}
    for name, place in places.items():
        cell, face = place if isinstance(place, tuple) else (place, 1)
        pieces[name] = replace(pieces[name], at=cell, face=face)
    marks = {**state.marks, "weather": "mud" if mud else "fair"}
    return replace(state, pieces=pieces, tracks={"turn": turn}, marks=marks, ask=None)


def attack(state: State, mine, target: str) -> AttackCase:
    """An attack weighed."""
    setting = rules().setting
    theirs = [u for u in state.pieces.values() if u.at == target]
    units = [state.pieces[name] for name in mine]
    return weigh(setting, state, setting.combats["battle"], units, theirs, target)


def fighting(state: State, phase: str = "gc", side: str = "german") -> State:
    """The table in a phase of combat, asked who attacks."""
    stack = (Game(step="phase", phase=phase, side=side),
             Fighting(step="announce", phase=phase, side=side))  # fmt: skip
    draft: Draft = Draft(rules(), replace(state, stack=stack), umpire=False)
    rules().steps[Fighting, "announce"](draft, stack[-1], None)
    return freeze(draft, 1)


def answer(state: State, *answers: Answer) -> State:
    """The table after these answers."""
    for one in answers:
        _, state = advance(rules(), state, one, Stamp(id=state.seq + 1, parent=state.seq),
                           umpire=False)  # fmt: skip
    return state
