"""The review list of the map that is being drawn, made anew behind the scenes when it is wanted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.documents.imports.areas import doubts_now
from wardesk.drawing.commands.change import Change
from wardesk.drawing.document import snapshot
from wardesk.drawing.issues.pair_review import PairDoubt
from wardesk.drawing.neighbourhood import Pair
from wardesk.errors import UserError
from wardesk.ui.tasks import Task

if TYPE_CHECKING:
    from wardesk.ui.map.edit_desk import EditDesk

PAUSE = 120
"""Milliseconds after the last change before the list is made."""
_NOTHING_NEW = frozenset(
    {"terrain", "properties", "elevation", "names", "labels", "underlays", "layers", "map"}
)


class DoubtKeeper(QObject):
    """``made()`` whenever `found` is a newer list, or `problem` says why there is none.

    It works only while somebody wants the list: the review tool, the overlay of adjacency.
    """

    made = Signal()

    def __init__(self, desk: EditDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self.found: tuple[PairDoubt, ...] = ()
        self.problem = ""
        self._wanted: set[str] = set()
        self._stale = True
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._make)
        desk.changed.connect(self._changed)

    @property
    def working(self) -> bool:
        """Whether a newer list is on its way."""
        return self._stale or self._task.running

    def want(self, who: str, wanted: bool) -> None:
        """Somebody needs the list from now on, or does not any more."""
        (self._wanted.add if wanted else self._wanted.discard)(who)
        if wanted and self._stale:
            self._timer.start()

    def of(self, pair: Pair) -> PairDoubt | None:
        """The doubt about a pair (ids sorted); None if there is none."""
        return next((row for row in self.found if row.pair == pair), None)

    def settle(self, pair: Pair) -> None:
        """A person has just decided on a pair: it is gone at once, whatever still works on it."""
        self.found = tuple(row for row in self.found if row.pair != pair)
        self.made.emit()

    def _changed(self, change: Change) -> None:
        if change.kinds <= _NOTHING_NEW:
            return
        self._stale = True
        if self._wanted:
            self._timer.start()

    def _make(self) -> None:
        if self._desk.in_stroke:  # the end of the stroke is a change, too
            self._timer.start()
            return
        self._stale = False
        self._task.start(partial(doubts_now, snapshot(self._desk.document)))

    def _done(self, found: tuple[PairDoubt, ...]) -> None:
        self.found, self.problem = found, ""
        self.made.emit()

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self.found, self.problem = (), error.message
        self.made.emit()

    def stop(self) -> None:
        """The map is closed."""
        self._timer.stop()
        self._task.stop()
