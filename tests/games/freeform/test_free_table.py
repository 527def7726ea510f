"""Chapter 1: one question, hands, passing, the end."""

from __future__ import annotations

import pytest
from free_table import opened, pick, played, rules

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Path
from wardesk.errors import UserError


@pytest.mark.rule("FF 1.1")
def test_the_side_that_is_up_is_asked_again_after_every_doing():
    journal = played(opened(), Path(("Tank",), ("0505",)))

    assert journal.state().ask.kind == "now"
    assert journal.state().ask.who == "blue"


@pytest.mark.rule("FF 1.1")
def test_every_doing_can_be_left_again():
    for key in ("flip", "face", "mark", "ground", "group", "hide", "box", "roll", "draw", "track",
                "end"):  # fmt: skip
        journal = played(opened(), key, "back")
        assert journal.state().ask == opened().state().ask, key


@pytest.mark.rule("FF 1.1")
def test_a_table_without_counters_asks_with_buttons_alone():
    ask = opened(rules(counters=[])).state().ask

    assert ask.shape == "choose"
    assert {c.key for c in ask.choices if c.refused} == {
        "flip", "face", "mark", "group", "hide", "box",
    }  # fmt: skip


@pytest.mark.rule("FF 1.2")
def test_everybody_may_touch_everything():
    assert "Foe" in opened().state().ask.pieces


@pytest.mark.rule("FF 1.2")
def test_with_own_hands_the_other_sides_counters_are_out_of_bounds():
    journal = opened(rules(options={"hands": "own"}))

    with pytest.raises(Illegal, match="not among the pieces"):
        played(journal, Path(("Foe",), ("0505",)))


def test_an_unknown_option_is_refused():
    with pytest.raises(UserError, match="only option is hands"):
        rules(options={"luck": True})
    with pytest.raises(UserError, match="any or own"):
        rules(options={"hands": "left"})


@pytest.mark.rule("FF 1.3")
def test_passing_goes_round():
    journal = played(opened(), "pass")
    assert journal.state().ask.who == "red"
    assert played(journal, "pass").state().ask.who == "blue"


@pytest.mark.rule("FF 1.4")
def test_the_last_turn_ends_the_game():
    journal = played(opened(), "pass", "pass", "pass", "pass")

    assert journal.state().result.text == "Turn 2 was the last"


@pytest.mark.rule("FF 1.4")
def test_without_a_last_turn_the_game_goes_on():
    journal = played(opened(rules(last_turn=0)), *["pass"] * 20)

    assert journal.state().result is None
    assert journal.state().tracks["turn"] == 11


@pytest.mark.rule("FF 1.4")
@pytest.mark.parametrize(("key", "winner"), [("won red", "red"), ("won", "")])
def test_somebody_ends_it_and_says_who_won(key, winner):
    journal = played(opened(), "end", key)

    assert journal.state().result.winner == winner
    assert journal.state().ask is None


def test_undo_takes_back_what_was_done():
    journal = opened()
    before = journal.state()
    played(journal, "flip", pick("Tank"))

    journal.undo()
    journal.undo()

    assert journal.state().pieces == before.pieces


def test_the_scripted_player_passes():
    found = rules()
    view = opened(found).state()

    assert found.policy(view, None).key == "pass"
