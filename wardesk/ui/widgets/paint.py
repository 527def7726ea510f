"""The few strokes that all painted parts share: rounded boxes, key caps, words in a box."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, lru_cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap

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
    return QFontMetricsF(theme.shared_font(role)).horizontalAdvance(words)


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
    painter.setFont(theme.shared_font(role))
    painter.setPen(ink if isinstance(ink, QColor) else theme.colour(ink))
    painter.drawText(box, _uncut(align), text)


@cache
def _uncut(align: Qt.AlignmentFlag) -> int:
    """Never cut: a box that is a little too low for large text loses no letters."""
    return int((align | Qt.TextFlag.TextDontClip).value)


class Pictures:
    """What is painted again and again unchanged, kept as pictures; *most* of them at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, QPixmap] = OrderedDict()

    def draw(
        self,
        painter: QPainter,
        box: QRect,
        key: Hashable,
        paint: Callable[[QPainter], None],
        ground: QColor | None = None,
    ) -> None:
        """Put the picture of *key* into *box* (logical px); *paint* makes it where it is not known.

        *paint* draws in the coordinates of *box* itself. Words need an opaque *ground*: only there
        do they look as they do everywhere else.
        """
        ratio = painter.device().devicePixelRatioF()
        if ratio != int(ratio):  # It would lie between the pixels of the screen, and blur.
            paint(painter)
            return
        whole = (key, box.width(), box.height(), ratio, theme.current(), theme.text_size())
        picture = self._kept.pop(whole, None)
        if picture is None:
            picture = QPixmap(box.size() * int(ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(ground if ground is not None else Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            inner.translate(-box.topLeft())
            paint(inner)
            inner.end()
            if len(self._kept) >= self._most:
                self._kept.popitem(last=False)
        self._kept[whole] = picture
        painter.drawPixmap(box.topLeft(), picture)


def key_width(key: str) -> int:
    """Width of the cap that `key_cap` draws, px."""
    return max(20, round(advance(key, "tiny")) + 10)


def key_cap(painter: QPainter, box: QRectF, key: str, ink: QColor) -> None:
    """A key as it stands on a keyboard: its name in a thin outline."""
    words(painter, box, key, role="tiny", ink=ink, align=CENTRE)
    faint = QColor(ink)
    faint.setAlphaF(0.5)
    rounded(painter, box, outline=faint, radius=4)
