"""A filled orders form beside what stands: nothing is entered before somebody accepts it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.campaign.operation.orders import OrderChange, OrdersPreview
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog, words_in
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr

_TONES = {
    "decision": "umpire", "new": "accent", "changed": "warn", "withdrawn": "danger",
    "message": "neutral",
}  # fmt: skip


class OrdersDialog(Dialog):
    """``accepted_orders(reasons)`` when the differences shall be entered.

    A reason stands beside each decision that the rules refuse; without it nothing is entered.
    """

    accepted_orders = Signal(object)

    def __init__(self, found: OrdersPreview, parent: QWidget | None = None) -> None:
        super().__init__(parent, icon="mail", least=(620, 380))
        self.found = found
        self.reasons: dict[str, QLineEdit] = {}
        self.set_title(tr("Orders"), tr("Orders: {0}").format(shown(found.seat_name)))
        column = self.body
        lead = tr("Form of {0}.").format(shown(found.turn) or tr("an unknown turn"))
        if found.kept:
            lead += " " + shown(
                say_count("{n} line changes nothing.", "{n} lines change nothing.", n=found.kept)
            )
        column.addWidget(Label(lead, self, tone="text2"))
        for words in found.troubles:
            column.addLayout(self._said("error", "danger", words))
        for words in found.notes:
            column.addLayout(self._said("warning", "warn", words))
        body = QWidget(self)
        rows = QVBoxLayout(body)
        rows.setContentsMargins(0, 0, theme.S2, 0)
        rows.setSpacing(theme.S3)
        for change in found.changes:
            rows.addWidget(self._change(change, body))
            rows.addWidget(hairline(body))
        if not found.changes:
            nothing = tr("Every order in it stands already.")
            rows.addWidget(Label(nothing, body, tone="text2", wrap=True))
        rows.addStretch(1)
        column.addWidget(Scroller(body, self), 1)
        count = len(found.changes)
        words = tr("Enter 1 change") if count == 1 else tr("Enter {0} changes")
        self.enter = Button(words.format(count), self, icon="check", kind="primary")
        self.enter.clicked.connect(self._accept)
        self.cancel = self.set_foot(self.enter, leave=tr("Leave it"))
        self._judge()
        first = next(iter(self.reasons.values()), None)
        if found.troubles or first is None:
            first = self.enter if self.enter.isEnabled() else self.cancel
        first.setFocus()

    def _judge(self) -> None:
        if self.found.troubles:
            self.judge(tr("The form is not in order"))
        elif not self.found.changes:
            self.judge(tr("The form changes nothing"))
        elif not all(words_in(field) for field in self.reasons.values()):
            self.judge(tr("Say why the umpire allows what the rules refuse"))
        else:
            self.judge("")

    def _said(self, icon: str, tone: str, words: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.S2)
        row.addWidget(Glyph(icon, self, tone=tone, size=18), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(Label(words, self, tone=tone, wrap=True), 1)
        return row

    def _change(self, change: OrderChange, parent: QWidget) -> QWidget:
        box = QWidget(parent)
        kinds = {"new": tr("new"), "changed": tr("changed"),
                 "withdrawn": tr("withdrawn"), "message": tr("message"),
                 "decision": tr("decision")}  # fmt: skip
        name = tr("Message to the umpire") if change.kind == "message" else change.name
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Label(name, box, role="strong"))
        head.addWidget(Chip(kinds[change.kind], box, tone=_TONES[change.kind]))
        head.addStretch(1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(theme.S1)
        grid.setColumnMinimumWidth(0, theme.px(64))
        grid.setColumnStretch(1, 1)
        lines = [(tr("Stands"), change.before or tr("nothing"), "text2"),
                 (tr("Form", "OrdersDialog"), change.after or tr("withdrawn"), "text")]  # fmt: skip
        for at, (label, words, tone) in enumerate(lines[change.kind in ("message", "decision") :]):
            top = Qt.AlignmentFlag.AlignTop
            grid.addWidget(Label(label, box, role="small", tone="text3"), at, 0, top)
            text = Label(words, box, tone=tone, wrap=True)
            text.setTextFormat(Qt.TextFormat.PlainText)
            grid.addWidget(text, at, 1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addLayout(head)
        column.addLayout(grid)
        if change.refused:
            column.addLayout(self._said("scales", "warn", change.refused))
            reason = line_edit(
                tr("Why the umpire allows {0}").format(shown(change.name)), box,
                hint=tr("Allow it all the same, because …"),
            )  # fmt: skip
            reason.textChanged.connect(lambda _text: self._judge())
            self.reasons[change.subject] = reason
            column.addWidget(reason)
        return box

    def _accept(self) -> None:
        self.accepted_orders.emit(
            {subject: words_in(field) for subject, field in self.reasons.items()}
        )
        self.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        want = theme.px(180) + theme.px(92) * max(1, len(self.found.changes) + len(self.reasons))
        self.resize(self.width(), min(theme.px(680), max(self.height(), want)))
