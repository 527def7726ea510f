"""The slider through a game: a tick for every event by side, marks for what matters, a handle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

from wardesk.services.play.timeline import Tick
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr

_HIGH, _LOW, _PAD, _KNOB = 44, 28, 10, 8
"""Px: height with the numbers of the turns and without, room at both ends, the handle's radius."""
_TICK, _NUMBER = 6, 12
"""Px: how long a side's tick is, and how high the numbers of the turns; neither reaches the other.
"""


class TimelineSource(Protocol):
    """What can be slid through: ticks, and a number that grows when they change."""

    ticks: list[Tick]
    revision: int


class Timeline(QSlider):
    """A slider over the places of a `TimelineSource`; ``valueChanged(place)`` as ever.

    Everything that does not move is painted once into a picture; a drag only draws that and the
    handle, however long the game is.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._line: TimelineSource | None = None
        self._slots: Mapping[str, str] = {}
        self._notes: Mapping[int, str] = {}
        self._pin: int | None = None
        self.sparse = False
        """Leave out ticks that are nobody's where they would run together."""
        self._words: Callable[[int], str] = lambda event: str(event)
        self._picture: QPixmap | None = None
        self._picture_key: tuple[object, ...] = ()
        self.setAccessibleName(tr("Timeline"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        return QSize(320, _HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, _LOW)

    @property
    def _middle(self) -> int:
        """Px from above where the rail lies."""
        return 19 if self._named else self.height() // 2

    @property
    def _named(self) -> bool:
        """Whether the numbers of the turns have room below the rail."""
        return self.height() >= _HIGH

    def set_line(
        self,
        line: TimelineSource,
        slots: Mapping[str, str],
        notes: Mapping[int, str],
        words: Callable[[int], str],
    ) -> None:
        """Show *line*; *slots* are the sides' letters, *notes* the notes by event."""
        self._line, self._slots, self._words = line, slots, words
        self._notes = dict(notes)
        self.blockSignals(True)
        self.setRange(0, max(0, len(line.ticks) - 1))
        self.blockSignals(False)
        self.update()

    def set_place(self, place: int) -> None:
        """Put the handle somewhere without a signal."""
        self.blockSignals(True)
        self.setValue(place)
        self.blockSignals(False)
        self.setAccessibleDescription(self.words_at(place))
        self.update()

    def set_pin(self, place: int | None) -> None:
        """Mark the place that the shown one is compared with."""
        self._pin = place
        self.update()

    def words_at(self, place: int) -> str:
        """What happened there, for tooltip and screen reader."""
        if self._line is None or not 0 <= place < len(self._line.ticks):
            return ""
        event = self._line.ticks[place].event
        words = self._words(event)
        note = self._notes.get(event)
        return f"{words}\n{note}" if note else words

    # ---- where things are -----------------------------------------------------------------------

    def x_of(self, place: int) -> float:
        """Px from the left where *place* lies."""
        return _PAD + (self.width() - 2 * _PAD) * place / max(1, self.maximum())

    def place_at(self, x: float) -> int:
        """The place nearest to *x* px."""
        share = (x - _PAD) / max(1, self.width() - 2 * _PAD)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    # ---- painting -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._still())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._pin is not None:
            x = self.x_of(self._pin)
            painter.setPen(QPen(theme.colour("accent_text"), 2))
            painter.drawLine(QPointF(x, 4), QPointF(x, self.height() - 4))
        x = self.x_of(self.value())
        painter.fillRect(QRectF(_PAD, self._middle - 1.5, x - _PAD, 3), theme.colour("accent"))
        painter.setPen(QPen(theme.colour("focus" if self.hasFocus() else "accent"), 2.5))
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(QPointF(x, self._middle), _KNOB, _KNOB)
        if self.hasFocus():
            paint.rounded(
                painter, QRectF(self.rect()).adjusted(0, 0, 0, 0), outline=theme.colour("focus"),
                width=2,
            )  # fmt: skip
        painter.end()

    def _still(self) -> QPixmap:
        """Rail, ticks and marks, painted when one of them has changed."""
        line, ratio = self._line, self.devicePixelRatioF()
        key = (
            id(line), line.revision if line else 0, self.size().toTuple(), ratio,
            theme.current(), tuple(self._notes), tuple(self._slots.items()),
        )  # fmt: skip
        if self._picture is None or key != self._picture_key:
            self._picture_key = key
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_still(painter, line.ticks if line else [])
            painter.end()
        return self._picture

    def _paint_still(self, painter: QPainter, ticks: list[Tick]) -> None:
        middle = self._middle
        rail = QRectF(_PAD, middle - 2, self.width() - 2 * _PAD, 4)
        paint.rounded(painter, rail, fill=theme.colour("sunken"), radius=2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        drawn: set[tuple[int, str]] = set()
        each = (self.width() - 2 * _PAD) / max(1, self.maximum())
        for place, tick in enumerate(ticks):
            x = round(_PAD + each * place)
            slot = self._slots.get(tick.side, "")
            if (x, slot) in drawn:
                continue  # Thousands of events share the few hundred columns there are.
            drawn.add((x, slot))
            if slot == "a":
                painter.fillRect(x, middle - 5 - _TICK, 1, _TICK, theme.colour("side_a"))
            elif slot:
                painter.fillRect(x, middle + 5, 1, _TICK, theme.colour("side_b"))
            elif not self.sparse or len(ticks) * 4 < self.width():
                painter.fillRect(x, middle - 5, 1, 10, theme.colour("edge"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_turns(painter, ticks)
        self._paint_marks(painter, ticks)

    def _paint_turns(self, painter: QPainter, ticks: list[Tick]) -> None:
        free = 0.0
        for place, tick in enumerate(ticks):
            if not tick.turn:
                continue
            x = self.x_of(place)
            painter.setPen(QPen(theme.colour("text3"), 1))
            foot = self.height() - (_NUMBER + 2 if self._named else 4)
            painter.drawLine(QPointF(x, self._middle - 6), QPointF(x, foot))
            if not self._named:
                continue
            words = str(tick.turn)
            wide = paint.advance(words, "tiny")
            left = min(max(0.0, x - wide / 2), self.width() - wide)
            if left >= free:
                box = QRectF(left, self.height() - _NUMBER, wide + 2, _NUMBER)
                paint.words(painter, box, words, role="tiny", ink="text2")
                free = left + wide + 6

    def _paint_marks(self, painter: QPainter, ticks: list[Tick]) -> None:
        """Losses as wedges, results as lozenges, rulings as plum dots, notes as flags above."""
        painter.setPen(Qt.PenStyle.NoPen)
        drawn: set[tuple[int, str]] = set()
        for place, tick in enumerate(ticks):
            if not tick.marks and tick.event not in self._notes:
                continue
            x = self.x_of(place)
            for mark in sorted(tick.marks):
                if mark != "turn" and (round(x / 2), mark) not in drawn:
                    drawn.add((round(x / 2), mark))
                    self._paint_mark(painter, mark, x, self._middle)
            if tick.event in self._notes:
                painter.setBrush(theme.colour("accent"))
                painter.drawPolygon([QPointF(x - 4, 0), QPointF(x + 4, 0), QPointF(x + 4, 9),
                                     QPointF(x, 6), QPointF(x - 4, 9)])  # fmt: skip

    @staticmethod
    def _paint_mark(painter: QPainter, mark: str, x: float, middle: int) -> None:
        if mark == "loss":
            painter.setBrush(theme.colour("danger"))
            painter.drawPolygon([QPointF(x - 3, 2), QPointF(x + 3, 2), QPointF(x, 8)])
        elif mark == "result":
            painter.setBrush(theme.colour("accent"))
            painter.drawPolygon([QPointF(x, middle - 6), QPointF(x + 5, middle),
                                 QPointF(x, middle + 6), QPointF(x - 5, middle)])  # fmt: skip
        else:
            painter.setBrush(theme.colour("umpire"))
            painter.drawEllipse(QPointF(x, middle), 4, 4)

    # ---- hands ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.words_at(self.place_at(event.pos().x()))
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.place_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self.place_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y()
        self.setValue(self.value() + (1 if turns < 0 else -1 if turns > 0 else 0))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
        key = Qt.Key(event.key())
        if key in step:
            self.setValue(self.value() + step[key])
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.setValue(self.turn_from(self.value(), 1 if key == Qt.Key.Key_PageDown else -1))
        else:
            event.ignore()  # Home, End and the single keys belong to the table.

    def turn_from(self, place: int, way: int) -> int:
        """Where the next turn begins, looking *way* (1 or -1) from *place*; else the end."""
        ticks = self._line.ticks if self._line else []
        places = [k for k, tick in enumerate(ticks) if tick.turn]
        if way > 0:
            return next((k for k in places if k > place), self.maximum())
        return next((k for k in reversed(places) if k < place), 0)
