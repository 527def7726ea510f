"""Boxes side by side, in as many lines of equal length as their words need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.picture import StripView

_HEAD, _GAP = 18, 3
"""Px of the words above a box, and between two boxes."""


class Box(NamedTuple):
    """What stands in a box and above it; *marked* puts a dot below its words."""

    words: str
    fill: str
    ink: str
    head: str = ""
    strong: bool = True
    outline: str = ""
    marked: bool = False
    tip: str = ""


class BoxStrip(StripView):
    """Shows rows of `Box`, each so *tall* (px) and at most *most* wide."""

    def __init__(
        self, parent: QWidget | None = None, *, tall: int = 24, most: float = 1000.0
    ) -> None:
        super().__init__(parent)
        self._tall, self._most = tall, most
        self.boxes: tuple[Box, ...] = ()

    def show_boxes(self, boxes: Sequence[Box]) -> None:
        """Show other boxes."""
        self.boxes = tuple(boxes)
        self.updateGeometry()
        self.update()

    def _columns(self, width: int) -> int:
        words = [word for box in self.boxes for word in (box.head, box.words)]
        need = max((paint.advance(word, "small-strong") for word in words), default=0.0) + 8
        fit = max(1, int((width + _GAP) // (max(self._tall, need) + _GAP)))
        lines = max(1, -(-len(self.boxes) // fit))
        return max(1, -(-len(self.boxes) // lines))

    def _line(self) -> int:
        head = theme.px(_HEAD) if any(box.head for box in self.boxes) else 0
        return head + theme.px(self._tall)

    def heightForWidth(self, width: int) -> int:
        lines = -(-len(self.boxes) // self._columns(width))
        return max(0, lines * (self._line() + _GAP) - _GAP)

    def place(self, number: int) -> QRectF:
        """Where a box stands, with what is above it."""
        beside = self._columns(self.width())
        each = min(self._most, (self.width() - _GAP * (beside - 1)) / beside)
        line, column = divmod(number, beside)
        return QRectF(column * (each + _GAP), line * (self._line() + _GAP), each, self._line())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for number, box in enumerate(self.boxes):
                if box.tip and self.place(number).contains(event.pos()):
                    QToolTip.showText(event.globalPos(), box.tip, self)
                    return True
        return super().event(event)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        for number, one in enumerate(self.boxes):
            place = self.place(number)
            frame = place.adjusted(0, place.height() - theme.px(self._tall), 0, 0)
            head = QRectF(place.topLeft(), frame.topRight())
            paint.words(painter, head, one.head, role="small", ink="text2", align=paint.CENTRE)
            outline = theme.colour(one.outline) if one.outline else None
            paint.rounded(painter, frame, fill=theme.colour(one.fill), outline=outline, radius=5)
            role = "small-strong" if one.strong else "small"
            paint.words(painter, frame, one.words, role=role, ink=one.ink, align=paint.CENTRE)
            if one.marked:
                dot = QRectF(frame.center().x() - 2, frame.bottom() - 6, 4, 4)
                paint.rounded(painter, dot, fill=theme.colour(one.ink), radius=2)
