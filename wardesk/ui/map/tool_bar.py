"""The column of tools at the left of the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.map.tool import Tool
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.panel import Scroller, hairline

WIDTH = 48
_SECOND = 36
"""How much wider it is with a second column, which it gets where one would be too tall."""


class ToolBar(QFrame):
    """One button per tool, hairlines between groups; ``chosen(id)`` when one is pressed."""

    chosen = Signal(str)

    def __init__(self, tools: Mapping[str, Tool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setProperty("panel", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Tools"))
        self.setFixedWidth(WIDTH + 1)
        self.buttons: dict[str, ToolButton] = {}
        self._group = QButtonGroup(self)
        self._rows: list[list[ToolButton]] = []
        """The tools of each group."""
        self._body = QWidget(self)
        last = ""
        for tool in tools.values():
            if tool.group != last:
                self._rows.append([])
            last = tool.group
            button = ToolButton(
                tool.icon, tool.title, self._body, key=tool.key, checkable=True, size=20
            )
            self._group.addButton(button)
            self.buttons[tool.id] = button
            button.clicked.connect(lambda _on=False, one=tool.id: self.chosen.emit(one))
            self._rows[-1].append(button)
        self._lines = [hairline(self._body) for _ in self._rows[1:]]
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, theme.S2, 0, theme.S2)
        self._grid.setSpacing(2)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._scroller = Scroller(self._body, self)
        self._scroller.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(self._scroller)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._settle)
        self._columns = 0
        self._place(1)

    def _place(self, columns: int) -> None:
        """Lay the buttons out in so many columns."""
        if columns == self._columns:
            return
        self._columns = columns
        while self._grid.takeAt(0) is not None:
            pass
        row = 0
        for number, group in enumerate(self._rows):
            if number:
                self._grid.addWidget(self._lines[number - 1], row, 0, 1, columns)
                row += 1
            for place, button in enumerate(group):
                at = row + place // columns
                middle = Qt.AlignmentFlag.AlignHCenter
                self._grid.addWidget(button, at, place % columns, middle)
            row += -(-len(group) // columns)
        for one in range(self._grid.rowCount()):
            self._grid.setRowStretch(one, 0)
        self._grid.setRowStretch(row, 1)
        self.setFixedWidth(WIDTH + (columns - 1) * _SECOND + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()  # in the middle of being laid out it cannot become wider

    def _settle(self) -> None:
        """One column if it fits, else two."""
        buttons = sum(
            max(one.sizeHint().height(), one.minimumHeight()) + 2 for one in self.buttons.values()
        )
        tall = buttons + len(self._lines) * 3 + 2 * theme.S2
        self._place(1 if tall <= self.height() else 2)

    def show_tool(self, tool: str) -> None:
        """Mark the tool in use."""
        self.buttons[tool].setChecked(True)
        self._scroller.ensureWidgetVisible(self.buttons[tool])
