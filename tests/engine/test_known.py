"""What is kept with the pieces of a table: never told of another table, gone with every write."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from two_somuas import TwoSomuas

from wardesk.engine.derived_cache import OnTable, indexed, remembered
from wardesk.engine.draft import Draft
from wardesk.engine.kernel import begin
from wardesk.engine.rules import listed
from wardesk.engine.types import Decision, Piece


def cells(pieces):
    """Who stands where, as plain as can be."""
    return sorted((piece.id, piece.at) for piece in pieces.values())


@remembered
def of_side(setting, pieces, side):
    setting.append(side)
    return tuple(sorted(p.id for p in pieces.values() if p.side == side))


def table(**at):
    return OnTable({name: Piece(id=name, side="red", at=cell) for name, cell in at.items()})


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["01", "02", None])), max_size=9))
def test_a_draft_that_writes_is_asked_anew(moves):
    rules = TwoSomuas()
    _, state = begin(rules, umpire=False)
    draft = Draft(rules, state, umpire=False)
    for name in "abc":
        draft.create(Piece(id=name, side="red", at="01"))
    before = cells(state.pieces)
    for name, cell in moves:
        indexed(draft.pieces, cells)
        draft.set(name, at=cell)
        assert indexed(draft.pieces, cells) == cells(draft.pieces)
    draft.remove("a")
    assert indexed(draft.pieces, cells) == cells(draft.pieces)
    assert cells(state.pieces) == before


def test_the_same_question_is_worked_out_once_for_each_setting_and_word():
    pieces, one, other = table(a="01"), [], []
    assert of_side(one, pieces, "red") == of_side(one, pieces, "red") == ("a",)
    assert of_side(other, pieces, "red") == ("a",)
    assert of_side(one, pieces, "blue") == ()
    assert (one, other) == (["red", "blue"], ["red"])


def test_plain_pieces_remember_nothing():
    pieces = dict(table(a="01"))
    assert indexed(pieces, cells) == [("a", "01")]
    pieces["a"] = Piece(id="a", side="red", at="02")
    assert indexed(pieces, cells) == [("a", "02")]


def test_a_copy_elsewhere_has_the_pieces_and_nothing_else():
    pieces = table(a="01")
    indexed(pieces, cells)
    again = pickle.loads(pickle.dumps(pieces))
    assert type(again) is OnTable
    assert (again, again.known) == (pieces, {})


@pytest.mark.parametrize(("least", "most"), [(1, 1), (1, 3), (2, 2), (0, 7)])
def test_answers_that_fit_are_listed_exactly(least, most):
    names = tuple("abcdefg")
    asked = Decision(who="red", kind="pick", shape="pieces", prompt="", cite="", then="",
                     pieces=names, least=least, most=most)  # fmt: skip
    found = listed(asked, 10**6, Random(0))
    assert len(found) == len(set(map(repr, found)))
    assert {len(each.pieces) for each in found} == set(range(max(1, least), most + 1))
    assert len(found) == {(1, 1): 7, (1, 3): 63, (2, 2): 21, (0, 7): 127}[least, most]
    assert len(listed(asked, 5, Random(0))) <= 5
