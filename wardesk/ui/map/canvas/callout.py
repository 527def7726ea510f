"""A few words on a ground of their own, beside a point of the sheet."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint


def paint_words(
    painter: QPainter, view: QRectF, at: QPointF, words: str, *, icon: str = "", tone: str = "text",
    below: bool = False,
) -> None:  # fmt: skip
    """*words* near *at* (px of the view), pushed inside *view*; an icon so that no colour is alone.

    Long lines are broken once. *below*: under the point, where the hand or another stands above it.
    """
    lines = [line for row in words.split("\n") for line in _broken(row)]
    width = max(paint.advance(line, "small-strong") for line in lines) + 20 + (22 if icon else 0)
    height = theme.px(18) * len(lines) + 12
    box = QRectF(at.x() + 16, at.y() - height - 12, width, height)
    if box.right() > view.right() - 6:
        box.moveRight(at.x() - 16)
    if box.left() < view.left() + 6:
        box.moveLeft(view.left() + 6)
    if below or box.top() < view.top() + 6:
        box.moveTop(at.y() + 18)
    if box.bottom() > view.bottom() - 6:
        box.moveBottom(at.y() - 12)
    edge = theme.colour("edge")
    paint.rounded(painter, box, fill=theme.colour("surface", 0.97), outline=edge, radius=7)
    left = box.left() + 10
    if icon:
        where = QRectF(left, box.top() + 6 + (theme.px(18) - 16) / 2, 16, 16)
        paint_icon(painter, icon, where, tone)
        left += 22
    for k, line in enumerate(lines):
        where = QRectF(left, box.top() + 6 + k * theme.px(18), width, theme.px(18))
        ink = theme.ink_on(tone) if tone in ("ok", "warn", "danger", "accent") else tone
        paint.words(painter, where, line, role="small-strong", ink=ink)


def _broken(words: str) -> list[str]:
    if len(words) <= 48:
        return [words]
    middle = words.rfind(" ", 0, len(words) // 2 + 8)
    return [words[:middle], words[middle + 1 :]] if middle > 0 else [words]
