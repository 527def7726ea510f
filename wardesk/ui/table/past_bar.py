"""The line under the board that says where in the game the table stands, and leads back to now."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.text import Text


class PastBar(QFrame):
    """``moved(by)`` for one event back or forth, ``back_to_now()``."""

    moved = Signal(int)
    back_to_now = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("surface")
        self.setAccessibleName(tr("Where in the game"))
        self._back = ToolButton("chevron-left", tr("One event back"), self, key=",", size=16)
        self._forth = ToolButton("chevron-right", tr("One event forth"), self, key=".", size=16)
        self._back.clicked.connect(self._go_back)
        self._forth.clicked.connect(self._go_forth)
        self._words = Text("", self, role="small", tone="text2")
        self._now = Chip(tr("now"), self, tone="ok", icon="check")
        self._return = Button(tr("Back to now"), self, key="End")
        self._return.clicked.connect(self.back_to_now)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S3, 2, theme.S3, 2)
        row.setSpacing(theme.S2)
        for part in (self._back, self._forth, self._words, self._now, self._return):
            row.addWidget(part)
        row.addStretch(1)
        self.setFixedHeight(40)

    def _go_back(self) -> None:
        self.moved.emit(-1)

    def _go_forth(self) -> None:
        self.moved.emit(1)

    def set_place(self, place: int, count: int, past: bool) -> None:
        """Event *place* of *count* is shown; *past* when it is not the present."""
        self._words.setText(tr("Event {0} of {1}").format(place, count))
        self._now.setVisible(not past)
        self._return.setVisible(past)
        self._back.setEnabled(place > 0)
        self._forth.setEnabled(past)
