"""The window: modes, palette, keys, theme, settings, notices, faults."""

import json
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from clipping import clipped
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from screens import SIDES, sample_window

from wardesk.errors import BugError, UserError
from wardesk.model.options import GameOption, OptionChoice
from wardesk.render.kept import kept
from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionRegistry
from wardesk.ui.shell.crash import CrashDialog, FaultKeeper, report_text
from wardesk.ui.shell.keys import KeysDialog
from wardesk.ui.shell.main_window import first_size
from wardesk.ui.shell.mode_bar import MODES
from wardesk.ui.shell.new_game import NewGame, NewGameDialog
from wardesk.ui.shell.palette import CommandPalette
from wardesk.ui.shell.settings import SettingsFile, load_settings, save_settings
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.stepper import Stepper


@pytest.fixture
def window(light, qtbot):
    one = sample_window(light)
    qtbot.addWidget(one)
    one.resize(1280, 800)
    one.show()
    qtbot.waitActive(one)
    return one


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [(853, 533), (1280, 800), (1440, 900), (1920, 1080)])
def test_no_screen_is_clipped(window, mode, size):
    window.resize(*size)
    window.show_mode(mode)
    QApplication.processEvents()
    assert clipped(window) == []


def test_what_was_painted_for_a_document_is_forgotten_after_it_is_closed(window, qtbot):
    @kept(1)
    def paint():
        return object()

    first = paint()
    window.empty("table")
    qtbot.waitUntil(lambda: paint() is not first, timeout=5000)


@pytest.mark.parametrize("name", theme.THEMES)
def test_every_control_has_a_name(window, light, name):
    theme.apply(light, name)
    for mode in MODES:
        window.show_mode(mode)
    unnamed = [b for b in window.findChildren(QAbstractButton) if not b.accessibleName()]
    # The search field's own glass is decoration inside a named field.
    assert [type(b).__name__ for b in unnamed if type(b).__module__.startswith("wardesk")] == []


@pytest.mark.parametrize(("key", "mode"), list(zip("12345", MODES, strict=True)))
def test_ctrl_and_a_number_opens_a_workspace(window, qtbot, key, mode):
    window.show_mode("study" if mode != "study" else "home")
    qtbot.keyClick(window, getattr(Qt.Key, f"Key_{key}"), Qt.KeyboardModifier.ControlModifier)
    assert window.mode == mode
    assert window._stack.currentWidget() is window.workspace(mode)


def test_a_place_with_nothing_open_says_so(window):
    window.show_mode("study")
    assert "No study is open" in window.workspace("study").state.accessibleName()


def test_the_theme_switches_by_key_and_is_remembered(window, qtbot):
    alt = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(window, Qt.Key.Key_D, alt)
    assert theme.current() == "dark"
    window.close()
    assert load_settings()[0].theme == "dark"


def test_a_workspace_brings_its_commands_and_takes_them_along(window):
    class Board(Workspace):
        def commands(self):
            return (Action("board.fit", "Fit the board", "Ctrl+0", ran.append, "Table"),)

    ran = []
    window.set_workspace("table", Board("A game", window))
    assert "board.fit" in [c.id for c in window.commands.all()]
    window.show_mode("table")
    assert window.windowTitle() == "A game – WarDesk"
    window.set_workspace("table", Workspace("Other", window))
    assert "board.fit" not in [c.id for c in window.commands.all()]


def test_f6_walks_from_panel_to_panel(window, qtbot):
    room = Workspace("Panels", window)
    panel, other = Panel("One"), Panel("Two")
    panel.add(Stepper("Steps"))
    other.add(Stepper("More steps"))
    dock = Dock("left", panel, other, parent=room)
    window.set_workspace("table", room)
    window.show_mode("table")
    dock.show()
    QApplication.processEvents()
    visited = []
    for _ in range(3):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        visited.append(QApplication.focusWidget())
    assert any(panel.isAncestorOf(w) for w in visited)
    assert any(other.isAncestorOf(w) for w in visited)


# ---- commands and palette ----------------------------------------------------------------------


def registry():
    ran = []
    commands = ActionRegistry()
    commands.add(
        Action("sight", "Check a line of sight", "L", lambda: ran.append("sight"), "Table"),
        Action("seen", "Show what a cell can see", "", lambda: ran.append("seen"), "Map"),
        Action(
            "rule", "Overrule a blocked sight", "O", lambda: ran.append("rule"), "Table",
            why_not=lambda: "only in adjudicate mode",
        ),
    )  # fmt: skip
    return commands, ran


def test_commands_are_found_by_any_of_their_words():
    commands, _ran = registry()
    assert [c.id for c in commands.find("sight")] == ["sight", "rule"]
    assert [c.id for c in commands.find("map see")] == ["seen"]
    assert len(commands.find("")) == 3


def test_two_commands_cannot_share_an_id():
    commands, _ran = registry()
    with pytest.raises(BugError, match="sight"):
        commands.add(Action("sight", "Again", "", lambda: None))


def test_the_palette_runs_what_was_typed(light, qtbot):
    commands, ran = registry()
    parent = QWidget()
    qtbot.addWidget(parent)
    palette = CommandPalette(commands, parent)
    palette.show()
    qtbot.keyClicks(palette.field, "what cell")
    assert clipped(palette) == []
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert ran == ["seen"]


def test_a_command_that_is_off_stays_with_its_reason(light, qtbot):
    commands, ran = registry()
    parent = QWidget()
    qtbot.addWidget(parent)
    palette = CommandPalette(commands, parent)
    palette.show()
    qtbot.keyClicks(palette.field, "overrule")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert ran == []
    assert palette.isVisible()
    assert palette.list.item(0).toolTip() == "only in adjudicate mode"
    assert commands.run("rule") == "only in adjudicate mode"
    palette.close()


def test_the_palette_opens_by_key_and_goes_somewhere(window, qtbot):
    mods = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_P, mods)
    palette = window.findChild(CommandPalette)
    assert palette is not None
    # What belongs to the open workspace comes first.
    assert palette.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Open a file…"
    qtbot.keyClicks(palette.field, "go study")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.mode == "study"


def test_the_key_list_shows_every_key(window, qtbot):
    dialog = KeysDialog(window.commands.all(), window)
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()
    assert clipped(dialog) == []
    dialog.close()


# ---- settings ----------------------------------------------------------------------------------


def test_settings_come_back(tmp_path):
    settings = SettingsFile(theme="dark", window=(10, 20, 900, 700), hidden_docks=("table",))
    save_settings(settings, tmp_path)
    assert load_settings(tmp_path) == (settings, None)
    assert [p.name for p in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "junk", [b"", b"{", b"\xff\xfe\x00", b"[1, 2]", b'{"window": "wide"}', b'{"theme": 7}']
)
def test_damaged_settings_become_defaults_and_are_kept(tmp_path, junk):
    (tmp_path / "settings.json").write_bytes(junk)
    settings, problem = load_settings(tmp_path)
    assert settings == SettingsFile()
    assert isinstance(problem, UserError)
    assert "settings.damaged.json" in problem.advice
    assert (tmp_path / "settings.damaged.json").read_bytes() == junk


def test_settings_of_a_later_version_are_read(tmp_path):
    (tmp_path / "settings.json").write_text(json.dumps({"theme": "dark", "later": 1}))
    assert load_settings(tmp_path)[0].theme == "dark"


def test_damaged_settings_show_a_notice(light, qtbot):
    from wardesk.paths import user_data

    (user_data() / "settings.json").write_text("nonsense")
    window = sample_window(light)
    qtbot.addWidget(window)
    assert "defaults" in window.notices.notices[0].what


def test_a_window_from_a_lost_screen_comes_back(light, qtbot):
    from wardesk.ui.shell.main_window import MainWindow

    window = MainWindow(SettingsFile(window=(90000, 90000, 800, 600)))
    qtbot.addWidget(window)
    assert window.x() < 10000


# ---- faults ------------------------------------------------------------------------------------


class Quiet(FaultKeeper):
    """Does not wait for anybody."""

    reports: list[str]
    answer = True

    def ask(self, report):
        self.reports = [*getattr(self, "reports", []), report]
        return self.answer


@pytest.fixture
def keeper(light, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    one = Quiet(told.append, lambda: "All safe.")
    one.told = told
    return one


def test_a_fault_leaves_a_report(keeper, capsys):
    try:
        raise BugError("the die has seven faces")
    except BugError as error:
        keeper.handle(error)
    assert keeper.last_report is not None
    text = keeper.last_report.read_text("utf-8")
    assert "the die has seven faces" in text
    assert "Qt 6" in text
    assert "test_a_fault_leaves_a_report" in text
    assert keeper.reports == [text]


def test_what_a_person_can_mend_is_a_notice_not_a_report(keeper):
    keeper.handle(UserError("The file is cut short.", "Open the copy."))
    assert [e.message for e in keeper.told] == ["The file is cut short."]
    assert keeper.last_report is None


def test_the_hook_takes_faults_of_threads_too(keeper, qtbot, capsys):
    keeper.install()

    def work():
        raise ValueError("in a thread")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: keeper.last_report is not None)
    assert "in a thread" in keeper.reports[0]


def test_faults_that_follow_each_other_open_one_dialog(keeper, capsys):
    class Nested(Quiet):
        def ask(self, report):
            self.count = getattr(self, "count", 0) + 1
            self.handle(ValueError("while the dialog is open"))
            return True

    nested = Nested(lambda _e: None, lambda: "")
    nested.handle(ValueError("first"))
    assert nested.count == 1


def test_a_report_names_no_folder_of_the_person(monkeypatch):
    monkeypatch.setattr("wardesk.services.faults.Path.home", lambda: Path("/home/anna"))
    error = OSError("no room for /home/anna/secret plans/game.wdgame")
    text = report_text(error, datetime(2026, 1, 2, tzinfo=UTC))
    assert "anna" not in text
    assert "secret plans" not in text
    assert text.startswith("WarDesk ")
    assert "Qt 6." in text


def test_no_disk_no_report_but_still_a_dialog(keeper, monkeypatch, capsys):
    def full(_when=None):
        raise OSError("disk full")

    monkeypatch.setattr("wardesk.ui.shell.crash.user_data", full)
    keeper.handle(ValueError("x"))
    assert keeper.last_report is None
    assert len(keeper.reports) == 1


def test_the_dialog_copies_its_report(light, qtbot):
    dialog = CrashDialog("the report", None, "Your game is safe.")
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()
    assert clipped(dialog) == []
    dialog.copy()
    assert QApplication.clipboard().text() == "the report"
    dialog.close()


def test_a_user_error_reaches_the_notice_bar(window):
    window.tell(UserError("The map is newer than this WarDesk.", "Install a newer one."))
    QApplication.processEvents()
    assert window.notices.isVisible()
    assert clipped(window) == []


# ---- new game ----------------------------------------------------------------------------------


@pytest.fixture
def dialog(light, qtbot):
    one = NewGameDialog("a/1", "The fortress", SIDES, seed=42, note="Sectors, about an hour")
    qtbot.addWidget(one)
    one.show()
    qtbot.waitActive(one)
    return one


def test_enter_starts_with_sensible_values(dialog, qtbot):
    assert clipped(dialog) == []
    with qtbot.waitSignal(dialog.started) as started:
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    expected = NewGame("a/1", (("north", "human"), ("south", "policy")), "play", 42, "seeded")
    assert started.args == [expected]


def test_everything_can_be_changed(dialog, qtbot):
    dialog.players["north"].setCurrentIndex(2)
    dialog.mode.step(1)
    dialog.dice.step(1)
    dialog.seed.setText("7")
    game = dialog.chosen()
    assert game == NewGame(
        "a/1", (("north", "random"), ("south", "policy")), "adjudicate", 7, "typed"
    )
    assert clipped(dialog) == []


LONG_OPTION = GameOption(
    id="order",
    title="Reihenfolge der Feuerabschnitte innerhalb eines Zuges",
    choices=(
        OptionChoice("strip", "Wie auf dem Streifen neben der Karte angegeben, Zeile für Zeile"),
        OptionChoice("phases", "Wie in den Abschnitten des zweiten Kapitels beschrieben"),
    ),
    default="strip",
    cite="EE 2.1",
)


def test_long_words_of_an_option_neither_clip_nor_widen_the_dialog(light, qtbot):
    made = NewGameDialog("a/1", "The fortress", SIDES, seed=42, options=(LONG_OPTION,))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitActive(made)
    assert clipped(made) == []
    assert made.width() <= 640
    assert made.chosen().options == ()
    made.options["order"].setCurrentIndex(1)
    assert made.chosen().options == (("order", "phases"),)


def test_without_a_seed_start_is_off_and_says_why(dialog, qtbot):
    dialog.seed.clear()
    assert not dialog._start.isEnabled()
    assert "seed" in dialog._start.toolTip()
    with qtbot.assertNotEmitted(dialog.started):
        dialog.start()


@pytest.mark.parametrize("screen", [(1440, 900), (1280, 800), (1920, 1080), (1366, 768)])
def test_a_first_window_fits_its_screen_with_its_frame(screen):
    size = first_size(QSize(*screen))
    assert size.width() <= screen[0] - 2
    assert size.height() <= screen[1] - 30
    assert size.width() >= 853
    assert size.height() >= 533


def test_a_table_without_rules_does_not_promise_them(light, qtbot):
    dialog = NewGameDialog("x/y", "A table", SIDES, by_hand=True)
    qtbot.addWidget(dialog)
    assert "by hand" in dialog._mode_note.text()
    assert "enforced" not in dialog._mode_note.text()


def test_messages_that_folded_wait_in_the_status_bar(window, qtbot):
    window.notices._stay = 0
    window.notify(Notice("Done.", tone="ok"))
    qtbot.waitUntil(window.status.messages.isVisible, timeout=5_000)
    assert not window.notices.isVisible()
    qtbot.mouseClick(window.status.messages, Qt.MouseButton.LeftButton)
    assert [one.what for one in window.notices.notices] == ["Done."]
    assert not window.status.messages.isVisible()
