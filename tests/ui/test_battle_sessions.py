"""Battles through the window, by real mouse and keys: lesson, games of May 1940, an umpire."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.engine.types import UMPIRE
from wardesk.services.play.session import PlaySession
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.workspace import TableWorkspace

sys.path.insert(0, str(Path(__file__).parent / "table"))

from clicks import click_cell, click_piece
from mouse_player import play_to_the_end, press, start_by_mouse
from overruling import overrule_by_keys, settle

pytestmark = [
    pytest.mark.usefixtures("light"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

PACK, BEST = "hannut-stonne", "market-garden/the-best-laid-plans"
SON = "market-garden/son-with-the-wind"


@pytest.fixture
def window(qtbot):
    preferences().change("bot_pace", 4, keep=False)
    preferences().change("newcomer", value=False, keep=False)
    made = MainWindow(preferences().now)
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    yield made
    preferences().change("newcomer", value=True, keep=False)


@pytest.fixture
def desk(window):
    made = Opener(window)
    made.refresh()
    yield made
    made.shut()


def do(table, beat):
    """Do what the call-out says, as its words say."""
    if table.session.waiting == "dice":
        QTest.keyClick(table.view, Qt.Key.Key_R)
    elif beat.choices:
        QTest.mouseClick(table.question.button(beat.choices[0]), Qt.MouseButton.LeftButton)
    elif beat.cells:
        click_piece(table, beat.pieces[0])  # Lays a pile out, where there is one.
        if table.model.interaction.picked != [*beat.pieces]:
            click_piece(table, beat.pieces[0])
        click_cell(table, beat.cells[-1])
    else:
        head = table.session.journal.head
        click_piece(table, beat.pieces[0])
        settle()
        if table.session.journal.head == head:
            click_piece(table, beat.pieces[0])


@pytest.mark.slow
def test_the_lesson_at_wansin_from_the_first_chit_to_the_storm(window, desk, qtbot):
    qtbot.waitUntil(lambda: len(window.home._lessons) > 1, timeout=20_000)
    window.home.begin_lesson("blitzkrieg")
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=20_000)
    table = window.workspace("table")
    session = table.session
    said = []
    for _ in range(60):
        qtbot.waitUntil(
            lambda: (
                session.guide.over
                or (session.guide.beat(session.ask) is not None and not session.automatic)
            ),
            timeout=20_000,
        )
        settle()
        place = session.guide.place()
        if place.beat is None:
            break
        assert table.lesson.callout.isVisible()
        said.append(place.step)
        before = session.journal.head
        do(table, place.beat)
        assert session.journal.head != before, place.beat.say
    assert sorted(set(said)) == [0, 1, 2, 3, 4]
    assert session.guide.over
    desk.close_game()


@pytest.mark.slow
def test_wansin_by_mouse_from_its_card_to_the_result(window, desk, qtbot):
    players = {"german": "policy", "french": "human"}
    table = start_by_mouse(window, desk, qtbot, f"{PACK}/first-contact", players, seed=11)
    drawn = set()

    def look(_clicks):
        drawn.update(chit.state for cup in table.forces.cups for chit in cup.chits)

    play_to_the_end(table, qtbot, seed=4, look=look)
    assert table.session.state.result is not None
    assert {"now", "drawn", "left"} <= drawn
    desk.close_game()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_a_whole_battle_by_mouse_from_its_card_to_the_result(window, desk, qtbot, scenario):
    players = {"german": "human", "french": "policy"}
    table = start_by_mouse(window, desk, qtbot, f"{PACK}/{scenario}", players, seed=3)
    play_to_the_end(table, qtbot, seed=2, most=8000)
    asked = {e.asked.who for e in table.session.journal.line() if e.asked and e.author in players}
    assert asked == {"german"}
    assert table.session.state.result is not None
    desk.close_game()


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_wansin_umpired_by_mouse_roll_by_roll(window, qtbot):
    players = {"german": "policy", "french": "policy"}
    session = PlaySession.new(
        f"{PACK}/first-contact", seed=3, mode="adjudicate", keep=False, players=players
    )
    table = TableWorkspace(session, window)
    window.set_workspace("table", table)
    window.show_mode("table")
    table.model.runner.set_pace(4)
    rolled = accepted = 0
    while True:
        qtbot.waitUntil(lambda: session.ask is None or not session.automatic, timeout=20_000)
        settle()
        if session.ask is None:
            break
        card = table.right.card
        if session.waiting == "umpire":
            press(card.form.accept)
            accepted += 1
        else:
            assert session.waiting == "dice"
            press(card.dice.roll if table.right.shows_card else table.question.button("table.roll"))
            rolled += 1
    assert session.state.result is not None
    told = [event for event in session.journal.line() if event.asked and event.asked.who == UMPIRE]
    assert (len(told), rolled > accepted) == (accepted, True)
    table.shut()


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("scenario", "side", "kinds"),
    [
        (BEST, "allied", {"unit", "action", "march"}),
        (SON, "german", {"unit", "action", "march"}),
        (SON, "allied", {"opportunity", "check-hit"}),
    ],
)
def test_the_corridor_by_mouse_from_its_card_to_the_result(
    window, desk, qtbot, scenario, side, kinds
):
    players = {"allied": "policy", "german": "policy"} | {side: "human"}
    table = start_by_mouse(window, desk, qtbot, scenario, players, seed=3)
    asked = set()

    def look(_clicks):
        asked.add(table.session.ask.kind if table.session.ask is not None else "")

    play_to_the_end(table, qtbot, seed=2, look=look, eager=0.6)
    assert table.session.state.result is not None
    assert kinds <= asked
    desk.close_game()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "kind"),
    [
        (f"{PACK}/hannut", "fire"),
        (f"{PACK}/stonne", "fire"),
        (BEST, "fire-assault"),
    ],
)
def test_an_umpire_overrules_a_roll_by_keys(window, qtbot, scenario, kind):
    overrule_by_keys(window, scenario, kind)
