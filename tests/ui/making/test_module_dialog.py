"""VASSAL's modules and saved games in the window: looked at, taken in, stopped, refused."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.tables import export_table, table_to_write
from wardesk.services.packs.module_pack import import_module as import_now
from wardesk.services.play.session import PlaySession
from wardesk.ui.making import module_dialog
from wardesk.ui.making.module_dialog import ModuleDialog
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog

pytestmark = pytest.mark.usefixtures("light")
LONG = 30_000


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A module of a whole game, and its saved game."""
    folder = tmp_path_factory.mktemp("vassal")
    with PlaySession.new("eben-emael/historical", seed=1, keep=False) as session:
        wanted = {form: folder / f"fort.{form}" for form in ("vmod", "vsav")}
        export_table(table_to_write(session), wanted, ExportOptions(wide=700))
    return folder


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def desk(window, qtbot):
    made = Opener(window)
    yield made
    for dialog in window.findChildren(ModuleDialog):
        dialog.reject()
    made.shut()


def drop(window, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    window.home.dropEvent(
        QDropEvent(
            QPointF(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )  # fmt: skip


def the_dialog(window, qtbot):
    qtbot.waitUntil(lambda: bool(window.findChildren(ModuleDialog)))
    return window.findChildren(ModuleDialog)[0]


def looked_at(dialog, qtbot):
    qtbot.waitUntil(lambda: dialog.plan is not None and not dialog._task.running, timeout=LONG)


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.slow
def test_a_dropped_saved_game_brings_its_module_and_becomes_a_table(window, desk, qtbot, exported):
    drop(window, exported / "fort.vsav")
    dialog = the_dialog(window, qtbot)
    looked_at(dialog, qtbot)
    assert dialog.module.text().endswith("fort.vmod")
    assert f"Cells: {len(dialog.plan.document.cells)}" in dialog.comes.text()
    assert "people move by hand" in dialog.lost.text()
    assert not dialog.picture.pixmap().isNull()
    with qtbot.waitSignal(dialog.made, timeout=LONG):
        click(dialog.go)
    assert "Home has it now" in dialog.told.text()
    click(dialog.go)
    asked = window.findChild(NewGameDialog)
    assert asked.isVisible()
    asked.start()
    qtbot.waitUntil(lambda: not desk.busy, timeout=LONG)
    table = window.workspace("table")
    before = PlaySession.new("eben-emael/historical", seed=1, keep=False)
    stood = sum(bool(one.at) for one in before.rules.showing.look(before.state).counters)
    before.close()
    stands = [one for one in table.model.look.counters if one.at in table.session.board.cells]
    assert len(stands) == stood


def test_the_command_of_home_asks_for_a_file_and_shows_what_comes(
    window, desk, qtbot, exported, monkeypatch
):
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName",
        staticmethod(lambda *_: (str(exported / "fort.vmod"), "")),
    )  # fmt: skip
    window.home.action_table.run("home.module")
    dialog = the_dialog(window, qtbot)
    assert dialog.go.looks_off()
    buttons = dialog.findChildren(module_dialog.ToolButton)
    click(next(one for one in buttons if one.accessibleName() == "Module: choose…"))
    looked_at(dialog, qtbot)
    assert not dialog.go.looks_off()
    assert not dialog.board.isVisible() or dialog.board.count() > 1


def test_module_and_game_dropped_together_are_taken_by_one_dialog(window, desk, qtbot, exported):
    drop(window, exported / "fort.vmod", exported / "fort.vsav")
    dialog = the_dialog(window, qtbot)
    qtbot.waitUntil(lambda: bool(dialog.saved.text()), timeout=LONG)
    looked_at(dialog, qtbot)
    assert len(window.findChildren(ModuleDialog)) == 1
    assert dialog.module.text().endswith("fort.vmod")


@pytest.mark.slow
def test_what_is_no_module_is_said_and_another_can_be_chosen(
    window, desk, qtbot, exported, tmp_path
):
    bad = tmp_path / "bad.vmod"
    bad.write_bytes(b"PK\x03\x04 nonsense")
    drop(window, bad)
    dialog = the_dialog(window, qtbot)
    qtbot.waitUntil(lambda: "is no file of VASSAL" in dialog.told.text(), timeout=LONG)
    assert dialog.go.looks_off()
    dialog.take(exported / "fort.vmod")
    looked_at(dialog, qtbot)
    assert not dialog.go.looks_off()


def test_a_saved_game_without_its_module_says_what_to_do(window, desk, qtbot, exported, tmp_path):
    lonely = tmp_path / "lonely.vsav"
    lonely.write_bytes((exported / "fort.vsav").read_bytes())
    drop(window, lonely)
    dialog = the_dialog(window, qtbot)
    assert "Choose the module" in dialog.told.text()
    assert dialog.go.looks_off()


def test_taking_in_can_be_stopped_and_leaves_nothing(
    window, desk, qtbot, exported, tmp_path, monkeypatch
):
    drop(window, exported / "fort.vmod")
    dialog = the_dialog(window, qtbot)
    looked_at(dialog, qtbot)
    goal = tmp_path / "packs" / "fort"

    def halted(plan, _place, repaint, progress):
        dialog._stop.wait(20)
        return import_now(exported / "fort.vmod", goal, repaint, progress=progress)

    monkeypatch.setattr(module_dialog, "make_pack", halted)
    click(dialog.go)
    qtbot.waitUntil(dialog.stop.isVisible)
    click(dialog.stop)
    qtbot.waitUntil(lambda: "Stopped" in dialog.told.text(), timeout=LONG)
    assert not goal.exists()
    assert not dialog.go.looks_off()
