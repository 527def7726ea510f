"""What differs between two states, for any game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.compare import cells_of, differences
from wardesk.engine.types import GameResult, GameState, Piece, replace


class Unit(Piece, frozen=True, kw_only=True):
    men: int = 4


A = Unit(id="a", side="red", at="1")
BASE = GameState(pieces={"a": A}, marks={"1/fire": True}, tracks={"turn": 1}, cups={"cup": ("x",)})


def only(after):
    (found,) = differences(BASE, after)
    return found


def test_equal_states_do_not_differ():
    assert differences(BASE, replace(BASE, seq=9)) == ()


def test_a_move():
    found = only(replace(BASE, pieces={"a": replace(A, at="2")}))

    assert (found.kind, found.what, found.cells) == ("moved", "a", ("1", "2"))


def test_a_loss_is_the_same_whether_taken_away_or_put_aside():
    gone = only(replace(BASE, pieces={}))
    aside = only(replace(BASE, pieces={"a": replace(A, at=None)}))

    assert gone == aside
    assert (gone.kind, gone.before, gone.cells) == ("lost", "1", ("1",))


def test_an_arrival():
    found = only(replace(BASE, pieces={"a": A, "b": Unit(id="b", side="red", at="3")}))

    assert (found.kind, found.what, found.after) == ("created", "b", "3")


def test_a_field():
    found = only(replace(BASE, pieces={"a": replace(A, men=2)}))

    assert (found.kind, found.field, found.before, found.after) == ("changed", "men", 4, 2)


def test_marks_tracks_and_cups():
    after = replace(BASE, marks={}, tracks={"turn": 2}, cups={"cup": ("x", "y")})

    found = differences(BASE, after)

    assert [(one.kind, one.before, one.after) for one in found] == [
        ("track", 1, 2), ("mark", True, None), ("cup", "x", "x, y"),
    ]  # fmt: skip
    assert cells_of(found) == ("1",)


def test_the_order_in_a_cup_is_no_difference():
    first = replace(BASE, cups={"cup": ("x", "y")})

    assert differences(first, replace(BASE, cups={"cup": ("y", "x")})) == ()


def test_the_result_comes_first():
    after = replace(BASE, tracks={}, result=GameResult("red", "", "Red won", ""))

    assert [one.kind for one in differences(BASE, after)] == ["result", "track"]


places = st.none() | st.sampled_from("123")
units = st.dictionaries(
    st.sampled_from("abc"), st.tuples(places, st.integers(0, 3)), max_size=3
).map(lambda d: {k: Unit(id=k, side="red", at=at, men=men) for k, (at, men) in d.items()})


@given(units, units)
def test_turned_round_what_was_lost_is_created(one, other):
    there = differences(GameState(pieces=one), GameState(pieces=other))
    back = differences(GameState(pieces=other), GameState(pieces=one))

    lost = {d.what for d in there if d.kind == "lost"}
    assert lost == {d.what for d in back if d.kind == "created"}
    assert {d.what for d in there if d.kind == "moved"} == {
        d.what for d in back if d.kind == "moved"
    }
