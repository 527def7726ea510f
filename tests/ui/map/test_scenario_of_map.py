"""From a map in no pack to a game on it: what is missing is said, and the way there is offered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from maps import area_map
from PySide6.QtWidgets import QApplication

from wardesk import paths
from wardesk.documents.maps.store import read_map, write_map
from wardesk.documents.packs.store import read_pack
from wardesk.drawing.commands.all_commands import NameCell
from wardesk.drawing.document import Override
from wardesk.services.maps.trials import remember_trial, trial_of
from wardesk.services.packs.map_scenarios import patterns_for
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.packs.pack_copy import pack_of
from wardesk.services.play.tables import load_table
from wardesk.ui.making.table_wizard import TableWizard
from wardesk.ui.map.dialogs.changed_map import ChangedMapDialog
from wardesk.ui.map.dialogs.scenario import ScenarioDialog
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.workspace import TableWorkspace

pytestmark = pytest.mark.usefixtures("light")

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"


@pytest.fixture
def alone():
    """Somebody's own copy of a shipped map, without the pack that it ships in."""
    place = paths.user_data() / "maps" / HANNUT.name
    shutil.copytree(HANNUT, place)
    return place


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1300, 850)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    yield made
    made.shut()


def opened(desk, qtbot, place):
    desk.maps.open(Path(place))
    qtbot.waitUntil(lambda: desk.maps.workspace is not None, timeout=10_000)
    return desk.maps.workspace


def run(workspace, command):
    workspace.action_table.run(f"map.{command}")


def the(kind):
    (found,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible()]
    return found


@pytest.mark.slow
def test_a_copy_of_a_shipped_map_is_tried_as_the_scenario_it_comes_from(desk, window, qtbot, alone):
    workspace = opened(desk, qtbot, alone)
    assert pack_of(workspace.session.path) is None
    cell = next(iter(workspace.model.document.cells))
    workspace.model.do(NameCell(cell, "Our Mill"))
    run(workspace, "try")
    dialog = the(ScenarioDialog)
    assert "freeform/hannut-table" in [row.key for row in dialog.list.rows]
    dialog.title.setText("Hannut of mine")
    dialog.go.click()
    qtbot.waitUntil(lambda: bool(window.findChildren(NewGameDialog)), timeout=10_000)
    (players,) = window.findChildren(NewGameDialog)
    assert "Hannut of mine" in players.windowTitle() or players.isVisible()
    place = paths.user_data() / "packs" / "hannut-of-mine"
    assert read_pack(place).title == "Hannut of mine"
    assert desk.maps.workspace is workspace
    assert desk.maps.workspace.model.document.cells[cell].name == "Our Mill"
    players.start()
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    assert table.session.board.cells[cell].name == "Our Mill"


@pytest.mark.slow
def test_draw_try_draw_stays_with_the_own_file_and_the_table_follows_it(desk, window, qtbot):
    workspace = opened(desk, qtbot, HANNUT)
    own = workspace.session.path
    run(workspace, "scenario")
    the(ScenarioDialog).go.click()
    qtbot.waitUntil(lambda: trial_of(own) is not None, timeout=10_000)
    assert window.mode == "map"
    assert not window.findChildren(NewGameDialog)
    cell = next(iter(workspace.model.document.cells))
    workspace.model.do(NameCell(cell, "Drawn later"))
    run(workspace, "try")
    qtbot.waitUntil(lambda: bool(window.findChildren(NewGameDialog)), timeout=10_000)
    here = desk.maps.workspace
    assert here is workspace
    assert here.session.path == own
    assert read_map(own).cells[cell].name == "Drawn later"
    (players,) = window.findChildren(NewGameDialog)
    players.start()
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)
    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    assert table.session.board.cells[cell].name == "Drawn later"


@pytest.mark.parametrize("fresh", [True, False])
def test_a_scenario_asks_which_map_is_meant_once_its_own_was_drawn_on(
    desk, window, qtbot, tmp_path, fresh
):
    place = tmp_path / "ridge.wdmap"
    write_map(area_map(), place)
    scenario = make_planned(TablePlan(map=place), tmp_path / "ridge-table").scenario
    remember_trial(place, scenario)
    window.home.start_scenario.emit(scenario)
    the(NewGameDialog).reject()  # nothing was drawn, so nothing is asked
    document = read_map(place)
    cell = next(iter(document.cells))
    NameCell(cell, "Our Mill").apply(document)
    write_map(document, place)
    window.home.start_scenario.emit(scenario)
    asked = the(ChangedMapDialog)
    assert not [one for one in window.findChildren(NewGameDialog) if one.isVisible()]
    (asked.new if fresh else asked.old).click()
    qtbot.waitUntil(
        lambda: any(one.isVisible() for one in window.findChildren(NewGameDialog)), timeout=10_000
    )
    the(NewGameDialog).reject()
    board = load_table(scenario, {}).rules.board
    assert (board.cells[cell].name == "Our Mill") is fresh


def test_what_the_changed_map_lacks_is_said_and_the_copy_can_be_played_on(
    desk, window, qtbot, tmp_path
):
    place = tmp_path / "ridge.wdmap"
    write_map(area_map(), place)
    scenario = make_planned(TablePlan(map=place), tmp_path / "ridge-table").scenario
    remember_trial(place, scenario)
    document = read_map(place)
    document.overrides.append(Override(("nowhere", "A"), "add", "for the test"))
    write_map(document, place)
    window.home.start_scenario.emit(scenario)
    asked = the(ChangedMapDialog)
    asked.new.click()
    qtbot.waitUntil(lambda: asked.problem.isVisible(), timeout=10_000)
    assert "lacks something" in asked.problem.text()
    asked.old.click()
    the(NewGameDialog).reject()


def test_a_copy_that_was_drawn_on_itself_is_why_a_trial_wants_another_scenario(
    desk, window, qtbot, tmp_path
):
    place = tmp_path / "ridge.wdmap"
    write_map(area_map(), place)
    scenario = make_planned(TablePlan(map=place, title="Ridge"), tmp_path / "ridge-table").scenario
    remember_trial(place, scenario)
    copy = tmp_path / "ridge-table" / "maps" / "map"
    document = read_map(copy)
    NameCell(next(iter(document.cells)), "Our Mill").apply(document)
    write_map(document, copy)
    workspace = opened(desk, qtbot, place)
    for command in ("try", "scenario"):
        run(workspace, command)
        dialog = the(ScenarioDialog)
        assert "“Ridge”" in dialog.why.text()
        assert "itself drawn on" in dialog.why.text()
        assert "in none" not in dialog.why.text()
        dialog.reject()
        qtbot.waitUntil(lambda: not window.findChildren(ScenarioDialog))


def test_the_name_of_the_file_that_is_drawn_on_is_shown(desk, qtbot, tmp_path):
    write_map(area_map(), tmp_path / "my-ridge.wdmap")
    workspace = opened(desk, qtbot, tmp_path / "my-ridge.wdmap")
    assert workspace.subtitle.startswith("my-ridge.wdmap")


@pytest.mark.slow
def test_a_map_that_nothing_is_played_on_leads_to_a_new_table(desk, window, qtbot, tmp_path):
    write_map(area_map(), tmp_path / "own.wdmap")
    workspace = opened(desk, qtbot, tmp_path / "own.wdmap")
    run(workspace, "scenario")
    dialog = the(ScenarioDialog)
    assert [row.key for row in dialog.list.rows] == [""]
    dialog.go.click()
    wizard = the(TableWizard)
    assert wizard.map.place == (tmp_path / "own.wdmap").resolve()
    qtbot.waitUntil(lambda: wizard.map.board is not None, timeout=10_000)
    qtbot.waitUntil(lambda: wizard.create_.isEnabled(), timeout=10_000)
    wizard.create_.click()
    qtbot.waitUntil(lambda: window.mode == "table", timeout=20_000)
    assert desk.maps.workspace.session.path == (tmp_path / "own.wdmap").resolve()
    assert pack_of(Path(trial_of(tmp_path / "own.wdmap"))) is not None


def test_a_broken_map_says_so_and_shows_the_first_error(desk, window, qtbot, tmp_path):
    document = area_map()
    cell = next(iter(document.cells))
    document.cells[cell] = type(document.cells[cell])(
        cell, cell, "lava", document.cells[cell].anchor
    )
    write_map(document, tmp_path / "own.wdmap")
    workspace = opened(desk, qtbot, tmp_path / "own.wdmap")
    told = []
    workspace.noticed.connect(lambda notice: told.append(notice.what))
    for command in ("try", "scenario"):
        run(workspace, command)
    assert len(told) == 2
    assert "1 error" in told[0]
    assert workspace.model.selection.cells == (cell,)
    assert not [w for w in QApplication.topLevelWidgets() if isinstance(w, ScenarioDialog)]


def test_what_the_map_lacks_for_a_scenario_is_said_and_nothing_is_written(
    desk, window, qtbot, alone
):
    place = alone
    document = read_map(place)
    village = next(c for c in document.cells.values() if c.name == "Jandrain")
    document.cells[village.id] = type(village)(
        village.id, "Elsewhere", village.terrain, village.anchor, village.properties
    )
    write_map(document, place)
    assert patterns_for(place)
    workspace = opened(desk, qtbot, place)
    run(workspace, "try")
    dialog = the(ScenarioDialog)
    dialog.go.click()
    qtbot.waitUntil(lambda: bool(dialog.problem.text()), timeout=10_000)
    assert "Jandrain" in dialog.problem.text()
    assert dialog.go.isEnabled()
    assert not (paths.user_data() / "packs").exists() or not any(
        (paths.user_data() / "packs").iterdir()
    )
    dialog.reject()


def test_a_scenario_without_a_title_is_refused(desk, window, qtbot):
    workspace = opened(desk, qtbot, HANNUT)
    run(workspace, "scenario")
    dialog = the(ScenarioDialog)
    dialog.title.clear()
    dialog.go.click()
    assert dialog.isVisible()
    assert "title" in dialog.go.toolTip()
    dialog.reject()
