"""Tracks: turns as boxes, scores as a bar with its named thresholds."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from wardesk.model.look import TrackLook
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.chip import rebuilt_mark
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr

_BOX, _GAP = 28, 4


class _Body(QWidget):
    """What is painted below the title; knows its height for any width."""

    def __init__(self, look: TrackLook, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = look
        self.ink = "accent"
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 160)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.updateGeometry()


class _TurnBoxes(_Body):
    """One box per turn, wrapped over lines of equal length."""

    def _columns(self, width: int) -> int:
        fit = max(1, (width + _GAP) // (_BOX + _GAP))
        lines = -(-self.look.most // fit)
        return -(-self.look.most // lines)

    def heightForWidth(self, width: int) -> int:
        lines = -(-self.look.most // self._columns(width)) if self.look.most else 0
        return lines * (_BOX + _GAP) - _GAP if lines else 0

    def turn_box(self, turn: int) -> QRectF:
        """Where the box of *turn* (from 1) stands."""
        beside = self._columns(self.width())
        each = min(44.0, (self.width() - _GAP * (beside - 1)) / beside)
        row, column = divmod(turn - 1, beside)
        return QRectF(column * (each + _GAP), row * (_BOX + _GAP), each, _BOX)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for turn, name in self.look.steps:
                if self.turn_box(turn).contains(event.pos()):
                    tip = tr("Turn {0}: {1}").format(turn, name)
                    QToolTip.showText(event.globalPos(), tip, self)
                    return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        named = {turn for turn, _ in self.look.steps}
        for turn in range(1, self.look.most + 1):
            box = self.turn_box(turn)
            now, past = turn == self.look.value, turn < self.look.value
            fill = theme.colour("accent" if now else "accent_soft" if past else "raised")
            edge = theme.colour("accent" if now or past else "line")
            paint.rounded(painter, box, fill=fill, outline=edge)
            ink = "on_accent" if now else "accent_text" if past else "text2"
            role = "small-strong" if now or past else "small"
            paint.words(painter, box, str(turn), role=role, ink=ink, align=paint.CENTRE)
            if turn in named:
                dot = QRectF(box.center().x() - 2, box.bottom() - 6, 4, 4)
                paint.rounded(painter, dot, fill=theme.colour(ink), radius=2)
        painter.end()


class _Bar(_Body):
    """A filled bar with ticks; the thresholds are named in lines beneath, reached ones strong."""

    def _names(self, width: int) -> list[tuple[str, bool, float, float]]:
        x, y, result = 0.0, 16.0, []
        for least, name in self.look.steps:
            words, reached = f"{least} {name}", self.look.value >= least
            length = paint.advance(words, "small-strong") + 14
            if x and x + length - 14 > width:
                x, y = 0.0, y + theme.px(18)
            result.append((words, reached, x, y))
            x += length
        return result

    def heightForWidth(self, width: int) -> int:
        names = self._names(width)
        return round(names[-1][3]) + theme.px(18) if names else 8

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look, width = self.look, float(self.width())
        paint.rounded(painter, QRectF(0, 0, width, 8), fill=theme.colour("sunken"), radius=4)
        share = min(1.0, max(0.0, look.value / look.most)) if look.most else 0.0
        if share:
            fill = QRectF(0, 0, max(8.0, width * share), 8)
            paint.rounded(painter, fill, fill=theme.colour(self.ink), radius=4)
        for least, _name in look.steps:
            x = round(width * least / look.most) if look.most else 0
            painter.fillRect(QRectF(min(x, width - 2), 0, 2, 13), theme.colour("edge"))
        for words, reached, x, y in self._names(self.width()):
            role, ink = ("small-strong", "text") if reached else ("small", "text2")
            paint.words(painter, QRectF(x, y, width, theme.px(18)), words, role=role, ink=ink)
        painter.end()


class TrackView(QWidget):
    """A `TrackLook` with its title, value and rule number.

    *slot* is the window's side colour (``side_a`` or ``side_b``) of the side the track belongs to.
    """

    def __init__(
        self,
        look: TrackLook,
        parent: QWidget | None = None,
        *,
        slot: str = "",
        summary: str = "",
        title: bool = True,
    ) -> None:
        super().__init__(parent)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        self._title = ElidedLine(look.title, self, role="body", least=60)
        self._value = Label("", self, role="strong")
        head.addWidget(self._title)
        head.addWidget(self._value)
        if look.reconstruction and title:
            head.addWidget(rebuilt_mark(self))
        if look.cite and title:
            head.addWidget(Cite(look.cite, self, summary=summary))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        if title:
            column.addLayout(head)
        else:
            self._title.hide()
            self._value.hide()
        self._body = _TurnBoxes(look, self) if look.style == "turns" else _Bar(look, self)
        self._body.ink = slot or "accent"
        column.addWidget(self._body)
        self.set_track(look)

    def set_track(self, look: TrackLook) -> None:
        """Show another value of the same track."""
        self._title.set_words(look.title)
        self._value.setText(tr("{0} of {1}").format(look.value, look.most))
        self._body.look = look
        self._body.updateGeometry()
        self._body.update()
        reached = [name for least, name in look.steps if look.value >= least]
        said = tr("{0}: {1} of {2}").format(look.title, look.value, look.most)
        self.setAccessibleName(f"{said}, {reached[-1]}" if reached else said)
