"""Lets bots, dice and standing orders act by themselves, and rings when a person is up again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Answer
from wardesk.errors import UserError
from wardesk.services.play.session import Change, PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.tasks import Task

PACES = (1600, 800, 350, 120, 0)
"""Milliseconds between two events, from slow to full speed."""

_THINKING_SHOWN_AFTER = 300


class Runner(QObject):
    """Steps the session whenever nobody is needed. Paused, it waits for `step_once`.

    ``thinking(True)`` only after a while, so that quick bots do not make the bar flicker.
    """

    thinking = Signal(bool)
    paused_changed = Signal(bool)
    failed = Signal(object)
    """A `UserError`: the event could not be stored, or the like."""

    def __init__(self, session: PlaySession, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._paused = False
        self._held = False
        self._pace = preferences().now.bot_pace
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self._lingers = QTimer(self)
        self._lingers.setSingleShot(True)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(_THINKING_SHOWN_AFTER)
        self._slow.timeout.connect(self._show_thinking)
        self._task = Task(self)
        self._task.done.connect(self._answered)
        self._task.failed.connect(self._broke)
        self._asked_at = -1

    # ---- what people set ------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether a person has stopped the bots."""
        return self._paused

    @property
    def pace(self) -> int:
        """Place in `PACES`."""
        return self._pace

    @property
    def at_full_speed(self) -> bool:
        """Whether nothing waits for anybody to see it."""
        return self._pace == len(PACES) - 1

    def set_pace(self, pace: int) -> None:
        """Another speed; it holds from the next event."""
        self._pace = max(0, min(pace, len(PACES) - 1))
        if self._timer.isActive():
            self._timer.start(PACES[self._pace])
        else:
            self.wake()

    def set_paused(self, paused: bool) -> None:
        """Stop the bots, or let them go on."""
        if paused != self._paused:
            self._paused = paused
            self.paused_changed.emit(paused)
            self.wake()

    def hold(self, held: bool) -> None:
        """Wait while the table shows the past."""
        self._held = held
        self.wake()

    def linger(self, milliseconds: int) -> None:
        """Wait at least so long with the next event: something is being shown."""
        self._lingers.start(milliseconds)

    @property
    def waited(self) -> float:
        """How much of the wait before the next event is over, 0 to 1; 1 while none runs.

        While a program thinks, how much of its budget it has used.
        """
        if self._task.running:
            return self._session.thinker.progress
        whole = max(self._timer.interval(), self._lingers.interval())
        left = max(self._timer.remainingTime(), self._lingers.remainingTime())
        return 1.0 - max(0, left) / whole if whole > 0 else 1.0

    def step_once(self) -> None:
        """One event now, also while paused."""
        self._lingers.stop()
        if self._session.automatic and not self._task.running:
            self._act()

    @property
    def waits_for_hand(self) -> bool:
        """Whether dice lie ready for the person whose they are, who rolls them.

        At full speed they fall by themselves, and so do a bot's. Nobody's are for whoever was
        asked last.
        """
        session = self._session
        if session.waiting != "dice" or session.guided or self._pace == len(PACES) - 1:
            return False  # A lesson says itself which dice the learner rolls.
        if (mine := session.rules.showing.roller(session.state)) in session.players:
            return session.players[mine] == "human" and not session.rolls_by_order(mine)
        for event in reversed(session.journal.line()):
            asked = event.asked
            if asked is not None and asked.who in session.players:
                return session.players[asked.who] == "human"
        return "human" in session.players.values()

    # ---- going on -------------------------------------------------------------------------------

    def wake(self) -> None:
        """Look whether somebody is to act by himself; call it after every change."""
        if self._task.running and self._asked_at != self._session.journal.head:
            self._drop_task()
        if self._paused or self._held or not self._session.automatic or self.waits_for_hand:
            self._timer.stop()
            if self._paused or not self._session.automatic:
                self._drop_task()
            return
        if not self._timer.isActive() and not self._task.running:
            self._timer.start(PACES[self._pace])

    def _tick(self) -> None:
        if self._paused or self._held or self._task.running or self.waits_for_hand:
            return
        if (left := self._lingers.remainingTime()) > 0:
            self._timer.start(left)
        elif self._session.automatic:
            self._act()

    def _act(self) -> None:
        ask = self._session.ask
        if self._session.waiting != "bot" or ask is None or self._session.guided:
            self._guarded_step()
            return
        # A bot may think for long: it gets the position and a thread of its own.
        self._asked_at = self._session.journal.head
        self._slow.start()
        self._task.start(partial(_chosen, self._session, ask.who))

    def _guarded_step(self) -> None:
        try:
            self._session.step()
        except UserError as error:
            self.set_paused(True)
            self.failed.emit(error)

    def _answered(self, answer: Answer) -> None:
        self._thought()
        ask = self._session.ask
        if ask is None or self._session.journal.head != self._asked_at:
            self.wake()
            return
        try:
            self._session.answer(answer, author=self._session.players[ask.who])
        except UserError as error:
            self.set_paused(True)
            self.failed.emit(error)

    def _broke(self, error: Any) -> None:  # noqa: ANN401 - any exception of a bot
        self._thought()
        del error
        # The session knows how to report a bot that breaks: let it meet the same fault itself.
        self._guarded_step()

    def _drop_task(self) -> None:
        if self._task.running:
            self._session.thinker.cancel()
            self._task.forget()
            self._thought()

    def _thought(self) -> None:
        self._slow.stop()
        self.thinking.emit(False)

    def _show_thinking(self) -> None:
        self.thinking.emit(True)

    @property
    def busy(self) -> bool:
        """Whether an event is on its way."""
        return self._timer.isActive() or self._task.running

    def stop(self) -> None:
        """End for good; the session is about to close."""
        self._held = True
        self._timer.stop()
        self._lingers.stop()
        self._slow.stop()
        self._session.thinker.close()
        self._task.stop()


def _chosen(session: PlaySession, side: str) -> Answer:
    """What the program that plays *side* answers; a level of play thinks in its own process."""
    kind = session.players[side]
    if session.considers(side, kind):
        return session.think(side, kind).answer
    return session.bot_answer(side)


class TurnBell:
    """Follows a session; rings when a person is asked after somebody else was.

    Dice of one's own attack do not ring, nor does going back and forth in the game.
    """

    def __init__(self, session: PlaySession, ring: Callable[[], None] = QApplication.beep) -> None:
        self._session, self._ring = session, ring
        self._turn = self._asked("")

    def _asked(self, before: str) -> str:
        """Whose turn it is: a side, or ``bot``; dice and rulings belong to the turn before."""
        ask, waiting = self._session.ask, self._session.waiting
        if ask is None or waiting not in ("person", "bot"):
            return before
        return ask.who if waiting == "person" else "bot"

    def follow(self, change: Change) -> None:
        """The session has changed."""
        before, self._turn = self._turn, self._asked(self._turn)
        mine = self._turn not in ("bot", before)
        if change.kind == "event" and mine and preferences().now.turn_sound:
            self._ring()
