"""A table that was left is gone, however many are opened in one evening."""

from __future__ import annotations

import gc
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent

from wardesk.services.play.session import PlaySession
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.workspace import TableWorkspace


def test_the_table_after_it_does_not_hold_one_that_had_the_keyboard(light, qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()

    def opened() -> TableWorkspace:
        session = PlaySession.new("eben-emael/historical", seed=5, keep=False)
        made = TableWorkspace(session, window)
        made.model.runner.set_paused(True)
        window.set_workspace("table", made)
        window.show_mode("table")
        qtbot.waitUntil(lambda: window.focusWidget() is not None)
        return made

    first = opened()
    first.view.setFocus()
    gone = ref(first)
    first.shut()
    second = opened()
    second.view.setFocus()
    del first
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()

    assert gone() is None
    second.shut()
