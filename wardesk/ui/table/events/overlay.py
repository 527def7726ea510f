"""A part that covers another one whole, and follows its size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class CoveringWidget(QWidget):
    """Lies over *under*, as large as it."""

    def __init__(self, under: QWidget) -> None:
        super().__init__(under)
        self._under = under
        under.installEventFilter(self)
        self.setGeometry(under.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._under and isinstance(event, QResizeEvent):
            self.setGeometry(self._under.rect())
        return False
