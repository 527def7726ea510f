"""The opponent's acts in words: a card over the board, a true bar under the strip, Play now."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.engine.types import CHANCE, Event
from wardesk.services.play.log import GameLogLine, told_to
from wardesk.services.play.reasons import Reasons, reasons_of
from wardesk.services.play.session import Change
from wardesk.services.play.weighing import WeighedAnswer, weighed
from wardesk.ui import theme
from wardesk.ui.preferences import preferences
from wardesk.ui.table.events.motion import Motion, actor, is_bot
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.bars import Bars, ValueBar
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

STAYS = 4000
"""Milliseconds that the card stays when there is nothing to compare in it."""
_WIDE = 400
_RESULTS = 4
"""Results of one's own dice that are told together, the latest ones."""


class ComparisonBars(Bars):
    """Answers with their values as bars over one scale that has 0 in it; the given one is lit."""

    def set_weighed(self, found: WeighedAnswer | None, tone: str) -> None:
        """Show another comparison; None: nothing."""
        rows = found.rows if found is not None else ()
        values = [0.0, *(one.value for one in rows)]
        low, span = min(values), (max(values) - min(values)) or 1.0
        chosen = found.chosen if found is not None else -1
        bars = [
            ValueBar(
                one.label, one.figure, (one.value - low) / span, start=-low / span,
                tone=tone if k == chosen else "edge", strong=k == chosen,
            )
            for k, one in enumerate(rows)
        ]  # fmt: skip
        said = ", ".join(f"{one.label} {one.figure}" for one in rows)
        self.show_rows(bars, tr("Compared: {0}").format(said))


class BoardCard(QFrame):
    """A card in the corner of the board, as tall as what it says; *tone* colours its edge."""

    def __init__(self, board: QWidget, name: str) -> None:
        super().__init__(board)
        self._board = board
        self._tone = "accent"
        self.setObjectName("card")
        self.setProperty("tone", self._tone)
        self.setAccessibleName(name)
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and not self.isHidden():
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Take the corner, with the height that the words need."""
        room = self._board.width() - 24
        self.setFixedWidth(min(theme.px(_WIDE), room))
        self.adjustSize()
        layout = self.layout()
        if layout is not None:
            self.setFixedHeight(layout.heightForWidth(self.width()))
            layout.activate()  # words know what they lack once they have their width
            words = [t for t in self.findChildren(Label) if t.wordWrap() and t.isVisibleTo(self)]
            lacking = sum(max(0, t.heightForWidth(t.width()) - t.height()) for t in words)
            self.setFixedHeight(self.height() + lacking)
        self.move(12, 12)


class OpponentCard(BoardCard):
    """Says what a program did and why, as far as it can tell; and what one's own dice came to.

    It goes when a person acts.

    What it weighed stays in sight until its next question; all else goes after `STAYS`.
    """

    def __init__(self, model: TableModel, motion: Motion, board: QWidget) -> None:
        super().__init__(board, tr("The opponent's move"))
        self._model, self._motion = model, motion
        self._icon = Glyph("bot", self, tone="accent", size=18)
        self.title = Label("", self, role="heading", wrap=True)
        self.why = Label("", self, role="small", tone="text2", wrap=True)
        self.unit = Label("", self, role="small", tone="text2", wrap=True)
        self.bars = ComparisonBars(self)
        self.reasons = Label("", self, role="small", wrap=True)
        close = ToolButton("close", tr("Close"), self)
        close.clicked.connect(self.hide)
        self.again = Button(tr("Show it again"), self, action="table.last_move")
        self.again.clicked.connect(lambda: model.actions.run("table.last_move"))
        self.never = Button(tr("Never explain"), self, kind="link")
        self.never.clicked.connect(self._never)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.timeout.connect(self.hide)
        self._compared: WeighedAnswer | None = None
        self._own: list[GameLogLine] = []
        """What one's own dice came to since one's last answer."""
        self._lay_out(close)
        model.happened.connect(self._happened)
        self.hide()

    def _lay_out(self, close: QWidget) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.title, 1)
        close.setFixedHeight(24)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._foot = QWidget(self)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addWidget(self.again)
        foot.addStretch(1)
        foot.addWidget(self.never)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        for part in (self.why, self.unit, self.bars, self.reasons, self._foot):
            column.addWidget(part)

    # ---- what it says ---------------------------------------------------------------------------

    def _happened(self, change: Change) -> None:
        session = self._model.session
        if change.kind != "event":
            if change.kind == "head":
                self._clear()
            return
        side = actor(session)
        event = session.journal.events[change.event]
        if session.ask is None:  # the ending has the board
            self._clear()
            return
        if not is_bot(session, side):
            self._tell_own(event, side)
            return
        if not preferences().now.explain_opponent or self._motion_off():
            self.hide()
            return
        self._tell(event, side)

    def _tell_own(self, event: Event, side: str) -> None:
        """What one's own dice came to; it stays until one's next answer."""
        session = self._model.session
        if event.asked is None or event.asked.who != CHANCE:
            self._clear()
            self._own = []
            return
        self._own += [line for line in session.log_lines()[-12:] if self._is_news(line, event.id)]
        wanted = preferences().now.explain_opponent and not self._motion_off()
        if not self._own or not wanted or self._model.covered:
            return
        looks = {one.id: one for one in self._model.look.sides}
        self._compared, self._tone = None, f"side_{looks[side].slot}" if side in looks else "accent"
        self._icon.set_icon("dice", self._tone)
        self.setProperty("tone", self._tone)
        self.style().polish(self)
        told = [line.text for line in self._own[-_RESULTS:]]
        self.title.setText("\n".join(dict.fromkeys(told)))
        hows = dict.fromkeys(filter(None, (line.how for line in self._own[-_RESULTS:])))
        self.why.setText("; ".join(hows))
        self._show_compared()
        self._say_reasons(None)
        self._foot.setVisible(False)
        self._show()
        self._going.stop()

    def _motion_off(self) -> bool:
        """At full speed nobody could read it."""
        return self._model.runner.at_full_speed

    def _tell(self, event: Event, side: str) -> None:
        model = self._model
        found = weighed(model.session, event, model.side)
        reasons = reasons_of(model.session, event, model.side)
        if event.asked is not None and event.asked.who == side:
            self._compared = found or self._compared
            if found is None and event.asked.choices:
                self._compared = None
        news = [line for line in model.session.log_lines()[-12:] if self._is_news(line, event.id)]
        if not news and found is None:
            return
        looks = {one.id: one for one in model.look.sides}
        self._tone = f"side_{looks[side].slot}" if side in looks else "accent"
        name = looks[side].name if side in looks else side
        title, how = (news[0].text, news[0].how) if news else ("", "")
        if found is not None and (reasons is not None or not news):
            title = found.rows[found.chosen].label
        self._icon.set_icon("bot", self._tone)
        self.setProperty("tone", self._tone)
        self.style().polish(self)
        self.title.setText(title)
        more = [line.text for line in news[1:4]]
        # who answered is how a bare answer came about; the name stands before all of it anyhow
        how = how.removeprefix(name).removeprefix(", ")
        why = "; ".join(filter(None, (how, *more)))
        self.why.setText(tr("{0}: {1}").format(name, why) if why else name)
        self._show_compared()
        self._say_reasons(reasons)
        self._foot.setVisible(self._compared is not None or self._motion.last.any)
        self._show()

    def _is_news(self, line: GameLogLine, event: int) -> bool:
        return line.event == event and not line.told and told_to(line, self._model.side)

    def _show_compared(self) -> None:
        found = self._compared
        unit = next((one.unit for one in found.rows if one.unit), "") if found else ""
        self.unit.setText(tr("It weighed ({0}):").format(unit) if unit else tr("It weighed:"))
        self.unit.setVisible(found is not None)
        self.bars.set_weighed(found, self._tone)

    def _say_reasons(self, reasons: Reasons | None) -> None:
        """What the program thought, where it searched for its answer."""
        self.reasons.setText("\n".join(reasons.told) if reasons is not None else "")
        self.reasons.setVisible(reasons is not None)

    def _show(self) -> None:
        self.show()
        self.place()
        self.raise_()
        self._going.stop()
        if self._compared is None:
            self._going.start(STAYS)

    def _clear(self) -> None:
        self._compared = None
        self._going.stop()
        self.hide()

    def _never(self) -> None:
        preferences().change("explain_opponent", False)
        self.hide()


class WaitBar(QFrame):
    """A line at the foot of the strip: how much of a program's wait or thinking is over."""

    def __init__(self, model: TableModel, strip: QWidget) -> None:
        super().__init__(strip)
        self._model, self._strip = model, strip
        self.setObjectName("stripe")
        self._tick = QTimer(self)
        self._tick.setInterval(60)
        self._tick.timeout.connect(self._place)
        model.changed.connect(self._follow)
        model.asked.connect(self._follow)

    def _follow(self) -> None:
        """Run while a program is up and a wait is worth a line."""
        runner = self._model.runner
        seen = self._model.thinking or not runner.at_full_speed
        on = runner.busy and seen and self._model.interaction is None
        self.setVisible(on)
        if on and not self._tick.isActive():
            tone = self._model.words.tone
            self.setProperty("tone", tone if tone.startswith("side_") else "accent")
            self.style().polish(self)
            self._place()
            self._tick.start()
        elif not on:
            self._tick.stop()

    def _place(self) -> None:
        over = min(1.0, max(0.0, self._model.runner.waited))
        self.setGeometry(0, self._strip.height() - 3, round(self._strip.width() * over), 3)


def add_actions(model: TableModel, motion: Motion) -> None:
    """What a person can do while a program plays."""
    actions = model.actions

    def nobody_acts() -> str:
        return (
            "" if model.session.automatic else tr("A player is to act; nothing goes on by itself")
        )

    def key(wanted: str) -> str:
        return "" if actions.takes(wanted) else wanted

    actions.add("hurry", tr("Play now"), key("S"), partial(_hurry, model, motion), "play",
        why_not=nobody_acts)  # fmt: skip


def _hurry(model: TableModel, motion: Motion) -> None:
    motion.finish()
    model.runner.step_once()
