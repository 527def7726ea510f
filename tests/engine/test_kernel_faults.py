"""A rules step that breaks a law of the kernel: a clear report, and the state as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from bridge_dash import BridgeDash, D, Fire, Move, State, opened

from wardesk.engine.kernel import STACK_LIMIT, RuleFailed, Stamp, advance
from wardesk.engine.rules import Steps
from wardesk.engine.types import Answer, Choice, Choose, Decision, Reason, SetTrack
from wardesk.words import encode

Step = Callable[[D, Move, object], None]


def question() -> Decision:
    return Decision(
        who="allies",
        kind="again",
        shape="choose",
        prompt="Again?",
        cite="BD 5.1",
        then="enter",
        choices=(Choice("advance", "Advance"),),
    )


def raises(d: D, frame: Move, _: object) -> None:
    d.track("hexes", 99)
    raise KeyError("no such table row")


def asks_and_acts(d: D, frame: Move, _: object) -> None:
    d.track("hexes", 99)
    d.ask(question())


def asks_and_goes_on(d: D, frame: Move, _: object) -> None:
    d.goto("order")
    d.ask(question())


def rules_and_acts(d: D, frame: Move, _: object) -> None:
    d.mark("1/smoke", True)
    d.outcome({"x": 1}, "order", kind="x", prompt="?", cite="", summary="", fields=())


def asks_twice(d: D, frame: Move, _: object) -> None:
    d.ask(question())
    d.roll("x", "Roll", "BD 7.1", "order")


def does_nothing(d: D, frame: Move, _: object) -> None:
    """Neither asks nor acts."""


def only_talks(d: D, frame: Move, _: object) -> None:
    d.say("Nothing happened", "BD 5.1")


def goes_round(d: D, frame: Move, _: object) -> None:
    d.goto("react")


def goes_nowhere(d: D, frame: Move, _: object) -> None:
    d.goto("no such step")


def calls_itself(d: D, frame: Move, _: object) -> None:
    d.call(Move(step="react", unit=frame.unit), then="order")


def ends_too_much(d: D, frame: Move, _: object) -> None:
    d.done()
    d.done()


def sets_unknown_piece(d: D, frame: Move, _: object) -> None:
    d.set("nobody", at="1")


def sets_unknown_field(d: D, frame: Move, _: object) -> None:
    d.set("P", morale=7)


BROKEN = {
    raises: "KeyError: 'no such table row'",
    asks_and_acts: "did both",
    asks_and_goes_on: "did both",
    rules_and_acts: "did both",
    asks_twice: "one question",
    does_nothing: "neither asked nor acted",
    only_talks: "neither asked nor acted",
    goes_round: "no question in",
    goes_nowhere: "does not exist",
    calls_itself: f"more than {STACK_LIMIT} procedures",
    ends_too_much: "IndexError",
    sets_unknown_piece: "KeyError",
    sets_unknown_field: "TypeError",
}


def with_step(step: Step) -> BridgeDash:
    """Bridge dash with a broken step where the gun's reaction would be."""
    rules = BridgeDash()
    rules.steps = {**rules.steps, (Move, "react"): step}
    return rules


@pytest.mark.parametrize("umpire", [False, True], ids=["play", "adjudicate"])
@pytest.mark.parametrize(
    ("step", "said"), list(BROKEN.items()), ids=[step.__name__ for step in BROKEN]
)
def test_broken_step_is_named_and_the_last_event_stands(step: Step, said: str, umpire: bool):
    journal = opened(with_step(step), umpire=umpire)
    state = journal.state()
    before = encode(state)

    with pytest.raises(RuleFailed, match=said) as failed:
        journal.answer(Choose("advance"), umpire=umpire)

    assert str(failed.value).startswith("Move.")
    assert isinstance(failed.value.frame, Move)
    assert encode(state) == before
    assert journal.state() is state
    assert list(journal.events) == [0]


def test_game_can_go_on_with_an_edit_after_a_broken_step():
    journal = opened(with_step(raises))
    with pytest.raises(RuleFailed):
        journal.answer(Choose("advance"), umpire=False)

    journal.edit((SetTrack("hexes", 3),), umpire=False, author="Ann", reason="By hand")

    assert journal.state().tracks["hexes"] == 3


@pytest.mark.parametrize("depth", [STACK_LIMIT - 1, STACK_LIMIT])
def test_stack_may_be_filled_to_its_limit_and_no_further(depth: int):
    def dig(d: D, frame: Move, _: object) -> None:
        if len(d.stack) <= depth:
            d.call(Move(step="react", unit=frame.unit), then="order")
        else:
            d.goto("order")

    state = opened(BridgeDash()).state()
    rules = with_step(dig)

    def go() -> State:
        return advance(rules, state, Choose("advance"), Stamp(id=1, parent=0), umpire=False)[1]

    if depth < STACK_LIMIT:
        assert len(go().stack) == STACK_LIMIT
    else:
        with pytest.raises(RuleFailed):
            go()


class Hasty(BridgeDash):
    """Rules whose legality and liveness functions raise."""

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        raise ZeroDivisionError("no defenders")

    def alive(self, state: State, frame: Move | Fire) -> bool:
        raise LookupError("where is it?")


def test_legality_that_raises_is_a_failure_of_the_rules():
    journal = opened(Hasty())

    with pytest.raises(RuleFailed, match="ZeroDivisionError: no defenders"):
        journal.answer(Choose("advance"), umpire=False)

    assert list(journal.events) == [0]


def test_liveness_that_raises_is_a_failure_of_the_rules():
    journal = opened(Hasty())

    with pytest.raises(RuleFailed, match="LookupError"):
        journal.edit((SetTrack("hexes", 3),), umpire=False, author="Ann", reason="By hand")

    assert list(journal.events) == [0]


def test_step_name_can_be_taken_only_once():
    steps = Steps()
    steps(Move, "order", "old order")(does_nothing)

    assert steps.table[Move, "old order"] is does_nothing
    with pytest.raises(ValueError, match="registered twice"):
        steps(Move, "old order")(does_nothing)
