"""Roll by seed, or type the dice of a real table, on one line of the proposal card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from wardesk.ui import theme
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.dice_tray import dice_name
from wardesk.ui.widgets.flow import FlowBox


class DiceEntry(FlowBox):
    """``roll_asked()`` or ``typed(dice)``."""

    roll_asked = Signal()
    typed = Signal(tuple)

    def __init__(
        self, dice: Sequence[int], faces: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._dice = tuple(dice)
        self._refused = ""
        words = tr("Draw") if faces else tr("Roll {0}").format(dice_name(dice))
        self.roll = Button(words, self, icon="dice", kind="umpire", key="R")
        self.roll.clicked.connect(self.roll_asked)
        self.use = Button(tr("Use"), self, icon="keyboard", key="T")
        self.use.clicked.connect(self.use_typed)
        self.fields: list[QLineEdit] = []
        self._draw: QComboBox | None = None
        self.add(self.roll)
        if faces:
            self._draw = QComboBox(self)
            self._draw.setFont(theme.font())
            self._draw.addItems(list(faces))
            self._draw.setAccessibleName(tr("What was drawn"))
            self.add(self._draw)
        else:
            for k, most in enumerate(self._dice):
                self.add(self._field(k, most))
        self.add(self.use)
        self._check()

    def _field(self, k: int, most: int) -> QLineEdit:
        field = QLineEdit(self)
        field.setFont(theme.font())
        field.setFixedSize(44, theme.CONTROL_HEIGHT)
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setMaxLength(len(str(most)))
        field.setAccessibleName(tr("Die {0}, 1 to {1}").format(k + 1, most))
        field.textChanged.connect(self._check)
        field.returnPressed.connect(self.use_typed)
        self.fields.append(field)
        return field

    def values(self) -> tuple[int, ...] | None:
        """The typed dice, or None while they are incomplete or impossible."""
        if self._draw is not None:
            return (self._draw.currentIndex() + 1,)
        numbers = [int(f.text()) if f.text().isdigit() else 0 for f in self.fields]
        good = all(1 <= n <= most for n, most in zip(numbers, self._dice, strict=True))
        return tuple(numbers) if good else None

    def set_refused(self, reason: str) -> None:
        """Why neither way is open now; empty when both are."""
        self._refused = reason
        self._check()

    def _check(self) -> None:
        if self._refused:
            self.roll.refuse(self._refused)
            self.use.refuse(self._refused)
            return
        self.roll.allow()
        if wrong := self._wrong():
            self.use.refuse(wrong)
        elif self.values() is None:
            self.use.refuse(tr("Type every die first"))
        else:
            self.use.allow()

    def _wrong(self) -> str:
        """Why what was typed cannot have been rolled; empty while it can."""
        for field, most in zip(self.fields, self._dice, strict=False):
            text = field.text()
            good = not text or (text.isdigit() and 1 <= int(text) <= most)
            field.setProperty("wrong", not good)
            field.style().polish(field)
            if not good:
                return tr("A die shows 1 to {0}, not {1}.").format(most, text)
        return ""

    def use_typed(self) -> None:
        """Send the typed dice if they are whole and possible."""
        values = self.values()
        if values is not None and not self._refused:
            self.typed.emit(values)

    def focus_roll(self) -> None:
        """Give the keyboard to the roll button."""
        self.roll.setFocus()

    def focus_entry(self) -> None:
        """Give the keyboard to the first typed die; a second T sends them when they are whole."""
        if self.values() is not None and self._draw is None:
            self.use_typed()
        elif self._draw is not None:
            self._draw.setFocus()
        elif self.fields:
            self.fields[0].setFocus()
