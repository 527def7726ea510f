"""Going back and forth in a game: undo and redo, and looking at the past without touching it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from wardesk.errors import UserError
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
            dialog = ReasonDialog(f"{error.message} {error.advice}".strip(), self._table)
            dialog.given.connect(self._undo_with)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _undo_with(self, reason: str) -> None:
        self._table.hands.guarded(partial(self._table.session.undo, reason))

    def redo(self) -> None:
        """Go forward again."""
        if self._table.session.can_redo():
            self._table.hands.guarded(self._table.session.redo)

    def look_back(self, event: int) -> None:
        """Show the table as it was after *event*, read only."""
        self.at = None if event == self._table.session.journal.head else event
        self._table.refresh()

    def back_to_now(self) -> None:
        """Show the present again."""
        self.at = None
        self._table.refresh()

    def look_by(self, by: int) -> None:
        """Look some events further back or forth."""
        line = [event.id for event in self._table.session.journal.line()]
        here = self.at if self.at is not None else self._table.session.journal.head
        place = line.index(here) + by if here in line else len(line) - 1
        if 0 <= place < len(line):
            self.look_back(line[place])

    def place(self) -> tuple[int, int]:
        """Place of the shown event on the line to the present, and that line's length."""
        line = [event.id for event in self._table.session.journal.line()]
        here = self.at if self.at is not None else self._table.session.journal.head
        return (line.index(here) if here in line else 0), len(line) - 1
