"""A game in an evening: from Home to the table, by keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from wardesk.games.registry import game_ids
from wardesk.services.rulebooks.draft import put, read_draft
from wardesk.services.rulebooks.packs import GAME, new_book
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.rulebooks.workspace import RulebookWorkspace
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.notice import Notice

pytestmark = pytest.mark.usefixtures("light")
WAIT = 20_000
CTRL, ALT, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier,
)  # fmt: skip
Key = Qt.Key


@pytest.fixture
def opener(qtbot):
    window = MainWindow(preferences().now)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    made = Opener(window)
    window.home.enter()
    yield made
    made.shut()


@pytest.fixture
def shop(qtbot, tmp_path):
    made = RulebookWorkspace(new_book(tmp_path / "my-war", "classic", "My War"))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    yield made
    made.shut()


def press(key, held=NONE):
    """One key, wherever the keyboard is."""
    at = QApplication.focusWidget() or QApplication.activeWindow()
    assert at is not None
    QTest.keyClick(at, key, held)
    QApplication.processEvents()


def write(words):
    """Type over the field that the keyboard is in, and leave it."""
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit), field
    press(Key.Key_A, CTRL)
    QTest.keyClicks(field, words)
    press(Key.Key_Tab)


def kept(qtbot, shop):
    qtbot.wait(1)  # Qt takes over what was typed a moment later
    qtbot.waitUntil(lambda: shop.model.kept, timeout=WAIT)
    return read_draft(shop.model.folder)


def active(qtbot, opener):
    """Give the keyboard back after a dialog, as a desktop does."""
    with qtbot.waitActive(opener.window_):
        opener.window_.activateWindow()
    opener.window_.workspace(opener.window_.mode).enter()


def test_from_home_to_a_workshop_that_goes_on_where_it_was_left(qtbot, opener):
    press(Key.Key_N, CTRL | ALT)
    dialog = opener.rulebooks.dialog
    qtbot.waitUntil(lambda: dialog.isVisible(), timeout=WAIT)
    QTest.keyClicks(dialog.name, "Ridge and River")
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: opener.rulebooks.workspace is not None, timeout=WAIT)
    first = opener.rulebooks.workspace
    assert first.model.folder.name == "ridge-and-river"
    assert opener.window_.mode == "campaign"
    active(qtbot, opener)
    press(Key.Key_W, CTRL)
    assert opener.rulebooks.workspace is None
    opener.open_game(str(first.model.folder))
    assert opener.rulebooks.workspace.model.draft.title == "Ridge and River"


def test_a_figure_is_typed_undone_and_kept(qtbot, shop):
    press(Key.Key_4, ALT)
    assert shop.page == "movement"
    assert shop.outline.current.steps == ("move", 0)
    grid = shop.outline.figures.grids["move", 0, "cost"]
    grid.setFocus()
    grid.go_to("move.0.cost.foot.town")
    QTest.keyClicks(grid, "3")
    QTest.keyClick(grid.findChildren(QLineEdit)[-1], Key.Key_Return)
    assert kept(qtbot, shop).raw["move"][0]["cost"]["foot"] == {"wood": 2, "town": 3}
    press(Key.Key_Z, CTRL)
    assert kept(qtbot, shop).raw["move"][0]["cost"]["foot"] == {"wood": 2}
    press(Key.Key_Z, CTRL | SHIFT)
    assert shop.model.draft.raw["move"][0]["cost"]["foot"] == {"wood": 2, "town": 3}


def test_a_phase_is_added_moved_and_taken_away_by_keys(qtbot, shop):
    press(Key.Key_3, ALT)
    press(Key.Key_Down)
    press(Key.Key_Insert, CTRL)
    phases = shop.model.draft.raw["turn"]["phases"]
    assert len(phases) == 5
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    write("dawn")
    assert shop.model.draft.raw["turn"]["phases"][4]["id"] == "dawn"
    shop.outline.list.setFocus()
    press(Key.Key_Up, ALT)
    assert [p["id"] for p in shop.model.draft.raw["turn"]["phases"]][3] == "dawn"
    press(Key.Key_Delete, CTRL)
    assert [p["id"] for p in shop.model.draft.raw["turn"]["phases"]] == ["bm", "bc", "rm", "rc"]


def test_a_fault_has_a_dot_a_line_and_a_key_that_goes_there(shop):
    shop.model.change(lambda draft: put(draft, ("combat", 0, "chart"), "gone"))
    assert "●" in shop.tabs.button("fighting").text()
    assert [row.title for row in shop.faults.list.rows] == ["There is no chart called gone."]
    told = []
    shop.noticed.connect(told.append)
    press(Key.Key_F5)
    assert isinstance(told[0], Notice)
    assert shop.page == "fighting"
    control = shop.outline.form.sheet.controls["chart"]
    assert control.isAncestorOf(QApplication.focusWidget())
    press(Key.Key_Home)
    while control.value() != "results":
        press(Key.Key_Down)
    assert shop.model.faults == ()
    assert "●" not in shop.tabs.button("fighting").text()


def test_who_does_a_part_is_one_choice_and_all_of_them_one_press(shop):
    press(Key.Key_6, ALT)
    levels = shop.outline.form.levels
    levels.button("program").setFocus()
    press(Key.Key_Right)
    assert shop.model.draft.raw["zone"]["by"] == "proposes"
    shop.all_to_umpire()
    assert shop.model.draft.raw["combat"][0]["by"] == "proposes"
    press(Key.Key_Z, CTRL)
    assert "by" not in shop.model.draft.raw["combat"][0]


def test_counters_come_from_a_table_with_other_columns(qtbot, shop, tmp_path, monkeypatch):
    file = tmp_path / "mine.csv"
    file.write_text("Unit;Side;Class;Attack;Defence;Movement\nGuards;Blue;Armour;5;4;6\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(file), ""))
    shop.read_counters()
    dialog = shop.pages["counters"].dialog
    box = dialog.choices["unit"]
    box.setCurrentIndex(box.findData("name"))
    QTest.keyClick(dialog, Key.Key_Return)
    (line,) = kept(qtbot, shop).counters
    assert line["name"] == "Guards"
    assert line["move"] == "6"
    assert shop.pages["counters"].preview.accessibleDescription().startswith("Guards")


def test_the_page_of_an_empty_part_says_what_holds_and_a_value_lays_it(shop):
    shop.model.change(lambda draft: put(draft, ("zone",), None))
    press(Key.Key_6, ALT)
    shop.go("holding", ("zone",))
    assert "Units stop" in shop.outline.form.nothing.text()
    control = shop.outline.form.sheet.controls["enter"]
    control.box.setFocus()
    press(Key.Key_Home)
    assert shop.model.draft.raw["zone"]["enter"] == "free"


def test_a_name_of_a_result_with_a_plus_stays_whole(shop):
    shop.go("fighting", ("chart", 0, "columns"))
    field = shop.outline.form.sheet.controls["columns"].line
    field.setFocus()
    write("-1, 0, +1, +2, +3, +4")
    assert shop.model.draft.raw["chart"][0]["columns"] == ["-1", "0", "+1", "+2", "+3", "+4"]


@pytest.mark.parametrize("file", ["rules.toml", "counters.csv"])
def test_a_damaged_game_is_told_with_its_file(opener, tmp_path, file, monkeypatch):
    folder = new_book(tmp_path / "torn", "classic")
    (folder / file).write_bytes(b"\xff[")
    told = []
    monkeypatch.setattr(opener.window_, "tell", told.append)
    opener.open_game(str(folder))
    assert file in told[0].message
    assert opener.rulebooks.workspace is None


def test_every_control_has_a_name_and_nothing_is_wider_than_its_room(shop):
    for page in shop.pages:
        shop.open_page(page)
        QApplication.processEvents()
        assert shop.width() <= 1280
        for field in shop.pages[page].findChildren(QLineEdit):
            if field.isVisible() and not field.objectName().startswith("qt_"):
                assert field.accessibleName(), (page, field)
    assert QGuiApplication.focusWindow() is not None


# ---- the evening --------------------------------------------------------------------------------

plays = pytest.mark.skipif(GAME not in game_ids(), reason="rules as data are not installed here")


def type_cell(grid, path, words):
    """Type over a cell of a grid that the keyboard is brought to."""
    grid.go_to(path)
    QTest.keyClicks(grid, words[0])
    editor = grid.findChildren(QLineEdit)[-1]
    QTest.keyClicks(editor, words[1:])
    QTest.keyClick(editor, Key.Key_Return)
    QTest.qWait(1)  # Qt takes it over a moment later


@pytest.mark.slow
@plays
def test_the_evening_as_the_page_tells_it(qtbot, opener, tmp_path, monkeypatch):
    # Begin: a name, Enter; it plays as it is
    press(Key.Key_N, CTRL | ALT)
    dialog = opener.rulebooks.dialog
    qtbot.waitUntil(lambda: dialog.isVisible(), timeout=WAIT)
    QTest.keyClicks(dialog.name, "Evening")
    QTest.keyClick(dialog, Key.Key_Return)
    qtbot.waitUntil(lambda: opener.rulebooks.workspace is not None, timeout=WAIT)
    active(qtbot, opener)
    shop = opener.rulebooks.workspace

    # Movement: wood costs tanks four points; Turn: one phase more, and away again
    press(Key.Key_4, ALT)
    for _stop in range(4):
        if QApplication.focusWidget() is shop.outline.figures.grids["move", 0, "cost"]:
            break
        press(Key.Key_F6)
    grid = shop.outline.figures.grids["move", 0, "cost"]
    assert grid.hasFocus()
    type_cell(grid, "move.0.cost.armour.wood", "4")
    press(Key.Key_3, ALT)
    press(Key.Key_Down)
    press(Key.Key_Insert, CTRL)
    assert len(shop.model.draft.raw["turn"]["phases"]) == 5
    press(Key.Key_Z, CTRL)
    assert len(shop.model.draft.raw["turn"]["phases"]) == 4

    # Fighting: a chart of one's own, with a hole that is told and mended
    shop.go("fighting", ("chart", 0, "rows", "1", 0))
    grid = shop.outline.figures.grids["chart", 0, "rows"]
    type_cell(grid, "chart.0.rows.1.0", "XX")
    assert [fault.steps for fault in shop.model.faults] == [("chart", 0, "rows", "1", 0)]
    press(Key.Key_F8)
    assert grid.hasFocus()
    type_cell(grid, "chart.0.rows.1.0", "AL")
    assert shop.model.faults == ()

    # Study: who wins
    press(Key.Key_F5, CTRL)
    check = shop.pages["check"]
    qtbot.waitUntil(lambda: "40" in check.result.text(), timeout=3 * WAIT)
    assert "Blue won" in check.result.text()

    # Play it: the usual question, then the table
    press(Key.Key_F5)
    asked = []

    def asks():
        asked[:] = [w for w in QApplication.topLevelWidgets() if isinstance(w, NewGameDialog)]
        return bool(asked) and asked[0].isVisible()

    qtbot.waitUntil(asks, timeout=WAIT)
    QTest.keyClick(asked[0], Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: isinstance(opener.window_.workspace("table"), TableWorkspace),
                    timeout=WAIT)  # fmt: skip
    table = opener.window_.workspace("table")
    assert table.session.ask.kind == "march"
    assert table.session.info.title == "Evening"

    # the map, and back
    active(qtbot, opener)
    press(Key.Key_4, CTRL)
    assert opener.window_.mode == "campaign"
    active(qtbot, opener)
    press(Key.Key_M, CTRL)
    qtbot.waitUntil(lambda: opener.maps.workspace is not None, timeout=WAIT)
    assert opener.maps.workspace.session.path == shop.model.map_place
    active(qtbot, opener)
    press(Key.Key_4, CTRL)
    assert opener.rulebooks.workspace is shop

    # Give away; somebody else opens it
    active(qtbot, opener)
    given = tmp_path / "evening.wdpack"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(given), ""))
    press(Key.Key_S, CTRL | SHIFT)
    qtbot.waitUntil(given.is_file, timeout=WAIT)
    opener.open_game(str(given))
    qtbot.waitUntil(
        lambda: opener.rulebooks.workspace not in (None, shop), timeout=WAIT
    )
    theirs = opener.rulebooks.workspace
    assert theirs.model.draft.raw["move"][0]["cost"]["armour"]["wood"] == 4
    assert theirs.model.folder != tmp_path / "evening"
