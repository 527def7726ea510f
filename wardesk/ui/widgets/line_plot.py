"""Numbers over the course of a game as stepped lines, with the place that is shown marked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint

_HIGH, _LEFT, _TOP, _BOTTOM = 108, 30, 6, 6
_LEGEND = 18


@dataclass(frozen=True)
class Series:
    """One line: its name, a token for its colour, and a value after each event."""

    name: str
    ink: str
    values: Sequence[int]
    dashed: bool = False


class LinePlot(QWidget):
    """Series of equal length; *place* is the event whose values are written in the legend."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._series: tuple[Series, ...] = ()
        self._place = 0
        self._tops: tuple[tuple[int, str], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_series(
        self, series: Sequence[Series], place: int, levels: Sequence[tuple[int, str]] = ()
    ) -> None:
        """Show other lines. *levels* are named values, drawn as faint lines across."""
        self._series, self._place, self._tops = tuple(series), place, tuple(levels)
        said = ", ".join(f"{one.name} {self._at(one)}" for one in self._series)
        self.setAccessibleName(self.tr("{0} over the game: {1}").format(self._title, said))
        self.setAccessibleDescription(self._described())
        self.updateGeometry()
        self.update()

    def _at(self, one: Series) -> int:
        return one.values[min(self._place, len(one.values) - 1)] if one.values else 0

    def _described(self) -> str:
        """The whole course as words: where each line changed."""
        parts = []
        for one in self._series:
            steps = [
                self.tr("{0} after event {1}").format(now, k + 1)
                for k, (was, now) in enumerate(zip(one.values, one.values[1:], strict=False))
                if was != now
            ]
            course = "; ".join(steps[-12:]) or self.tr("no change")
            parts.append(f"{one.name}: {course}")
        return ". ".join(parts)

    def sizeHint(self) -> QSize:
        return QSize(220, _HIGH + _LEGEND * max(1, len(self._series)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _area(self) -> QRectF:
        return QRectF(_LEFT, _TOP, max(1, self.width() - _LEFT - 4), _HIGH - _TOP - _BOTTOM)

    def top(self) -> int:
        """The value at the upper edge: a round one above all that is shown."""
        most = max((max(one.values, default=0) for one in self._series), default=0)
        for step in (4, 10, 20, 40, 60, 100, 200, 400, 600, 1000, 2000, 5000, 10_000):
            if most <= step:
                return step
        return most

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, top = self._area(), self.top()
        for value in (0, top // 2, top):
            y = round(area.bottom() - area.height() * value / top) + 0.5
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            box = QRectF(0, y - 8, _LEFT - 6, 16)
            paint.words(painter, box, str(value), role="tiny", ink="text2", align=paint.RIGHT)
        for level, _name in self._tops:
            if 0 < level < top:
                y = area.bottom() - area.height() * level / top
                painter.setPen(QPen(theme.colour("edge"), 1, Qt.PenStyle.DotLine))
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        for one in self._series:
            self._line(painter, area, top, one)
        self._now(painter, area)
        for k, one in enumerate(self._series):
            self._legend(painter, k, one)
        painter.end()

    def _x(self, area: QRectF, place: int) -> float:
        count = max((len(one.values) for one in self._series), default=1)
        return area.left() + area.width() * place / max(1, count - 1)

    def _line(self, painter: QPainter, area: QRectF, top: int, one: Series) -> None:
        if not one.values:
            return
        path = QPainterPath()
        before = None
        for place, value in enumerate(one.values):
            if value == before and place < len(one.values) - 1:
                continue  # A step line needs a point only where it changes.
            at = QPointF(self._x(area, place), area.bottom() - area.height() * value / top)
            if before is None:
                path.moveTo(at)
            else:
                path.lineTo(QPointF(at.x(), path.currentPosition().y()))
                path.lineTo(at)
            before = value
        pen = QPen(theme.colour(one.ink), 2)
        if one.dashed:
            pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _now(self, painter: QPainter, area: QRectF) -> None:
        x = self._x(area, self._place)
        painter.setPen(QPen(theme.colour("accent"), 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _legend(self, painter: QPainter, row: int, one: Series) -> None:
        y = _HIGH + row * _LEGEND
        pen = QPen(theme.colour(one.ink), 2.5)
        if one.dashed:
            pen.setDashPattern([2, 1.2])
        painter.setPen(pen)
        painter.drawLine(QPointF(_LEFT, y + 9), QPointF(_LEFT + 18, y + 9))
        value = str(self._at(one))
        wide = self.width() - _LEFT - 26 - paint.advance(value, "small-strong") - 12
        painter.setFont(theme.font("small"))
        name = painter.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideRight, int(wide))
        paint.words(painter, QRectF(_LEFT + 26, y, wide, _LEGEND), name, role="small", ink="text2")
        box = QRectF(0, y, self.width() - 4, _LEGEND)
        paint.words(painter, box, value, role="small-strong", align=paint.RIGHT)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            area = self._area()
            count = max((len(one.values) for one in self._series), default=0)
            if count and area.contains(QPointF(event.pos())):
                xs = [self._x(area, place) for place in range(count)]
                place = max(0, bisect_right(xs, event.pos().x() + 0.5) - 1)
                said = "\n".join(f"{one.name}: {one.values[place]}" for one in self._series)
                QToolTip.showText(event.globalPos(), said, self)
                return True
        return super().event(event)
