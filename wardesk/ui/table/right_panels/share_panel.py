"""An amount to share out over counters: one stepper each, in the right column."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.sharing import AllocateInteraction
from wardesk.ui.widgets.panel import Panel, Scroller
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import tr

_ROWS = 6
"""Steppers that are shown without scrolling."""


class ShareBox(QWidget):
    """Shows an `AllocateInteraction`; ``changed()`` when a stepper has moved."""

    changed = Signal()

    def __init__(self, interaction: AllocateInteraction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Share out"))
        self.interaction = interaction
        self._steppers: dict[str, Stepper] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        for piece in interaction.ask.pieces:
            column.addWidget(self._row_of(piece))

    def _row_of(self, piece: str) -> QWidget:
        row = QWidget(self)
        words = self.interaction.matter.piece_text(piece)
        stepper = Stepper(
            words, row, value=self.interaction.amounts[piece],
            most=self.interaction.limit(piece),
        )  # fmt: skip
        stepper.changed.connect(lambda amount, piece=piece: self._set(piece, amount))
        self._steppers[piece] = stepper
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S2)
        line.addWidget(stepper)
        line.addWidget(ElidedLine(self.interaction.matter.piece_line(piece), row, least=80), 1)
        row.setToolTip(words)
        return row

    def _set(self, piece: str, amount: int) -> None:
        self.interaction.set_amount(piece, amount)
        self.changed.emit()

    def follow(self) -> None:
        """Show the amounts as they are now, however they came about."""
        for piece, stepper in self._steppers.items():
            if stepper.value != self.interaction.amounts[piece]:
                stepper.blockSignals(True)
                stepper.set_value(self.interaction.amounts[piece])
                stepper.blockSignals(False)


class SharePanel(Panel):
    """There while an amount is shared out."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Share out"), parent)
        self._model = model
        self.box: ShareBox | None = None
        self._scroller: QWidget | None = None
        self.hide()
        model.changed.connect(self._changed)
        model.asked.connect(self._follow)

    def _changed(self) -> None:
        """Another question, perhaps."""
        found = self._model.interaction
        if self.box is not None and self.box.interaction is found:
            return
        if self._scroller is not None:
            self.body.removeWidget(self._scroller)
            self._scroller.hide()
            self._scroller.deleteLater()
        self.box = self._scroller = None
        if isinstance(found, AllocateInteraction):
            self.box = ShareBox(found, self)
            self.box.changed.connect(self._model.show_interaction)
            self._scroller = Scroller(self.box, self)
            rows = min(_ROWS, len(found.ask.pieces))
            self._scroller.setFixedHeight(rows * (theme.CONTROL_HEIGHT + theme.S1) + theme.S1)
            self.add(self._scroller)
        self.setVisible(self.box is not None)

    def _follow(self) -> None:
        if self.box is None:
            return
        self.box.follow()
        rest = self.box.interaction.rest
        self.set_title(tr("Share out"), tr("{0} left").format(rest) if rest > 0 else "")
