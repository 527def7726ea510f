"""The owner of a printed game types his charts in: by keys, from Home, New game and the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from wardesk.games.shared.printed import laid_over
from wardesk.services.play.chart_book import open_book
from wardesk.services.play.own_charts import charted_games, own_cells, own_file
from wardesk.services.play.session import PlaySession
from wardesk.ui.charts.dialog import ChartsDialog
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.workspace import TableWorkspace

pytestmark = pytest.mark.usefixtures("light")
GAME, SCENARIO, CELL = "blitzkrieg", "hannut-stonne/first-contact", "combat.rows.4.4"


@pytest.fixture
def dialog(qtbot):
    made = ChartsDialog(open_book(GAME), GAME, games=charted_games(), opened=open_book)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def window(qtbot):
    made = MainWindow(preferences().now)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    opener = Opener(made)
    yield made, opener
    opener.shut()


def type_in(dialog, path, text, end=Qt.Key.Key_Return):
    """As a hand does: the cell, its letters, Enter."""
    dialog.grid.go_to(path)
    QTest.keyClicks(dialog.grid, text)
    QTest.keyClick(dialog.grid.findChildren(QLineEdit)[-1], end)
    QApplication.processEvents()


def figures(dialog):
    return {row.key: row.figure for row in dialog.sheets.rows if row.figure}


def wrong(dialog):
    return [row.detail for row in dialog.examples.rows if row.icon == "close"]


def test_a_cell_is_typed_kept_and_turns_its_example(dialog):
    assert not wrong(dialog)

    type_in(dialog, CELL, "N")

    assert own_cells(GAME) == {CELL: "N"}
    assert figures(dialog) == {"combat": "1"}
    assert wrong(dialog) == [f"{CELL} is N, printed r"]
    assert dialog.grid.current.path == "combat.rows.5.4"  # Enter goes down

    QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not wrong(dialog)
    assert not own_file(GAME).exists()
    QTest.keyClick(dialog, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert own_cells(GAME) == {CELL: "N"}


def test_what_cannot_stand_is_told_and_the_cell_stays(dialog):
    type_in(dialog, CELL, "Q")

    assert "no result of this chart" in dialog.problem.text()
    assert dialog.problem.isVisible()
    assert (dialog.grid.current.path, dialog.grid.current.text) == (CELL, "r")
    assert dialog.cell_note.text().endswith("on this sheet: N  1  r  -")


def test_delete_sets_a_cell_back_and_all_of_them_go_at_once(dialog):
    type_in(dialog, CELL, "N")
    type_in(dialog, "combat.rows.0.0", "1")
    dialog.grid.go_to(CELL)
    assert "own · without it: r" in dialog.cell_note.text()
    QTest.keyClick(dialog.grid, Qt.Key.Key_Delete)
    assert own_cells(GAME) == {"combat.rows.0.0": "1"}
    QTest.mouseClick(dialog.clear_all, Qt.MouseButton.LeftButton)
    assert own_cells(GAME) == {}


def test_cells_of_a_spreadsheet_are_pasted_in_one_step(dialog):
    dialog.grid.go_to("combat.rows.5.0")
    QGuiApplication.clipboard().setText("r\tr\nN\tN\n")
    QTest.keyClick(dialog.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    assert own_cells(GAME) == {
        "combat.rows.5.0": "r", "combat.rows.5.1": "r",
        "combat.rows.6.0": "N", "combat.rows.6.1": "N",
    }  # fmt: skip
    dialog.undo()
    assert own_cells(GAME) == {}


def test_an_example_leads_to_its_cell(dialog):
    dialog.examples.picked.emit("1")
    assert dialog.grid.current.path == "fire.moved"


def test_cells_go_out_and_come_in(dialog, tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    chosen = "PySide6.QtWidgets.QFileDialog"
    monkeypatch.setattr(f"{chosen}.getSaveFileName", lambda *_a: (str(file), ""))
    monkeypatch.setattr(f"{chosen}.getOpenFileName", lambda *_a: (str(file), ""))
    type_in(dialog, CELL, "N")
    QTest.mouseClick(dialog.give, Qt.MouseButton.LeftButton)
    dialog.reset()
    QTest.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    assert own_cells(GAME) == {CELL: "N"}


def test_a_bad_file_is_told_of_and_put_aside_by_the_next_change(qtbot):
    own_file(GAME).parent.mkdir(parents=True)
    own_file(GAME).write_text('combat.rows.4.4 = "N"\nno.such = 1\n', "utf-8")
    made = ChartsDialog(open_book(GAME), GAME)
    qtbot.addWidget(made)
    made.show()
    assert "no: there is no such figure" in made.problem.text()
    assert figures(made) == {"combat": "1"}

    type_in(made, "combat.rows.0.0", "1")

    assert own_cells(GAME) == {CELL: "N", "combat.rows.0.0": "1"}
    assert "no.such" in own_file(GAME).with_suffix(".toml.old").read_text("utf-8")
    assert not made.problem.isVisible()


def test_another_game_is_chosen_at_the_head(dialog):
    for key, _ in charted_games():
        dialog.games.setCurrentIndex(dialog.games.findData(key))
        assert dialog.book.game == key
        for row in dialog.sheets.rows:
            dialog.show_sheet(row.key)
            assert dialog.grid.current is not None


def opened(kind):
    QApplication.processEvents()
    (found,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible()]
    return found


def test_from_new_game_to_a_table_that_is_played_by_them(window, qtbot):
    made, opener = window
    opener.choose_players(SCENARIO)
    new = opened(NewGameDialog)
    assert not new.own_charts.isVisible()
    new.charts_asked.emit()
    charts = opened(ChartsDialog)
    type_in(charts, CELL, "N")
    charts.reject()
    QApplication.processEvents()
    assert new.own_charts.current == "own"
    assert "1 cell of your own lies over" in new.charts_note.text()
    assert ("charts", "") not in new.chosen().options
    new.own_charts.set_current("shipped")
    assert ("charts", "") in new.chosen().options
    new.own_charts.set_current("own")
    new.start()
    qtbot.waitUntil(lambda: isinstance(made.workspace("table"), TableWorkspace), timeout=20_000)
    table = made.workspace("table")
    assert [(c.path, c.origin) for c in laid_over(table.session.rules)] == [(CELL, "own")]


def test_from_home_s_palette_and_from_the_rulebook_at_the_table(window, qtbot):
    made, _ = window
    next(a for a in made.home.commands() if a.id.endswith("charts")).run()
    opened(ChartsDialog).reject()
    QApplication.processEvents()
    with PlaySession.new(SCENARIO, seed=1, keep=False) as session:
        table = TableWorkspace(session)
        qtbot.addWidget(table)
        table.show()
        table.rulebook.open_here()
        assert table.rulebook.own_charts.isVisible()
        dialog = table.rulebook.show_charts("fire")
        assert dialog.sheets.current == "fire"
        dialog.reject()
        table.shut()
