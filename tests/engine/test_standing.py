"""Standing orders: the first that speaks of a question decides; where it cannot know, it asks."""

from __future__ import annotations

import msgspec
import pytest
from bridge_dash import BridgeDash, Unit
from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.question import OrderedAnswer, Question
from wardesk.engine.standing import decide
from wardesk.engine.types import CHANCE, Choice, Choose, Decision, GameState, Pieces, replace
from wardesk.model.look import FormationLook, UnitLook
from wardesk.model.standing import (
    AS_PROPOSED,
    MEASURES,
    OrderCondition,
    OrderedMoment,
    TableOrder,
    order_words,
)

ASK = Decision(
    who="axis", kind="react", shape="pieces", prompt="Who?", cite="", then="x",
    choices=(Choice("pass", "Pass"), Choice("end", "End")), pieces=("a", "b", "c"),
)  # fmt: skip
MOMENT = OrderedMoment(
    title="They come", when=("react",), goes_on=("reaction",), does=(("fire", "fire"),),
    otherwise=(("pass", "let it pass"),), measures=("chance",),
)  # fmt: skip


class Shots(Question):
    """Three guns, each with its figures."""

    shots = ()

    def ordered(self):
        yield from super().ordered()
        for piece, figures in self.shots:
            yield OrderedAnswer(Pieces((piece,)), "fire", figures, piece)


class OrderedDash(BridgeDash):
    """The dash, but for one question with these shots."""

    moments_for_orders = (MOMENT,)
    endings = frozenset(("react/end",))

    def __init__(self, *shots):
        super().__init__()
        self.made = type("Made", (Shots,), {"shots": shots})

    def question(self, state):
        return self.made(None, state, None)

    def check(self, state, answer):
        return ()

    def formations(self, state):
        return (FormationLook(id="II", title="II", side="axis",
                              units=(UnitLook(piece="b", title="b"),)),)  # fmt: skip

    def policy(self, state, rng):
        return Pieces(("c",))


def view(ask=ASK):
    guns = {name: Unit(id=name, side="axis", at="2") for name in "abc"}
    return GameState(pieces=guns, ask=ask)


def order(**changes):
    return TableOrder(**{"id": 1, "side": "axis", "when": ("react",), "do": "fire", **changes})


def chance(least=30, most=999):
    return (OrderCondition("chance", least=least, most=most),)


FIRE = order(only_if=chance(), best=("chance",), otherwise="pass", ask_from=20)


def answer_of(shots, *orders, ask=ASK, behind=""):
    found = decide(OrderedDash(*shots), view(ask), orders, behind)
    return found and found.answer


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ((34, 50, 10), Pieces(("b",))),
        ((34, 10, 10), Pieces(("a",))),
        ((19, 5, 0), Choose("pass")),
        ((20, 5, 0), None),
        ((29, 5, 0), None),
        ((29, 30, 0), Pieces(("b",))),
        ((40, 40, 0), None),
        ((), Choose("pass")),
    ],
)
def test_the_best_that_meets_the_condition_fires_below_it_asks_then_lets_it_pass(figures, expected):
    shots = [(piece, {"chance": n}) for piece, n in zip("abc", figures, strict=False)]
    assert answer_of(shots, FIRE) == expected


def test_a_second_figure_settles_what_is_equal_and_the_nearer_one_is_better():
    shots = [("a", {"chance": 40, "range": 3}), ("b", {"chance": 40, "range": 2})]
    assert answer_of(shots, replace(FIRE, best=("chance", "range"))) == Pieces(("b",))


def test_what_is_not_known_is_asked():
    assert answer_of([("a", {}), ("b", {"chance": 5})], FIRE) is None
    assert answer_of([("a", {}), ("b", {"chance": 50})], FIRE) == Pieces(("b",))


def test_an_order_for_a_formation_comes_before_one_for_the_side():
    near = order(id=2, of="II", only_if=(OrderCondition("range", most=2),), otherwise="pass")
    shots = [("a", {"chance": 10, "range": 3}), ("b", {"chance": 50, "range": 3})]
    assert answer_of(shots, FIRE) == Pieces(("b",))
    assert answer_of(shots, FIRE, near) == Choose("pass")
    shots[1][1]["range"] = 2
    assert answer_of(shots, FIRE, near) == Pieces(("b",))


@pytest.mark.parametrize(
    "changed",
    [{"on": False}, {"suspended": True}, {"side": "allies"}, {"when": ("return",)}, {"do": "end"},
     {"do": "nothing", "otherwise": ""}, {"do": "nothing", "otherwise": "back"}],
)  # fmt: skip
def test_an_order_that_does_not_stand_or_may_not_asks(changed):
    assert answer_of([("a", {"chance": 50})], order()) == Pieces(("a",))
    assert answer_of([("a", {"chance": 50})], order(**changed)) is None


@pytest.mark.parametrize("who", [CHANCE, "umpire"])
def test_dice_and_rulings_are_never_ordered(who):
    asked = replace(ASK, who=who)
    assert answer_of([("a", {"chance": 50})], order(side=who), ask=asked) is None


def test_what_the_other_orders_say_otherwise_must_agree():
    other = order(id=2, do="withdraw", otherwise="end")
    assert answer_of([], FIRE) == Choose("pass")
    assert answer_of([], FIRE, other) is None


def test_it_goes_on_only_with_what_it_began_itself():
    shots, asked = [("a", {"chance": 50})], replace(ASK, kind="reaction")
    assert answer_of(shots, FIRE, ask=asked) is None
    assert answer_of(shots, FIRE, ask=asked, behind="standing:2") is None
    assert answer_of(shots, FIRE, ask=asked, behind="standing:1") == Pieces(("a",))


def test_as_proposed_is_what_the_script_says():
    assert answer_of([], order(do=AS_PROPOSED)) == Pieces(("c",))


@given(st.lists(st.dictionaries(st.sampled_from(MEASURES), st.integers(0, 100)), max_size=3),
       st.integers(0, 100), st.integers(0, 100) | st.none())  # fmt: skip
def test_whoever_fires_meets_the_condition(figures, least, ask_from):
    shots = tuple(zip("abc", figures, strict=False))
    asked = order(only_if=chance(least), best=("chance",), otherwise="pass", ask_from=ask_from)
    found = decide(OrderedDash(*shots), view(), (asked,))
    known = [one.get("chance", -1) for one in figures]
    if found is not None and isinstance(found.answer, Pieces):
        assert found.found["chance"] == max(known) >= least
    elif found is not None:
        assert all(0 <= n < least for n in known)


def test_an_order_is_plain_data_and_says_what_it_does():
    again = msgspec.json.decode(msgspec.json.encode(FIRE), type=TableOrder)
    assert again == FIRE
    told = str(order_words(FIRE, MOMENT))
    assert told == "fire at 30 % or more, ask me from 20 %, else let it pass"
