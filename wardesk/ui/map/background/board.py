"""The board of the map that is being drawn, compiled behind the scenes when somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.model.board import Board
from wardesk.ui.map.background.derived import Derived, EditedMap


class BoardCompiler(Derived):
    """`board` is the newest one that could be made: for the overlays that are shown."""

    pause = 80

    def __init__(self, edited: EditedMap, parent: QObject) -> None:
        super().__init__(edited, parent)
        self.board: Board | None = None

    def work_on(self, copy: MapDocument) -> Callable[[], object]:
        return partial(_compiled, copy)

    def keep(self, result: object) -> None:
        if isinstance(result, Board):
            self.board = result


def _compiled(document: MapDocument) -> Board:
    """Worker thread: the board, its sight lines made ahead because they take the longest."""
    board = compile_board(document)
    board.sight_lines()
    return board
