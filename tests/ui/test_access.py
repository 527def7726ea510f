"""For everybody: names for screen readers, a sane tab order, right to left, a focus one can see."""

from pathlib import Path

import pytest
from clipping import clipped
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QWidget
from screens import SIDES, sample_window

from wardesk.errors import DamagedFile
from wardesk.services.play.session import PlaySession
from wardesk.ui import theme
from wardesk.ui.dialogs.text_dialog import ReasonDialog
from wardesk.ui.shell.crash import CrashDialog
from wardesk.ui.shell.damaged import DamagedDialog
from wardesk.ui.shell.keys import KeysDialog, KeysEditor
from wardesk.ui.shell.mode_bar import MODES
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.shell.palette import CommandPalette
from wardesk.ui.shell.settings_dialog import SettingsDialog
from wardesk.ui.table.freehand.edit_dialog import EditDialog
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.switch import Switch

SCENARIO = "eben-emael/historical"


@pytest.fixture
def window(light, qtbot):
    one = sample_window(light)
    qtbot.addWidget(one)
    one.resize(1280, 800)
    one.show()
    return one


@pytest.fixture
def table(window):
    session = PlaySession.new(SCENARIO, seed=3, keep=False, mode="adjudicate")
    made = TableWorkspace(session, window)
    window.set_workspace("table", made)
    window.show_mode("table")
    yield made
    made.shut()


def dialogs(window):
    yield SettingsDialog(window)
    yield KeysEditor(window.commands, window)
    yield KeysDialog(window.commands.all(), window)
    yield CommandPalette(window.commands, window)
    yield NewGameDialog("a/1", "The fortress", SIDES, window, seed=1)
    yield CrashDialog("report", None, "Your games are safe.", window)
    yield DamagedDialog(Path("game.wdgame"), DamagedFile("Cut short.", "Take a copy."), window)
    yield ReasonDialog("Reason", "Why go back over the dice?", window, take="Go back")


def nameless(root):
    """Focusable widgets that a screen reader could only call "button" or "edit"."""
    found = []
    for widget in root.findChildren(QWidget):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not takes or not widget.isVisibleTo(root):
            continue
        inner = widget.objectName().startswith("qt_") or isinstance(widget, QScrollArea)
        inside = isinstance(widget.parent(), QLineEdit)
        if not widget.accessibleName() and not inner and not inside:
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


@pytest.mark.parametrize("mode", MODES)
def test_everything_that_takes_the_keyboard_has_a_name(window, mode):
    window.show_mode(mode)
    QApplication.processEvents()
    assert nameless(window) == []


def test_so_has_the_table(window, table):
    QApplication.processEvents()
    assert nameless(window) == []


@pytest.mark.slow
def test_so_has_every_dialog(window, table):
    for dialog in dialogs(window):
        dialog.show()
        QApplication.processEvents()
        assert nameless(dialog) == [], type(dialog).__name__
        assert dialog.windowTitle()
        dialog.close()
    piece = next(iter(table.session.state.pieces.values()))
    edit = EditDialog(piece, "A piece", [(None, "Out")], [(None, "Nobody")], window)
    edit.show()
    assert nameless(edit) == []
    edit.close()


def stops(root):
    """Widgets in the order in which Tab reaches them, once around."""
    found, here = [], root.nextInFocusChain()
    while here is not root and len(found) < 3000:
        if here.isVisibleTo(root) and here.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(here)
        here = here.nextInFocusChain()
    return found


def test_tab_runs_down_the_settings(window):
    dialog = SettingsDialog(window)
    dialog.show()
    QApplication.processEvents()
    rows = [s for s in stops(dialog) if isinstance(s, QWidget) and s is not dialog.search]
    boxes = [s for s in rows if s.accessibleDescription() and not isinstance(s, Button)]
    tops = [s.mapTo(dialog, QPoint(0, 0)).y() for s in boxes]
    assert len(tops) > 6
    assert tops == sorted(tops)
    dialog.close()


@pytest.mark.parametrize("mode", MODES)
def test_right_to_left_cuts_nothing(window, light, mode):
    light.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        for size in ((1000, 700), (1440, 900)):
            window.resize(*size)
            window.show_mode(mode)
            QApplication.processEvents()
            assert clipped(window) == []
            assert window.mode_bar.mapTo(window, QPoint(0, 0)).x() > window.width() // 2
            assert not window.grab().isNull()
    finally:
        light.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.slow
def test_right_to_left_table_and_dialogs(window, light, table):
    light.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        QApplication.processEvents()
        assert clipped(window) == []
        # The board is a picture of a thing: it is not mirrored, and picking still is exact.
        view = table.view
        for cell in view.scene().index.anchors:
            assert view.cell_at(view.cell_point(cell).toPointF()) == cell
        for dialog in dialogs(window):
            dialog.show()
            QApplication.processEvents()
            assert clipped(dialog) == []
            dialog.close()
    finally:
        light.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.parametrize("name", theme.THEMES)
def test_the_focus_can_be_seen(light, qtbot, name):
    theme.apply(light, name)
    choices = (("a", "One"), ("b", "Two"))
    for make in (
        lambda: Button("Words"), lambda: Button("Words", kind="primary"),
        lambda: ToolButton("plus", "More"), lambda: Switch("On", on=True),
        lambda: Segment(choices, name="Choice"),
    ):  # fmt: skip
        page = QWidget()
        qtbot.addWidget(page)
        page.resize(220, 60)
        part = make()
        part.setParent(page)
        takes = part if part.focusPolicy() else part._group.checkedButton()
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.setFocus()
        plain = part.grab().toImage()
        takes.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        assert part.grab().toImage() != plain, (name, type(part).__name__)
        page.close()


def test_on_and_off_differ_in_more_than_colour(light, qtbot):
    """A grey picture tells a switch that is on from one that is off: the knob lies elsewhere."""
    shapes = []
    for on in (False, True):
        switch = Switch("On", on=on)
        qtbot.addWidget(switch)
        image = switch.grab().toImage()
        middle = image.height() // 2
        row = [image.pixelColor(x, middle).lightness() for x in range(6, image.width() - 6)]
        track = sorted(row)[len(row) // 2]
        knob = [x for x, light_ in enumerate(row) if abs(light_ - track) > 40]
        shapes.append(sum(knob) / len(knob))
    assert shapes[1] - shapes[0] > 6
