"""An icon by itself, beside words that say the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.ui.icons import paint_icon


class Glyph(QWidget):
    """An icon in a token's ink, for places where it only accompanies words."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, tone: str = "text2", size: int = 18
    ) -> None:
        super().__init__(parent)
        self._name, self._tone, self._size = name, tone, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, name: str, tone: str) -> None:
        """Show another icon."""
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = float(min(self.width(), self.height()))
        box = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        paint_icon(painter, self._name, box, self._tone)
        painter.end()
