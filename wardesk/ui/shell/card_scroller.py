"""Scrolls the cards of Home and leaves the keys that walk through them to Home itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wardesk.ui.widgets.panel import Scroller

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
WALKING = (*_ARROWS, Qt.Key.Key_Home, Qt.Key.Key_End)
"""Keys that walk through the cards of Home."""


class CardScroller(Scroller):
    """Leaves the keys that walk through the cards to the screen; page keys scroll."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in WALKING:
            event.ignore()
        else:
            super().keyPressEvent(event)
