"""The shortcuts editor: conflicts, swaps, what is refused; caps and lists follow."""

import pytest
from clipping import clipped
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from wardesk.services.play.session import PlaySession
from wardesk.ui.actions import Action
from wardesk.ui.key_book import key_book, key_of
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.keys import KeysDialog, KeysEditor, owner
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.settings import SettingsFile, load_settings
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.keycap import KeyCap

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(light, qtbot):
    key_book().forget(*key_book().known())  # What windows of other tests have taught it.
    one = MainWindow(SettingsFile())
    one.ran = []
    run = one.ran.append
    one.commands.add(
        Action("board.roll", "Roll", "R", lambda: run("roll"), "Table"),
        Action("board.type", "Type", "T", lambda: run("type"), "Table"),
    )
    qtbot.addWidget(one)
    one.show()
    yield one
    preferences().load(SettingsFile())
    key_book().choose({})


@pytest.fixture
def editor(window, qtbot):
    one = KeysEditor(window.commands, window)
    qtbot.addWidget(one)
    with qtbot.waitActive(one):
        one.show()
        one.activateWindow()
    return one


def press(qtbot, editor, command, key, modifiers=Qt.KeyboardModifier.NoModifier):
    button = editor.rows[command].button
    button.click()
    qtbot.keyClick(button, key, modifiers)


def test_a_new_key_holds_at_once_and_is_stored(window, editor, qtbot):
    press(qtbot, editor, "keys", Qt.Key.Key_K, CONTROL)
    assert editor.rows["keys"].button.text() == "Ctrl+K"
    assert load_settings()[0].keys == {"keys": "Ctrl+K"}
    editor.close()
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    overview = window.findChild(KeysDialog)
    assert "Key Ctrl+K" in {cap.accessibleName() for cap in overview.findChildren(KeyCap)}
    overview.close()


def test_a_taken_key_is_refused_or_swapped(editor, qtbot):
    press(qtbot, editor, "go.home", Qt.Key.Key_2, CONTROL)
    row = editor.rows["go.home"]
    assert "Go to Map" in row.said()
    assert row.button.text() == "Ctrl+1"
    QApplication.processEvents()
    assert clipped(editor) == []
    row.swap.click()
    assert key_book().key("go.home") == "Ctrl+2"
    assert key_book().key("go.map") == "Ctrl+1"
    assert row.said() == ""
    editor.reset_all.click()
    assert key_book().key("go.home") == "Ctrl+1"
    assert load_settings()[0].keys == {}


def test_keys_with_a_fixed_meaning_are_refused(editor, qtbot):
    press(qtbot, editor, "board.roll", Qt.Key.Key_1)
    assert "fixed meaning" in editor.rows["board.roll"].said()
    press(qtbot, editor, "settings", Qt.Key.Key_G)
    assert "Ctrl or Alt" in editor.rows["settings"].said()
    assert preferences().now.keys == {}


def test_escape_keeps_and_backspace_takes_away(editor, qtbot):
    press(qtbot, editor, "quit", Qt.Key.Key_Escape)
    assert editor.isVisible()
    assert key_book().key("quit") == "Ctrl+Q"
    press(qtbot, editor, "quit", Qt.Key.Key_Backspace)
    assert key_book().key("quit") == ""
    assert editor.rows["quit"].button.text() == "none"
    editor.rows["quit"].reset.click()
    assert key_book().key("quit") == "Ctrl+Q"


def test_the_search_knows_keys_too(editor):
    editor.search.setText("ctrl+1")
    assert [one for one, row in editor.rows.items() if not row.isHidden()] == ["go.home"]


def test_board_keys_are_read_through_the_book(window):
    key_book().choose({"board.roll": "G", "board.type": "R"})
    assert key_book().meant("G") == "R"
    assert key_book().meant("R") == "T"
    assert key_book().meant("T") == ""
    assert key_book().meant("X") == "X"
    assert key_book().shown("R") == "G"
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_G, Qt.KeyboardModifier.NoModifier, "g")
    found = key_book().translated(event)
    assert (found.key(), found.text()) == (Qt.Key.Key_R, "r")


def test_a_key_moved_in_one_workspace_stays_in_the_other(window):
    key_book().learn("map.fit", "F", local=True)
    key_book().learn("table.fit", "F", local=True)
    key_book().choose({"table.fit": "Y"})
    try:
        assert key_book().meant("F", "table") == ""
        assert key_book().meant("Y", "table") == "F"
        assert key_book().meant("F", "map") == "F"
        assert key_book().meant("Y", "map") == "Y"
        assert key_book().shown("F", "map") == "F"
        assert key_book().shown("F", "table") == "Y"
    finally:
        key_book().forget("map.fit", "table.fit")


def test_caps_on_buttons_follow(window, qtbot):
    button = Button("Roll", key="R")
    qtbot.addWidget(button)
    narrow = button.sizeHint().width()
    key_book().choose({"board.roll": "Ctrl+Shift+G"})
    assert button.sizeHint().width() > narrow
    key_book().choose({"board.roll": ""})
    assert button.sizeHint().width() < narrow


def test_signs_are_named_by_what_they_write():
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Question, SHIFT, "?")
    assert key_of(event) == "?"
    only = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Control, CONTROL, "")
    assert key_of(only) == ""


def test_no_two_commands_come_with_the_same_key(window):
    window.commands.remove("board.roll", "board.type")
    session = PlaySession.new("eben-emael/historical", seed=3, keep=False)
    table = TableWorkspace(session, window)
    window.set_workspace("table", table)
    try:
        commands = window.commands.all()
        for one in commands:
            other = owner(one, one.key, commands)
            assert other is None, f"{one.id} and {other.id} both have {one.key}"
    finally:
        table.shut()
