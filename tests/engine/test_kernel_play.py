"""Play mode: what may be reached, what it is worth, what is refused."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from bridge_dash import BridgeDash, D, Fire, State, asked, opened, played

from wardesk.engine.kernel import Illegal, Stamp, advance, begin
from wardesk.engine.rules import listed
from wardesk.engine.types import (
    CHANCE,
    Allocate,
    Answer,
    Choose,
    Factor,
    Outcome,
    Pieces,
    Reason,
    Roll,
    replace,
)
from wardesk.words import encode

RULES = BridgeDash()
STAMP = Stamp(id=1, parent=0)


def options(state: State) -> list[Answer]:
    """Every answer to the pending question. Bridge dash has short lists, so order is fixed."""
    return [] if state.ask is None else listed(state.ask, 100, Random(0))


def after(state: State, answer: Answer) -> State:
    return advance(RULES, state, answer, STAMP, umpire=False)[1]


def perft(state: State, depth: int) -> int:
    """How many lines of *depth* answers there are; shorter ones that end the game count too."""
    if depth == 0 or state.ask is None:
        return 1
    return sum(perft(after(state, answer), depth - 1) for answer in options(state))


@pytest.mark.parametrize(
    ("depth", "lines"), list(enumerate((2, 3, 13, 24, 44, 66, 195, 390), start=1))
)
def test_perft_counts_every_line(depth: int, lines: int):
    _, start = begin(RULES, umpire=False)

    subtotals = {str(a): perft(after(start, a), depth - 1) for a in options(start)}

    # The subtotals name the branch that went wrong when the sum does.
    assert sum(subtotals.values()) == lines, subtotals


def test_exact_value_of_the_dash_is_that_of_the_hand_calculation():
    # Both guns fire at 6 or less on ten faces; only two hits stop the platoon: 1 - 0.6 * 0.6.
    def value(state: State) -> Fraction:
        if state.ask is None:
            return Fraction(state.result is not None and state.result.winner == "allies")
        values = [value(after(state, answer)) for answer in options(state)]
        if state.ask.who == CHANCE:
            return sum(values, Fraction(0)) / len(values)
        return max(values) if state.ask.who == "allies" else min(values)

    assert value(begin(RULES, umpire=False)[1]) == Fraction(64, 100)


@pytest.mark.parametrize(("die", "steps"), [(1, 1), (6, 1), (7, 2), (10, 2)])
def test_typed_die_decides_the_shot(die: int, steps: int):
    journal = played(opened(), "advance", "G1", die)

    assert journal.state().pieces["P"].steps == steps


def test_shot_interrupts_the_move_and_the_move_goes_on():
    journal = played(opened(), "advance", "G1")

    assert [type(f).__name__ for f in journal.state().stack] == ["Move", "Fire"]

    played(journal, 9)

    assert [type(f).__name__ for f in journal.state().stack] == ["Move"]
    assert asked(journal).kind == "move"


def test_asking_leaves_the_asking_step_in_the_frame():
    journal = played(opened(), "advance")

    state = journal.state()

    assert state.stack[-1].step == "react"
    assert asked(journal).then == "reacted"


def test_roll_is_recorded_as_given_and_handed_on_with_the_modifiers_asked():
    journal = opened(BridgeDash(smoke=True))
    played(journal, "advance", "pass", "advance", "pass", "advance", "G1")
    modifiers = asked(journal).factors
    handed: list[Roll] = []
    rules = BridgeDash()

    def rolled(d: D, _: Fire, roll: Roll) -> None:
        handed.append(roll)
        d.goto("read")

    rules.steps = {**rules.steps, (Fire, "rolled"): rolled}

    event, _ = advance(rules, journal.state(), Roll((3,)), STAMP, umpire=False)

    assert event.answer == Roll((3,))
    assert handed == [Roll((3,), modifiers)]
    assert handed[0].modifier == -6


def test_modifier_counts_as_the_roll_was_asked():
    journal = played(
        opened(BridgeDash(smoke=True)), "advance", "pass", "advance", "pass", "advance"
    )
    played(journal, "G1", 1)

    # Six or less, six worse for the smoke: even a 1 misses.
    assert journal.state().pieces["P"].steps == 2


@pytest.mark.parametrize(
    "changed",
    [
        (),
        (Factor("smoke", "Smoke", 0, "BD 7.1"),),
        (Factor("smoke", "Smoke", -6, "BD 7.1", on=False),),
    ],
    ids=["dropped", "retyped", "switched off"],
)
def test_changed_modifiers_are_illegal_in_play(changed: tuple[Factor, ...]):
    journal = opened(BridgeDash(smoke=True))
    played(journal, "advance", "pass", "advance", "pass", "advance", "G1")

    with pytest.raises(Illegal) as refused:
        journal.answer(Roll((1,), factors=changed), umpire=False)

    assert [(r.text, r.cite) for r in refused.value.reasons] == [
        ("Only an umpire may change modifiers", "BD 7.1")
    ]


UNREADABLE = [
    Choose("fly"),
    Choose(""),
    Pieces(("P",)),
    Roll((1,)),
    Allocate({"P": 1}),
    Outcome({"hits": 1}),
]


@pytest.mark.parametrize("umpire", [False, True], ids=["play", "adjudicate"])
@pytest.mark.parametrize("answer", UNREADABLE, ids=repr)
def test_unreadable_answer_is_refused_in_both_modes_with_a_cite(answer: Answer, umpire: bool):
    journal = opened(umpire=umpire)
    before = encode(journal.state())

    with pytest.raises(Illegal) as refused:
        journal.answer(answer, umpire=umpire, reason="because I say so")

    assert [r.cite for r in refused.value.reasons] == ["BD 5.1"]
    assert encode(journal.state()) == before
    assert len(journal.events) == 1


@pytest.mark.parametrize("dice", [(0,), (11,), (-1,), (), (1, 1), (True,)])
def test_die_that_cannot_fall_is_refused(dice: tuple[int, ...]):
    journal = played(opened(), "advance", "G1")

    with pytest.raises(Illegal):
        journal.answer(Roll(dice), umpire=False)


def test_finished_game_takes_no_answer():
    journal = played(opened(), "halt")

    with pytest.raises(Illegal, match="The game is over"):
        journal.answer(Choose("advance"), umpire=False)


def test_advance_leaves_the_state_it_came_from_untouched():
    journal = played(opened(), "advance", "G1")
    state = journal.state()
    before = encode(state)

    advance(RULES, state, Roll((3,)), STAMP, umpire=False)

    assert encode(state) == before


def test_refused_choice_is_named_with_its_own_reason():
    journal = opened()
    advance_, halt = asked(journal).choices
    halt = replace(halt, refused=(Reason("The column must keep moving", "BD 5.1"),))
    state = replace(journal.state(), ask=replace(asked(journal), choices=(advance_, halt)))

    with pytest.raises(Illegal, match="The column must keep moving"):
        advance(RULES, state, Choose("halt"), STAMP, umpire=False)
