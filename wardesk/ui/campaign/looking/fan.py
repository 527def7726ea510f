"""A stack laid out: every formation of it with its counter, its name and what is left of it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from wardesk.render.counters.formations import ROOM, formation_image
from wardesk.render.country.stacks import Stack
from wardesk.services.campaign.operational_map import Token
from wardesk.ui import theme
from wardesk.ui.widgets import paint

_CARD, _WIDE, _HIGH, _PAD = 46, 176, 60, 8
_GAP = 10.0


def tr(words: str) -> str:
    """Words of the map in the window's language."""
    return QCoreApplication.translate("CountryView", words)


class Fan:
    """Laid beside the stack, within the view; *near* is the stack in view px."""

    def __init__(self, stack: Stack, near: QRectF, room: QSizeF, *, warm: bool) -> None:
        self.stack, self._warm = stack, warm
        count = len(stack.tokens)
        columns = 1 if count <= 3 else 2 if room.width() < 640 or count <= 8 else 3
        rows = -(-count // columns)
        wide, high = columns * _WIDE + 2 * _PAD, rows * _HIGH + 2 * _PAD
        left = near.right() + _GAP
        if left + wide > room.width() - 6:
            left = near.left() - _GAP - wide
        left = min(max(6.0, left), max(6.0, room.width() - wide - 6))
        top = min(max(6.0, near.center().y() - high / 2), max(6.0, room.height() - high - 6))
        self.box = QRectF(left, top, wide, high)
        self._rows = rows

    def cells(self) -> list[tuple[Token, QRectF]]:
        """Each formation with its place in the view."""
        found: list[tuple[Token, QRectF]] = []
        for k, token in enumerate(self.stack.tokens):
            column, row = divmod(k, self._rows)
            corner = self.box.topLeft() + QPointF(_PAD + column * _WIDE, _PAD + row * _HIGH)
            found.append((token, QRectF(corner, QSizeF(_WIDE, _HIGH))))
        return found

    def token_at(self, point: QPointF) -> Token | None:
        """The formation at a view px."""
        return next((token for token, box in self.cells() if box.contains(point)), None)

    def paint(self, painter: QPainter, ratio: float) -> None:
        """Draw it over everything else."""
        shadow = theme.colour("text", 0.18)
        paint.rounded(painter, self.box.translated(2, 3), fill=shadow, radius=10)
        paint.rounded(painter, self.box, fill=theme.colour("surface"),
                      outline=theme.colour("edge"), radius=10)  # fmt: skip
        for token, box in self.cells():
            image = formation_image(token, self._warm, _CARD, ratio)
            whole = _CARD * ROOM
            middle = QPointF(box.left() + _CARD / 2 + 2, box.center().y())
            corner = middle - QPointF(whole / 2, whole / 2)
            painter.drawImage(QPointF(round(corner.x()), round(corner.y())), image)
            left = box.left() + _CARD + 12
            wide = box.right() - left - 4
            metrics = QFontMetricsF(theme.font("small-strong"))
            name = metrics.elidedText(token.name, Qt.TextElideMode.ElideRight, wide)
            head = QRectF(left, box.center().y() - 19, wide, 18)
            paint.words(painter, head, name, role="small-strong")
            paint.words(
                painter, head.translated(0, 18), left_words(token), role="small", ink="text2"
            )


def left_words(token: Token) -> str:
    """What is left of a formation, in words."""
    if not token.steps_full:
        return tr("no steps of its own")
    return tr("{0} of {1} steps").format(token.steps, token.steps_full)
