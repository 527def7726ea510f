"""Hiding counters: what the other side sees of the table, the question and the log."""

from __future__ import annotations

import pytest
from free_table import COUNTERS, opened, pick, played, rules

from wardesk.engine.kernel import Illegal
from wardesk.engine.legality import check
from wardesk.engine.types import Path


@pytest.fixture
def found():
    return rules()


@pytest.fixture
def hidden(found):
    return played(opened(found), "hide", pick("Tank"), "from red")


@pytest.mark.rule("FF 2.7")
def test_the_other_side_does_not_see_it(found, hidden):
    assert "Tank" not in found.view(hidden.state(), "red").pieces
    assert "Tank" in found.view(hidden.state(), "blue").pieces


def test_the_others_question_is_veiled_while_anything_is_hidden(found, hidden):
    view = found.view(played(hidden, "mark", pick("Tank")).state(), "red")

    assert (view.ask.kind, view.ask.pieces, view.ask.about) == ("hidden", (), ())
    assert "Tank" not in repr(view)


def test_the_other_side_cannot_touch_it(hidden):
    with pytest.raises(Illegal, match="There is no piece"):
        played(hidden, "pass", Path(("Tank",), ("0505",)))


def test_what_is_done_with_it_is_not_in_the_others_log(hidden):
    played(hidden, Path(("Tank",), ("0505",)))

    assert hidden.event.visible_to == ("blue",)


def test_what_is_done_with_others_is_in_everybodys_log(hidden):
    played(hidden, Path(("Scout",), ("0505",)))

    assert hidden.event.visible_to == ()


def test_only_own_counters_can_be_hidden(found):
    assert "Foe" not in played(opened(found), "hide").state().ask.pieces


def test_it_can_be_shown_again(found, hidden):
    played(hidden, "hide", pick("Tank"), "show")

    assert found.view(hidden.state(), "red") == hidden.state()


def test_a_visible_member_does_not_drag_a_hidden_one_along_for_the_other_side(found):
    journal = played(opened(found), "group", pick("Tank", "Scout"))
    played(journal, "hide", pick("Tank"), "from red", "pass", Path(("Scout",), ("0505",)))

    assert journal.state().pieces["Tank"].at == "0101"


def test_a_group_does_not_name_a_hidden_counter(found):
    journal = played(opened(found), "group", pick("Tank", "Scout"))
    played(journal, "hide", pick("Tank"), "from red")

    assert "Tank" not in repr(found.view(journal.state(), "red").pieces)
    assert found.view(journal.state(), "blue").pieces["Scout"].group == "Tank"


def test_those_who_are_seen_of_a_group_stay_together():
    found = rules(counters=[*COUNTERS, {"name": "Post", "side": "blue", "place": "0101"}])
    journal = played(opened(found), "group", pick("Tank", "Scout", "Post"))
    played(journal, "hide", pick("Tank"), "from red")

    pieces = found.view(journal.state(), "red").pieces
    assert pieces["Scout"].group == pieces["Post"].group != ""


@pytest.mark.parametrize("make", [pick, lambda piece: Path((piece,), ("0505",))])
def test_a_check_does_not_tell_a_hidden_counter_from_none(found, hidden, make):
    played(hidden, *(("pass", "mark") if make is pick else ("pass",)))
    state = hidden.state()
    said = [
        [(r.text.replace(name, "X"), r.level) for r in check(found, state, a, umpire=False)[0]]
        for name in ("Tank", "Nobody")
        for a in [make(name)]
    ]
    assert said[0] == said[1]


def test_of_three_sides_one_can_be_left_in_the_dark():
    sides = [{"id": s, "name": s.title()} for s in ("blue", "red", "green")]
    found = rules(sides=sides)
    state = played(opened(found), "hide", pick("Tank"), "from red").state()

    assert "Tank" not in found.view(state, "red").pieces
    assert "Tank" in found.view(state, "green").pieces


def test_hiding_from_all_others():
    sides = [{"id": s, "name": s.title()} for s in ("blue", "red", "green")]
    found = rules(sides=sides)
    state = played(opened(found), "hide", pick("Tank"), "all").state()

    assert state.pieces["Tank"].hidden_from == "red,green"
