"""What a standing order did, told at its place for its own side, with a way to take it back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.engine.types import Cells, Event, Path, Pieces
from wardesk.services.play.session import Change
from wardesk.ui import theme
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.events.opponent import STAYS, BoardCard
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_OFF = 28
"""Px between the place and the card."""


class OrderCard(BoardCard):
    """Lies beside the place; goes after a while, or when a person acts."""

    def __init__(self, model: TableModel, board: TableBoard, drawer: QWidget) -> None:
        super().__init__(board, tr("By standing order"))
        self._model, self._view, self._cell = model, board.view, ""
        self._drawer = drawer
        self.title = Label("", self, role="heading", wrap=True)
        self.order = Label("", self, role="strong", tone="warn", wrap=True)
        close = ToolButton("close", tr("Close"), self)
        close.clicked.connect(self.hide)
        close.setFixedHeight(24)
        mine = Button(tr("Decide myself"), self, action="table.decide_myself")
        mine.clicked.connect(lambda: model.actions.run("table.decide_myself"))
        suspend = Button(tr("Suspend all"), self, action="table.suspend_orders")
        suspend.clicked.connect(lambda: model.actions.run("table.suspend_orders"))
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.timeout.connect(self.hide)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addWidget(mine)
        foot.addWidget(suspend)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        column.addWidget(self.order)
        column.addLayout(foot)
        model.happened.connect(self._happened)
        self.hide()

    def _happened(self, change: Change) -> None:
        model, event = self._model, self._model.session.journal.event
        mine = model.side and event.asked is not None and event.asked.who == model.side
        if change.kind == "event" and mine and event.via.startswith("standing:"):
            if not model.covered:
                self._tell(event)
        elif change.kind != "event" or (mine and not event.via):
            self.hide()

    def _tell(self, event: Event) -> None:
        session, words = self._model.session, self._model.session.words
        if (told := session.told_order(event)) is None:
            return
        self.title.setText(session.told_answer(event))
        self.order.setText(words.text(told))
        self._cell = self._place_of(event)
        self._tone = self._model.words.tone
        self.setProperty("tone", self._tone)
        self.style().polish(self)
        self.show()
        self.place()
        self.raise_()
        self._going.start(STAYS)

    def _place_of(self, event: Event) -> str:
        """Where the unit stands that did it, else what the question was about."""
        pieces = self._model.session.seen_by(self._model.side).pieces
        cells = self._model.board.cells
        match event.answer:
            case Pieces(named) | Path(named, _):
                names = list(named)
            case Cells(named):
                names = list(named)
            case _:
                names = list(event.asked.about) if event.asked is not None else []
        for name in names:
            at = pieces[name].at if name in pieces else name
            if at in cells:
                return at
        return ""

    def place(self) -> None:
        """Beside the place, where there is room; in the corner where there is no place."""
        super().place()
        if not self._cell:
            return
        at = self._view.mapTo(self._board, self._view.cell_point(self._cell))
        wide, high = self._board.width(), self._board.height()
        edge = 12 + (0 if self._drawer.isHidden() else self._drawer.width())
        right = at.x() + _OFF
        left = at.x() - _OFF - self.width()
        x = max(edge, right if right + self.width() <= wide - 12 else left)
        y = min(max(12, at.y() + _OFF), max(12, high - self.height() - 12))
        self.move(QPoint(x, y))
