"""The fates of a drop in one table: typed, pasted, undone, rolled, entered."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, settled
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidget

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.operation.places import Place

pytestmark = pytest.mark.usefixtures("light")

ZONES = {"101.501.a": "A", "101.501.b": "B", "101.501.c": "B", "101.502.a": "C"}


def dropped(campaign):
    return campaign.add(
        [
            EventDraft(payload=UnitArrived(unit=unit, place=Place("drop", zone, game="WED")))
            for unit, zone in ZONES.items()
        ]
    )


@pytest.mark.slow
def test_the_fates_of_a_drop_are_typed_pasted_and_rolled_in_one_table(desk, qtbot, begin_at):
    here = begin_at("17 Sep 1300")
    here.worker.do(dropped)
    settled(qtbot, desk)
    need = next(each for each in here.worker.page.due if each.key.startswith("duty:fates.101"))
    assert need.tabled
    here.ask.show_duty(need)
    qtbot.mouseClick(here.ask.primary, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: here.rolls.dialog is not None, timeout=WAIT)
    dialog = here.rolls.dialog
    model = dialog.model
    assert model.rowCount() == 4
    # nothing is typed: the one button that there is rolls them all
    assert (dialog.enter_.isVisible(), dialog.rest.cap()) == (False, "Ctrl+Enter")
    # typed: each digit is a die, and the next row comes
    qtbot.keyClicks(dialog.view, "83")
    assert [row.die for row in model.rows()] == [8, 3]
    assert (dialog.enter_.cap(), dialog.rest.cap()) == ("Ctrl+Enter", "")
    assert "step loss" in model.data(model.index(0, model.columnCount() - 1))
    # pasted by name, undone
    QApplication.clipboard().setText("101.501.c\t12\n101.502.a\t5\t2\n5 GFA\t1")
    qtbot.keyClick(dialog.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, desk)
    assert model.typed == 3
    assert "d10" in dialog.read.text()
    assert "5 GFA" in dialog.read.text()
    assert model.table.rows[3].proposal.modifier == 2  # its own Germans
    assert not clipped(dialog)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert model.typed == 2
    # typed ones are entered, what is left stays; then the rest is rolled and the dialog goes
    qtbot.mouseClick(dialog.enter_, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.rowCount() == 2, timeout=WAIT)
    settled(qtbot, desk)
    qtbot.mouseClick(dialog.rest, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=WAIT)
    settled(qtbot, desk)
    assert not [each for each in here.worker.page.due if each.key.startswith("duty:fates.101")]


def test_control_enter_rolls_all_where_nothing_is_typed(desk, qtbot, begin_at):
    here = begin_at("17 Sep 1300")
    here.worker.do(dropped)
    settled(qtbot, desk)
    need = next(each for each in here.worker.page.due if each.key.startswith("duty:fates.101"))
    here.rolls.open(need.action, dict(need.words))
    qtbot.waitUntil(lambda: here.rolls.dialog is not None, timeout=WAIT)
    dialog = here.rolls.dialog
    qtbot.keyClick(dialog.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=WAIT)
    settled(qtbot, desk)
    assert not [each for each in here.worker.page.due if each.key.startswith("duty:fates.101")]


def test_arrivals_and_chits_are_ticked_in_a_list(desk, qtbot, begin_at):
    here = begin_at("17 Sep 1300")
    here.worker.do(dropped)
    settled(qtbot, desk)
    here.open_form("place", {"game": "WED", "hex": "42.163"})
    settled(qtbot, desk)
    dialog = here.forms.dialog
    qtbot.waitUntil(lambda: dialog.form is not None and dialog.form.line.id == "place",
                    timeout=WAIT)  # fmt: skip
    units = next(box for box in dialog.fields if box.field.name == "units")
    ticks = units.findChild(QListWidget)
    # those that came, and no typing of ids
    assert set(ZONES) <= {value for value, _name in units.field.choices}
    assert ticks.count() == len(units.field.choices)
    assert units.words() == ""
    for row in range(2):
        ticks.item(row).setCheckState(Qt.CheckState.Checked)
    assert len(units.words().split(",")) == 2
    qtbot.waitUntil(lambda: dialog.act.isEnabled(), timeout=WAIT)
    assert not clipped(dialog)
    dialog.act.click()
    settled(qtbot, desk)
    moved = [each for each in here.worker.page.log if "42.163" in each.words]
    assert moved
