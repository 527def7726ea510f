"""All games that were begun are found again: on Home, in the list of all, by Ctrl+O."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from wardesk.services.play.files import games_folder
from wardesk.services.play.kept_games import game_names
from wardesk.services.play.session import PlaySession
from wardesk.ui.dialogs.text_dialog import TextDialog
from wardesk.ui.library import read_library, utc_now
from wardesk.ui.opener import Opener
from wardesk.ui.shell.all_games import AllGames
from wardesk.ui.shell.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("light")

COUNT = 15
NAMES = ("eben-emael/historical", "may-1940/proving-ground")


def begin(count: int) -> list[Path]:
    """Games of two scenarios by turns, the first one begun first."""
    paths: list[Path] = []
    for k in range(count):
        if k < len(NAMES):
            with PlaySession.new(NAMES[k], seed=k) as session:
                assert session.path is not None
            paths.append(session.path)
        else:
            like = paths[k % len(NAMES)]
            paths.append(like.with_name(f"{like.stem}-{k}.wdgame"))
            paths[k].write_bytes(like.read_bytes())
        os.utime(paths[k], (1_750_000_000 + k * 90_000, 1_750_000_000 + k * 90_000))
    return paths


@pytest.fixture
def paths(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path))
    return begin(COUNT)


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def desk(paths, window):
    made = Opener(window)
    yield made
    made.shut()


def all_games(window, qtbot) -> AllGames:
    window.run("home.games")
    dialog = window.findChild(AllGames)
    qtbot.waitUntil(lambda: dialog.count.text() == str(COUNT), timeout=20_000)
    return dialog


def shown(dialog) -> list[str]:
    return [row.key for row in dialog.list.rows]


def test_maps_take_no_place_of_a_game_on_home(paths, tmp_path):
    maps = [tmp_path / f"{k}.wdmap" for k in range(3)]
    for place in maps:
        place.write_bytes(b"")
    library = read_library(utc_now(), lambda *_: None, [str(place) for place in maps])
    listed = [card.path for card in library.recent]
    assert [path for path in listed if path.endswith(".wdgame")] == [
        str(path) for path in reversed(paths[-6:])
    ]
    assert {str(place) for place in maps} <= set(listed)
    assert library.games == COUNT


def test_every_game_is_in_the_list_the_latest_first(paths, window, desk, qtbot):
    dialog = all_games(window, qtbot)
    assert shown(dialog) == [str(path) for path in reversed(paths)]
    rows = {row.key: row for row in dialog.list.rows}
    first = rows[str(paths[0])]
    assert first.title == "10 May 1940"
    assert first.detail.startswith("Germans: "), first.detail
    assert first.figure == "2025-06-15"


def test_words_find_a_game_and_enter_opens_it(paths, window, desk, qtbot):
    dialog = all_games(window, qtbot)
    with qtbot.waitSignal(dialog.opened) as opened:
        QTest.keyClicks(dialog.search, "proving")
        assert shown(dialog) == [str(path) for path in reversed(paths[1::2])]
        QTest.keyClick(dialog.search, Qt.Key.Key_Down)
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    assert opened.args == [str(paths[1::2][-2])]
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    assert desk.game_path == paths[1::2][-2]


def test_a_game_gets_a_name_goes_away_and_is_shown_where_it_lies(paths, window, desk, qtbot):
    dialog = all_games(window, qtbot)
    dialog.list.set_current(str(paths[2]))
    QTest.keyClick(dialog.list, Qt.Key.Key_F2)
    asked = window.findChild(TextDialog)
    asked.given.emit("Sunday")
    asked.accept()
    assert game_names() == {paths[2].name: "Sunday"}
    qtbot.waitUntil(lambda: dialog.count.text() == str(COUNT), timeout=20_000)
    QTest.keyClicks(dialog.search, "sunday")
    assert shown(dialog) == [str(paths[2])]
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert not paths[2].exists()
    dialog.search.clear()
    qtbot.waitUntil(lambda: dialog.count.text() == str(COUNT - 1), timeout=20_000)


def test_the_folder_of_a_game_is_shown(paths, qtbot):
    seen = []
    cards = read_library(utc_now(), lambda *_: None).recent
    dialog = AllGames(lambda skip: cards[skip:], opener=lambda url: seen.append(url.toLocalFile()))
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.count.text() == "6", timeout=20_000)
    dialog._folder.click()
    assert [Path(one) for one in seen] == [games_folder()]


def test_the_file_dialog_begins_where_games_lie(paths, window, desk, monkeypatch):
    begun = []

    def ask(_parent, _title, folder, _kinds):
        begun.append(folder)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
    window.run("home.open")
    assert [Path(one) for one in begun] == [games_folder()]


def test_that_there_is_no_game_is_said_under_the_field(qtbot):
    dialog = AllGames(lambda _count: ())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: "no game yet" in dialog.count.text())
    qtbot.waitUntil(lambda: 0 < dialog.count.y() - dialog.search.geometry().bottom() < 40)
