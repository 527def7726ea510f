"""Tracks: turns as boxes, scores as a bar with its named thresholds."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.look import TrackLook
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.box_strip import Box, BoxStrip
from wardesk.ui.widgets.chip import rebuilt_mark
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.picture import StripView
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr


def _turn_box(look: TrackLook, turn: int) -> Box:
    now, past = turn == look.value, turn < look.value
    name = dict(look.steps).get(turn)
    return Box(
        str(turn),
        fill="accent" if now else "accent_soft" if past else "raised",
        ink="on_accent" if now else "accent_text" if past else "text2",
        strong=now or past,
        outline="line" if turn > look.value else "",
        marked=name is not None,
        tip="" if name is None else tr("Turn {0}: {1}").format(turn, name),
    )


class _Turns(BoxStrip):
    """One box per turn."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tall=28, most=44.0)

    def show_track(self, look: TrackLook) -> None:
        self.show_boxes([_turn_box(look, turn) for turn in range(1, look.most + 1)])


class _Score(StripView):
    """A filled bar with ticks; the thresholds are named in lines beneath, reached ones strong."""

    def __init__(self, parent: QWidget, ink: str) -> None:
        super().__init__(parent)
        self._look = TrackLook(id="", title="", value=0, most=0, style="bar")
        self._ink = ink

    def show_track(self, look: TrackLook) -> None:
        self._look = look
        self.updateGeometry()
        self.update()

    def _names(self, width: int) -> list[tuple[str, bool, float, float]]:
        x, y, result = 0.0, 16.0, []
        for least, name in self._look.steps:
            words, reached = f"{least} {name}", self._look.value >= least
            length = paint.advance(words, "small-strong") + 14
            if x and x + length - 14 > width:
                x, y = 0.0, y + theme.px(18)
            result.append((words, reached, x, y))
            x += length
        return result

    def heightForWidth(self, width: int) -> int:
        names = self._names(width)
        return round(names[-1][3]) + theme.px(18) if names else 8

    def draw(self, painter: QPainter, box: QRectF) -> None:
        look, width = self._look, box.width()
        paint.rounded(painter, QRectF(0, 0, width, 8), fill=theme.colour("sunken"), radius=4)
        share = min(1.0, max(0.0, look.value / look.most)) if look.most else 0.0
        if share:
            fill = QRectF(0, 0, max(8.0, width * share), 8)
            paint.rounded(painter, fill, fill=theme.colour(self._ink), radius=4)
        for least, _name in look.steps:
            x = round(width * least / look.most) if look.most else 0
            painter.fillRect(QRectF(min(x, width - 2), 0, 2, 13), theme.colour("edge"))
        for words, reached, x, y in self._names(self.width()):
            role, ink = ("small-strong", "text") if reached else ("small", "text2")
            paint.words(painter, QRectF(x, y, width, theme.px(18)), words, role=role, ink=ink)


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
        turns = look.style == "turns"
        self._body = _Turns(self) if turns else _Score(self, slot or "accent")
        column.addWidget(self._body)
        self.set_track(look)

    def set_track(self, look: TrackLook) -> None:
        """Show another value of the same track."""
        self._title.set_words(look.title)
        self._value.setText(tr("{0} of {1}").format(look.value, look.most))
        self._body.show_track(look)
        reached = [name for least, name in look.steps if look.value >= least]
        said = tr("{0}: {1} of {2}").format(look.title, look.value, look.most)
        self.setAccessibleName(f"{said}, {reached[-1]}" if reached else said)
