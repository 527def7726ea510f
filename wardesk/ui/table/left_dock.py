"""Where the game stands, who plays and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from wardesk.model.look import PhaseLook, SideLook
from wardesk.players.search.levels import LEVELS, about
from wardesk.services.play.settings import BY_MAIL
from wardesk.ui import theme
from wardesk.ui.icons import icon, paint_icon
from wardesk.ui.preferences import preferences
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.runner import PACES
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.phase_list import PhaseList
from wardesk.ui.widgets.text import ElidedLine, Wrapped
from wardesk.words import tr

_PHASES = 8
"""Lines of the turn that are shown; of a longer one those around the present."""
_MARGIN = theme.S3


def near_now(phases: Sequence[PhaseLook], count: int = _PHASES) -> tuple[PhaseLook, ...]:
    """The lines of the sequence around the present one: the last, this, the next."""
    now = next((k for k, phase in enumerate(phases) if phase.state == "now"), 0)
    first = max(0, min(now - (count - 1) // 2, len(phases) - count))
    return tuple(phases[first : first + count])


class TurnPanel(QWidget):
    """The turn, the score in words, and the track of the turn."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Turn"))
        self._model = model
        self._title = ElidedLine("", self, role="heading", least=60)
        self._score = Wrapped("", self, role="small", tone="text2")
        self._phases = PhaseList((), self, summary=model.session.rule)
        head = QVBoxLayout()
        head.setContentsMargins(_MARGIN, theme.S2, theme.S1, 0)
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._score)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.S2)
        column.setSpacing(theme.S1)
        column.addLayout(head)
        column.addWidget(self._phases)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        model.changed.connect(self._follow)
        model.moment_changed.connect(self._follow)

    def _follow(self) -> None:
        look = self._model.look
        title, _, rest = look.headline.partition(", ")
        self._title.set_words(title or tr("Turn"))
        self._score.setText(rest)
        self._score.setVisible(bool(rest))
        # Larger words take two lines each; the list below them keeps its room.
        self._phases.set_phases(near_now(look.phases, _PHASES if theme.text_size() <= 100 else 5))


@dataclass(frozen=True)
class TwoLineRow:
    """What a two-line row shows."""

    words: str
    below: str = ""
    icon: str = ""


class TwoLineButton(QAbstractButton):
    """Two lines of words beside an icon."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = TwoLineRow("")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_look(self, look: TwoLineRow, spoken: str) -> None:
        """Show other words; *spoken* is the tooltip and what a screen reader says."""
        before, self._look = self._look, look
        self.setAccessibleName(spoken)
        self.setToolTip(spoken)
        if bool(before.below) != bool(look.below):
            self.updateGeometry()
        if before != look:
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(96, theme.px(36 if self._look.below else 22))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        elif Qt.Key.Key_Left <= event.key() <= Qt.Key.Key_Down:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box, look = QRectF(self.rect()), self._look
        if self.underMouse():
            paint.rounded(painter, box, fill=theme.colour("raised"))
        if self.hasFocus():
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2)
        left = 4.0
        if look.icon:
            paint_icon(painter, look.icon, QRectF(left, (box.height() - 16) / 2, 16, 16), "text2")
            left += 21
        room = box.width() - left - 2
        half = box.height() / (2 if look.below else 1)
        first, second = QRectF(left, 0, room, half), QRectF(left, half, room, half)
        for line, words, role, ink in (
            (first, look.words, "small-strong", "text"), (second, look.below, "small", "text2"),
        ):  # fmt: skip
            metrics = QFontMetricsF(theme.font(role))
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            paint.words(painter, line, shown, role=role, ink=ink)
        painter.end()


class PlayersPanel(QWidget):
    """Who plays each side, and how fast the others go on."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Players"))
        self._model = model
        self._sides = QVBoxLayout()
        self._sides.setSpacing(2)
        self.buttons: dict[str, TwoLineButton] = {}
        """By side; each opens the list of who can play it."""
        self.pace = QSlider(Qt.Orientation.Horizontal, self)
        self.pace.setRange(0, len(PACES) - 1)
        self.pace.setMinimumWidth(28)
        self.pace.setAccessibleName(tr("Pace of bots and dice, slow to full speed"))
        self.pace.setToolTip(tr("Pace: slow to full speed"))
        self.pace.setValue(model.runner.pace)
        self.pace.valueChanged.connect(model.runner.set_pace)
        self.pause = ToolButton("pause", tr("Pause"), self, action="table.pause", size=14)
        self.pause.clicked.connect(lambda: model.actions.run("table.pause"))
        self.step = ToolButton("step", tr("One step"), self, action="table.step", size=14)
        self.step.clicked.connect(lambda: model.actions.run("table.step"))
        row = QHBoxLayout()
        row.setContentsMargins(2, 0, 6, 0)
        row.setSpacing(0)
        row.addWidget(self.pause)
        row.addWidget(self.step)
        row.addSpacing(theme.S1)
        row.addWidget(self.pace, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN - 4, theme.S2, theme.S1, theme.S1)
        column.setSpacing(theme.S1)
        column.addLayout(self._sides)
        column.addLayout(row)
        self._column = column
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        model.changed.connect(self._follow)
        model.asked.connect(self._show_paused)
        preferences().changed.connect(self._preferred)

    def _preferred(self, name: str) -> None:
        if name == "bot_pace":
            self.pace.setValue(preferences().now.bot_pace)

    def add(self, *parts: QWidget) -> None:
        """Hold more of what says who decides."""
        for part in parts:
            self._column.addWidget(part)

    def kinds(self, side: str) -> tuple[tuple[str, str, str], ...]:
        """Who can play a side: id, name, icon."""
        thinking = self._model.rules.thinking
        levels = LEVELS.values() if thinking.looks_ahead else ()
        kinds = (
            ("human", tr("You"), "person"),
            ("policy", tr("Bot, scripted"), "bot"),
            *((level.id, self._model.session.words.text(level.name), "bot") for level in levels),
            ("random", tr("Bot, at random"), "dice"),
        )
        if side in thinking.automaton_sides:
            return (*kinds, ("automaton", tr("By the rules"), "book"))
        return kinds

    def _follow(self) -> None:
        """Show who plays, and whether there is anything that would go on by itself."""
        session = self._model.session
        sides = [side for side in self._model.look.sides if side.id in session.players]
        if [side.id for side in sides] != list(self.buttons):
            clear(self._sides)
            self.buttons = {side.id: self._side_button(side) for side in sides}
        for side in sides:
            now = session.players[side.id]
            kinds = ((BY_MAIL, tr("By mail"), "export"), *self.kinds(side.id))
            _, name, sign = next(k for k in kinds if k[0] == now)
            spoken = tr("{0}: {1}").format(side.name, name)
            self.buttons[side.id].show_look(TwoLineRow(name, side.name, sign), spoken)
        self.step.setEnabled(session.automatic)

    def _side_button(self, side: SideLook) -> TwoLineButton:
        button = TwoLineButton(self)
        button.clicked.connect(partial(self.choose_player, side.id))
        self._sides.addWidget(button)
        return button

    def choose_player(self, side: str, _on: bool = False) -> QMenu:
        """Open the list of who can play a side."""
        button = self.buttons[side]
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(button.accessibleName())
        menu.setToolTipsVisible(True)
        for kind, name, sign in self.kinds(side):
            entry = menu.addAction(icon(sign, "text2", 16), name)
            if kind in LEVELS:
                told = about(LEVELS[kind], self._model.rules.thinking.measured)
                entry.setToolTip(self._model.session.words.text(told))
            entry.setCheckable(True)
            entry.setChecked(kind == self._model.session.players[side])
            entry.triggered.connect(partial(self._choose, side, kind))
        menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
        return menu

    def _choose(self, side: str, kind: str, _on: bool = False) -> None:
        self._model.attempt(partial(self._model.session.set_player, side, kind))

    def _show_paused(self) -> None:
        paused = self._model.runner.paused
        words = tr("Go on") if paused else tr("Pause")
        self.pause.set_name(words, icon="play" if paused else "pause")
