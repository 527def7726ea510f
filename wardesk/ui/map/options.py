"""Controls that several tools show above the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Text

if TYPE_CHECKING:
    from wardesk.ui.map.edit_desk import EditDesk


class OptionRow(QWidget):
    """Controls side by side, each with its name before it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.S2)

    def add(self, words: str, control: QWidget) -> None:
        """One more control."""
        if words:
            self._row.addWidget(Text(words, self, role="small", tone="text2"))
        self._row.addWidget(control)
        self._row.addSpacing(theme.S2)


class SizeOptions(OptionRow):
    """How large the brush is, by the number of hexes it covers."""

    def __init__(self, desk: EditDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        hexes = desk.document.kind == "hex"
        covered = [3 * k * (k - 1) + 1 if hexes else (2 * k - 1) ** 2 for k in range(1, 7)]
        sizes = [(str(k), str(k if desk.is_area else n)) for k, n in enumerate(covered, 1)]
        self.sizes = Segment(sizes, self, name=self.tr("Brush size"))
        self.sizes.chosen.connect(lambda size: desk.ink(brush=int(size)))
        desk.inked.connect(self._follow)
        self.add(self.tr("Brush size"), self.sizes)
        self._follow()

    def _follow(self) -> None:
        self.sizes.set_current(str(self._desk.inks.brush))
