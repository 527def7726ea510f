"""The single keys of tools act wherever no text field wants them."""

from __future__ import annotations

import pytest
from maps import document_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from wardesk.services.maps.edit_session import EditSession
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
