"""The Study place, by keys and by mouse: ask, run, pause, go on, compare, export, keep."""

from __future__ import annotations

import json

import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QMenu

from wardesk.errors import UserError
from wardesk.studies import conduct as study_conduct
from wardesk.studies.record import read_record
from wardesk.studies.run import InThisProcess
from wardesk.ui import language
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.study.cards import StudyCard
from wardesk.ui.study.form import EACH, SamplePanel
from wardesk.ui.study.workspace import StudyWorkspace
from wardesk.ui.table.workspace import TableWorkspace

SCENARIO = "hannut-stonne/first-contact"
"""A lesson: a game takes a tenth of a second."""
GAMES = 6


@pytest.fixture
def spoken(qapp):
    """The language that the window speaks; a test may ask for another one."""
    return "en"


@pytest.fixture
def window(light, qtbot, spoken):
    language.use(light, spoken)
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    yield made
    language.use(light, "en")


@pytest.fixture
def study(window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(SamplePanel, "n", GAMES)
    asked = []

    def choose_file(*_words):
        asked.append(_words)
        return str(tmp_path / "out.csv"), ""

    made = StudyWorkspace(window, pool=lambda _jobs: InThisProcess(), choose_file=choose_file)
    window.set_workspace("study", made)
    window.show_mode("study")
    qtbot.waitUntil(lambda: not made.busy, timeout=180_000)
    made.choose_scenario(SCENARIO)
    qtbot.waitUntil(lambda: not made.busy, timeout=180_000)
    yield made
    made.shut()


def vary(box: QComboBox) -> None:
    box.setCurrentIndex(box.findData(EACH))


def press(qtbot, key, modifier=Qt.KeyboardModifier.NoModifier):
    # Without a window manager a window that had a menu over it is not the active one any more.
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    focus = QApplication.focusWidget() or next(filter(None, (w.focusWidget() for w in windows)))
    qtbot.keyClick(focus, key, modifier)


def clipped_now(window):
    """What is cut once everything has found its place."""
    for _ in range(3):
        QApplication.processEvents()
    return clipped(window)


def played(study, qtbot):
    qtbot.waitUntil(lambda: not study.busy, timeout=300_000)


@pytest.mark.slow
def test_a_question_is_asked_run_compared_and_exported_by_keys(study, window, qtbot, tmp_path):
    # The keyboard is at the list of scenarios; Tab leads to the players, one of whom is varied.
    assert QApplication.focusWidget() is study.asking.scenario
    press(qtbot, Qt.Key.Key_Tab)
    first, *_ = study.asking.players.values()
    assert QApplication.focusWidget() is first
    press(qtbot, Qt.Key.Key_End)
    assert first.currentData() == EACH
    assert "2 settings" in study.asking.note.text()

    press(qtbot, Qt.Key.Key_F5)
    assert study.busy
    played(study, qtbot)
    assert study.pages.currentWidget() is study.results
    assert study.progress.games.words == f"{2 * GAMES} of {2 * GAMES} games"
    assert "Bot" not in window.windowTitle()
    assert study.results.settled.plot.accessibleName()
    assert study.results.heat.view.accessibleDescription()
    assert "What moves it" in [card.accessibleName() for card in study.results._shown]
    assert clipped_now(window) == []

    assert QApplication.focusWidget() is study.results.settled.plot
    press(qtbot, Qt.Key.Key_C)
    (menu,) = [each for each in study.findChildren(QMenu) if each.isVisible()]
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert study.pages.currentWidget() is study.comparison
    assert study.comparison.said.text()
    said = study.comparison.rows.plot.accessibleName()
    press(qtbot, Qt.Key.Key_X)
    assert study.comparison.rows.plot.accessibleName() != said
    assert clipped_now(window) == []
    press(qtbot, Qt.Key.Key_Escape)
    assert study.pages.currentWidget() is study.results

    assert study.action_table.key("study.export") == "Ctrl+E"
    study.action_table.run("study.export")
    played(study, qtbot)
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[0] == "part,what,about,at,games,value,low,high"
    assert any(",fallen," in line for line in lines)


@pytest.mark.slow
def test_a_study_is_paused_kept_and_gone_on_with(study, qtbot, monkeypatch, window):
    monkeypatch.setattr(study_conduct, "FIRST", 1)
    monkeypatch.setattr(study_conduct, "SECONDS", 1e-9)
    study.player.advanced.connect(lambda _now: study.pause())
    study.run()
    played(study, qtbot)
    record = study._opened.now.record
    assert 0 < record.games < record.wanted
    assert study.buttons.run_.text() == "Go on"
    study.new()
    played(study, qtbot)
    (kept,) = study.kept.list.rows
    assert "of 6 games" in kept.figure
    # a key of the whole window would leave both without a deed
    of_the_window = {one.key for one in window.home.action_table.all() if one.everywhere}
    assert not of_the_window & {one.key for one in study.action_table.all()}
    study.player.advanced.disconnect()
    qtbot.mouseClick(study.kept.open_, Qt.MouseButton.LeftButton)
    played(study, qtbot)
    study.run()
    played(study, qtbot)
    done = read_record(study._opened.path)
    assert done.games == done.wanted == GAMES

    study.new()
    played(study, qtbot)
    qtbot.mouseClick(study.kept.delete, Qt.MouseButton.LeftButton)
    played(study, qtbot)
    assert study.kept.list.rows == ()


@pytest.mark.slow
def test_what_cannot_be_run_says_why(study, qtbot):
    study.place.where.step(1)
    assert "address" in study.buttons.run_.toolTip()
    study.place.where.step(-1)
    study.choose_scenario("freeform/hannut-table")
    played(study, qtbot)
    assert "bots cannot" in study.buttons.run_.toolTip()
    assert not study.buttons.run_.isEnabled()


def test_a_run_takes_away_what_the_one_before_could_not_do(study, window, qtbot):
    study.place.where.step(1)
    study.place.address.setText("tcp://127.0.0.1:9")
    study._failed(UserError("No cluster answers at tcp://127.0.0.1:9."))
    assert any("No cluster" in notice.what for notice in window.notices.notices)
    study.place.where.step(-1)
    study.run()
    played(study, qtbot)
    assert not any("No cluster" in notice.what for notice in window.notices.notices)


@pytest.mark.slow
def test_another_scenario_leaves_nothing_of_the_one_before(study, qtbot):
    def shown():
        boxes = study.asking.findChildren(QComboBox)
        return len([box for box in boxes if box.isVisibleTo(study.asking)])

    before = shown()
    study.choose_scenario(SCENARIO)
    played(study, qtbot)
    # fields that were just made are shown at the next turn of the loop
    qtbot.waitUntil(lambda: shown() == before)
    assert before == 1 + len(study.asking.players)


@pytest.mark.slow
def test_a_figure_of_the_scenario_is_swept(study, qtbot):
    study.asking.show_more(True)
    name, field = next(iter(study.asking.figures.items()))
    value = field.text()
    field.setText(f"{value}, {int(value) + 1}, {int(value) + 2}")
    options, _players, changes = study.asking.chosen()
    assert options == {}
    assert [change[name] for change in changes] == [int(value) + 1, int(value) + 2]


@pytest.mark.slow
def test_a_game_behind_a_figure_goes_on_the_table(window, qtbot, monkeypatch):
    opener = Opener(window)
    window.show_mode("study")
    study = window.workspace("study")
    assert isinstance(study, StudyWorkspace)
    monkeypatch.setattr(SamplePanel, "n", 2)
    study.player._pool = lambda _jobs: InThisProcess()
    played(study, qtbot)
    study.choose_scenario(SCENARIO)
    played(study, qtbot)
    study.run()
    played(study, qtbot)
    study.ask_watch()
    (menu,) = [each for each in study.findChildren(QMenu) if each.isVisible()]
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=180_000)
    session = window.workspace("table").session
    level = study._opened.now.summary.parts[0].levels[0]
    assert session.header.seed == level.seed
    assert set(session.header.players.values()) == {"policy"}
    opener.shut()


@pytest.mark.slow
def test_the_file_is_plain_json(study, qtbot):
    study.run()
    played(study, qtbot)
    plain = json.loads(study._opened.path.read_bytes())
    assert plain["summary"]["games"] == GAMES


@pytest.mark.slow
@pytest.mark.parametrize("spoken", ["de", "fr"])
def test_nothing_is_cut_in_longer_languages(study, window, qtbot, spoken):
    assert study.sample.n == GAMES
    study.asking.show_more(True)
    assert clipped_now(window) == []
    study.asking.show_more(False)
    vary(next(iter(study.asking.players.values())))
    study.run()
    played(study, qtbot)
    assert clipped_now(window) == []
    # figures with a comma once broke the painter of the map, and the program with it
    qtbot.waitUntil(lambda: not study.results.heat.view.busy, timeout=180_000)
    study.results.heat.view.resize(600, 600)
    study.results.heat.view.show_values(
        dict.fromkeys(study.results.heat.view._index.anchors, 1.5), "fallen"
    )
    assert not study.results.heat.view.grab().isNull()
    for box in (*study.asking.players.values(), study.asking.scenario):
        assert box.width() >= box.minimumSizeHint().width()
    study.compare_with(1)
    assert study.pages.currentWidget() is study.comparison
    assert clipped_now(window) == []
    assert [line for line in clipped(study.comparison.dock, lines=True) if "line" in line] == []


@pytest.mark.slow
def test_an_opened_study_fills_the_form(study, qtbot):
    name, field = next(iter(study.asking.figures.items()))
    first = int(field.text())
    field.setText(f"{first}, {first + 1}")
    side, box = next(iter(study.asking.players.items()))
    vary(box)
    study.sample.seed.setText("77")
    study.run()
    played(study, qtbot)
    path = study._opened.path
    asked = study.asking.chosen()
    study.new()
    study.choose_scenario(SCENARIO)
    study.sample.seed.setText("1")
    played(study, qtbot)
    assert study.asking.chosen() != asked

    study.open(path)
    played(study, qtbot)
    assert study.asking.chosen() == asked
    assert study.asking.figures[name].text() == f"{first}, {first + 1}"
    assert study.asking.players[side].currentData() == EACH
    assert study.sample.seed.text() == "77"
    title = study.asking.question.named(name, first)[0]
    (kept,) = study.kept.list.rows
    assert title in kept.detail


@pytest.mark.slow
def test_no_card_lies_about_that_has_nothing_to_show(study, qtbot):
    study.run()
    played(study, qtbot)
    visible = {card for card in study.results.findChildren(StudyCard) if card.isVisible()}
    assert visible == {*study.results._shown}
    assert study.results.moves not in visible
