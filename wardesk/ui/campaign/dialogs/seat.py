"""A seat is made, or its command divided: its name, its side, ticks for what it commands."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from wardesk.campaign.operation.forces import Seat
from wardesk.services.campaign.seats import SeatChoices, seat_id
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr


class CommandTicks(QWidget):
    """``ticked(formation, on)`` for formations, those below one set in under it."""

    ticked = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ticks: dict[str, QCheckBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S1)

    def show_lines(self, lines: Iterable[tuple[str, str, int]], own: Collection[str]) -> None:
        """Show formations (id, name, how deep) with ticks for those that are *own*."""
        clear(self._column)
        self.ticks = {}
        for key, words, depth in lines:
            box = QCheckBox(words, self)
            box.setFont(theme.font("body" if depth else "strong"))
            box.setStyleSheet(f"margin-left: {theme.px(theme.S4 * depth)}px")
            box.setChecked(key in own)
            box.clicked.connect(lambda on, key=key: self.ticked.emit(key, on))
            self._column.addWidget(box)
            self.ticks[key] = box

    def say(self, words: str) -> None:
        """A sentence in place of ticks, or before them."""
        self._column.insertWidget(0, Label(words, self, role="small", tone="text2", wrap=True))


class SeatDialog(Dialog):
    """``made(Seat)``: a new one, or *seat* with another name or command."""

    made = Signal(object)

    def __init__(
        self, choices: SeatChoices, parent: QWidget | None = None, *, seat: Seat | None = None
    ) -> None:
        super().__init__(parent, size=(560, 640))
        self._choices, self._seat = choices, seat
        self.set_title(tr("Seat") if seat is not None else tr("New seat"))
        self.name = line_edit(tr("Name"), self, shown(seat.name) if seat is not None else "")
        sides = [(shown(name), key) for key, name in choices.sides]
        self.side = combo_box(tr("Side"), self, sides)
        if seat is not None:
            self.side.setCurrentIndex(max(0, self.side.findData(seat.side)))
            self.side.setEnabled(False)
        self.ticks = CommandTicks(self)
        self.ticks.ticked.connect(lambda _key, _on: self._judge())
        self.lead = Label("", self, role="small", tone="text2", wrap=True)
        self.done_ = Button(tr("Make it"), self, kind="primary")
        if seat is not None:
            self.done_.set_words(tr("Change it"))
        self.done_.clicked.connect(self.finish)
        rows = FormRows()
        rows.add(tr("Name"), self.name)
        rows.add(tr("Side"), self.side)
        self.body.addLayout(rows)
        self.body.addWidget(Label(tr("In command of"), self, role="strong"))
        self.body.addWidget(self.lead)
        self.body.addWidget(Scroller(self.ticks, self), 1)
        self.set_foot(self.done_)
        self.side.currentIndexChanged.connect(lambda _at: self._show_side())
        self.name.textChanged.connect(lambda _text: self._judge())
        self._show_side()
        self.name.setFocus()

    def _show_side(self) -> None:
        side = self.side.currentData()
        lines = [
            (each.id, shown(each.name), each.depth - 1)
            for each in self._choices.commands
            if each.side == side and each.depth
        ]
        self.ticks.show_lines(lines, self._seat.formations if self._seat is not None else ())
        self._judge()

    def _formations(self) -> tuple[str, ...]:
        return tuple(key for key, box in self.ticks.ticks.items() if box.isChecked())

    def _judge(self) -> None:
        commands = self._formations()
        others = [
            shown(each.name)
            for each in self._choices.seats
            if self._shared(each.formations, commands)
            and (self._seat is None or each.id != self._seat.id)
        ]
        words = tr("The whole side; tick what it shall be instead.")
        if commands:
            words = tr("Formations below what is ticked belong to it.")
        if others:
            words = tr("{0} has command there as well.").format(", ".join(others))
        self.lead.setText(words)
        self.judge("" if self.name.text().strip() else tr("Give it a name."))

    def _shared(self, one: Collection[str], other: Collection[str]) -> bool:
        """Whether some formation stands under both."""
        for line in self._choices.commands:
            above = set(line.above)
            if above & set(one) and above & set(other):
                return True
        return False

    def finish(self) -> None:
        """Hand the seat on and close."""
        name, formations = self.name.text().strip(), self._formations()
        if not name:
            return
        taken = {each.id for each in self._choices.seats}
        self.made.emit(
            Seat(
                id=self._seat.id if self._seat is not None else seat_id(name, taken),
                name=name,
                role="commander" if formations else "commander-in-chief",
                side=str(self.side.currentData()),
                formations=formations,
                sight=self._seat.sight if self._seat is not None else None,
            )
        )
        self.accept()
