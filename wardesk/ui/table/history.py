"""Going back and forth in a game: undo and redo, and looking at the past without touching it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from wardesk.errors import UserError
from wardesk.ui.language import explained
from wardesk.ui.table.edit_dialog import ReasonDialog

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace


class History(QObject):
    """*at* is the event whose aftermath the table shows; None is the present."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        self.at: int | None = None

    def undo(self) -> None:
        """Go back to the last decision of a person; asks for a reason where one is needed."""
        session = self._table.session
        if not session.can_undo():
            return
        try:
            session.undo()
        except UserError as error:
            dialog = ReasonDialog(str(explained(error)), self._table)
            dialog.given.connect(self._undo_with)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _undo_with(self, reason: str) -> None:
        self._table.hands.guarded(partial(self._table.session.undo, reason))

    def redo(self) -> None:
        """Go forward again."""
        if self._table.session.can_redo():
            self._table.hands.guarded(self._table.session.redo)

    def go(self, event: int) -> None:
        """Take the game to any event; asks for a reason where one is needed."""
        session = self._table.session
        try:
            session.go(event)
        except UserError as error:
            dialog = ReasonDialog(str(explained(error)), self._table)
            dialog.given.connect(lambda reason: self._go_with(event, reason))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()
            return
        self._arrived()

    def _go_with(self, event: int, reason: str) -> None:
        if self._table.hands.guarded(partial(self._table.session.go, event, reason)):
            self._arrived()

    def _arrived(self) -> None:
        # Whoever went to another point wants to look first; bots would answer at once.
        if self._table.session.automatic:
            self._table.runner.set_paused(True)

    def look_back(self, event: int) -> None:
        """Show the table as it was after *event*, read only."""
        table, was = self._table, self.at
        self.at = None if event == table.session.journal.head else event
        known = table.moments.line.place(event) is not None
        if was is not None and self.at is not None and known:
            table.show_moment()
        elif was != self.at:
            table.refresh()

    def back_to_now(self) -> None:
        """Show the present again."""
        if self.at is not None:
            self.at = None
            self._table.refresh()

    def look_by(self, by: int) -> None:
        """Look some events further back or forth."""
        line = self._table.moments.line
        place = line.place(self._table.moments.shown)
        place = len(line.ticks) - 1 if place is None else place + by
        if 0 <= place < len(line.ticks):
            self.look_back(line.ticks[place].event)
        else:
            self._table.past.stop()
