"""Taking events back: what goes with them, whether it is free, and the reason that stays."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.campaign.ledger.chain import Reversal
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Text


class TakeBackDialog(QDialog):
    """``confirmed(reason)``. Nothing is erased: the reversal is an event of its own."""

    confirmed = Signal(str)

    def __init__(
        self, found: Reversal, words: dict[int, str], parent: QWidget | None = None
    ) -> None:
        """*words* are the sentences of the events that are named."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Take back"))
        head = QHBoxLayout()
        head.setSpacing(theme.S3)
        head.addWidget(Glyph("undo", self, tone="umpire_text", size=24))
        count = len(found.of)
        title = (
            self.tr("Take back event {0}").format(found.of[0]) if count == 1
            else self.tr("Take back {0} events").format(count)
        )  # fmt: skip
        head.addWidget(Text(title, self, role="title"), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addLayout(head)
        self._list(column, [(seq, "") for seq in found.of], words)
        if found.also:
            many = len(found.also)
            said = (
                self.tr("One later event would no longer hold; it goes with them:") if many == 1
                else self.tr("{0} later events would no longer hold; they go with them:")
                .format(many)
            )  # fmt: skip
            column.addWidget(Text(said, self, role="strong", tone="warn", wrap=True))
            self._list(column, found.also, words)
        if not found.free:
            said = self.tr("It is not free: {0}. You approve it as the umpire.")
            column.addWidget(Text(said.format(found.why_not_free), self, tone="warn", wrap=True))
        if found.stale_packets:
            said = self.tr("{0} packets that were sent will no longer be true.")
            column.addWidget(Text(said.format(len(found.stale_packets)), self, wrap=True))
        self.reason = QLineEdit(self)
        self.reason.setFont(theme.font())
        self.reason.setPlaceholderText(self.tr("Reason; it stays in the ledger"))
        self.reason.setAccessibleName(self.tr("Reason for taking back"))
        column.addWidget(self.reason)
        cancel = Button(self.tr("Leave it"), self, key="Esc")
        cancel.clicked.connect(self.reject)
        self.confirm = Button(self.tr("Take back"), self, icon="undo", kind="umpire")
        self.confirm.clicked.connect(self._say)
        self.reason.returnPressed.connect(self.confirm.click)
        self.reason.textChanged.connect(lambda _text: self._judge())
        row = QHBoxLayout()
        row.setSpacing(theme.S2)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.confirm)
        column.addStretch(1)
        column.addLayout(row)
        self.setMinimumWidth(theme.px(540))
        self._judge()
        self.reason.setFocus()

    def _list(
        self, column: QVBoxLayout, rows: list[tuple[int, str]] | tuple[tuple[int, str], ...],
        words: dict[int, str],
    ) -> None:  # fmt: skip
        for seq, why in rows[:6]:
            said = f"{seq}  {words.get(seq, '')}" + (f": {why}" if why else "")
            column.addWidget(Text(said, self, role="small", tone="text2", wrap=True))
        if len(rows) > 6:
            said = self.tr("and {0} more").format(len(rows) - 6)
            column.addWidget(Text(said, self, role="small", tone="text3"))

    def _judge(self) -> None:
        if self.reason.text().strip():
            self.confirm.allow()
        else:
            self.confirm.refuse(self.tr("Say why: a reason is needed"))

    def _say(self) -> None:
        self.confirmed.emit(self.reason.text().strip())
        self.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (column := self.layout()) is not None:
            need = column.totalHeightForWidth(self.width())
            self.resize(self.width(), max(self.height(), need))
