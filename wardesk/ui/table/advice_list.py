"""The ranked list under the odds: which attack is worth most, which least, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.model.advice import Advice
from wardesk.ui import theme
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.row_list import Row, RowList
from wardesk.ui.widgets.text import Text

_MOST = 4 * 46 + 2
"""Px: four rows, then it scrolls; the chart wants room too."""


class AdviceList(QWidget):
    """``picked(number)`` on Enter or a click, ``reached(number)`` when the keyboard comes there."""

    picked = Signal(int)
    reached = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = Text(tr("Best to worst, by exact odds"), self, role="small-strong")
        self.list = RowList(tr("Choices ranked by exact odds"), self, most=_MOST)
        self.list.picked.connect(lambda key: self.picked.emit(int(key)))
        self.list.reached.connect(lambda key: self.reached.emit(int(key)))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addWidget(self._head)
        column.addWidget(self.list)
        self.set_advice(())

    def set_advice(self, found: Sequence[Advice]) -> None:
        """Show other choices, the best first; hidden when there is nothing to compare."""
        last = len(found) - 1
        self.list.set_rows([
            Row(
                str(k),
                f"{k + 1}  {one.label}",
                one.text,
                one.figure,
                hint=one.hint,
                icon="star" if k == 0 else "minus" if k == last else "target",
                tone="ok" if k == 0 else "danger" if k == last else "text3",
            )
            for k, one in enumerate(found)
        ])  # fmt: skip
        self.setVisible(bool(found))

    def needed_height(self) -> int:
        """Px that it takes; nothing while it is hidden."""
        if self.isHidden():
            return 0
        return self._head.sizeHint().height() + theme.S1 + self.list.height()
