"""What would you do here? A program's answer to a person's question, with its reasons."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from wardesk.engine.types import Answer
from wardesk.players.search.levels import LEVELS
from wardesk.players.search.thought import Thought
from wardesk.services.play.reasons import HINT_LEVEL, Reasons, told
from wardesk.services.play.weighing import WeighedAnswer
from wardesk.ui import theme
from wardesk.ui.table.events.opponent import BoardCard, ComparisonBars
from wardesk.ui.table.model import TableModel
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class HintCard(BoardCard):
    """Thinks when asked, says what it would do, and does it when told; goes with the question."""

    def __init__(self, model: TableModel, board: QWidget) -> None:
        super().__init__(board, tr("What would you do here?"))
        self._model = model
        self._level = LEVELS[HINT_LEVEL]
        self._at = -1
        self._answer: Answer | None = None
        self._task = Task(self)
        self._task.done.connect(self._thought)
        self._task.failed.connect(lambda _error: self.put_away())
        self.title = Label("", self, role="heading", wrap=True)
        self.bars = ComparisonBars(self)
        self.reasons = Label("", self, role="small", wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("How far it has thought"))
        self.do = Button(tr("Do it"), self, kind="primary")
        self.do.clicked.connect(self._do)
        self.close_ = ToolButton("close", tr("Close"), self)
        self.close_.clicked.connect(self.put_away)
        self._tick = QTimer(self)
        self._tick.setInterval(100)
        self._tick.timeout.connect(self._show_progress)
        self._lay_out()
        model.asked.connect(self._follow)
        model.changed.connect(self._follow)
        self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Glyph("bot", self, tone="accent", size=18))
        head.addWidget(self.title, 1)
        self.close_.setFixedHeight(24)
        head.addWidget(self.close_)
        foot = QHBoxLayout()
        foot.addWidget(self.do)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        for part in (self.bar, self.bars, self.reasons):
            column.addWidget(part)
        column.addLayout(foot)

    # ---- asking ---------------------------------------------------------------------------------

    def why_not(self) -> str:
        """Why nobody can be asked now; empty: somebody can."""
        model = self._model
        if not model.rules.thinking.looks_ahead:
            return tr("These rules know nothing to go by.")
        if model.session.waiting != "person" or model.in_past or model.interaction is None:
            return tr("Nothing is asked of you now.")
        return tr("The lesson says what to do.") if model.session.guided else ""

    def toggle(self) -> None:
        """Ask, or put the card away; what was being thought about is dropped."""
        if not self.isHidden():
            self.put_away()
            return
        while self._model.choose_back():  # it thinks about what was asked before all that
            pass
        session, ask = self._model.session, self._model.session.ask
        if self.why_not() or ask is None:
            return
        self._at = session.journal.head
        self._answer = None
        self.title.setText(tr("The {0} is thinking…").format(self._name))
        self._set_reasons(None)
        self.bar.setValue(0)
        self._tick.start()
        self._task.start(partial(session.think, ask.who, self._level.id))
        self.show()
        self.place()
        self.raise_()

    @property
    def _name(self) -> str:
        return self._model.session.words.text(self._level.name)

    @property
    def thinking(self) -> bool:
        """Whether an answer is still to come."""
        return self._task.running

    def put_away(self) -> None:
        """Hide; a search that runs is cancelled."""
        if self._task.running:
            self._model.session.thinker.cancel()
            self._task.forget()
        self._tick.stop()
        self.hide()

    def stop(self) -> None:
        """End for good; the session is about to close."""
        self.put_away()
        self._model.session.thinker.close()
        self._task.stop()

    def _follow(self) -> None:
        stale = self._at != self._model.session.journal.head or bool(self._model.chosen)
        if not self.isHidden() and (stale or self.why_not()):
            self.put_away()

    def _show_progress(self) -> None:
        self.bar.setValue(int(self._model.session.thinker.progress * 100))

    # ---- what it says ---------------------------------------------------------------------------

    def _thought(self, thought: Thought) -> None:
        session, ask = self._model.session, self._model.session.ask
        self._tick.stop()
        if ask is None or session.journal.head != self._at:
            self.put_away()
            return
        found = told(session, thought, ask)
        self._answer = thought.answer
        self.title.setText(tr("The {0} would choose: {1}").format(self._name, found.title))
        self._set_reasons(found)
        self.place()

    def _set_reasons(self, found: Reasons | None) -> None:
        self.bar.setVisible(found is None)
        rows = found.rows if found is not None else ()
        compared = (
            WeighedAnswer(rows, found.chosen) if found is not None and len(rows) > 1 else None
        )
        self.bars.set_weighed(compared, self._tone)
        self.reasons.setText("\n".join(found.told) if found is not None else "")
        self.reasons.setVisible(found is not None)
        self.do.setVisible(found is not None)

    def _do(self) -> None:
        answer = self._answer
        self.put_away()
        if answer is not None:
            self._model.give(answer)


def add_action(model: TableModel, card: HintCard) -> None:
    """The key that asks."""
    key = "" if model.actions.takes("Y") else "Y"
    model.actions.add("hint", tr("What would you do here?"), key, card.toggle, "bot",
        why_not=lambda: "" if not card.isHidden() else card.why_not())  # fmt: skip
