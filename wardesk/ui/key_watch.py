"""Sees a key before whoever gets it, without a look at every other event of the window.

A filter over the whole application is asked about each event there is, several hundred for one
answer at a table, and each of them crosses from Qt into Python. Keys go to one place alone.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class KeyWatch(QObject):
    """Calls *heard(widget, event)* for a key that goes down; True uses the key up.

    It watches the control that has the keyboard, and goes with the keyboard wherever that goes.
    """

    def __init__(self, heard: Callable[[QWidget, QKeyEvent], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._heard = heard
        self._on = False
        self._watched: QWidget | None = None

    def set_on(self, on: bool) -> None:
        """Begin to listen, or stop; once more does no harm."""
        app = QApplication.instance()
        if on == self._on or not isinstance(app, QApplication):
            return
        self._on = on
        if on:
            app.focusChanged.connect(self._follow)
            self._follow(None, app.focusWidget())
        else:
            app.focusChanged.disconnect(self._follow)
            self._follow(None, None)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._watched is now:
            return
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return isinstance(watched, QWidget) and self._heard(watched, event)
        return False
