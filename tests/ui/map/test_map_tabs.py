"""Several maps open: a tab for each, one in view, none of them lost."""

import pytest
from maps import document_of
from PySide6.QtCore import QPoint, Qt

from wardesk.drawing.commands.all_commands import SetTitle
from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.map.map_tabs import MapTabs
from wardesk.ui.map.opener import MapOpener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.widgets import paint


@pytest.fixture
def window(qtbot, light):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


@pytest.fixture
def opener(window, tmp_path):
    made = MapOpener(window)
    for name in ("ridge", "valley", "coast"):
        document = document_of("hex")
        document.title = name.capitalize()
        session = EditSession.new(document, tmp_path / f"{name}.wdmap")
        session.save()
        made.show_session(session)
    yield made
    made.shut()


def titles(opener):
    return [tab.text() for tab in opener.workspace.tabs.buttons]


def test_a_tab_for_each_map_and_a_click_shows_it(opener, window, qtbot):
    assert titles(opener) == ["Ridge", "Valley", "Coast"]
    assert opener.workspace.title == "Coast"
    last = opener.workspace
    qtbot.mouseClick(last.tabs.buttons[0], Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert opener.workspace.title == "Ridge"
    assert opener.workspace.isVisible()
    assert not last.isVisible()
    assert [tab.isChecked() for tab in opener.workspace.tabs.buttons] == [True, False, False]
    assert opener.workspace.tabs.buttons[1].file == "valley.wdmap"
    assert window.windowTitle() == "Ridge – ridge.wdmap – WarDesk"


def test_keys_turn_the_tabs_and_what_was_drawn_stays(opener, window, qtbot):
    first = opener.workspace
    assert first.model.do(SetTitle(title="Coast road"))
    qtbot.keyClick(first.view, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert opener.workspace.title == "Ridge"
    assert [tab.saved for tab in opener.workspace.tabs.buttons] == [True, True, False]
    qtbot.keyClick(opener.workspace.view, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert opener.workspace is first
    assert first.session.editor.can_undo
    assert window.mode == "map"


def test_a_map_that_is_open_is_not_opened_twice(opener, tmp_path):
    opener.open(tmp_path / "ridge.wdmap")
    assert opener.workspace.title == "Ridge"
    assert len(titles(opener)) == 3


def test_closing_shows_the_next_map_and_the_last_leaves_a_place_to_begin(opener, window, qtbot):
    cross = opener.workspace.tabs.buttons[1].width() - 12
    qtbot.mouseClick(
        opener.workspace.tabs.buttons[1], Qt.MouseButton.LeftButton, pos=QPoint(cross, 17)
    )
    assert titles(opener) == ["Ridge", "Coast"]
    assert opener.workspace.title == "Coast"
    opener.close_map()
    assert opener.workspace.title == "Ridge"
    assert not opener.workspace.tabs.isVisible()
    opener.close_map()
    assert opener.workspace is None
    opener.close_map()


def test_all_locks_are_given_back_when_the_window_closes(opener, tmp_path):
    opener.shut()
    for name in ("ridge", "valley", "coast"):
        EditSession.open(tmp_path / f"{name}.wdmap").close()


def test_two_tabs_have_room_for_all_of_title_and_file(qtbot, light):
    tabs = MapTabs()
    qtbot.addWidget(tabs)
    tabs.resize(1100, 40)
    long = ("Fort Eben-Emael, 31 sectors", "fort (eben-emael-own) – saved", "/a/fort", False)
    tabs.show_maps([long, long], 0)
    tabs.show()
    tab = tabs.buttons[0]
    words = paint.advance(tab.text(), "small-strong") + paint.advance(tab.file, "tiny")
    assert tab.file == "fort (eben-emael-own)"
    qtbot.waitUntil(lambda: tab.width() >= words + 60)
    tabs.show_maps([long] * 8, 0)
    qtbot.waitUntil(lambda: sum(one.width() for one in tabs.buttons) <= 1100)
