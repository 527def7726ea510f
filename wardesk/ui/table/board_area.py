"""The board with its small zoom buttons in the corner."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from wardesk.model.board import Board
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.minimap import BoardMinimap
from wardesk.ui.canvas.zoom_buttons import ZoomButtons


class BoardArea(QWidget):
    """Keeps the buttons at the lower right corner of the view."""

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = BoardView(board, art, self)
        self._buttons = ZoomButtons(self.view, self)
        self.minimap = BoardMinimap(self.view, self)

    def resizeEvent(self, event: object) -> None:
        self.view.setGeometry(self.rect())
        self.minimap.follow()
        size = self._buttons.size()
        self._buttons.move(self.width() - size.width() - 12, self.height() - size.height() - 12)
        self._buttons.raise_()

    def minimumSizeHint(self) -> QSize:
        return self.view.minimumSizeHint()
