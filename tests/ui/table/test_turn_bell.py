"""The sound when it is your turn: only if it is wanted, and only when somebody else has acted."""

from __future__ import annotations

import pytest

from wardesk.engine.types import CHANCE
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.settings_dialog import SettingsDialog
from wardesk.ui.table.runner import TurnBell


@pytest.fixture
def wanted():
    preferences().change("turn_sound", True, keep=False)
    yield
    preferences().reset("turn_sound")


def rung(session, answers):
    """For every answer: who was asked before and after, and whether it rang."""
    rings = []
    bell = TurnBell(session, ring=lambda: rings.append(1))
    session.listen(bell.follow)
    found = []
    for _ in range(answers):
        ask = session.ask
        before, heard = ask.who, len(rings)
        if ask.who == CHANCE:
            session.roll()
        else:
            session.answer(session.bot_answer(ask.who))
        if session.ask is None:
            break
        found.append((before, session.ask.who, len(rings) > heard))
    return found


def session(players):
    return PlaySession.new("eben-emael/historical", seed=3, keep=False, players=players)


@pytest.mark.usefixtures("wanted", "qapp")
def test_it_rings_when_the_game_comes_back_from_a_bot_and_not_for_own_dice():
    turn, rings = "german", 0
    for before, after, heard in rung(session({"german": "human", "belgian": "policy"}), 400):
        if before == "belgian":
            turn = "belgian"
        assert heard == (after == "german" and turn == "belgian"), (before, after)
        rings += heard
        if after == "german":
            turn = "german"
    assert rings


@pytest.mark.usefixtures("wanted", "qapp")
def test_it_rings_for_the_other_of_two_people():
    found = rung(session({"german": "human", "belgian": "human"}), 100)

    assert any(heard and after == "belgian" for _, after, heard in found)
    assert not any(heard for before, after, heard in found if before == after)


@pytest.mark.usefixtures("qapp")
def test_it_is_silent_until_somebody_wants_it():
    assert not any(heard for *_, heard in rung(session({"german": "human"}), 60))


@pytest.mark.usefixtures("wanted", "qapp")
def test_going_back_does_not_ring():
    rings = []
    played = session({"german": "human", "belgian": "policy"})
    bell = TurnBell(played, ring=lambda: rings.append(1))
    while played.ask.who != "belgian":
        played.roll() if played.ask.who == CHANCE else played.answer(played.bot_answer("german"))
    played.listen(bell.follow)
    played.undo()
    assert played.ask.who == "german"
    assert rings == []


def test_the_search_of_the_settings_finds_the_sound(light, qtbot):
    dialog = SettingsDialog()
    qtbot.addWidget(dialog)
    dialog.show()

    dialog.search.setText("sound turn")

    rows = [row for _, rows, _ in dialog.sections for row in rows if row.isVisible()]
    assert [row.name for row in rows] == ["turn_sound"]
