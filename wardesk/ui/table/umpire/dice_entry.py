"""Roll by seed, or type the dice of a real table, on one line of the proposal card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.dice_fields import DiceFields
from wardesk.ui.widgets.dice_tray import dice_name
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.text import Text


class DiceEntry(QWidget):
    """``roll_asked()`` or ``typed(dice)``. Dice that somebody has begun to type come first."""

    roll_asked = Signal()
    typed = Signal(tuple)

    def __init__(
        self, dice: Sequence[int], faces: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._refused = ""
        words = tr("Draw") if faces else tr("Roll {0}").format(dice_name(dice))
        self.roll = Button(words, self, icon="dice", kind="umpire", key="R")
        self.roll.clicked.connect(self.roll_asked)
        self.use = Button(tr("Use"), self, icon="keyboard", key="T")
        self.use.clicked.connect(self.use_typed)
        self.dice = DiceFields(self)
        self.dice.set_dice(dice, faces)
        self.dice.changed.connect(self._check)
        self.dice.entered.connect(self.use_typed)
        self.dice.stuck.connect(self._say)
        self._said = Text("", self, role="small", tone="danger", wrap=True)
        row = FlowBox(self)
        row.add(self.roll, self.dice, self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addWidget(row)
        column.addWidget(self._said)
        self._check()

    def set_refused(self, reason: str) -> None:
        """Why neither way is open now; empty when both are."""
        self._refused = reason
        self._check()

    def said(self) -> str:
        """What is wrong with the typed dice; empty when nothing is."""
        return self._said.text()

    def _say(self, words: str) -> None:
        self._said.setText(words)
        self._said.setVisible(bool(words))

    def _check(self) -> None:
        # The filled button is what Enter presses: whoever types dice does not want others rolled.
        self.roll.set_kind("normal" if self.dice.begun else "umpire")
        self.use.set_kind("umpire" if self.dice.begun else "normal")
        self._say(self.dice.wrong())
        if self._refused:
            self.roll.refuse(self._refused)
            self.use.refuse(self._refused)
            return
        self.roll.allow()
        if missing := self.dice.missing():
            self.use.refuse(missing)
        else:
            self.use.allow()

    def use_typed(self) -> None:
        """Send the typed dice if they are whole and possible."""
        values = self.dice.values()
        if self._refused:
            self._say(self._refused)
        elif values is not None:
            self.typed.emit(values)

    def press_primary(self) -> None:
        """Use the dice that somebody has begun to type, else roll."""
        if self.dice.begun:
            self.dice.enter()
        elif self._refused:
            self._say(self._refused)
        else:
            self.roll.click()

    def focus_roll(self) -> None:
        """Give the keyboard to the roll button."""
        self.roll.setFocus()

    def focus_entry(self) -> None:
        """Give the keyboard to the typed dice; a second T sends them when they are whole."""
        if self.dice.drawn is None and self.dice.values() is not None:
            self.use_typed()
        else:
            self.dice.focus_open()
