"""Scenarios between the campaign and the table: laid out, gone on with, brought back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from wardesk.campaign.ledger.events import Event
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.moves import members_of
from wardesk.services.campaign.table import (
    BroughtBack,
    NodeLine,
    TableOpened,
    bring_back,
    node_lines,
    open_table,
)
from wardesk.ui.campaign.hand import Hand
from wardesk.ui.campaign.table_dialog import TableDialog


class Tables(QObject):
    """``ready(Path)`` when a game waits to be played, ``filled(BroughtBack)`` with its results.

    ``closed()`` when the dialog was left without either.
    """

    ready = Signal(object)
    filled = Signal(object)
    closed = Signal()

    def __init__(self, hand: Hand, over: QWidget) -> None:
        super().__init__(over)
        self._hand, self._over = hand, over
        self.dialog: TableDialog | None = None

    def choose(self, node: str = "") -> None:
        """Ask which scenario, and with whom."""
        self._hand.read(node_lines, partial(self._show, node))

    def _show(self, node: str, lines: tuple[NodeLine, ...]) -> None:
        self.dialog = TableDialog(lines, self._over, chosen=node)
        self.dialog.laid.connect(self.lay)
        self.dialog.gone_on.connect(self.ready)
        self.dialog.rejected.connect(self.closed)
        self.dialog.open()

    def lay(self, node: str, units: str = "") -> None:
        """Set a table up: a scenario that has not begun begins with these units."""
        made: list[TableOpened] = []

        def work(desk: CampaignDesk) -> list[Event]:
            names = [word.strip() for word in units.split(",") if word.strip()]
            found = open_table(desk, node, members_of(desk, names))
            made.append(found)
            return list(found.events)

        self._hand.do(work, lambda _events: self.ready.emit(made[0].game))

    def bring(self, node: str, game: Path) -> None:
        """Read a table into the results sheet; nothing is entered by that."""
        self._hand.read(lambda desk: bring_back(desk, node, game), self._brought)

    def _brought(self, found: BroughtBack) -> None:
        self.filled.emit(found)
