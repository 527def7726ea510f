"""The assistant at a board of one's own, by real keys: from Home, palette and table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.cli.main import main
from wardesk.engine.types import Cells
from wardesk.games.registry import desk_of
from wardesk.model.worksheet import read_rows, write_rows
from wardesk.services.play.desk import list_desks, open_desk
from wardesk.services.play.own_charts import own_file
from wardesk.services.play.session import PlaySession
from wardesk.ui.desk.dialog import DeskDialog, RuleDialog
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.desk_band import DeskBand, DeskCard
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.palette import CommandPalette
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.switch import Switch

pytestmark = [
    pytest.mark.usefixtures("light"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

GAME = list_desks()[0].game


@pytest.fixture(autouse=True)
def _forgotten():
    preferences().change("sheets", {}, keep=False)
    yield
    preferences().change("sheets", {}, keep=False)


@pytest.fixture
def window(qtbot):
    made = MainWindow(preferences().now)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    opener = Opener(made)
    made.home.desks.set_cards([DeskCard(one.game, one.title, one.text) for one in list_desks()])
    yield made
    opener.shut()


@pytest.fixture
def dialog(qtbot):
    made = DeskDialog(GAME, open_desk(GAME))
    qtbot.addWidget(made)
    made.show()
    return made


def keys(text: str = "", *more: Qt.Key) -> None:
    """Type where the keyboard is."""
    there = QApplication.focusWidget()
    assert there is not None
    QTest.keyClicks(there, text)
    for key in more:
        QTest.keyClick(QApplication.focusWidget() or there, key)
    QApplication.processEvents()


def opened() -> DeskDialog:
    QApplication.processEvents()
    (found,) = [w for w in QApplication.topLevelWidgets()
                if isinstance(w, DeskDialog) and w.isVisible()]  # fmt: skip
    return found


def lines(dialog: DeskDialog) -> list[str]:
    dialog.work_out()
    case = dialog.shown.case
    assert case is not None
    return [f"{line.label}: {line.value}" for line in case.inputs]


def test_a_real_attack_by_keys_from_the_palette(window, qtbot):
    """Three divisions and guns on a fortified area with a division in it, in the rough."""
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier
                   | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    palette = window.findChild(CommandPalette)
    assert palette is not None
    QTest.keyClicks(palette.field, "own board")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    dialog = opened()
    qtbot.waitUntil(lambda: dialog.isActiveWindow() or QApplication.focusWidget() is not None)

    keys("Fortified")  # the work has the keyboard
    assert dialog.form.values()["work"] == "fortified-area"
    keys("", Qt.Key.Key_Tab, Qt.Key.Key_Up)  # its own strength: 1
    keys("", Qt.Key.Key_Tab)
    keys("Rough")
    assert dialog.form.values()["work-strength"] == "1"
    assert dialog.form.values()["terrain"] == "rough"
    keys("", Qt.Key.Key_Tab, Qt.Key.Key_Tab)  # past the city to the number of infantry
    keys("", Qt.Key.Key_Up)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    keys("", Qt.Key.Key_Tab)
    keys("Armoured")

    assert dialog.form.values()["attackers"] == (
        "4x infantry 7 division, 1x artillery 4 brigade, 1x armour 5 division"
    )
    said = lines(dialog)
    assert "Attacking strength: 37" in said
    assert "Defending strength: 6" in said
    assert "Main die, Rough: –1" in said
    assert "Main die, Fortified area: –3" in said
    assert "The work after the attack: Improved fort, strength 1" in said
    assert sum(line.ways for line in dialog.shown.case.odds) == 36
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert preferences().now.sheets[f"{GAME}/attack"]["work"] == "fortified-area"
    window.home.desk_asked.emit(GAME)

    assert opened().form.values()["work"] == "fortified-area", "it keeps its last case"


def test_home_leads_there(window):
    button = window.home.desks.findChild(DeskBand).open
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)

    assert opened().shown.case is not None


def test_window_and_command_line_say_the_same(dialog, capsys):
    values = {
        "work": "ouvrage",
        "attackers": "3x infantry 7 division across border, 2x combat-engineer 2 brigade",
        "defenders": "1x infantry 5 division",
        "support": "4",
        "umpire": "1",
    }
    dialog.form.set_values(values)
    assert dialog.form.values() == values
    dialog.copy.click()

    assert main(["odds", GAME, "attack", *(f"{k}={v}" for k, v in values.items())]) == 0
    printed = capsys.readouterr().out
    assert QGuiApplication.clipboard().text() == printed.removesuffix("\n")
    assert "5.25 (quartered across the border) [EF 40.D.19-5]" in printed


def test_an_umpire_leaves_a_modifier_out_by_its_switch(dialog, qtbot):
    (switch,) = dialog.shown.findChildren(Switch)
    assert dialog.shown.case.sum_text.endswith("two dice –2")
    switch.click()

    qtbot.waitUntil(lambda: dialog.shown.case.sum_text.endswith("two dice ±0"))
    assert dialog.form.values()["without"] == "work"
    dialog.form.flip("without", "work")
    dialog.work_out()
    assert dialog.shown.case.sum_text.endswith("two dice –2")


def test_nonsense_is_said_and_nothing_is_copied(dialog):
    dialog.form.set_values({**dialog.sheet.start, "defenders": ""})
    dialog.work_out()

    assert dialog.shown.case is None
    assert "Nobody defends" in dialog.shown._problem.words.text()
    assert not dialog.copy.isEnabled()
    dialog.form.set_values(dialog.sheet.start)
    dialog.work_out()
    assert dialog.copy.isEnabled()


def test_a_rule_number_opens_its_rule(dialog):
    cite = next(c for c in dialog.shown.findChildren(Cite) if c.text() == "EF 40.B-1")
    cite.click()

    (rule,) = dialog.findChildren(RuleDialog)
    assert rule.windowTitle().startswith("EF 40.B-1")


def test_rows_come_and_go_by_keys(dialog):
    table = dialog.form.controls["attackers"]
    table.lines[0].cells[0].setFocus()
    QTest.keyClick(table.lines[0].cells[0].focusProxy(), Qt.Key.Key_D,
                   Qt.KeyboardModifier.ControlModifier)  # fmt: skip

    assert dialog.form.values()["attackers"] == "1x artillery 4 brigade"
    text = "2x infantry 7 division across border+major-river, 1x armour 9 corps"
    columns = table.field.columns
    assert write_rows(columns, read_rows(columns, text)) == text
    (short,) = read_rows(columns, "infantry 7")
    assert (short["number"], short["size"]) == ("1", "division")


def test_the_table_fills_it_in(window, qtbot):
    session = PlaySession.new("may-1940/proving-ground", seed=4,
                              players={"axis": "human", "allies": "policy"})  # fmt: skip
    while (session.ask.who, session.ask.kind) != ("axis", "attack"):
        if session.ask.who == "axis":
            session.answer(session.bot_answer("axis", "policy"))
        else:
            session.step()
    table = TableWorkspace(session, window)
    window.set_workspace("table", table)
    window.show_mode("table")
    target = session.ask.cells[0]
    case = session.case(Cells((target,)))
    assert case is not None
    assert "Nothing is planned" in table.model.actions.run("table.sheet")
    table.model.interaction.cell(target)
    table.model.show_interaction()
    QTest.keyClick(table, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)

    assert opened().shown.case.sum_text == case.sum_text
    table.shut()


def test_the_form_is_by_the_charts_of_its_owner():
    """His heads of columns are offered, and his cells are the odds."""
    own = own_file(GAME)
    own.parent.mkdir(parents=True)
    own.write_text('main.columns.9 = "12:1"\nmain.rows.5.6 = "DE"\n', "utf-8")
    values = {"attackers": "3x infantry 7", "defenders": "infantry 5"}
    before = desk_of(GAME).odds("attack", values).odds
    desk = open_desk(GAME)
    heads = next(f for f in desk.sheets()[0].fields() if f.key == "column").choices

    assert heads[-1].id == "12:1"
    assert desk.odds("attack", values).odds != before
