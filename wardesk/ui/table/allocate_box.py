"""Steppers to share out an amount over pieces, one row per piece."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.picking import AllocateInteraction
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Line


class AllocateBox(FlowBox):
    """Shows an `AllocateInteraction`; ``changed()`` when a stepper has moved."""

    changed = Signal()

    def __init__(self, interaction: AllocateInteraction, parent: QWidget | None = None) -> None:
        super().__init__(parent, column=250)
        self.setAccessibleName(self.tr("Share out"))
        self._interaction = interaction
        self._steppers: dict[str, Stepper] = {}
        for piece in interaction.ask.pieces:
            self.add(self._row_of(piece))

    def _row_of(self, piece: str) -> QWidget:
        row = QWidget(self)
        words = self._interaction.matter.piece_text(piece)
        stepper = Stepper(
            words, row, value=self._interaction.amounts[piece],
            most=self._interaction.limit(piece),
        )  # fmt: skip
        stepper.changed.connect(lambda amount, piece=piece: self._set(piece, amount))
        self._steppers[piece] = stepper
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S2)
        line.addWidget(stepper)
        line.addWidget(Line(words, row, least=80), 1)
        return row

    def _set(self, piece: str, amount: int) -> None:
        self._interaction.set_amount(piece, amount)
        self.changed.emit()

    def follow(self) -> None:
        """Show the amounts as they are now, however they came about."""
        for piece, stepper in self._steppers.items():
            if stepper.value != self._interaction.amounts[piece]:
                stepper.blockSignals(True)
                stepper.set_value(self._interaction.amounts[piece])
                stepper.blockSignals(False)
