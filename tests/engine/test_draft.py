"""The draft: every verb writes to a copy, and its effects say what it did."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bridge_dash import BridgeDash, D, Fire, Move, State, Unit

from wardesk.engine.draft import Draft, apply, freeze
from wardesk.words import encode

VERBS: dict[str, Callable[[D], object]] = {
    "set": lambda d: d.set("P", at="4", steps=1),
    "create": lambda d: d.create(Unit(id="G3", side="axis")),
    "remove": lambda d: d.remove("P"),
    "mark": lambda d: d.mark("2/smoke", True),
    "unmark": lambda d: d.mark("1/smoke", None),
    "track": lambda d: d.track("hexes", 9),
    "count": lambda d: d.count("hexes"),
    "cup": lambda d: d.cup("chits", ["b"]),
    "end": lambda d: d.end("axis", "", "Over", "BD 8.1"),
    "goto": lambda d: d.goto("react"),
    "call": lambda d: d.call(Fire(step="aim", shooter="G1", target="P"), then="react"),
    "done": lambda d: d.done(),
}
verbs = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS.keys())


def table() -> State:
    return State(
        pieces={"P": Unit(id="P", side="allies", at="0")},
        marks={"1/smoke": True},
        tracks={"hexes": 1},
        cups={"chits": ("a", "b")},
        stack=(Move(step="order", unit="P"),),
    )


def drafted(state: State) -> D:
    return Draft(BridgeDash(), state, umpire=False)


@verbs
def test_verb_leaves_the_state_it_came_from_untouched(verb: Callable[[D], object]):
    state = table()
    before = encode(state)
    draft = drafted(state)

    verb(draft)

    assert encode(state) == before
    assert freeze(draft, 0) != state


@verbs
def test_effects_of_a_verb_do_the_same_to_another_draft(verb: Callable[[D], object]):
    draft, again = drafted(table()), drafted(table())
    verb(draft)

    apply(again, draft.effects)
    again.stack = list(draft.stack)

    assert freeze(again, 0) == freeze(draft, 0)


def test_step_sees_the_innermost_procedure_it_runs_in():
    draft = drafted(table())
    draft.call(Fire(step="aim", shooter="G1", target="P"), then="react")
    draft.call(Move(step="order", unit="Q"), then="over")

    assert draft.enclosing(Move) == Move(step="order", unit="Q")
    assert draft.enclosing(Fire) == Fire(step="over", shooter="G1", target="P")
