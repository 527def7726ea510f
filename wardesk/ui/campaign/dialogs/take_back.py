"""Taking events back: what goes with them, whether it is free, and the reason that stays."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.campaign.ledger.chain import Reversal
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.text import Text
from wardesk.words import shown, tr


class TakeBackDialog(Dialog):
    """``confirmed(reason)``. Nothing is erased: the reversal is an event of its own."""

    confirmed = Signal(str)

    def __init__(
        self, found: Reversal, words: dict[int, str], parent: QWidget | None = None
    ) -> None:
        """*words* are the sentences of the events that are named."""
        super().__init__(parent, icon="undo", tone="umpire_text", least=(540, 0))
        count = len(found.of)
        title = (
            tr("Take back event {0}").format(found.of[0]) if count == 1
            else tr("Take back {0} events").format(count)
        )  # fmt: skip
        self.set_title(tr("Take back"), title)
        column = self.body
        self._list(column, [(seq, "") for seq in found.of], words)
        if found.also:
            many = len(found.also)
            said = (
                tr("One later event would no longer hold; it goes with them:") if many == 1
                else tr("{0} later events would no longer hold; they go with them:")
                .format(many)
            )  # fmt: skip
            column.addWidget(Text(said, self, role="strong", tone="warn", wrap=True))
            self._list(column, found.also, words)
        if not found.free:
            said = tr("It is not free: {0}. You approve it as the umpire.")
            column.addWidget(
                Text(said.format(shown(found.why_not_free)), self, tone="warn", wrap=True)
            )
        if found.stale_packets:
            said = tr("{0} packets that were sent will no longer be true.")
            column.addWidget(Text(said.format(len(found.stale_packets)), self, wrap=True))
        self.reason = line_edit(
            tr("Reason for taking back"), self, hint=tr("Reason; it stays in the ledger")
        )
        column.addWidget(self.reason)
        column.addStretch(1)
        self.confirm = Button(tr("Take back"), self, icon="undo", kind="umpire")
        self.confirm.clicked.connect(self._say)
        self.set_foot(self.confirm, leave=tr("Leave it"))
        self.need_words(self.reason, tr("Say why: this needs a reason"))
        self.reason.setFocus()

    def _list(
        self, column: QVBoxLayout, rows: list[tuple[int, str]] | tuple[tuple[int, str], ...],
        words: dict[int, str],
    ) -> None:  # fmt: skip
        for seq, why in rows[:6]:
            said = f"{seq}  {shown(words.get(seq, ''))}" + (f": {shown(why)}" if why else "")
            column.addWidget(Text(said, self, role="small", tone="text2", wrap=True))
        if len(rows) > 6:
            said = tr("and {0} more").format(len(rows) - 6)
            column.addWidget(Text(said, self, role="small", tone="text3"))

    def _say(self) -> None:
        self.confirmed.emit(self.reason.text().strip())
        self.accept()
