"""What a person does at the campaign desk in the window: begin a campaign, press keys, wait."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

WAIT = 20_000
"""Milliseconds."""


def settled(qtbot, desk):
    """Wait until nothing is under way."""

    def calm():
        here = desk.campaigns.workspace
        return not (desk.campaigns.busy or (here is not None and here.worker.busy))

    qtbot.waitUntil(calm, timeout=WAIT)


def begin(qtbot, desk, *, typed=False, name="Test run", fog=()):
    """New campaign from its card on Home, through the dialog."""
    opener = desk.campaigns
    opener.new_campaign("market-garden")
    qtbot.waitUntil(lambda: opener.dialog is not None, timeout=WAIT)
    opener.dialog.name.selectAll()
    qtbot.keyClicks(opener.dialog.name, name)
    qtbot.keyClicks(opener.dialog.seats["german"], "Erika")
    for seat, words in dict(fog).items():
        box = opener.dialog.fog[seat]
        box.setCurrentIndex(box.findText(words))
    if typed:
        opener.dialog.dice._group.button(1).click()
    qtbot.mouseClick(opener.dialog.begin_, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opener.workspace is not None, timeout=WAIT)
    settled(qtbot, desk)
    with qtbot.waitActive(desk.window_):
        desk.window_.activateWindow()
    opener.workspace.enter()
    return opener.workspace


def key(qtbot, desk, one, held=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget() or desk.campaigns.workspace, one, held)
    settled(qtbot, desk)
