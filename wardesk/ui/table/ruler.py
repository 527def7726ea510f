"""The ruler: how far it is from one place to another, and whether they see each other, and why."""

from __future__ import annotations

import dataclasses
from functools import partial

from PySide6.QtCore import QObject, Signal

from wardesk.model.board import Board
from wardesk.model.sight import Sight
from wardesk.ui.canvas.marks import Callout, Marks
from wardesk.ui.tasks import Task
from wardesk.words import shown, tr


class Ruler(QObject):
    """On: a line runs from the place where it was taken up to the pointer or the keyboard.

    ``changed()``: it has something else to show.
    """

    changed = Signal()

    def __init__(self, board: Board, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self._from = self._to = ""
        self._seen: Sight | None = None
        self._task = Task(self)
        self._task.done.connect(self._measured)

    @property
    def on(self) -> bool:
        """Whether something is being measured."""
        return bool(self._from)

    def toggle(self, cell: str) -> None:
        """Take the ruler up at *cell*, or lay it aside."""
        self._from = "" if self._from else cell
        self._to, self._seen = "", None
        self.changed.emit()

    def hover(self, cell: str) -> None:
        """Measure to *cell*; the sight line is worked out behind the scenes."""
        if not self.on or not cell or cell == self._to:
            return
        self._to, self._seen = cell, None
        if cell != self._from and not self._task.running:
            self._task.start(partial(_measure, self._board, self._from, cell))
        self.changed.emit()

    def _measured(self, seen: Sight) -> None:
        if not self.on:
            return
        if (seen.a, seen.b) == (self._from, self._to):
            self._seen = seen
            self.changed.emit()
        elif self._to and self._to != self._from:
            # The pointer has gone on meanwhile.
            self._task.start(partial(_measure, self._board, self._from, self._to))

    def words(self) -> str:
        """What the ruler says."""
        if self._seen is None:
            return tr("measuring…") if self._to and self._to != self._from else tr("from here")
        seen = self._seen
        steps = tr("1 step") if seen.distance == 1 else tr("{0} steps").format(seen.distance)
        sight = tr("in sight") if seen.clear else tr("not in sight")
        return f"{steps}, {sight}" + ("" if seen.clear else f": {shown(seen.reason)}")

    def over(self, marks: Marks) -> Marks:
        """*marks* with the ruler laid over them."""
        if not self.on:
            return marks
        end = self._to or self._from
        tone = "danger" if self._seen is not None and not self._seen.clear else "text"
        line = ((self._from, end),) if end != self._from else ()
        blocked = self._seen.blocked_by if self._seen is not None else None
        cells = [c for c in (blocked or "").split("/") if c in self._board.cells]
        return dataclasses.replace(
            marks,
            sources=(*marks.sources, self._from),
            lines=(*marks.lines, *line),
            blocked=(*marks.blocked, *cells),
            callout=Callout(end, self.words(), tone),
        )

    def stop(self) -> None:
        """End the work behind the scenes."""
        self._task.stop()


def _measure(board: Board, a: str, b: str) -> Sight:
    """Worker thread: distance and sight by the map's own policy."""
    return board.sight(a, b)
