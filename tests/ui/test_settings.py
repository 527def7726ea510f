"""Settings: read, kept, applied at once, given back; and the dialog that changes them."""

import json

import msgspec
import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from wardesk.paths import user_data
from wardesk.ui import language, theme
from wardesk.ui.app import Program
from wardesk.ui.canvas.printed import map_theme
from wardesk.ui.preferences import preferences
from wardesk.ui.shell import setting_rows
from wardesk.ui.shell.apply import Applier
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.settings import SettingsFile, load_settings, save_settings
from wardesk.ui.shell.settings_dialog import SettingsDialog
from wardesk.words import LANGUAGES, MADE_BY_MACHINE

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def dialog(qtbot):
    preferences().load(SettingsFile())
    one = SettingsDialog()
    qtbot.addWidget(one)
    one.show()
    yield one
    one.close()
    preferences().load(SettingsFile())


def choose(dialog, name, value):
    """As a person does: the box is opened and an entry taken."""
    box = dialog.row(name).box
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_what_a_later_version_wrote_stays_in_the_file(tmp_path):
    (tmp_path / "settings.json").write_text(json.dumps({"later": [1, 2], "theme": "dark"}))
    settings, problem = load_settings(tmp_path)
    assert problem is None
    save_settings(settings, tmp_path)
    assert json.loads((tmp_path / "settings.json").read_text())["later"] == [1, 2]


def test_one_impossible_value_costs_only_itself(tmp_path):
    raw = {"theme": "dark", "text_size": 4000, "language": "xx", "bot_pace": 4}
    (tmp_path / "settings.json").write_text(json.dumps(raw))
    settings, problem = load_settings(tmp_path)
    assert settings == SettingsFile(theme="dark", bot_pace=4)
    assert "text_size, language" in problem.message


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "settings.json").mkdir()
    settings, problem = load_settings(tmp_path)
    assert settings == SettingsFile()
    assert "folder can be read" in problem.advice


def test_a_change_is_stored_at_once_and_can_be_taken_back(dialog):
    choose(dialog, "map_theme", "cvd")
    assert load_settings()[0].map_theme == "cvd"
    row = dialog.row("map_theme")
    assert row._reset.isVisible()
    row._reset.click()
    assert load_settings()[0].map_theme == "printed"
    assert row.box.currentData() == "printed"
    assert not row._reset.isVisible()


def test_the_theme_changes_while_the_dialog_is_open(dialog, light):
    Applier(light, dialog)
    choose(dialog, "theme", "contrast")
    assert theme.current() == "contrast"
    choose(dialog, "theme", "light")
    assert theme.current() == "light"


def test_text_size_and_language_ask_for_a_new_window(dialog, qtbot):
    assert not dialog.reopen.isVisible()
    choose(dialog, "text_size", 130)
    assert dialog.reopen.isVisible()
    with qtbot.waitSignal(dialog.reopen_asked):
        dialog.reopen.click()
    choose(dialog, "text_size", 100)
    assert not dialog.reopen.isVisible()


def test_the_search_shows_what_fits(dialog, qtbot):
    dialog.search.setText("colour-blind")
    shown = [r.name for _h, rows, _l in dialog.sections for r in rows if not r.isHidden()]
    assert shown == ["map_theme"]
    dialog.search.setText("appearance")
    assert not dialog.row("text_size").isHidden()
    dialog.search.setText("no such thing")
    assert dialog._nothing.isVisible()
    assert clipped(dialog) == []


def nothing_is_cut(qtbot, settings):
    """Neither in the window nor in its settings."""
    window = MainWindow(settings)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    for one in (window, SettingsDialog(window)):
        one.show()
        QApplication.processEvents()
        assert clipped(one) == []
        one.close()


@pytest.mark.parametrize("size", [90, 120, 150])
def test_nothing_is_cut_at_any_text_size(qtbot, size):
    theme.set_text_size(size)
    try:
        nothing_is_cut(qtbot, SettingsFile(text_size=size))
    finally:
        theme.set_text_size(100)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_nothing_is_cut_in_any_language(qtbot, light, code):
    preferences().load(SettingsFile(language=code))
    language.use(light, code)
    try:
        nothing_is_cut(qtbot, preferences().now)
    finally:
        preferences().load(SettingsFile())
        language.use(light, "en")


def test_a_full_disk_is_told_and_the_setting_holds(dialog, monkeypatch):
    def full(_settings):
        raise OSError(28, "No space left on device")

    told = []
    monkeypatch.setattr("wardesk.ui.preferences.save_settings", full)
    preferences().failed.connect(told.append)
    choose(dialog, "bot_pace", 4)
    preferences().failed.disconnect(told.append)
    assert preferences().now.bot_pace == 4
    assert "No space left" in told[0].message
    assert "Make room" in told[0].advice


def test_the_gear_opens_the_settings_and_the_layout_goes_back(qtbot):
    window = MainWindow(SettingsFile(hidden_docks=("table",)))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.resize(900, 600)
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(SettingsDialog)
    dialog.layout_reset.emit()
    assert window.width() >= min(1440, window.screen().availableGeometry().width())
    assert window.remembered().hidden_docks == ()
    dialog.close()


def test_the_window_is_made_anew_in_the_new_language(light, qtbot):
    preferences().load(SettingsFile())
    program = Program(light)
    program.open(())
    qtbot.waitUntil(lambda: program.opening.opener is not None, timeout=20_000)
    first = program.window
    first.show_mode("study")
    preferences().change("language", "de")
    program.reopen()
    assert program.window is not first
    assert program.window.mode == "study"
    assert program.window.workspace("study").title == "Studie"
    dialog = program.window.findChild(SettingsDialog)
    assert dialog.windowTitle() == "Einstellungen"
    dialog.close()
    preferences().change("language", "en")
    program.reopen()
    assert program.window.workspace("study").title == "Study"
    program.window.findChild(SettingsDialog).close()
    qtbot.waitUntil(lambda: program.opening.opener is not None, timeout=20_000)
    program.window.close()
    program.deleteLater()


def test_maps_follow_the_window():
    assert map_theme("printed", "light").id == "printed"
    assert map_theme("printed", "contrast").id == "contrast"
    assert map_theme("cvd", "contrast").id == "cvd"
    dark = map_theme("cvd", "dark")
    assert (dark.id, dark.veil_strength > 0) == ("cvd", True)


def test_the_data_folder_is_named(dialog):
    rows = [row for _h, rows, _l in dialog.sections for row in rows]
    assert any(row.matches([str(user_data()).casefold()]) for row in rows)


def test_a_language_that_no_person_has_read_says_so(dialog, monkeypatch):
    row = dialog.row("language")
    box = row.box
    assert [box.itemText(at) for at in range(box.count())][1:3] == [
        "English",
        "Deutsch (machine-made)",
    ]
    assert box.itemText(box.findData("fr")) == "Français (machine-made)"
    choose(dialog, "language", "en")
    assert "made by a machine" not in row._note.text()
    choose(dialog, "language", "fr")
    assert row._note.text().startswith("This translation was made by a machine")
    assert "made by a machine" in box.accessibleDescription()
    monkeypatch.setattr(setting_rows, "MADE_BY_MACHINE", frozenset())
    choose(dialog, "language", "en")
    choose(dialog, "language", "fr")
    assert "made by a machine" not in row._note.text()


def test_a_language_is_marked_until_a_person_has_read_it():
    assert {"de", "fr"} == MADE_BY_MACHINE, (
        "take a language out only when a person has read all of it"
    )


def test_every_language_can_be_set():
    for code in LANGUAGES:
        assert msgspec.convert({"language": code}, SettingsFile).language == code
