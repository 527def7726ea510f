"""Luck and chances of the game at the table, counted behind the scenes once it is over."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from wardesk.services.play.review import Review, Reviewer, can_review
from wardesk.ui.table.model import TableModel
from wardesk.ui.tasks import Task, tell


class LookBack(QObject):
    """``changed``: more is known, or it has ended. Only the newest start is told of."""

    changed = Signal()
    _told = Signal(int, object)

    def __init__(self, model: TableModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._number, self._head = 0, -1
        self._reviewer: Reviewer | None = None
        self.review: Review | None = None
        """What is known so far."""
        self._task = Task(self)
        self._told.connect(self._hear)
        self._task.done.connect(self.changed)
        self._task.failed.connect(self.changed)

    @property
    def possible(self) -> bool:
        """Whether there is anything to be counted in this game."""
        return can_review(self._model.session.rules)

    @property
    def running(self) -> bool:
        """Whether more is to come."""
        return self._task.running

    def known(self) -> Review | None:
        """What is known of the game as it stands; None of one that has gone on since."""
        return self.review if self._head == self._model.session.journal.head else None

    def start(self) -> None:
        """Count, unless this end of the game has been counted or is just being so."""
        session = self._model.session
        if not self.possible or self._head == session.journal.head:
            return
        self.stop()
        self._head, self.review = session.journal.head, None
        self._number += 1
        number, reviewer = self._number, Reviewer(session)
        self._reviewer = reviewer
        self._task.start(lambda: reviewer.run(lambda found: tell(self._told, number, found)))

    def stop(self) -> None:
        """Count no further; what is known stays."""
        if self._reviewer is not None:
            self._reviewer.cancel()
            self._reviewer = None
        self._task.stop()
        self.changed.emit()

    def _hear(self, number: int, found: Review) -> None:
        if number == self._number and self._reviewer is not None:
            self.review = found
            self.changed.emit()
