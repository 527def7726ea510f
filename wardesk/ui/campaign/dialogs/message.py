"""A message of the umpire to some seats, at once or with a delay."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog, words_in
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, text_edit
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr


class MessageDialog(Dialog):
    """``sent(seats, text, due)``; *due* is the name of a turn, empty for at once."""

    sent = Signal(object, str, str)

    def __init__(
        self,
        seats: Sequence[tuple[str, str]],
        turns: Sequence[str],
        parent: QWidget | None = None,
        *,
        chosen: str = "",
    ) -> None:
        """*turns* are the turns on which it may arrive later."""
        super().__init__(parent, least=(520, 380))
        self.set_title(tr("Message"), tr("A message of the umpire"))
        self.boxes: dict[str, Switch] = {}
        to = FlowBox(self)
        for key, name in ((key, shown(name)) for key, name in seats):
            # Switches, as everywhere: an empty check box cannot be seen in the dark window.
            seat = QWidget(self)
            box = Switch(tr("To {0}").format(name), seat, on=key == chosen)
            box.toggled.connect(lambda _on: self._judge())
            beside = QHBoxLayout(seat)
            beside.setContentsMargins(0, 0, theme.S3, 0)
            beside.setSpacing(theme.S2)
            beside.addWidget(box)
            beside.addWidget(ElidedLine(name, seat))
            self.boxes[key] = box
            to.add(seat)
        self.text = text_edit(tr("Message"), self)
        self.text.textChanged.connect(self._judge)
        rows = [(tr("At once"), ""), *((turn, turn) for turn in turns)]
        self.due = combo_box(tr("Arrives"), self, rows)
        self.send = Button(tr("Send"), self, icon="mail", kind="primary")
        self.send.clicked.connect(self._send)
        when = QHBoxLayout()
        when.setSpacing(theme.S2)
        when.addWidget(Label(tr("Arrives"), self, tone="text2"))
        when.addWidget(self.due, 1)
        self.cancel = self.set_foot(self.send, with_control=True)
        column = self.body
        column.addWidget(to)
        column.addWidget(self.text, 1)
        column.addLayout(when)
        said = tr("It stands in the next packet of those seats, and nobody else reads it.")
        column.addWidget(Label(said, self, role="small", tone="text2", wrap=True))
        self._judge()
        self.text.setFocus()

    def _chosen(self) -> list[str]:
        return [key for key, box in self.boxes.items() if box.isChecked()]

    def _judge(self) -> None:
        if not self._chosen():
            self.judge(tr("Choose who shall read it"))
        else:
            self.judge("" if words_in(self.text) else tr("The message is empty"))

    def _send(self) -> None:
        self.sent.emit(self._chosen(), self.text.toPlainText(), str(self.due.currentData()))
        self.accept()
