"""What follows from the map being drawn, made anew behind the scenes when somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.drawing.commands.change import DocumentChange, Kind
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import UserError
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task


class EditedMap(Protocol):
    """A map that somebody edits."""

    @property
    def document(self) -> MapDocument:
        """The map as it is now."""
        ...

    @property
    def in_stroke(self) -> bool:
        """Whether a gesture is under way."""
        ...


class Derived(QObject):
    """``made()`` whenever there is a newer result, or `problem` says why there is none.

    ``awaited()`` when a newer one is on its way.

    It works, in a worker thread, only while somebody wants the result. Subclasses tell how it is
    made from a copy of the map, and keep it.
    """

    made = Signal()
    awaited = Signal()
    pause: ClassVar[int]
    """Milliseconds after the last change before the work begins."""
    unmoved_by: ClassVar[frozenset[Kind]] = frozenset()
    """Changes that leave the result as it is."""
    waits_for_gestures: ClassVar[bool] = False
    """Whether the work waits for the end of a gesture (which is a change, too)."""

    def __init__(self, edited: EditedMap, parent: QObject) -> None:
        super().__init__(parent)
        self._edited = edited
        self.problem = ""
        self._wanted: set[str] = set()
        self._stale = True
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(self.pause)
        self._timer.timeout.connect(self._make)

    @property
    def working(self) -> bool:
        """Whether a newer result is on its way; what nobody wants is not."""
        return (self._stale and bool(self._wanted)) or self._task.running

    def follow(self, change: DocumentChange) -> None:
        """The map was changed; whoever owns this tells it."""
        if change.kinds <= self.unmoved_by:
            return
        self._stale = True
        if self._wanted:
            self._timer.start()
            self.awaited.emit()

    def want(self, who: str, wanted: bool) -> None:
        """Somebody needs the result from now on, or does not any more."""
        (self._wanted.add if wanted else self._wanted.discard)(who)
        if wanted and self._stale:
            self._timer.start()
            self.awaited.emit()

    def stop(self) -> None:
        """The map is closed."""
        self._timer.stop()
        self._task.stop()

    def work_on(self, copy: MapDocument) -> Callable[[], object]:
        """What the worker thread shall do with a copy of the map that is its own."""
        raise NotImplementedError

    def keep(self, result: object) -> None:
        """The worker's result; None when it was refused."""
        raise NotImplementedError

    def _make(self) -> None:
        if self.waits_for_gestures and self._edited.in_stroke:
            self._timer.start()
            return
        self._stale = False
        self._task.start(self.work_on(snapshot(self._edited.document)))

    def _done(self, result: object) -> None:
        self.problem = ""
        self.keep(result)
        self.made.emit()

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self.problem = explained(error).message
        self.keep(None)
        self.made.emit()
