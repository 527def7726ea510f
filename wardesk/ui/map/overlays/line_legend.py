"""What the lines of an overlay mean: a small card in the lower left corner of the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wardesk.ui import theme
from wardesk.ui.widgets import paint

_LINE = 36
_CASING = "#ffffff"


@dataclass(frozen=True)
class Sample:
    """One line of the legend: words, and the ink, width (px) and style it is drawn in."""

    words: str
    ink: str
    wide: float
    style: Qt.PenStyle


def paint_legend(painter: QPainter, view: QRectF, samples: Sequence[Sample]) -> QRectF:
    """Draw the legend; gives the card's place, empty where nothing is to be told."""
    if not samples:
        return QRectF()
    row = theme.px(20)
    wide = max(paint.advance(one.words, "small") for one in samples) + _LINE + 34
    card = QRectF(view.left() + 12, 0, wide, row * len(samples) + 12)
    card.moveBottom(view.bottom() - 12)
    paint.rounded(
        painter, card, fill=theme.colour("surface", 0.95), outline=theme.colour("edge"), radius=7
    )
    for k, one in enumerate(samples):
        top = card.top() + 6 + k * row
        a = QPointF(card.left() + 12, top + row / 2)
        b = a + QPointF(_LINE, 0)
        painter.setPen(QPen(QColor(_CASING), one.wide + 2))
        painter.drawLine(a, b)
        painter.setPen(QPen(QColor(one.ink), one.wide, one.style))
        painter.drawLine(a, b)
        where = QRectF(b.x() + 10, top, wide, row)
        paint.words(painter, where, one.words, role="small", ink="text")
    return card
