"""What a person can do wrong in the window, and the sentence that says what to do about it."""

import json
from pathlib import Path

import pytest
from clipping import clipped
from PySide6.QtWidgets import QApplication

from wardesk.errors import DamagedFile
from wardesk.services.play.files import games_folder
from wardesk.services.play.session import PlaySession
from wardesk.ui.opener import Opener
from wardesk.ui.shell.damaged import DamagedDialog
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGame
from wardesk.ui.table.workspace import TableWorkspace

pytestmark = pytest.mark.usefixtures("light")

SCENARIO = "eben-emael/historical"
PLAYERS = {"german": "human", "belgian": "human"}


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    yield made
    made.shut()


@pytest.fixture
def game():
    """A short game on the disk; its file."""
    games_folder().mkdir(parents=True, exist_ok=True)
    session = PlaySession.new(SCENARIO, seed=5, players=PLAYERS)
    while len(session.journal.events) < 12:
        ask = session.ask
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.bot_answer(ask.who, "policy"))
    session.close()
    return session.path


def said(window, qtbot, desk):
    """What the window says after the file was tried."""
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    qtbot.waitUntil(lambda: bool(window.notices.notices), timeout=5_000)
    assert clipped(window) == []
    notice = window.notices.notices[-1]
    assert not isinstance(window.workspace("table"), TableWorkspace)
    return f"{notice.what} {notice.advice}"


def damage(path, line=8):
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = b"{this is no record}\n"
    path.write_bytes(b"".join(lines))


@pytest.mark.slow
def test_a_damaged_game_is_mended_from_the_window(window, desk, qtbot, game):
    damage(game)
    before = game.read_bytes()
    desk.open_game(str(game))
    qtbot.waitUntil(lambda: window.findChild(DamagedDialog) is not None, timeout=20_000)
    dialog = window.findChild(DamagedDialog)
    QApplication.processEvents()
    assert clipped(dialog) == []
    assert dialog.save.isEnabled()
    dialog.save.click()
    notice = window.notices.notices[-1]
    assert "repaired-1" in notice.what
    assert game.read_bytes() == before
    ((_label, again),) = notice.actions
    again()
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=20_000)
    table = window.workspace("table")
    assert 0 < len(table.session.journal.events) < 12
    assert table.session.path != game


def test_a_mend_that_cannot_be_written_says_why(window, desk, qtbot, game, monkeypatch):
    from wardesk.errors import UserError

    damage(game)
    desk.open_game(str(game))
    qtbot.waitUntil(lambda: window.findChild(DamagedDialog) is not None, timeout=20_000)
    dialog = window.findChild(DamagedDialog)

    def full(_path):
        raise UserError("There is no room on the disk.", "Make room and try again.")

    monkeypatch.setattr("wardesk.ui.shell.damaged.recover", full)
    dialog.mend()
    assert dialog.isVisible()
    assert dialog.words.text() == "There is no room on the disk. Make room and try again."
    dialog.close()


def test_a_file_of_another_kind(window, desk, qtbot, tmp_path):
    path = tmp_path / "letter.wdgame"
    path.write_text("Dear all,\nthis is no game.\n")
    desk.open_game(str(path))
    words = said(window, qtbot, desk)
    assert "not a WarDesk game" in words
    assert "copy" in words
    assert window.findChild(DamagedDialog) is None


def test_where_nothing_stands_the_button_says_so(qtbot):
    dialog = DamagedDialog(Path("game.wdgame"), DamagedFile("Cut short."))
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.save.isEnabled()
    assert "Nothing before the damage" in dialog.save.toolTip()
    assert "backup" in dialog.words.text()
    dialog.close()


def test_a_game_of_a_later_wardesk(window, desk, qtbot, game):
    lines = game.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    header["version" if "version" in header else "format"] = 999
    game.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(lines[1:]))
    desk.open_game(str(game))
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    words = [f"{n.what} {n.advice}" for n in window.notices.notices]
    assert words
    assert window.findChild(DamagedDialog) is None
    assert "later" in words[-1] or "newer" in words[-1]


@pytest.mark.slow
def test_a_game_that_is_gone(window, desk, qtbot, tmp_path):
    desk.open_game(str(tmp_path / "gone.wdgame"))
    assert "Check the path" in said(window, qtbot, desk)


def test_one_game_in_two_windows(window, desk, qtbot, game):
    other = PlaySession.open(game)
    try:
        desk.open_game(str(game))
        words = said(window, qtbot, desk)
    finally:
        other.close()
    assert "open" in words


def test_no_room_for_a_new_game(window, desk, qtbot, monkeypatch):
    def full(*_args, **_settings):
        raise OSError(28, "No space left on device", "games")

    monkeypatch.setattr("wardesk.paths.user_data", full)
    desk.start(NewGame(SCENARIO, tuple(PLAYERS.items()), "play", 7, "seeded"))
    words = said(window, qtbot, desk)
    assert "No space left" in words
    assert "Check that folder" in words


def test_a_map_that_is_not_there_is_told(window, desk, qtbot, tmp_path):
    desk.open_game(str(tmp_path / "some.wdmap"))
    assert "There is nothing" in said(window, qtbot, desk)
