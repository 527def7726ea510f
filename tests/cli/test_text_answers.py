"""What a person types is read as the answer that it means."""

from __future__ import annotations

import contextlib

import pytest
from toy_game import load_toy

from wardesk.cli.output import values
from wardesk.cli.text_play import read_typed
from wardesk.engine.types import (
    Allocate,
    Cells,
    Choose,
    Decision,
    Outcome,
    Path,
    Pieces,
    Roll,
)
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession


@pytest.fixture
def session():
    return PlaySession.new("toy/dash", seed=1, keep=False, loader=load_toy)


def ask(shape, **more):
    return Decision(who="allies", kind="x", shape=shape, prompt="?", cite="1", then="x", **more)


@pytest.mark.parametrize(
    ("shape", "typed", "answer"),
    [
        ("choose", "1", Choose("a")),
        ("pieces", "P G1", Pieces(("P", "G1"))),
        ("pieces", "P, G1", Pieces(("P", "G1"))),
        ("cells", "4", Choose("a")),
        ("cells", "MN MS", Cells(("MN", "MS"))),
        ("path", "P > 3", Path(("P",), ("3",))),
        ("path", "P G1 > 1 2", Path(("P", "G1"), ("1", "2"))),
        ("path", "P > 1 > 2", Path(("P",), ("1", "2"))),
        ("allocate", "P=2 G1=1", Allocate({"P": 2, "G1": 1})),
        ("roll", "3 5", Roll((3, 5))),
        ("roll", "3,5", Roll((3, 5))),
        ("choose", '{"key": "b"}', Choose("b")),
        ("path", '{"pieces": ["P"], "cells": ["3"]}', Path(("P",), ("3",))),
    ],
)
def test_typed_answers(session, shape, typed, answer):
    options = [Choose("a")] * 4

    assert read_typed(session, ask(shape), typed, options) == (answer, "")


def test_a_ruling_with_its_reason(session):
    outcome = ask("outcome", proposed={"hit": 0, "side": "axis"})

    assert read_typed(session, outcome, "", []) == (Outcome({"hit": 0, "side": "axis"}), "")
    assert read_typed(session, outcome, "hit=2 side=allies point blank", []) == (
        Outcome({"hit": 2, "side": "allies"}),
        "point blank",
    )


@pytest.mark.parametrize(
    ("shape", "typed"),
    [
        ("choose", "fly"),
        ("choose", ""),
        ("choose", "0"),
        ("choose", "2"),
        ("choose", "1 1"),
        ("choose", "99999999999"),
        ("choose", "{"),
        ("choose", '{"wings": 1}'),
        ("allocate", "P"),
        ("allocate", "P=x"),
        ("outcome", "wings=2 why"),
        ("path", "P 3"),
    ],
)
def test_what_means_nothing_is_refused(session, shape, typed):
    with pytest.raises(UserError):
        read_typed(session, ask(shape, proposed={"hit": 0}), typed, [Choose("a")])


@pytest.mark.parametrize(
    "shape", ["choose", "pieces", "cells", "path", "allocate", "roll", "outcome"]
)
@pytest.mark.parametrize(
    "typed",
    ["²", "٣", "9" * 5000, "P=²", "P=" + "9" * 5000, "hit=" + "9" * 5000, "hit=²", "hit=--1",
     "\udcff", '{"key": "\udcff"}', "hit=1 \udcff", "P > \udcff", "-1"],
)  # fmt: skip
def test_what_is_odd_is_an_answer_or_a_sentence(session, shape, typed):
    before = session.state
    with contextlib.suppress(UserError):
        given, reason = read_typed(session, ask(shape, proposed={"hit": 1}), typed, [])
        session.answer(given, reason=reason)
    assert session.state is before
    assert not session.failed


def test_a_number_of_thousands_of_digits_is_no_option_of_a_game():
    assert values(["solitaire=" + "9" * 5000, "a=-3", "b=²"])["a"] == -3
