"""A game against a level by keys: thinking is shown, its reasons, a hint, and one is cancelled."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.players.search.levels import LEVELS, SearchPlayer
from wardesk.players.search.worlds import ThoughtCancelled
from wardesk.services.play.log import GameLogLine
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.new_game import NewGameDialog, SideChoice
from wardesk.ui.table.log import shown_line
from wardesk.ui.table.runner import PACES

ROOF = "eben-emael/historical"


@pytest.fixture
def fast():
    preferences().change("bot_pace", len(PACES) - 2, keep=False)
    yield
    preferences().reset("bot_pace")


@pytest.fixture
def budgets(monkeypatch):
    def make(**answers):
        for name, number in answers.items():
            monkeypatch.setitem(LEVELS, name, replace(LEVELS[name], answers=number))

    return make


@pytest.fixture
def endless(monkeypatch):
    """Whoever looks ahead goes on until it is cancelled. Returns what ends this."""

    def think(_player, _rules, _view, _rng, *, cancelled=lambda: False, **_):
        while not cancelled():
            time.sleep(0.001)
        raise ThoughtCancelled

    with monkeypatch.context() as patch:
        patch.setattr(SearchPlayer, "think", think)
        yield patch.undo


def german_move(level):
    """A game in which the Germans of *level* are asked for a move; a person has the Belgians."""
    session = PlaySession.new(ROOF, seed=5, keep=False)
    session.thinker._own_process = False  # what the process does is tried elsewhere
    while session.ask.kind != "move" or session.ask.who != "german":
        ask = session.ask
        if session.waiting == "person":
            session.answer(session.bot_answer(ask.who, "policy"))
        elif session.step() is None:
            session.roll()
    session.set_player("german", level)
    return session


def test_an_opponent_thinks_is_stopped_once_answers_and_says_why(
    tables, qtbot, fast, budgets, endless
):
    session = german_move("colonel")
    table = tables(session)
    head = session.journal.head
    qtbot.waitUntil(lambda: table.model.thinking, timeout=10000)
    assert "thinking" in table.model.words.context
    assert table.wait_bar.isVisible()
    assert 0 < table.model.runner.waited < 1
    QTest.keyClick(table.view, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: not table.model.thinking, timeout=500)
    assert session.journal.head == head
    endless()
    budgets(colonel=90)
    QTest.keyClick(table.view, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: session.journal.head > head, timeout=20000)
    table.model.runner.set_paused(True)
    event = session.journal.events[head + 1]
    assert event.author == "colonel"
    assert session.thought_of(event) is not None
    qtbot.waitUntil(table.card.reasons.isVisible)
    assert "victory points" in table.card.reasons.text()
    assert table.card.height() >= table.card.layout().heightForWidth(table.card.width())


def test_a_hint_is_asked_for_cancelled_asked_again_and_taken(tables, qtbot, budgets, endless):
    session = german_move("human")
    table = tables(session)
    head = session.journal.head
    QTest.keyClick(table.view, Qt.Key.Key_Y)
    assert table.hint.isVisible()
    assert table.hint.thinking
    assert table.hint.bar.isVisible()
    QTest.keyClick(table.view, Qt.Key.Key_Y)
    assert not table.hint.isVisible()
    assert not table.hint.thinking
    endless()
    budgets(colonel=90)
    QTest.keyClick(table.view, Qt.Key.Key_Y)
    qtbot.waitUntil(table.hint.do.isVisible, timeout=20000)
    assert "Colonel" in table.hint.title.text()
    assert table.hint.reasons.text()
    assert session.journal.head == head
    QTest.mouseClick(table.hint.do, Qt.MouseButton.LeftButton)
    assert session.journal.head == head + 1
    assert not table.hint.isVisible()


def test_a_hint_is_not_to_be_had_while_a_program_is_up(tables, qtbot):
    table = tables(german_move("policy"))
    table.model.runner.set_paused(True)
    assert table.hint.why_not()
    QTest.keyClick(table.view, Qt.Key.Key_Y)
    assert not table.hint.isVisible()


@pytest.mark.slow
def test_the_level_is_chosen_at_the_table_and_says_how_strong_it_is(tables, qtbot):
    table = tables(german_move("human"))
    menu = table.players.choose_player("german")
    entries = {entry.text(): entry for entry in menu.actions()}
    assert {"Captain", "Colonel"} <= set(entries)
    assert not {"Cadet", "General"} & set(entries)
    assert "no bonus" in entries["Captain"].toolTip()
    table.model.runner.set_paused(True)
    entries["Captain"].trigger()
    assert table.session.players["german"] == "captain"


def test_a_level_that_was_dropped_is_still_a_program_in_an_old_log():
    def icon(author):
        line = GameLogLine(event=1, kind="answer", text="2 Maier moved.", author=author)
        return shown_line(line, {}).icon

    assert icon("cadet") == icon("general") == icon("captain") == "bot"
    assert icon("Ann") != "bot"


def test_the_new_dialog_offers_the_levels_and_says_what_they_are(light, qtbot):
    sides = [
        SideChoice("german", "Germans", levels={"captain": "Strong."}),
        SideChoice("belgian", "Belgians", "b"),
    ]
    dialog = NewGameDialog(ROOF, "Eben-Emael", sides)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.level_note.isVisible()
    box = dialog.players["german"]
    box.setCurrentIndex(box.findData("captain"))
    assert "no bonus" in dialog.level_note.text()
    assert "Strong." in dialog.level_note.text()
    assert dialog.level_note.isVisible()
    assert dict(dialog.chosen().players)["german"] == "captain"
    assert dialog.players["belgian"].findData("captain") == -1  # nothing to go by there


def test_a_side_that_wins_too_rarely_is_helped(light, qtbot):
    sides = [SideChoice("red", "Reds", player="human", share=0.08), SideChoice("blue", "Blues",
             player="policy", share=0.92)]  # fmt: skip
    dialog = NewGameDialog("a/1", "Fort", sides)
    qtbot.addWidget(dialog)
    assert "Reds seldom win" in dialog.level_note.text()
    assert "harder seat" in dialog.level_note.text()
    fair = NewGameDialog("a/1", "Fort", [SideChoice("red", "Reds", share=0.4)])
    qtbot.addWidget(fair)
    assert not fair.level_note.text()
