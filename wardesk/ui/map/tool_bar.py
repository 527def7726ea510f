"""The column of tools at the left of the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.map.tool import Tool
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.panel import Scroller, hairline

WIDTH = 48


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
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, theme.S2, 0, theme.S2)
        column.setSpacing(2)
        last = ""
        for tool in tools.values():
            if last and tool.group != last:
                column.addSpacing(2)
                column.addWidget(hairline(body))
                column.addSpacing(2)
            last = tool.group
            button = ToolButton(tool.icon, tool.title, body, key=tool.key, checkable=True, size=20)
            self._group.addButton(button)
            self.buttons[tool.id] = button
            button.clicked.connect(lambda _on=False, one=tool.id: self.chosen.emit(one))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        scroller = Scroller(body, self)
        scroller.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(scroller)

    def show_tool(self, tool: str) -> None:
        """Mark the tool in use."""
        self.buttons[tool].setChecked(True)
