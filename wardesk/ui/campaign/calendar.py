"""The head of a campaign: which turn it is, its weather, and the calendar as a strip of days."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from wardesk.services.campaign.page import CampaignPage
from wardesk.services.campaign.rows import CalendarView
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import shown, tr

_ICONS = {"arrival": "truck", "weather": "weather", "battle": "table"}
_GAP, _WIDE = 12.0, 3.0
_NARROW, _MOST = 58, 96.0
"""Px of a turn of a planned calendar, at least and at most."""


def told_apart(names: Sequence[str]) -> list[str]:
    """As few first letters of each name as tell it from the others: ``Mo``, ``Mi``, ``A``."""
    found: list[str] = []
    for at, name in enumerate(names):
        others = [other for k, other in enumerate(names) if k != at]
        lengths = range(1, len(name))
        cut = next(
            (k for k in lengths if not any(o.startswith(name[:k]) for o in others)), len(name)
        )
        found.append(name[:cut])
    return found


class CalendarStrip(PictureView):
    """Paints a `CalendarView`: the current day wide with its turns, the others narrow.

    One that is *planned* has no present: its days are alike, and the turn of ``now`` is lit. A
    tooltip says what comes on a turn; ``chosen(turn)`` when one is clicked.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, planned: bool = False) -> None:
        super().__init__(parent, name=tr("Calendar"))
        self._view, self._planned = CalendarView((), (), 0, 0), planned
        self._short: list[str] = []
        """What each turn of a day is called on the strip."""
        self._shorter: list[str] = []
        """The same where there is no room for it."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def show_view(self, view: CalendarView, turn: str = "") -> None:
        """Show another moment."""
        self._view = view
        names = [shown(slot) for slot in view.slots]
        self._short = [name.removesuffix("00") if name.isdigit() else name for name in names]
        self._shorter = told_apart(self._short)
        coming = [f"{self._label(at)}: {words}" for at, kind, words in view.marks
                  if kind == "arrival" and at > view.now][:3]  # fmt: skip
        self.setAccessibleName(tr("Calendar, {0}").format(turn) if turn else tr("Calendar"))
        self.setAccessibleDescription("; ".join(coming))
        self.setMinimumWidth(self.minimumSizeHint().width())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(480, theme.px(84))

    def minimumSizeHint(self) -> QSize:
        turns = len(self._view.days) * len(self._view.slots) if self._planned else 0
        return QSize(max(360, turns * _NARROW), theme.px(84))

    def _label(self, ordinal: int) -> str:
        day, slot = divmod(ordinal, len(self._view.slots))
        return f"{shown(self._view.days[day])} {shown(self._view.slots[slot])}"

    def _is_wide(self, day: int) -> bool:
        """Whether a day has room for the names of its turns."""
        return self._planned or day == self._view.now // len(self._view.slots)

    def day_boxes(self) -> list[QRectF]:
        """Where each day stands, px; the current one is three times as wide."""
        weights = [_WIDE if self._is_wide(day) else 1.0 for day in range(len(self._view.days))]
        room = self.width() - _GAP * (len(weights) - 1)
        found: list[QRectF] = []
        x = 0.0
        for weight in weights:
            width = room * weight / sum(weights)
            if self._planned:
                width = min(width, _MOST * len(self._view.slots))
            found.append(QRectF(x, 0, width, self.height()))
            x += width + _GAP
        return found

    def slot_box(self, ordinal: int, days: Sequence[QRectF] = ()) -> QRectF:
        """Where a turn stands, px; *days* are the `day_boxes`, if they are at hand."""
        day, slot = divmod(ordinal, len(self._view.slots))
        box = (days or self.day_boxes())[day]
        each = box.width() / len(self._view.slots)
        top = theme.px(26.0)
        return QRectF(box.left() + slot * each, top, each, theme.px(32.0))

    def _at(self, point: QPointF) -> int | None:
        days = self.day_boxes()
        turns = range(len(days) * len(self._view.slots))
        return next((one for one in turns if self.slot_box(one, days).contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position())
        if at is not None:
            self.chosen.emit(at)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            ordinal = self._at(event.pos().toPointF())
            if ordinal is not None:
                lines = [self._label(ordinal)]
                lines += [words for at, _kind, words in self._view.marks if at == ordinal]
                QToolTip.showText(event.globalPos(), "\n".join(lines), self)
                return True
        return super().event(event)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        view = self._view
        days = self.day_boxes()
        for day, box in enumerate(days):
            wide = self._is_wide(day)
            head = QRectF(box.left(), 0, box.width() + _GAP, theme.px(22))
            role, ink = ("small-strong", "text") if wide else ("small", "text2")
            label = shown(view.days[day])
            if paint.advance(label, role) > box.width() + _GAP - 2:
                label = label.split()[-1]
            paint.words(painter, head, label, role=role, ink=ink)
            for slot in range(len(view.slots)):
                self._slot(painter, day * len(view.slots) + slot, wide, days)
        self._marks(painter, days)

    def _slot(self, painter: QPainter, ordinal: int, wide: bool, days: Sequence[QRectF]) -> None:
        view = self._view
        box = self.slot_box(ordinal, days)
        inner = box.adjusted(1 if wide else 0.5, 0, -1 if wide else -0.5, 0)
        now, gone = ordinal == view.now, ordinal < view.first
        past = ordinal < view.now and not self._planned
        fill = "accent" if now else "accent_soft" if past else "raised"
        paint.rounded(
            painter, inner, fill=None if gone else theme.colour(fill), radius=4 if wide else 2,
            outline=None if now else theme.colour("line"), dashed=gone and not now,
        )  # fmt: skip
        if wide:
            words = self._short[ordinal % len(view.slots)]
            under = QRectF(box.left() - 6, box.bottom() + 2, box.width() + 12, theme.px(18))
            role = "small-strong" if now else "small"
            if paint.advance(words, role) > box.width() + 2:
                words = self._shorter[ordinal % len(view.slots)]
            paint.words(painter, under, words, role=role, ink="text2", align=paint.CENTRE)

    def _marks(self, painter: QPainter, days: Sequence[QRectF]) -> None:
        by_turn: dict[int, list[str]] = {}
        for ordinal, kind, _words in self._view.marks:
            if kind not in by_turn.setdefault(ordinal, []) or not self._planned:
                by_turn[ordinal].append(kind)
        for ordinal, kinds in by_turn.items():
            box = self.slot_box(ordinal, days)
            size = min(15.0, box.width(), box.height() / len(kinds))
            ink = "on_accent" if ordinal == self._view.now else "text2"
            top = box.center().y() - size * len(kinds) / 2
            for k, kind in enumerate(kinds):
                where = QRectF(box.center().x() - size / 2, top + k * size, size, size)
                if size >= 6:
                    paint_icon(painter, _ICONS[kind], where, ink)


class TurnHeader(QFrame):
    """Turn, place in the calendar and weather; the days at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("surface")
        self.strip = CalendarStrip(self)
        self.turn = ElidedLine("", self, role="title", least=160)
        self.place = ElidedLine("", self, role="small", tone="text2", least=120)
        self.weather = ElidedLine("", self, role="small", tone="text2", least=120)
        told = QVBoxLayout()
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(2)
        for part in (self.turn, self.place, self.weather):
            told.addWidget(part)
        told.addStretch(1)
        holder = QWidget(self)
        holder.setLayout(told)
        holder.setFixedWidth(theme.px(216))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S1)
        row.setSpacing(theme.S4)
        row.addWidget(holder)
        row.addWidget(self.strip, 1)

    def show_page(self, page: CampaignPage) -> None:
        """Show where a campaign stands."""
        self.strip.show_view(page.calendar, page.turn)
        self.turn.set_words(shown(page.turn))
        slots = len(page.calendar.slots) * len(page.calendar.days)
        self.place.set_words(tr("turn {0} of {1}").format(page.ordinal + 1, slots))
        weather = shown(page.weather) or tr("not rolled yet")
        self.weather.set_words(tr("Weather: {0}").format(weather) if page.has_weather else "")
