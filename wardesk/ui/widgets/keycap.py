"""A key, drawn beside what it does."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr


class KeyCap(QWidget):
    """One key or chord, such as ``Ctrl+O``."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Key {0}").format(key))

    def sizeHint(self) -> QSize:
        return QSize(paint.key_width(self._key), theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint.key_cap(painter, QRectF(self.rect()), self._key, theme.colour("text2"))
        painter.end()
