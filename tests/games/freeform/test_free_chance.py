"""Chapters 3 and 4: dice, cups, tracks, the turn record and notes."""

from __future__ import annotations

import pytest
from free_table import opened, played, rules

from wardesk.engine.types import Roll, SetMark
from wardesk.errors import UserError
from wardesk.games.freeform.ch04_tracks import add_note
from wardesk.games.freeform.setup import read_dice


@pytest.mark.rule("FF 3.1")
def test_the_dice_of_the_table_are_rolled_and_stay_on_it():
    found = rules()
    journal = played(opened(found), "roll", "2d6", Roll((3, 4)))

    assert journal.event.story[0].text == "Blue rolled 2d6: 3 + 4 = 7"
    boxes = {box.id: box.text for box in found.look(journal.state()).boxes}
    assert boxes["last roll"] == "2d6: 3 + 4 = 7"


@pytest.mark.rule("FF 3.1")
def test_any_other_dice_can_be_rolled():
    journal = played(opened(), "roll", "other", "d20", "3")

    assert journal.state().ask.dice == (20, 20, 20)


@pytest.mark.parametrize("text", ["0d6", "13d6", "2d1"])
def test_dice_that_nobody_has_are_refused(text):
    with pytest.raises(UserError, match="cannot be rolled"):
        read_dice(text)


@pytest.mark.rule("FF 3.2")
def test_a_chit_stays_out_until_all_are_put_back():
    journal = played(opened(), "draw", "draw luck", 1)
    assert journal.state().cups == {"luck": ("bad",), "luck/drawn": ("good",)}

    played(journal, "draw", "return luck")
    assert sorted(journal.state().cups["luck"]) == ["bad", "good"]


@pytest.mark.rule("FF 3.2")
def test_nothing_is_drawn_from_an_empty_cup():
    journal = played(opened(), "draw", "draw luck", 1, "draw", "draw luck", 1, "draw")
    refused = {c.key for c in journal.state().ask.choices if c.refused}

    assert refused == {"draw luck"}


@pytest.mark.rule("FF 4.1")
def test_a_track_moves_between_its_ends():
    journal = played(opened(), "track", "track points", "+1")
    assert journal.state().tracks["points"] == 2

    played(journal, "track", "track points")
    refused = {c.key for c in journal.state().ask.choices if c.refused}
    assert refused == {"+5", "-5"}


@pytest.mark.rule("FF 4.2")
def test_a_new_turn_begins_when_the_last_side_has_passed():
    journal = played(opened(), "pass", "pass")

    assert journal.state().tracks["turn"] == 2
    assert [line.text for line in journal.event.story] == ["Red passed", "Turn 2 began"]


@pytest.mark.rule("FF 4.2")
def test_the_turn_record_can_be_moved_by_hand():
    assert played(opened(), "track", "track turn", "+1").state().tracks["turn"] == 2


@pytest.mark.rule("FF 4.3")
def test_notes_lie_on_the_table_until_somebody_takes_them_away():
    found = rules()
    journal = opened(found)
    for text in ("Night falls", "Bridge  down"):
        journal.edit(add_note(journal.state(), text), umpire=False, author="Ann", reason="a note")
    boxes = {box.id: box.text for box in found.look(journal.state()).boxes}
    assert boxes["notes"] == "Night falls; Bridge down"

    journal.edit((SetMark("note/1", None),), umpire=False, author="Ann", reason="it is day")
    boxes = {box.id: box.text for box in found.look(journal.state()).boxes}
    assert boxes["notes"] == "Bridge down"


def test_an_empty_note_is_refused():
    with pytest.raises(ValueError, match="1 to 400"):
        add_note(opened().state(), "  ")
