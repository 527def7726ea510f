"""The first hour by real keys and mouse: Home, the guided game to its end, a game of one's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.services.play.tables import scenario_info
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.shell.palette import CommandPalette
from wardesk.ui.table.lesson import LessonCallout
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.words import use_language

sys.path.insert(0, str(Path(__file__).parent / "table"))

from clicks import click_cell, click_piece

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def window(qtbot):
    preferences().change("bot_pace", 4, keep=False)
    preferences().change("newcomer", value=True, keep=False)
    made = MainWindow(preferences().now)
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    return made


@pytest.fixture
def desk(window, qtbot):
    made = Opener(window)
    made.refresh()
    qtbot.waitUntil(lambda: not window.home.start_here.isHidden(), timeout=20_000)
    yield made
    made.shut()


def settle():
    for _ in range(4):
        QApplication.processEvents()


def waiting(table):
    """The beat that the learner is to do, once the program has done its part."""
    session = table.session
    return session.guide.over or (
        session.guide.beat(session.ask) is not None and not session.automatic
    )


def do(table, beat):
    """Do what the call-out says, as its words say."""
    if table.session.waiting == "dice":
        QTest.keyClick(table.view, Qt.Key.Key_R)
    elif beat.choices:
        button = table.question.button(beat.choices[0])
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    elif beat.cells:
        click_cell(table, beat.cells[-1])
    else:
        click_piece(table, beat.pieces[0])


@pytest.mark.slow
def test_from_home_through_the_guided_game_to_a_game_of_ones_own(window, desk, qtbot):
    home = window.home
    home.enter()
    assert home.start_here.begin.hasFocus()
    QTest.keyClick(home.start_here.begin, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=20_000)
    table = window.workspace("table")
    said = set()
    for _ in range(40):
        qtbot.waitUntil(lambda: waiting(table), timeout=20_000)
        settle()
        place = table.session.guide.place()
        if place.beat is None:
            break
        callout, veil = table.lesson.callout, table.lesson.veil
        assert callout.isVisible()
        assert veil.isVisible()
        assert table.view.geometry().contains(callout.geometry())
        assert not callout.geometry().intersects(veil.lit_box().toRect())
        said.add(place.step)
        assert table.model.advice == (), "the lesson says what is best, nothing beside it"
        states = [one.state for one in table.lesson.steps.list.phases]
        assert states == ["done"] * place.step + ["now"] + ["ahead"] * (4 - place.step)
        before = table.session.journal.head
        if place.number == 0:
            click_cell(table, "MN")  # Not the lesson's: refused, and said why.
            assert table.session.journal.head == before
            assert "lesson" in table.model.words.note
        do(table, place.beat)
        assert table.session.journal.head != before, place.beat.say
    assert said == {0, 1, 2, 3, 4}
    assert {one.state for one in table.lesson.steps.list.phases} == {"done"}
    qtbot.waitUntil(table.lesson.callout.own_game.hasFocus, timeout=5_000)
    QTest.qWait(400)  # A new question ignores Enter for a moment.
    QTest.keyClick(table.lesson.callout.own_game, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(NewGameDialog) is not None, timeout=5_000)
    dialog = window.findChild(NewGameDialog)
    assert dialog.chosen().scenario == "eben-emael/full-readiness"
    assert not preferences().now.newcomer
    dialog.reject()
    desk.close_game()


def test_who_knows_wargames_waves_the_guided_game_away_and_finds_it_again(window, desk, qtbot):
    QTest.mouseClick(window.home.start_here.no, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.home.start_here.isHidden, timeout=20_000)
    assert not preferences().now.newcomer
    window.show_palette()
    palette = window.findChild(CommandPalette)
    QTest.keyClicks(palette.field, "tutorial")
    items = [palette.list.item(k) for k in range(palette.list.count())]
    titles = [item.data(Qt.ItemDataRole.AccessibleTextRole) for item in items]
    assert titles[0].startswith("Guided game")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("help", "help"),
        ("rules", "help"),
        ("rule", "help"),
        ("how do I", "home.lesson"),
        ("how do I play?", "home.lesson"),
        ("tutorial", "home.lesson"),
    ],
)
def test_the_palette_answers_the_words_of_a_newcomer(window, desk, words, wanted):
    assert wanted in [action.id for action in window.commands.find(words)]


def test_the_palette_answers_a_newcomer_in_german(request):
    use_language("de")
    try:
        window = request.getfixturevalue("window")
        for words in ("wie", "Wie geht das?", "wie kann ich", "wie spiele ich", "Hilfe", "Regeln"):
            found = [action.id for action in window.commands.find(words)]
            assert {"help", "help.pages", "home.lesson"} <= set(found), words
    finally:
        use_language("en")


def test_the_title_of_a_step_keeps_clear_of_its_bar(light, qtbot):
    lesson = scenario_info("eben-emael/first-landing").lesson
    board = QWidget()
    qtbot.addWidget(board)
    board.resize(900, 700)
    board.show()
    callout = LessonCallout(board)
    for number in range(len(lesson.steps)):
        beat = lesson.steps[number].beats[0]
        callout.show_beat(beat, lesson, number)
        callout.place(QRect(0, 0, 900, 700), QRectF(10, 10, 50, 50))
        QApplication.processEvents()
        head = callout._head
        bar = 22 * len(lesson.steps)
        words = head.fontMetrics().boundingRect(
            QRect(0, 0, head.contentsRect().width(), 999), Qt.TextFlag.TextWordWrap, head.text()
        )
        assert words.width() <= head.width() - bar + 1, head.text()
        assert head.height() >= words.height(), head.text()
