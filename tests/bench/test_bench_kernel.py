"""What the kernel adds to a decision: `advance` beside the same steps called on plain copies.

Ratios in one run, no timed asserts: the budget is 5 microseconds a decision on a quiet core.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from bridge_dash import BridgeDash, Fire, Move, State
from pytest_benchmark.fixture import BenchmarkFixture

from wardesk.engine.draft import Draft
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Stamp, advance, begin, fold
from wardesk.engine.legality import check
from wardesk.engine.rules import Steps
from wardesk.engine.types import Answer, Choice, Choose, Decision, GameState, Roll, replace

RULES = BridgeDash()
STAMP = Stamp(id=1, parent=0)

QUESTION = Decision(
    who="allies",
    kind="again",
    shape="choose",
    prompt="Again?",
    cite="BD 5.1",
    then="again",
    choices=(Choice("advance", "Advance"), Choice("halt", "Halt")),
)


class OneStep(BridgeDash):
    """A step that only puts a ready question: what is left is the kernel."""

    steps = Steps().table


def again(d: Draft[Any], frame: Move, _: Answer | None) -> None:
    d.ask(QUESTION)


OneStep.steps = {(Move, "again"): again}
ONE_STEP = OneStep()


class Bare:
    """The verbs of a draft over plain copies, without record, checks or laws."""

    def __init__(self, state: State) -> None:
        self.pieces = dict(state.pieces)
        self.marks = state.marks
        self.tracks = dict(state.tracks)
        self.stack = list(state.stack)
        self.question: Decision | None = None

    def ask(self, decision: Decision) -> None:
        self.question = decision

    def set(self, piece: str, **changes: Any) -> None:
        self.pieces[piece] = replace(self.pieces[piece], **changes)

    def count(self, name: str) -> None:
        self.tracks[name] = self.tracks.get(name, 0) + 1

    def goto(self, step: str, **locals_: Any) -> None:
        self.stack[-1] = replace(self.stack[-1], step=step, **locals_)


def naive(steps: Any, state: State, answer: Answer) -> Bare:
    """The same steps, called one after another on copies of two dicts."""
    d: Any = Bare(state)
    given: Answer | None = answer
    assert state.ask is not None
    step = state.ask.then
    while d.question is None:
        frame = d.stack[-1]
        steps[type(frame), step](d, frame, given)
        given, step = None, d.stack[-1].step
    return d


def start_of(rules: BridgeDash) -> State:
    _, state = begin(RULES, umpire=False)
    return state if rules is RULES else replace(state, ask=QUESTION)


def kernel_work(rules: BridgeDash) -> Callable[[], object]:
    state, answer = start_of(rules), Choose("advance")
    return lambda: advance(rules, state, answer, STAMP, umpire=False)


def naive_work(rules: BridgeDash) -> Callable[[], object]:
    state, answer, steps = start_of(rules), Choose("advance"), rules.steps
    return lambda: naive(steps, state, answer)


WORK: dict[str, tuple[str, Callable[[], object]]] = {
    "one step, kernel": ("one step", kernel_work(ONE_STEP)),
    "one step, bare": ("one step", naive_work(ONE_STEP)),
    "three steps, kernel": ("three steps", kernel_work(RULES)),
    "three steps, bare": ("three steps", naive_work(RULES)),
}


@pytest.mark.parametrize("name", WORK)
def test_one_decision(benchmark: BenchmarkFixture, name: str):
    benchmark.group, work = WORK[name]

    benchmark(work)


def test_kernel_and_bare_steps_come_to_the_same_question():
    _, after = advance(RULES, start_of(RULES), Choose("advance"), STAMP, umpire=False)

    assert naive(RULES.steps, start_of(RULES), Choose("advance")).question == after.ask


def test_check_of_a_button(benchmark: BenchmarkFixture):
    state, answer = start_of(RULES), Choose("halt")

    benchmark(lambda: check(RULES, state, answer, umpire=False))


def test_fold_of_one_event(benchmark: BenchmarkFixture):
    _, state = begin(RULES, umpire=False)
    event, _ = advance(RULES, state, Choose("advance"), STAMP, umpire=False)

    benchmark(lambda: fold(state, event))


def whole_game(seed: int) -> int:
    rng = Random(seed)
    journal: Journal[Any, Move | Fire] = Journal(RULES, *begin(RULES, umpire=False))
    state: GameState[Any, Any] = journal.state()
    while state.ask is not None:
        roll = state.ask.shape == "roll"
        answer = Roll((rng.randint(1, 10),)) if roll else RULES.sample(state, rng)
        journal.answer(answer, umpire=False)
        state = journal.state()
    return len(journal.events)


def test_twenty_random_games_with_a_journal(benchmark: BenchmarkFixture):
    benchmark(lambda: sum(whole_game(seed) for seed in range(20)))
