"""The question's own lists: what fits, what is refused with a cite, what cannot be read at all."""

from __future__ import annotations

from random import Random

import pytest
from bridge_dash import BridgeDash, Move, State, Unit
from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.legality import check
from wardesk.engine.rules import listed
from wardesk.engine.types import Allocate, Answer, Cells, Decision, Path, Pieces, Shape

PIECES = ("A", "B", "C")


def asking(shape: Shape, least: int = 1, most: int = 2, **limits: int) -> State:
    """A question about pieces A and B or cells 1 and 2; C and 3 exist but may not be picked."""
    return State(
        pieces={name: Unit(id=name, side="allies", at="0") for name in PIECES},
        stack=(Move(step="order", unit="A"),),
        ask=Decision(
            who="allies",
            kind="pick",
            shape=shape,
            prompt="Pick",
            cite="BD 5.1",
            then="enter",
            pieces=("A", "B"),
            cells=("1", "2"),
            least=least,
            most=most,
            limits=limits,
        ),
    )


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        ("pieces", Pieces(("A",))),
        ("pieces", Pieces(("B", "A"))),
        ("cells", Cells(("2", "1"))),
        ("path", Path(("A",), ("1", "7"))),
        ("allocate", Allocate({"A": 2, "B": 0})),
    ],
)
def test_answer_that_fits_has_no_reason_against_it(shape: Shape, answer: Answer):
    assert check(BridgeDash(), asking(shape), answer, umpire=False) == ((), True)


@pytest.mark.parametrize(
    ("shape", "answer", "said"),
    [
        ("pieces", Pieces(("C",)), "C is not among the pieces"),
        ("pieces", Pieces(()), "Pick 1 to 2 pieces, not 0"),
        ("cells", Cells(("3",)), "3 is not among the places"),
        ("cells", Cells(()), "Pick 1 to 2 places, not 0"),
        ("path", Path(("C",), ("1",)), "C is not among the pieces"),
        ("allocate", Allocate({"A": 3}), "Pick 1 to 2 points, not 3"),
        ("allocate", Allocate({"C": 1}), "C is not among the pieces"),
        ("allocate", Allocate({"B": 2}), "B can take 1 at most, not 2"),
    ],
)
def test_answer_outside_the_lists_is_readable_and_refused(shape: Shape, answer: Answer, said: str):
    reasons, readable = check(BridgeDash(), asking(shape, B=1), answer, umpire=False)

    assert readable
    assert [r.cite for r in reasons] == ["BD 5.1"]
    assert said in reasons[0].text


def test_no_more_pieces_march_than_the_question_offers():
    pair = Path(("A", "B"), ("1",))
    assert check(BridgeDash(), asking("path", most=2), pair, umpire=False) == ((), True)
    reasons, readable = check(BridgeDash(), asking("path", most=1), pair, umpire=False)
    assert readable
    assert "not 2" in reasons[0].text


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        ("pieces", Pieces(("X",))),
        ("pieces", Pieces(("A", "A"))),
        ("pieces", Cells(("1",))),
        ("cells", Cells(("1", "1"))),
        ("path", Path(("A",), ())),
        ("path", Path((), ("1",))),
        ("allocate", Allocate({"A": -1})),
        ("allocate", Allocate({"X": 1})),
        ("allocate", Allocate({"A": True})),
    ],
)
def test_answer_that_no_step_could_read_stays_refused_under_an_umpire(shape: Shape, answer: Answer):
    reasons, readable = check(BridgeDash(), asking(shape), answer, umpire=True)

    assert not readable
    assert reasons


@given(
    shape=st.sampled_from(["pieces", "cells", "allocate"]),
    least=st.integers(1, 2),
    seed=st.integers(0, 999),
)
def test_listed_answers_fit_their_question(shape: Shape, least: int, seed: int):
    # For sharing out, least and most are both the total.
    most = least if shape == "allocate" else 2
    state = asking(shape, least, most, B=1)
    assert state.ask is not None

    answers = listed(state.ask, 9, Random(seed))

    assert answers
    for answer in answers:
        assert check(BridgeDash(), state, answer, umpire=False) == ((), True)
