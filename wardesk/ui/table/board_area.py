"""The board with its small zoom buttons in the corner."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.model.board import Board
from wardesk.ui import theme
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.minimap import Minimap
from wardesk.ui.canvas.view import BoardView
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import ToolButton


class _ZoomButtons(QWidget):
    """Closer, whole sheet, further, on a ground of their own."""

    def __init__(self, view: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Zoom"))
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 3)
        column.setSpacing(0)
        for icon, words, key, run in (
            ("plus", tr("Closer"), "+", view.closer),
            ("fit", tr("Whole sheet"), "F", view.fit),
            ("minus", tr("Further away"), "−", view.further),
        ):
            button = ToolButton(icon, words, self, key=key)
            button.clicked.connect(run)
            column.addWidget(button)
        self.adjustSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        surface, line = theme.colour("surface"), theme.colour("line")
        paint.rounded(painter, QRectF(self.rect()), fill=surface, outline=line, radius=8)
        painter.end()


class BoardArea(QWidget):
    """Keeps the buttons at the lower right corner of the view."""

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = BoardView(board, art, self)
        self._buttons = _ZoomButtons(self.view, self)
        self.minimap = Minimap(self.view, self)
        for moved in (self.view.moved, self.view.settled):
            moved.connect(self._follow)

    def _follow(self) -> None:
        """The eye has moved: the small map stays in the corner opposite to the buttons."""
        self.minimap.follow()
        self.minimap.move(12, self.height() - self.minimap.height() - 12)

    def resizeEvent(self, event: object) -> None:
        self.view.setGeometry(self.rect())
        self._follow()
        size = self._buttons.size()
        self._buttons.move(self.width() - size.width() - 12, self.height() - size.height() - 12)
        self._buttons.raise_()

    def minimumSizeHint(self) -> QSize:
        return self.view.minimumSizeHint()
