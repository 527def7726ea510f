"""The usual questions: what each leaves for the player to answer."""

import pytest

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, GameState
from wardesk.games.shared import ask

MARCH = ask.AskedQuestion("march", "Who marches?", "2.1", "marched")
STOP = (Choice("stop", "Stop", "2.1"),)


def asked(put, *args, **more):
    d = Draft(None, GameState(pieces={}), umpire=False)
    put(d, "blue", MARCH, *args, context="two left", **more)
    found = d.question
    assert (found.who, found.kind, found.prompt) == ("blue", *MARCH[:2])
    assert (found.cite, found.then, found.context) == (*MARCH[2:], "two left")
    return found


@pytest.mark.parametrize(
    ("put", "shape", "lists"),
    [
        (ask.choose, "choose", "choices"),
        (ask.pick_pieces, "pieces", "pieces"),
        (ask.pick_cell, "cells", "cells"),
        (ask.path, "path", "pieces"),
    ],
)
def test_a_question_lists_what_may_be_answered(put, shape, lists):
    listed = STOP if put is ask.choose else ("a", "b")
    found = asked(put, listed, about=("x",))
    assert (found.shape, getattr(found, lists)) == (shape, listed)
    assert found.about == ("x",)


@pytest.mark.parametrize("put", [ask.pick_pieces, ask.pick_cell, ask.path])
def test_a_button_may_stand_beside_what_is_picked(put):
    assert asked(put, ("a",), choices=STOP).choices == STOP


def test_more_than_one_piece_only_where_it_is_said():
    assert asked(ask.pick_pieces, ("a", "b")).most == 1
    assert asked(ask.pick_pieces, ("a", "b"), most=2).most == 2


def test_all_points_are_shared_out_within_the_limits():
    found = asked(ask.allocate, {"a": 2, "b": 4}, 3)
    assert (found.least, found.most, found.limits) == (3, 3, {"a": 2, "b": 4})
    assert found.pieces == found.about == ("a", "b")
