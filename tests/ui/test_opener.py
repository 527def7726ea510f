"""The desk: from Home to a game on the table, and back to it after the window was closed."""

import shutil

import pytest
from PySide6.QtWidgets import QApplication

from wardesk import paths
from wardesk.engine.types import Choose
from wardesk.games.eben_emael.setting import OPTIONS
from wardesk.services.packs.new_table import make_table
from wardesk.services.play.session import PlaySession
from wardesk.ui.app import StartOpening
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGame, NewGameDialog
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.text import Label

pytestmark = pytest.mark.usefixtures("light")

SCENARIO = "eben-emael/historical"
TWO_PEOPLE = NewGame(SCENARIO, (("german", "human"), ("belgian", "human")), "play", 7, "seeded")


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    yield made
    made.shut()


def test_the_window_stands_first_and_lists_what_ships(window, qtbot):
    opening = StartOpening(window)
    assert opening.opener is None

    qtbot.waitUntil(lambda: len(window.home.tiles()) > 0, timeout=20_000)

    assert SCENARIO in {getattr(tile.card, "id", "") for tile in window.home.tiles()}
    opening.opener.shut()


def test_a_scenario_asks_who_plays_and_starts(window, desk, qtbot):
    window.home.start_scenario.emit(SCENARIO)
    dialog = window.findChild(NewGameDialog)
    assert any("reconstruction" in part.text() for part in dialog.findChildren(Label))

    dialog.start()
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)

    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    assert window.mode == "table"
    assert table.session.path.is_file()


def test_a_closed_game_is_continued_from_home_where_it_stood(window, desk, qtbot):
    desk.start(TWO_PEOPLE)
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    session = window.workspace("table").session
    path, state = session.path, session.state
    desk.close_game()
    assert not isinstance(window.workspace("table"), TableWorkspace)

    window.home.continue_game.emit(str(path))
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)

    assert window.workspace("table").session.state == state


def test_a_game_whose_pack_is_gone_goes_on_in_the_window(window, desk, qtbot, tmp_path):
    stonne = paths.campaigns() / "hannut-stonne" / "maps" / "stonne"
    made = make_table(stonne, sides=["Red", "Blue"], out=tmp_path / "mine")
    file = tmp_path / "a.wdgame"
    PlaySession.new(made.scenario, seed=1, path=file).close()
    shutil.rmtree(made.pack)

    desk.open_game(str(file))
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)

    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    before = table.session.journal.head
    table.session.answer(Choose("pass"))
    assert table.session.journal.head == before + 1


def test_what_cannot_be_opened_is_told_and_nothing_changes(window, desk, qtbot, tmp_path):
    damaged = tmp_path / "broken.wdgame"
    damaged.write_text("{")

    for path in (damaged, tmp_path / "none.wdgame"):
        desk.open_game(str(path))
        qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
        assert len(window.notices.notices) == 1
    desk.choose_players("no/such")

    assert not isinstance(window.workspace("table"), TableWorkspace)
    assert len(window.notices.notices) == 2


def test_the_game_is_let_go_when_the_window_closes(window, desk, qtbot):
    desk.start(TWO_PEOPLE)
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    path = window.workspace("table").session.path

    window.close()
    QApplication.processEvents()

    again = MainWindow()
    qtbot.addWidget(again)
    second = Opener(again)
    second.open_game(str(path))
    qtbot.waitUntil(lambda: not second.busy, timeout=20_000)
    assert isinstance(again.workspace("table"), TableWorkspace)
    second.shut()


def test_options_and_the_automaton_are_chosen_in_the_dialog(window, desk, qtbot):
    window.home.start_scenario.emit(SCENARIO)
    dialog = window.findChild(NewGameDialog)
    assert "solitaire" not in dialog.options, "the player brings it"
    assert all(box.accessibleName() for box in dialog.options.values())
    assert dialog.players["german"].findData("automaton") == -1
    belgian = dialog.players["belgian"]
    belgian.setCurrentIndex(belgian.findData("automaton"))
    control = dialog.options["control"]
    control.setCurrentIndex(control.findData("present"))

    dialog.start()
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)

    session = window.workspace("table").session
    kept = dict(session.header.options)
    new = {one.id: kept.pop(one.id) for one in OPTIONS if one.before and one.id != "control"}
    assert kept == {"solitaire": "yes", "control": "present"}
    assert new == {one.id: one.default for one in OPTIONS if one.id in new}, "else older readings"
    assert session.players["belgian"] == "automaton"
    assert session.rules.setting.options.solitaire == "yes"
    assert session.rules.setting.options.control == "present"


def test_the_dialog_seats_a_person_as_the_briefing_says_and_tells_the_chances_once(window, desk):
    window.home.start_scenario.emit("hannut-stonne/first-contact")
    dialog = window.findChild(NewGameDialog)
    seats = {side: box.currentData() for side, box in dialog.players.items()}
    assert seats == {"german": "policy", "french": "human"}
    said = [part.text() for part in dialog.findChildren(Label) if "script against" in part.text()]
    assert len(said) == 1
    assert "100 games" in said[0]
    assert "Seeds 1 to 100" in said[0]
