"""The single keys of tools act wherever no text field wants them."""

from __future__ import annotations

import pytest
from maps import document_of
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from wardesk.drawing.commands.all_commands import NameCell
from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.key_book import key_book
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow


@pytest.fixture
def window(light, qtbot, tmp_path):
    """The whole window with a small map open."""
    made = MainWindow()
    qtbot.addWidget(made)
    desk = Opener(made)
    desk.maps.show_session(EditSession.new(document_of("hex"), tmp_path / "own.wdmap"))
    made.resize(1300, 850)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    desk.shut()


def shown_buttons(window):
    return [
        one
        for one in window.findChildren(QAbstractButton)
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def test_the_key_of_a_tool_acts_from_every_button_of_the_window(window):
    workspace, dead, tried = window.workspace("map"), [], 0
    for button in shown_buttons(window):
        workspace.use("select")
        button.setFocus()
        if QApplication.focusWidget() is not button:
            continue
        tried += 1
        QTest.keyClick(button, Qt.Key.Key_B)
        if workspace.view.tool.id != "brush":
            dead.append(button.accessibleName())
    assert tried > 20
    assert not dead


def test_letters_typed_in_a_field_take_up_no_tool(window):
    workspace = window.workspace("map")
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    workspace.use("select")
    QTest.keyClicks(field, "b1")
    assert field.text() == "b1"
    assert workspace.view.tool.id == "select"


@pytest.fixture
def other_keys(window):
    key_book().choose({"map.tool.brush": "G", "map.undo": "Ctrl+U"})
    yield window.workspace("map")
    key_book().choose({})


def test_keys_that_a_person_has_chosen_act_and_stand_on_their_buttons(other_keys):
    workspace = other_keys
    workspace.use("select")
    workspace.view.setFocus()
    QTest.keyClick(workspace.view, Qt.Key.Key_B)
    assert workspace.view.tool.id == "select"
    QTest.keyClick(workspace.view, Qt.Key.Key_G)
    assert workspace.view.tool.id == "brush"
    brush = workspace.tool_bar.buttons["brush"]
    QApplication.sendEvent(brush, QHelpEvent(QEvent.Type.ToolTip, QPoint(), QPoint()))
    assert brush.toolTip().endswith("   G")
    workspace.model.do(NameCell("0202", "Mill"))
    assert workspace.map_bar.undo.toolTip().endswith("   Ctrl+U")


def test_undo_acts_while_the_keyboard_is_in_the_bar_above(window):
    workspace = window.workspace("map")
    workspace.model.do(NameCell("0202", "Mill"))
    workspace.map_bar.save.setFocus()
    QTest.keyClick(workspace.map_bar.save, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert workspace.model.document.cells["0202"].name != "Mill"


def test_f6_goes_round_the_parts_and_comes_back_to_the_sheet(window):
    place = window.workspace("map")
    place.view.setFocus()
    met = []
    for _ in range(10):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        met.append(QApplication.focusWidget())
        if met[-1] is place.view:
            break

    assert met[-1] is place.view
    assert any(place.tool_bar.isAncestorOf(one) for one in met)
    assert any(place.dock.isAncestorOf(one) for one in met)
    assert any(place.map_bar.isAncestorOf(one) for one in met)
