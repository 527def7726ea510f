"""The position clinic in the window: from a game, on the map, by the keyboard, and on as a game."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.documents.packs.store import list_packs
from wardesk.services.play import clinic
from wardesk.services.play.clinic_examples import check_example
from wardesk.services.play.session import PlaySession
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.text import Wrapped

pytestmark = pytest.mark.usefixtures("light")

SCENARIO = "hannut-stonne/hannut"


def played_to(kind, **settings):
    session, rng = PlaySession.new(SCENARIO, seed=7, **settings), Random(3)
    while session.ask.kind != kind:
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    return session


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    yield made
    made.shut()


def opened(window, desk, qtbot):
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    return table


@pytest.fixture
def table(qtbot):
    """A clinic at a reaction."""
    with played_to("react", keep=False) as game:
        made = TableWorkspace(clinic.laid_out(game))
    qtbot.addWidget(made)
    made.resize(1440, 860)
    made.show()
    QApplication.processEvents()
    yield made
    made.shut()


def test_from_a_game_into_the_clinic_and_back_and_on(window, desk, qtbot):
    with played_to("react") as game:
        path, before = game.path, game.state
    desk.open_game(str(path))
    table = opened(window, desk, qtbot)
    table.model.actions.run("table.clinic")
    laid = opened(window, desk, qtbot)
    assert laid.session.clinic
    assert laid.drawers.name == "clinic"
    assert laid.clinic.rows
    do = next(row for row in laid.clinic.rows if row.entry.deed is not None)
    do.do.click()
    assert laid.session.journal.head > 0
    after = laid.session.state
    laid.model.actions.run("table.clinic_play")
    played = opened(window, desk, qtbot)
    assert not played.session.clinic
    assert played.session.mode == "play"
    assert played.session.path not in (None, path)
    assert played.session.state.pieces == after.pieces
    desk.open_game(str(path))
    assert opened(window, desk, qtbot).session.state == before


def test_back_to_the_game(window, desk, qtbot):
    with played_to("react") as game:
        path = game.path
    desk.open_game(str(path))
    opened(window, desk, qtbot).model.actions.run("table.clinic")
    opened(window, desk, qtbot).model.actions.run("table.clinic_back")
    assert opened(window, desk, qtbot).session.path == path


def test_a_scenario_on_home_opens_a_clinic(window, desk, qtbot):
    window.home.clinic_asked.emit(SCENARIO)
    table = opened(window, desk, qtbot)
    assert table.session.clinic
    table.model.actions.run("table.clinic_back")
    assert window.workspace("table") is None or not isinstance(
        window.workspace("table"), TableWorkspace
    )


def test_a_counter_that_is_carried_lies_where_it_was_let_go(table):
    page, piece = table.clinic, "12-cuir-hq"
    table.view.pieceDropped.emit((piece,), "1301")
    assert table.session.state.pieces[piece].at == "1301"
    assert any(row.entry.cell == "1301" for row in page.rows)
    table.model.actions.run("table.undo")
    assert table.session.state.pieces[piece].at == "1402"
    table.model.actions.run("table.undo")  # there is nothing behind the position
    assert table.session.state.pieces[piece].at == "1402"
    assert table.session.ask.kind == "react"


def test_a_click_asks_and_does_nothing(table):
    page, head = table.clinic, table.session.journal.head
    table.view.pieceClicked.emit("12-cuir-hq")  # a pile: it is laid out first
    table.view.pieceClicked.emit("12-cuir-hq")
    assert page.hand == ("12-cuir-hq",)
    assert {row.entry.pieces for row in page.rows if row.entry.pieces} == {("12-cuir-hq",)}
    table.view.close_fan()
    table.view.cellClicked.emit("1303")
    assert page.aim == "1303"
    assert any(row.entry.refused for row in page.rows)
    assert table.session.journal.head == head


def test_unit_and_place_can_be_typed(table):
    page = table.clinic
    page.unit.setText(table.model.said.name("12-cuir-p178-1"))
    page.place.setText("1501")
    page.place.editingFinished.emit()
    assert (page.hand, page.aim) == (("12-cuir-p178-1",), "1501")
    assert all(row.entry.cell == "1501" for row in page.rows if row.entry.deed)


def test_an_entry_is_shown_on_the_map_by_click_and_by_key(table):
    page = table.clinic
    first, second = [row for row in page.rows if row.entry.odds][:2]
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    assert {*first.entry.pieces} <= table.model.marks.selected
    assert first.entry.cell in table.model.marks.chosen
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert page.current is second.entry
    assert {*second.entry.pieces} <= table.model.marks.selected


def test_a_row_is_read_aloud_whole(table):
    row = next(row for row in table.clinic.rows if row.entry.odds)
    told = row.accessibleName()
    for part in ("allowed", "BK 8.2.5", "Comes to"):
        assert part in told
    assert {cite.text() for cite in row.findChildren(Cite)} >= {"BK 6.3.1", "BK 8.2.5"}


def test_a_rule_of_an_entry_opens_the_rulebook(table):
    cite = next(c for row in table.clinic.rows for c in row.findChildren(Cite))
    cite.click()
    assert table.rulebook.isVisible()


def test_the_dice_are_typed(table):
    page = table.clinic
    fire = next(row for row in page.rows if row.entry.odds)
    page.do(fire.entry)
    assert table.session.ask.who == "chance"
    assert not table.session.automatic
    assert page.rows[0].entry.facts


def test_a_fight_without_a_chart_is_tried_out(qtbot):
    with played_to("act", keep=False) as game:
        table = TableWorkspace(clinic.laid_out(game))
    qtbot.addWidget(table)
    table.show()
    page = table.clinic
    fight = next(r.entry for r in page.rows if r.entry.deed and not r.entry.odds and r.entry.cell)
    page.choose(fight)
    qtbot.waitUntil(lambda: page._odds.isVisibleTo(page), timeout=10_000)
    assert page.current is fight
    table.shut()


def test_the_page_holds_picture_question_answers_and_rules(table, tmp_path):
    file, opened_ = tmp_path / "position.html", []
    table.clinic.write_page(file, opened_.append)
    text = file.read_text("utf-8")
    assert opened_
    for part in ("data:image", "Who reacts?", "Gets its shot off", "BK 8.2.5", "No reaction"):
        assert part in text


def test_an_example_opens_as_the_clinic_it_was(table, window, desk, qtbot, tmp_path):
    file = tmp_path / "reaction.wdexample"
    table.clinic.write_example(file)
    assert check_example(file).problems == ()
    desk.open_game(str(file))
    again = opened(window, desk, qtbot)
    assert again.session.clinic
    assert again.session.state.pieces == table.session.state.pieces


@pytest.mark.parametrize("scenario", [next(iter(pack.scenarios)) for pack in list_packs()])
def test_every_game_that_ships_is_laid_out_in_the_window(qtbot, scenario):
    table = TableWorkspace(clinic.of_scenario(scenario))
    qtbot.addWidget(table)
    table.show()
    session, cells = table.session, table.model.board.cells
    piece = next((p for p in session.state.pieces.values() if p.at in cells), None)
    if piece is not None:
        goal = next(cell for cell in cells if cell != piece.at)
        table.view.pieceDropped.emit((piece.id,), goal)
        assert session.state.pieces[piece.id].at == goal
    assert table.clinic.rows
    table.shut()


def test_the_same_is_asked_by_another_choice_of_an_option(table):
    page = table.clinic
    before = [row.entry for row in page.rows]
    menu = page.compare_menu()
    words = {action.text(): action for action in menu.actions()}
    assert all(":" in one for one in words), "an option and its choice"
    below = next(one for one in clinic.other_choices(table.session)
                 if (one.option.id, one.choice.key) == ("reaction", "below"))  # fmt: skip
    page.compare(below)
    added = [row.entry for row in page.rows if row.entry not in before]
    assert added
    assert all(entry.deed is None for entry in added)
    heads = [part.accessibleName() or part.text() for part in page.findChildren(Wrapped)]
    assert any(below.option.title in one for one in heads)
    page.compare(None)
    assert [row.entry for row in page.rows] == before
