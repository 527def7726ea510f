"""The board of the map that is being drawn, made anew behind the scenes when somebody wants it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task

if TYPE_CHECKING:
    from wardesk.ui.map.edit_desk import EditDesk

PAUSE = 80
"""Milliseconds after the last change before the board is made."""


class BoardKeeper(QObject):
    """``made()`` whenever `board` is a newer one, or `problem` says why there is none.

    It works only while somebody wants the board: an overlay that is shown.
    """

    made = Signal()

    def __init__(self, desk: EditDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self.board: Board | None = None
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

    def want(self, who: str, wanted: bool) -> None:
        """Somebody needs the board from now on, or does not any more."""
        (self._wanted.add if wanted else self._wanted.discard)(who)
        if wanted and self._stale:
            self._timer.start()

    def _changed(self, _change: object) -> None:
        self._stale = True
        if self._wanted:
            self._timer.start()

    def _make(self) -> None:
        self._stale = False
        self._task.start(partial(_compiled, snapshot(self._desk.document)))

    def _done(self, board: Board) -> None:
        self.board, self.problem = board, ""
        self.made.emit()

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self.problem = explained(error).message
        self.made.emit()

    def stop(self) -> None:
        """The map is closed."""
        self._timer.stop()
        self._task.stop()


def _compiled(document: MapDocument) -> Board:
    """Worker thread: the board, its sight lines made ahead because they take the longest."""
    board = compile_board(document)
    board.sight_lines()
    return board
