"""What a person types is read as the answer that it means."""

from __future__ import annotations

import pytest
from toy_game import load_toy

from wardesk.cli.text_answers import read_typed
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
from wardesk.services.play_session import PlaySession


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
