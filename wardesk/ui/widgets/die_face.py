"""One die: pips for six faces, figures for any other, an empty outline while it waits."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint

_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


class DieFace(QWidget):
    """*value* None = not rolled; *faces* says which kind of die it is."""

    def __init__(
        self, value: int | None = None, parent: QWidget | None = None, *, faces: int = 6
    ) -> None:
        super().__init__(parent)
        self._value, self._faces = value, faces
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_value(value)

    def set_value(self, value: int | None) -> None:
        """Show a face, or an empty die."""
        self._value = value
        self.setAccessibleName(
            self.tr("Die, {0}").format(value) if value else self.tr("Die, not rolled")
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(44, 44)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge, field = theme.colour("edge"), theme.colour("field")
        empty = not self._value
        paint.rounded(painter, box, fill=field, outline=edge, radius=8, width=1.5, dashed=empty)
        if self._value and self._faces == 6:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("text"))
            for x, y in _PIPS.get(self._value, ()):
                spot = QPointF(
                    box.left() + box.width() * (0.25 + 0.25 * x),
                    box.top() + box.height() * (0.25 + 0.25 * y),
                )
                painter.drawEllipse(spot, 3.3, 3.3)
        elif self._value:
            paint.words(painter, box, str(self._value), role="title", align=paint.CENTRE)
        else:
            paint.words(
                painter, box, f"d{self._faces}", role="small", ink="text3", align=paint.CENTRE
            )
        painter.end()
