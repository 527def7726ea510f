"""The issues of the map that is being drawn: at once on small maps, behind the scenes on large."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from wardesk.drawing.commands.change import DocumentChange, Kind
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.drawing.issues.live import LiveIssue, LiveIssues
from wardesk.model.needs import GameNeeds
from wardesk.ui.tasks import Task

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

MOST_BORDERS, MOST_CELLS = 60, 1500
"""Up to so many borders of an area map, or cells of a sheet, looking takes a part of a frame."""
_Told = tuple[LiveIssues, list[LiveIssue]]


class IssueFinder(QObject):
    """``told(rows)``: the issues of the map as it is now, with their fixes.

    On a large map a worker thread looks at a copy. It alone uses the list of issues while it runs;
    what it tells of a map that has changed meanwhile is dropped, and it looks again.
    """

    told = Signal(object)

    def __init__(self, model: MapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._needs: GameNeeds | None = None
        self._live: LiveIssues | None = None
        self._anew = False
        """Whether what the games need has changed since the last look."""
        self._pending: list[DocumentChange] = []
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        model.changed.connect(self._pending.append)

    @property
    def is_behind(self) -> bool:
        """Whether a look is under way, or something changed since the last one began."""
        return self._task.running or bool(self._pending) or self._live is None or self._anew

    @property
    def is_large(self) -> bool:
        """Whether looking at the map takes longer than a frame has room for."""
        document = self._model.document
        if document.layout is None:
            return len(document.edges) > MOST_BORDERS
        return len(document.cells) > MOST_CELLS

    def play_for(self, needs: GameNeeds | None) -> None:
        """Ask from the next look on what these games need too."""
        self._needs, self._anew = needs, True

    def look(self) -> None:
        """Look at what has changed; `told` follows."""
        if self._task.running:
            return  # it looks again when it is done
        if not self.is_large:
            self.told.emit(self.now())
            return
        twin = snapshot(self._model.document)
        self._task.start(partial(_looked, *self._taken(), twin))

    def now(self) -> list[LiveIssue]:
        """The issues of this very moment, waiting for them if need be."""
        if self._task.running:
            self._task.stop()
            self._live = None
        self._live, rows = _looked(*self._taken(), self._model.document)
        return rows

    def _taken(self) -> tuple[LiveIssues | None, GameNeeds | None, DocumentChange]:
        """What a look begins with; nothing is pending after it."""
        live = None if self._anew else self._live
        kinds: frozenset[Kind] = frozenset(k for change in self._pending for k in change.kinds)
        cells = frozenset(cell for change in self._pending for cell in change.cells)
        self._pending.clear()
        self._anew = False
        return live, self._needs, DocumentChange("", kinds, cells)

    def _done(self, found: _Told) -> None:
        self._live, rows = found
        if self._pending or self._anew:
            self.look()
        else:
            self.told.emit(rows)

    def _failed(self, error: object) -> None:
        self._live = None
        raise error if isinstance(error, BaseException) else TypeError(str(error))

    def stop(self) -> None:
        """The map is closed."""
        self._task.stop()


def _looked(
    live: LiveIssues | None, needs: GameNeeds | None, change: DocumentChange, document: MapDocument
) -> _Told:
    """In a worker thread: bring the list up to date with *document*, or begin it."""
    if live is None:
        live = LiveIssues(document, needs)
    else:
        live.move_to(document)
        if change.kinds:
            live.update(change)
    return live, live.told()
