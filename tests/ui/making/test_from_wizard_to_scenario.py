"""A whole life by mouse and keys: wizard, counters, play, save as scenario, open it, play on."""

from __future__ import annotations

import shutil

import pytest
from clipping import clipped
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from wardesk import paths
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.ui.dialogs.text_dialog import TextDialog
from wardesk.ui.making.columns_dialog import ColumnsDialog
from wardesk.ui.making.counter_designer import CounterDesigner
from wardesk.ui.making.save_scenario import SaveScenarioDialog
from wardesk.ui.making.small_dialogs import DiceDialog
from wardesk.ui.making.table_wizard import TableWizard
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.button import Button

pytestmark = pytest.mark.usefixtures("light")

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CSV = "name,side,symbol,factors,steps,place\nAnt,Ants,infantry,3-4,2,0303\nBee,Bees,armour,5-6,1,\n"


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    yield made
    made.shut()


def click(widget, button=LEFT, at=None):
    QTest.mouseClick(widget, button, pos=at if at is not None else widget.rect().center())


def drag(widget, start, end):
    QTest.mousePress(widget, LEFT, pos=start)
    for share in (0.1, 0.5, 1.0):
        QTest.mouseMove(widget, start + (end - start) * share)
    QTest.mouseRelease(widget, LEFT, pos=end)


def the(kind):
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible()]
    assert found, f"no {kind.__name__} is open"
    return found[-1]


def choose(label):
    """A line of the open menu, by keys where it stands in a sub-menu."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    first, _, rest = label.partition("/")
    action = next(a for a in menu.actions() if a.text().split("\t")[0] == first)
    if rest:
        inner = action.menu()
        action = next(a for a in inner.actions() if a.text().split("\t")[0] == rest)
    action.trigger()
    menu.close()


def named(pieces, name):
    return next(p for p, c in pieces.items() if c.name == name)


def made_table(window, desk, qtbot, monkeypatch, tmp_path):
    """Through the wizard: the Hannut map, two counters of a file, one by hand."""
    file = tmp_path / "mine.csv"
    file.write_text(CSV, "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(file), ""))
    click(window.home._new)
    wizard = the(TableWizard)
    wizard.map.choose(paths.campaigns() / "hannut-stonne" / "maps" / "hannut")
    qtbot.waitUntil(lambda: wizard.map.board is not None, timeout=30_000)
    wizard.map.title.selectAll()
    QTest.keyClicks(wizard.map.title, "Ants against bees")
    click(wizard.next)
    click(wizard.next)
    click(wizard.counters.from_csv)
    assert [side["name"] for side in wizard.sides.sides()] == ["Ants", "Bees"]
    click(wizard.counters.add)
    designer = the(CounterDesigner)
    QTest.keyClicks(designer.name, "Queen")
    QTest.keyClicks(designer.place, "0505")
    QTest.keyClick(designer.name, Qt.Key.Key_Return)
    assert [row["name"] for row in wizard.counters.rows] == ["Ant", "Bee", "Queen"]
    click(wizard.next)
    qtbot.waitUntil(lambda: wizard.create_.isEnabled() and not wizard._judged.running)
    click(wizard.create_)
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=30_000)
    return window.workspace("table")


@pytest.mark.slow
@pytest.mark.qt_log_ignore("does not support (raise|grabbing|propagate)", extend=True)
def test_from_the_wizard_to_a_scenario_that_is_played_on(
    window, desk, qtbot, monkeypatch, tmp_path
):
    table = made_table(window, desk, qtbot, monkeypatch, tmp_path)
    session, view = table.session, table.view
    view.fit()
    pieces = session.state.pieces
    ant, bee = named(pieces, "Ant"), named(pieces, "Bee")
    assert session.path.is_file()

    # A drag simply moves a counter; undo takes it back.
    drag(view, view.piece_point(ant), view.cell_point("0606"))
    assert session.state.pieces[ant].at == "0606"
    click(table.table_bar.undo)
    assert session.state.pieces[ant].at == "0303"
    drag(view, view.piece_point(ant), view.cell_point("0606"))

    # From the tray to the map, and from the map to the tray.
    row = table.tray.row
    goal = row.mapFromGlobal(view.mapToGlobal(view.cell_point("0808")))
    drag(row, row.place(bee), goal)
    assert session.state.pieces[bee].at == "0808"
    tray = table.tray
    drag(view, view.piece_point(bee), view.mapFromGlobal(tray.mapToGlobal(QPoint(40, 20))))
    assert session.state.pieces[bee].at is None

    # The menu on a counter.
    click(view, RIGHT, view.piece_point(ant))
    choose("Flip")
    assert session.state.pieces[ant].steps == 1
    click(view, RIGHT, view.piece_point(ant))
    choose("Hide/Face down for Bees")
    assert session.state.pieces[ant].down_for == "bees"

    # Keys, for what the keyboard is on.
    view.set_focus_cell("0505")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_D)
    assert len(session.state.pieces) == 4
    QTest.keyClick(view, Qt.Key.Key_BracketRight)
    assert {c.facing for c in session.state.pieces.values()} == {0, 2}
    QTest.keyClick(view, Qt.Key.Key_I)
    dice = the(DiceDialog)
    dice.field.selectAll()
    QTest.keyClicks(dice.field, "2d6+1")
    QTest.keyClick(dice.field, Qt.Key.Key_Return)
    assert str(session.state.marks["last roll"]).startswith("2d6+1: ")

    # The bar above the board; a narrow window has all of it in one menu.
    window.resize(1700, 900)
    QApplication.processEvents()
    click(table.deed_bar.buttons["Notes"])
    choose("Write a note…")
    note = the(TextDialog)
    QTest.keyClicks(note.field, "Bridge blown")
    QTest.keyClick(note.field, Qt.Key.Key_Return)
    assert session.state.marks["note/1"] == "Bridge blown"

    # An empty place has a menu too.
    click(view, RIGHT, view.cell_point("0909"))
    choose("Mark this place/Disrupted")
    assert session.state.marks["0909/disrupted"] is True

    # What the others may see.
    table.model.see_as("bees")
    backs = [look for look in view.scene().looks.values() if look.face_down]
    assert [look.at for look in backs] == ["0606"]
    assert "Ant" not in {look.title for look in view.scene().looks.values()}
    table.model.see_as("")

    # Saved, given away, dropped on Home, played on.
    before = {(c.name, c.at, c.steps, c.down_for) for c in session.state.pieces.values()}
    table.model.actions.run("table.scenario")
    dialog = the(SaveScenarioDialog)
    dialog.set_place(tmp_path / "given")
    dialog.title.selectAll()
    QTest.keyClicks(dialog.title, "My bees")
    QTest.keyClick(dialog.title, Qt.Key.Key_Return)
    folder = tmp_path / "given" / "my-bees"
    assert (folder / "pack.toml").is_file()
    desk.close_game()
    shutil.rmtree(paths.user_data())

    window.show_mode("home")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    drop = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(drop)
    qtbot.waitUntil(lambda: "My bees" in cards(window), timeout=30_000)
    tile = next(t for t in window.home.tiles() if t.card.title == "My bees")
    tile.setFocus()
    QTest.keyClick(tile, Qt.Key.Key_Return)
    the(NewGameDialog).start()
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=30_000)
    again = window.workspace("table")
    now = {(c.name, c.at, c.steps, c.down_for) for c in again.session.state.pieces.values()}
    assert now == before
    top = again.view.scene().in_cell("0505")[-1].piece
    again.view.fit()
    drag(again.view, again.view.piece_point(top), again.view.cell_point("1010"))
    assert again.session.state.pieces[top].at == "1010"


def cards(window):
    return {tile.card.title for tile in window.home.tiles()}


def test_a_wrong_csv_is_shown_row_by_row_and_nothing_is_dropped(window, desk, qtbot, tmp_path):
    wizard = desk.new_table()
    wizard.map.choose(paths.campaigns() / "eben-emael" / "maps" / "fort")
    qtbot.waitUntil(lambda: wizard.map.board is not None, timeout=30_000)
    file = tmp_path / "bad.csv"
    file.write_text("name,side,steps,place\nAnt,Ants,1,\nBee,Bees,many,\nCat,Bees,1,Nowhere\n")
    wizard.go(2)
    wizard.counters.take_csv(file)
    qtbot.waitUntil(lambda: len(wizard._wrong) == 2, timeout=10_000)

    table = wizard.counters.table
    told = [table.item(row, table.columnCount() - 1).text() for row in range(3)]
    assert told[0] == ""
    assert "line 3, column 'steps'" in told[1]
    assert "line 4, column 'place'" in told[2]
    assert not wizard.create_.isEnabled()
    assert len(wizard.counters.rows) == 3

    table.selectRow(1)
    click(wizard.counters.edit)
    designer = the(CounterDesigner)
    designer.steps.set_value(2)
    click(designer.save)
    table.selectRow(2)
    click(wizard.counters.remove)
    qtbot.waitUntil(lambda: wizard.create_.isEnabled(), timeout=10_000)
    wizard.reject()


def test_columns_that_nobody_knows_are_asked_about(window, desk, qtbot, tmp_path):
    wizard = desk.new_table()
    page = wizard.counters
    file = tmp_path / "mine.csv"
    file.write_text("name,side,attack,move,Step\nAnt,Ants,4,5,2\nBee,Bees,2,6,\n")
    page.take_csv(file)
    assert page.rows == []
    dialog = the(ColumnsDialog)
    assert clipped(dialog) == []
    assert {c: box.currentData() for c, box in dialog.choices.items()} == {
        "attack": "",
        "move": "",
        "step": "steps",
    }
    box = dialog.choices["attack"]
    box.setCurrentIndex(box.findData("factors"))
    with qtbot.waitSignal(page.changed):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert [row["factors"] for row in page.rows] == ["4", "2"]
    assert [row.get("steps") for row in page.rows] == ["2", None]
    assert not any("move" in row for row in page.rows)
    wizard.reject()


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"\xff\xfe\x00", "not plain text"), (b"name\nAnt\n", "no column 'side'"), (b"", "no column")],
)
def test_a_file_that_is_no_table_is_refused_whole(window, desk, tmp_path, data, says):
    wizard = desk.new_table()
    file = tmp_path / "bad.csv"
    file.write_bytes(data)
    wizard.counters.rows.append({"name": "Kept", "side": "blue"})
    wizard.counters.take_csv(file)

    assert says in wizard.counters.note.text()
    assert [row["name"] for row in wizard.counters.rows] == ["Kept"]
    wizard.reject()


def test_a_map_that_is_none_says_why(window, desk, qtbot, tmp_path):
    wizard = desk.new_table()
    file = tmp_path / "no.wdmap"
    file.write_bytes(b"PK\x03\x04 but not really")
    wizard.map.choose(file)
    qtbot.waitUntil(lambda: bool(wizard.map.problem), timeout=10_000)

    assert str(file) in wizard.problem.text()
    assert not wizard.create_.isEnabled()
    wizard.reject()


def test_a_broken_pack_is_told_with_its_line(window, desk, qtbot, tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "pack.toml").write_text("id = \n")
    desk.open_game(str(folder))
    qtbot.waitUntil(lambda: bool(window.notices.notices), timeout=10_000)
    assert "line 1" in window.notices.notices[0].what


@pytest.mark.slow
def test_a_pack_that_breaks_later_stands_on_home_until_it_is_forgotten(
    window, desk, qtbot, tmp_path
):
    folder = tmp_path / "mine"
    fort = paths.campaigns() / "eben-emael" / "maps" / "fort"
    make_planned(TablePlan(map=fort, title="Mine"), folder)
    desk.open_game(str(folder))
    qtbot.waitUntil(lambda: "Mine" in cards(window), timeout=30_000)
    (folder / "pack.toml").write_text("id = \n")
    desk.refresh()
    qtbot.waitUntil(window.home.broken.isVisible, timeout=30_000)
    assert "Mine" not in cards(window)

    buttons = window.home.broken.findChildren(Button)
    click(next(button for button in buttons if button.text() == "Forget it"))
    qtbot.waitUntil(lambda: not window.home.broken.isVisible(), timeout=30_000)
    assert (folder / "pack.toml").exists()
