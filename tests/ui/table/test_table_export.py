"""A game written for VASSAL and for paper from the table, by clicks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.documents.imports.vassal import read_module, read_position
from wardesk.documents.packs.pack_writer import slug
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.past.export_dialog import TableExportDialog
from wardesk.ui.table.workspace import TableWorkspace


@pytest.fixture
def table(light, qtbot):
    session = PlaySession.new("eben-emael/historical", seed=1, keep=False)
    made = TableWorkspace(session)
    qtbot.addWidget(made)
    made.resize(1280, 724)
    made.show()
    yield made
    made.shut()


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def opened(table, tmp_path):
    click(table.table_bar.papers)
    menu = QApplication.activePopupWidget()
    next(entry for entry in menu.actions() if "VASSAL" in entry.text()).trigger()
    menu.close()
    dialog = table.findChild(TableExportDialog)
    assert dialog.isVisible()
    assert Path(dialog.place.text()).name == slug(table.session.table.info.title)
    dialog.place.setText(str(tmp_path / "fort"))
    dialog.place.textEdited.emit(dialog.place.text())
    dialog.wide.set_value(600)
    return dialog


@pytest.mark.slow
def test_the_button_of_the_table_writes_module_and_saved_game(table, qtbot, tmp_path):
    table.table_bar.show()
    dialog = opened(table, tmp_path)
    assert "fort.vmod" in dialog.told.text()
    click(dialog.forms["vsav"])
    with qtbot.waitSignal(dialog._task.done, timeout=120_000):
        click(dialog.write)
    assert "fort.vsav is there" in dialog.told.text()
    module = read_module(tmp_path / "fort.vmod")
    assert {*module.sides} == {side.name for side in table.model.look.sides}
    standing = read_position(tmp_path / "fort.vsav", module).pieces
    assert len(standing) == len(module.start) > 20
    dialog.reject()


def test_a_side_has_only_its_own_view_to_give_away(table, tmp_path):
    side = table.model.look.sides[0].id
    table.model.see_as(side)
    table.table_bar.show()
    dialog = opened(table, tmp_path)
    assert [dialog.eyes.itemData(row) for row in range(dialog.eyes.count())] == [side]
    dialog.reject()


@pytest.mark.slow
def test_it_can_be_stopped_and_nothing_is_left(table, qtbot, tmp_path):
    table.table_bar.show()
    goal = tmp_path / "goal"  # the home of a person's data lies beside it
    goal.mkdir()
    dialog = opened(table, goal)
    told = dialog._told
    dialog._told = lambda done, of: dialog._stop.wait(20) and told(done, of)
    click(dialog.write)
    qtbot.waitUntil(dialog.stop.isVisible)
    click(dialog.stop)
    qtbot.waitUntil(lambda: "Stopped" in dialog.told.text(), timeout=30_000)
    assert list(goal.iterdir()) == []
    dialog.reject()
