"""One place for an action: keys, menus and lists follow it; one that is off says why."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from wardesk.errors import BugError
from wardesk.ui.actions import ActionTable
from wardesk.ui.key_book import KeyBook, key_book
from wardesk.ui.widgets.button import Button, ToolButton

CONTROL = Qt.KeyboardModifier.ControlModifier


class Room(QWidget):
    """A workspace with a table of three actions."""

    def __init__(self):
        super().__init__()
        self.ran, self.told, self.off, self.away = [], [], "", ""
        self.keys = KeyBook()
        table = self.table = ActionTable(
            "room", "Room", self, away=lambda: self.away, keys=self.keys
        )
        table.refused.connect(self.told.append)
        table.add("undo", "Undo", "Ctrl+Z", lambda: self.ran.append("undo"), second_key="Ctrl+Y")
        table.add("roll", "Roll", "R", lambda: self.ran.append("roll"), why_not=lambda: self.off)
        table.add("go", "Go", "Ctrl+Return", lambda: self.ran.append("go"), repeats=False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def keyPressEvent(self, event):
        if not self.table.press(event):
            super().keyPressEvent(event)


@pytest.fixture
def room(light, qtbot):
    one = Room()
    qtbot.addWidget(one)
    with qtbot.waitActive(one):
        one.show()
        one.activateWindow()
    one.setFocus()
    return one


def test_a_key_acts_wherever_it_is_a_shortcut_or_a_single_one(room):
    QTest.keyClick(room, Qt.Key.Key_Z, CONTROL)
    QTest.keyClick(room, Qt.Key.Key_Y, CONTROL)
    QTest.keyClick(room, Qt.Key.Key_R)
    QTest.keyClick(room, Qt.Key.Key_X)
    assert room.ran == ["undo", "undo", "roll"]


def test_an_action_that_is_off_does_nothing_and_says_why(room):
    room.off = "no dice now"
    QTest.keyClick(room, Qt.Key.Key_R)
    assert (room.ran, room.told) == ([], ["no dice now"])
    assert room.table.run("room.roll") == "no dice now"
    menu = QMenu(room)
    entry = room.table.put(menu, "room.roll")
    assert not entry.isEnabled()
    assert entry.toolTip() == "no dice now"


def test_away_from_the_workspace_every_action_is_off(room):
    room.away = "only in the room"
    assert {action.why_not() for action in room.table.all()} == {"only in the room"}
    assert room.table.run("room.undo") == "only in the room"
    assert room.ran == []


def test_a_menu_entry_shows_the_key_and_does_it(room):
    menu = QMenu(room)
    entry = room.table.put(menu, "room.undo", "Back & forth")
    assert entry.text() == "Back && forth\tCtrl+Z"
    entry.trigger()
    assert room.ran == ["undo"]


def test_keys_that_a_person_has_chosen_hold_everywhere(room):
    room.keys.choose({"room.undo": "Ctrl+U", "room.roll": "G"})
    QTest.keyClick(room, Qt.Key.Key_Z, CONTROL)
    QTest.keyClick(room, Qt.Key.Key_R)
    assert room.ran == []
    QTest.keyClick(room, Qt.Key.Key_U, CONTROL)
    QTest.keyClick(room, Qt.Key.Key_G)
    assert room.ran == ["undo", "roll"]
    assert room.table.put(QMenu(room), "room.roll").text() == "Roll\tG"


def test_a_single_key_can_become_a_chord_and_back(room):
    room.keys.choose({"room.roll": "Ctrl+G", "room.undo": "U"})
    QTest.keyClick(room, Qt.Key.Key_G, CONTROL)
    QTest.keyClick(room, Qt.Key.Key_U)
    assert room.ran == ["roll", "undo"]


def test_a_second_key_gives_way_to_one_that_was_chosen(room):
    room.keys.choose({"room.roll": "Ctrl+Y"})
    QTest.keyClick(room, Qt.Key.Key_Y, CONTROL)
    assert room.ran == ["roll"]


def test_chords_act_in_a_bar_outside_too(room, qtbot):
    bar = Button("Bar")
    qtbot.addWidget(bar)
    room.table.listen_in(bar)
    with qtbot.waitActive(bar):
        bar.show()
        bar.activateWindow()
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Z, CONTROL)
    assert room.ran == ["undo"]


def test_no_two_actions_have_an_id_or_a_key_in_common(room):
    with pytest.raises(BugError, match=r"two actions called room\.undo"):
        room.table.add("undo", "Again", "", lambda: None)
    with pytest.raises(BugError, match=r"room\.redo wants the key Ctrl\+Y"):
        room.table.add("redo", "Redo", "Ctrl+Y", lambda: None)


def test_a_button_that_names_an_action_shows_its_key(light, qtbot):
    try:
        key_book().learn("room.roll", "R", local=True)
        button, tool = Button("Roll", action="room.roll"), ToolButton(
            "dice", "Roll", action="room.roll"
        )  # fmt: skip
        qtbot.addWidget(button)
        qtbot.addWidget(tool)
        assert (button.cap(), tool.toolTip()) == ("R", "Roll   R")
        key_book().choose({"room.roll": "G"})
        assert button.cap() == "G"
    finally:
        key_book().choose({})
        key_book().forget("room.roll")
