"""The days and turns of a campaign in the making, with what begins and who arrives in each."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.campaign.operation.calendar import Calendar, weekday_and_day
from wardesk.campaign.operation.design import Design
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.words import shown, tr

_HEAD, _CELL, _GAP, _NARROW = 22, 54, 8, 58


class DesignCalendar(QWidget):
    """``chosen(label)``: the turn that was clicked, by the name that files give it."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scrollbody")
        self.setAccessibleName(tr("Calendar"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self._design: Design | None = None
        self._begins: dict[int, list[str]] = {}
        self._comes: Counter[int] = Counter()
        self._on = -1

    def show_design(self, design: Design | None, on: str) -> None:
        """Show a calendar; *on* is the battle whose turn is lit."""
        if design is not None:
            self._design = design
            self._begins = {}
            for node in design.nodes:
                if node.start is not None:
                    self._begins.setdefault(node.start, []).append(node.name)
            self._comes = Counter(each.at for each in design.arrivals if each.at is not None)
            node = design.node.get(on)
            self._on = node.start if node is not None and node.start is not None else -1
        self.setMinimumSize(self.minimumSizeHint())
        self.updateGeometry()
        self.update()

    @property
    def _calendar(self) -> Calendar | None:
        return self._design.calendar if self._design is not None else None

    def minimumSizeHint(self) -> QSize:
        calendar = self._calendar
        if calendar is None:
            return QSize(200, _HEAD + _CELL + 8)
        each = len(calendar.slots) * _NARROW + _GAP
        return QSize(calendar.days * each + 2 * theme.S4, _HEAD + _CELL + 8)

    def cell(self, ordinal: int) -> QRectF:
        """Where a turn is drawn."""
        calendar = self._calendar
        if calendar is None:
            return QRectF()
        slots = len(calendar.slots)
        room = self.width() - 2 * theme.S4 - (calendar.days - 1) * _GAP
        wide = min(room / (calendar.days * slots), 96.0)
        day = ordinal // slots
        left = theme.S4 + ordinal * wide + day * _GAP
        return QRectF(left + 1, _HEAD + 2, wide - 3, _CELL)

    def paintEvent(self, event: QPaintEvent) -> None:
        calendar = self._calendar
        if calendar is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        slots = len(calendar.slots)
        metrics = QFontMetricsF(theme.shared_font("tiny"))
        for ordinal in range(calendar.days * slots):
            box, on = self.cell(ordinal), ordinal == self._on
            turn = calendar.turn(ordinal)
            if ordinal % slots == 0:
                head = QRectF(box.left(), 0, box.width() * slots + 3 * slots, _HEAD)
                paint.words(painter, head, shown(weekday_and_day(turn.day)), role="small-strong")
            paint.rounded(painter, box, fill=theme.colour("accent_soft" if on else "sunken"),
                          outline=theme.colour("accent" if on else "line"), radius=4)  # fmt: skip
            icons = [*(["table"] if ordinal in self._begins else []),
                     *(["truck"] if self._comes[ordinal] else [])]  # fmt: skip
            for k, icon in enumerate(icons):
                x = box.center().x() - 9 * len(icons) + 18 * k
                paint_icon(painter, icon, QRectF(x, box.top() + 7, 17, 17), "accent_text")
            below = QRectF(box.left(), box.bottom() - 22, box.width(), 18)
            words = metrics.elidedText(turn.slot, Qt.TextElideMode.ElideRight, box.width() - 6)
            paint.words(painter, below, words, role="tiny", ink="text2", align=paint.CENTRE)
        painter.end()

    def _at(self, point: QPointF) -> int:
        calendar = self._calendar
        every = range(calendar.days * len(calendar.slots)) if calendar is not None else range(0)
        return next((each for each in every if self.cell(each).contains(point)), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at, calendar = self._at(event.position()), self._calendar
        if at < 0 or calendar is None:
            self.setToolTip("")
            return
        comes = self._comes[at]
        lines = [shown(calendar.turn(at).label), *self._begins.get(at, ())]
        lines += [tr("{0} arrive").format(comes)] if comes else []
        self.setToolTip("\n".join(lines))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at, calendar = self._at(event.position()), self._calendar
        if at >= 0 and calendar is not None:
            self.chosen.emit(calendar.turn(at).label)
