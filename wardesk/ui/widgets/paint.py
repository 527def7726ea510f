"""The few strokes that all painted parts share: rounded boxes, key caps, words in a box."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from wardesk.ui import theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


def advance(words: str, role: str) -> float:
    """Width of *words* in the font of *role*, px."""
    return _advance(words, role, theme.text_size())


@lru_cache(maxsize=8192)
def _advance(words: str, role: str, _percent: int) -> float:
    # Asked for each cell of each chart whenever a layout is worked out, several times per answer.
    return QFontMetricsF(theme.font(role)).horizontalAdvance(words)


def rounded(
    painter: QPainter,
    box: QRectF,
    *,
    fill: QColor | None = None,
    outline: QColor | None = None,
    radius: float = theme.CONTROL_RADIUS,
    width: float = 1.0,
    dashed: bool = False,
) -> None:
    """A rounded box whose outline lies wholly inside *box*."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inset = width / 2 if outline is not None else 0.0
    if outline is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(outline, width, style))
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius, radius)


def words(
    painter: QPainter,
    box: QRectF,
    text: str,
    *,
    role: str = "body",
    ink: str | QColor = "text",
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """One line of text in *box*; *ink* is a token or a colour."""
    painter.setFont(theme.font(role))
    painter.setPen(ink if isinstance(ink, QColor) else theme.colour(ink))
    # Never cut: a box that is a little too low for large text loses no letters.
    painter.drawText(box, align | Qt.TextFlag.TextDontClip, text)


def key_width(key: str) -> int:
    """Width of the cap that `key_cap` draws, px."""
    return max(20, round(advance(key, "tiny")) + 10)


def key_cap(painter: QPainter, box: QRectF, key: str, ink: QColor) -> None:
    """A key as it stands on a keyboard: its name in a thin outline."""
    words(painter, box, key, role="tiny", ink=ink, align=CENTRE)
    faint = QColor(ink)
    faint.setAlphaF(0.5)
    rounded(painter, box, outline=faint, radius=4)
