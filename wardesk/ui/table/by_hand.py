"""A counter changed by hand: its menu on the board and the dialog behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from wardesk.engine.types import Effect
from wardesk.ui.table.edit_dialog import EditDialog
from wardesk.ui.table.interactions import tr

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace


class ByHand(QObject):
    """Opens menus and dialogs over the table's counters."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table

    def open_menu(self, piece: str, where: QPoint) -> None:
        """What can be done with a counter."""
        table = self._table
        menu = QMenu(table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = table.view.scene.looks.get(piece)
        deeds = table.in_one_go
        if deeds.used:
            menu.setToolTipsVisible(True)
            chosen = deeds.picked()
            pieces = chosen if piece in chosen else (piece,)
            deeds.fill_menu(menu, pieces, (look.at or "") if look is not None else "")
            menu.addSeparator()
        if look is not None and look.at and len(table.view.scene.in_cell(look.at)) > 1:
            menu.addAction(tr("Lay the pile out"), partial(table.view.fan, look.at))
            if deeds.used:
                menu.addAction(tr("Pick the whole pile"), partial(deeds.pick_pile, look.at))
        if deeds.used and table.session.mode != "adjudicate":
            menu.popup(where)
            return
        edit = menu.addAction(tr("Edit…"), partial(self.edit, piece))
        if table.session.mode != "adjudicate":
            edit.setEnabled(False)
            edit.setText(tr("Edit… (adjudicate mode only)"))
        menu.popup(where)

    def edit(self, piece: str) -> EditDialog | None:
        """Open the dialog that changes a counter; None while the table shows the past."""
        table = self._table
        found = table.session.state.pieces.get(piece)
        if found is None or table.in_past:
            return None
        look = table.view.scene.looks.get(piece)
        places: list[tuple[str | None, str]] = [(None, tr("Out of the game"))]
        places += [(box.id, box.title) for box in table.look.boxes]
        places += [(cell.id, cell.name or cell.id) for cell in table.session.board.cells.values()]
        sides = [(side.id, side.name) for side in table.look.sides]
        title = look.text or look.title if look is not None else piece
        dialog = EditDialog(found, title, places, sides, table)
        dialog.edited.connect(self._edited)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def _edited(self, effects: Sequence[Effect], reason: str) -> None:
        session = self._table.session
        self._table.hands.guarded(partial(session.edit, effects, "umpire", reason))
