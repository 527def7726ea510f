"""What a standing order did, told at its place for its own side, with a way to take it back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from wardesk.engine.types import Cells, Event, Path, Pieces
from wardesk.services.play.history import is_ordered
from wardesk.services.play.session import Change
from wardesk.ui import theme
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.drawers import Drawers
from wardesk.ui.table.events.opponent import STAYS, BoardCard
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.orders.page import StandingPage
from wardesk.ui.table.past.past import Past
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_OFF = 28
"""Px between the place and the card."""


class OrderCard(BoardCard):
    """Lies beside the place; goes after a while, or when a person acts."""

    def __init__(self, model: TableModel, board: TableBoard) -> None:
        super().__init__(board, tr("By standing order"))
        self._model, self._view, self._cell = model, board.view, ""
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
        if change.kind == "event" and mine and is_ordered(event):
            if not model.covered:
                self._tell(event)
        elif change.kind != "event" or (mine and not is_ordered(event)):
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
        right = at.x() + _OFF
        left = at.x() - _OFF - self.width()
        x = max(12, right if right + self.width() <= wide - 12 else left)
        y = min(max(12, at.y() + _OFF), max(12, high - self.height() - 12))
        self.move(QPoint(x, y))


def add_actions(model: TableModel, page: StandingPage, drawers: Drawers, past: Past) -> None:
    """Standing orders: their page, and what is done with them from anywhere."""
    add, also = model.actions.add, tr("react automatically fire always")

    def no_orders() -> str:
        there = model.session.orders_of(page.side)
        return "" if there else tr("No order stands: you are asked everything.")

    def none_answered() -> str:
        there = model.session.last_ordered(page.side)
        return "" if there else tr("No standing order has answered anything.")

    def not_ordered() -> str:
        return "" if page.asked_kind() else tr("Nothing that orders speak of is asked now.")

    add("orders", tr("Standing orders…"), "Shift+F8", partial(drawers.toggle, "orders"), "flag",
        also=also)  # fmt: skip
    add("always", tr("Always answer so…"), "Ctrl+F8", page.always, "flag", why_not=not_ordered,
        also=also)  # fmt: skip
    add("suspend_orders", tr("Suspend all standing orders, or let them stand again"), "F8",
        page.suspend_all, "pause", why_not=no_orders, also=also)  # fmt: skip
    add("decide_myself", tr("Take back what a standing order answered, and decide myself"), "U",
        lambda: past.take_back_order(page.side), "undo", why_not=none_answered,
        also=also)  # fmt: skip
