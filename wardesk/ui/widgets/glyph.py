"""An icon by itself, beside words that say the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets.picture import PictureView


class Glyph(PictureView):
    """An icon in a token's ink, for places where it only accompanies words."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, tone: str = "text2", size: int = 18
    ) -> None:
        super().__init__(parent, size=(size, size), fixed=True)
        self._name, self._tone = name, tone

    def set_icon(self, name: str, tone: str) -> None:
        """Show another icon."""
        self._name, self._tone = name, tone
        self.update()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        side = min(box.width(), box.height())
        where = QRectF(0, 0, side, side)
        where.moveCenter(box.center())
        paint_icon(painter, self._name, where, self._tone)
