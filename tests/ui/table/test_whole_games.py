"""Whole games by mouse alone: from a card on Home to the result, and opened again from Home."""

from __future__ import annotations

from pathlib import Path

import pytest
from mouse_player import (
    assert_told_the_end,
    play_to_the_end,
    press,
    press_card,
    start_by_mouse,
)

from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.mode_bar import MODES
from wardesk.ui.table.workspace import TableWorkspace

pytestmark = [
    pytest.mark.usefixtures("light"),
    # A list that opens over a dialog asks the platform for things that one without a screen lacks.
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

LONG = pytest.mark.long
GERMAN, BELGIAN = "german", "belgian"
TWO_PEOPLE = {GERMAN: "human", BELGIAN: "human"}
SOLITAIRE = {GERMAN: "human", BELGIAN: "automaton"}


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1500, 1000)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    made.refresh()
    yield made
    made.shut()


@pytest.mark.parametrize(
    ("scenario", "players", "options"),
    [
        pytest.param("eben-emael/full-readiness", TWO_PEOPLE, {"charge": "sure"}, marks=LONG),
        pytest.param("eben-emael/full-readiness", SOLITAIRE, {}, marks=LONG),
        pytest.param(
            "eben-emael/historical",
            SOLITAIRE,
            {"sequence": "phases", "control": "present"},
            marks=LONG,
        ),
    ],
    ids=["full readiness, two people", "full readiness, solitaire", "historical, solitaire"],
)
def test_a_game_by_mouse_from_its_card_on_home_to_the_result_and_back(
    window, desk, qtbot, scenario, players, options
):
    table = start_by_mouse(window, desk, qtbot, scenario, players, seed=17, options=options)
    session = table.session
    assert dict(session.players) == players
    assert session.header.options.items() >= options.items()

    play_to_the_end(table, qtbot, seed=5)

    asked = {e.asked.who for e in session.journal.line() if e.asked and e.author in session.players}
    assert asked == {side for side, kind in players.items() if kind == "human"}
    result, path, events = session.state.result, session.path, len(session.journal.events)
    assert_told_the_end(table)
    desk.close_game()
    press(window.mode_bar._group.button(MODES.index("home")))
    press_card(window, lambda card: getattr(card, "path", "") == str(path), qtbot)
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=20_000)
    again = window.workspace("table")
    assert Path(again.session.path) == path
    assert len(again.session.journal.events) == events
    assert again.session.state.result == result
    assert_told_the_end(again)
