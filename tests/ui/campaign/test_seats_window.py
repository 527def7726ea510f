"""Seats in the window: offered ones switched on, own ones made, a command divided later."""

from __future__ import annotations

from campaign_desk import WAIT, begin, settled
from PySide6.QtCore import Qt


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_campaign_begins_with_seats_of_ones_own(qtbot, desk):
    opener = desk.campaigns
    opener.new_campaign("market-garden")
    qtbot.waitUntil(lambda: opener.dialog is not None, timeout=WAIT)
    dialog = opener.dialog
    dialog.wanted["82"].setChecked(True)
    press(qtbot, dialog.new_seat)
    made = dialog.dialog
    qtbot.keyClicks(made.name, "Irish Group")
    made.ticks.ticks["gds.hot"].click()
    press(qtbot, made.done_)
    assert dialog.wanted["82"].isChecked()
    assert dialog.wanted["irish-group"].isChecked()
    press(qtbot, dialog.begin_)
    qtbot.waitUntil(lambda: opener.workspace is not None, timeout=WAIT)
    settled(qtbot, desk)
    seats = dict(opener.workspace.worker.page.seats)
    assert {"82", "irish-group"} <= set(seats)
    assert "iiss" not in seats


def test_a_command_is_divided_while_the_campaign_goes_on(qtbot, desk):
    workspace = begin(qtbot, desk)
    workspace.open_page("packets")
    settled(qtbot, desk)
    page = workspace.packets
    press(qtbot, page.new)
    qtbot.waitUntil(lambda: page.controller.dialog is not None, timeout=WAIT)
    dialog = page.controller.dialog
    qtbot.keyClicks(dialog.name, "Group Cold")
    dialog.ticks.ticks["gds.cold"].click()
    assert "Guards" in dialog.lead.text()
    press(qtbot, dialog.done_)
    settled(qtbot, desk)
    assert dict(workspace.worker.page.seats)["group-cold"] == "Group Cold"
    assert "group-cold" in [row.seat for row in page.seats.lines]
    page.select("group-cold")
    press(qtbot, page.divide)
    qtbot.waitUntil(lambda: page.controller.dialog is not dialog, timeout=WAIT)
    again = page.controller.dialog
    assert again.ticks.ticks["gds.cold"].isChecked()
    again.name.setText("The cold ones")
    press(qtbot, again.done_)
    settled(qtbot, desk)
    assert dict(workspace.worker.page.seats)["group-cold"] == "The cold ones"
