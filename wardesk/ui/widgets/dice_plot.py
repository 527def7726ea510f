"""How often each sum of dice fell, as bars, against what fair dice give, as marks across them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from wardesk.services.statistics import Thrown, expected, luck_of
from wardesk.ui import theme
from wardesk.ui.widgets import paint

_BARS, _LABELS = 72, 18


class DicePlot(QWidget):
    """Shows one `Thrown`: bars are what fell, the lines across are what was to be expected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[int, int, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_thrown(self, found: Thrown) -> None:
        """Show other rolls."""
        chances = expected(found.dice)
        self._rows = [
            (total, found.sums.get(total, 0), chance * found.count)
            for total, chance in chances.items()
        ]
        self.setAccessibleName(self.summary(found))
        self.setAccessibleDescription(
            "; ".join(
                self.tr("{0}: {1} times, expected {2:.1f}").format(total, fell, fair)
                for total, fell, fair in self._rows
            )
        )
        self.update()

    def summary(self, found: Thrown) -> str:
        """The rolls as a sentence."""
        luck = luck_of(found)
        words = self.tr("{0}: {1} rolls, mean {2:.1f}, expected {3:.1f}").format(
            found.name, found.count, luck.mean, luck.fair
        )
        if found.count < 2:
            return words
        share = max(1, round(100 * luck.farther))
        return words + self.tr("; as far off in {0} of 100 games").format(share)

    def sizeHint(self) -> QSize:
        return QSize(220, _BARS + _LABELS)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, _BARS + _LABELS)

    def _column(self, k: int) -> QRectF:
        each = self.width() / max(1, len(self._rows))
        return QRectF(k * each, 0, each, _BARS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = max((max(fell, fair) for _, fell, fair in self._rows), default=1.0) or 1.0
        every = 1 + int(26 * len(self._rows) / max(1, self.width()))
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(QPointF(0, _BARS - 0.5), QPointF(self.width(), _BARS - 0.5))
        for k, (total, fell, fair) in enumerate(self._rows):
            box = self._column(k)
            gap = min(3.0, box.width() * 0.15)
            tall = (_BARS - 14) * fell / top
            bar = QRectF(box.left() + gap, _BARS - tall, box.width() - 2 * gap, tall)
            if fell:
                painter.fillRect(bar, theme.colour("chart1"))
                if box.width() > 12:
                    over = QRectF(box.left(), bar.top() - 14, box.width(), 14)
                    paint.words(
                        painter, over, str(fell), role="tiny", ink="text2", align=paint.CENTRE
                    )
            y = _BARS - (_BARS - 14) * fair / top
            # A casing keeps the mark visible where it lies on its own bar.
            for ink, wide in (("surface", 4.0), ("text", 2.0)):
                pen = QPen(theme.colour(ink), wide)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(QPointF(box.left() + 1, y), QPointF(box.right() - 1, y))
            if k % every == 0:
                under = QRectF(box.left() - 6, _BARS, box.width() + 12, _LABELS)
                paint.words(
                    painter, under, str(total), role="tiny", ink="text2", align=paint.CENTRE
                )
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for k, (total, fell, fair) in enumerate(self._rows):
                if self._column(k).left() <= event.pos().x() < self._column(k).right():
                    said = self.tr("{0}: {1} times, expected {2:.1f}").format(total, fell, fair)
                    QToolTip.showText(event.globalPos(), said, self)
                    return True
        return super().event(event)
