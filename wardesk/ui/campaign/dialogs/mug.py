"""What is left in the campaign's mug this turn, and at which table what was drawn."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.services.campaign.mug import MugFacts, chit_words, mug_of
from wardesk.ui import theme
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr


class MugDialog(Dialog):
    """The chits of this turn: those that have come out first."""

    def __init__(self, facts: MugFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(620, 460))
        self.set_title(tr("The mug"), tr("{0}: {1} left").format(shown(facts.turn), facts.left))
        words = (
            tr("Tables of this turn: {0}").format(len(facts.tables))
            if facts.tables
            else tr("No table plays this turn yet.")
        )
        self.body.addWidget(Label(words, self, tone="text2"))
        told = tr("Every table draws its chits in the same order; points are divided among them.")
        self.body.addWidget(Label(told, self, role="small", tone="text2", wrap=True))
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, theme.S2, 0)
        column.setSpacing(theme.S1)
        for out, title in ((True, tr("Drawn")), (False, tr("Left in the mug"))):
            some = [chit for chit in facts.chits if chit.out is out]
            if some:
                column.addWidget(Label(title, inside, role="heading"))
            for chit in some:
                column.addWidget(Label(shown(chit_words(chit)), inside, role="small", wrap=True))
        column.addStretch(1)
        self.body.addWidget(Scroller(inside, self), 1)
        self.set_foot(None, leave=tr("Close")).setFocus()


class MugController(QObject):
    """Opens the mug of a campaign."""

    def __init__(self, worker: CampaignWorker, parent: QWidget) -> None:
        super().__init__(parent)
        self._worker, self._parent = worker, parent
        self.dialog: MugDialog | None = None

    def open(self) -> None:
        """Look into the mug; nothing is written."""
        self._worker.read(mug_of, self._show)

    def _show(self, facts: MugFacts) -> None:
        self.dialog = MugDialog(facts, self._parent)
        self.dialog.open()
