"""The bar above the sheet: the options of the tool in use, and at its right the overlays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QWidget

from wardesk.ui import theme
from wardesk.ui.map.tool import Tool
from wardesk.ui.widgets.text import Text


class OptionsBar(QFrame):
    """Shows what a tool gives as its options; a tool without any shows its name."""

    def __init__(self, switches: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("optionsbar")
        self.setProperty("panel", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Options of the tool"))
        self.setFixedHeight(theme.BAR_HEIGHT - 4)
        self._pages = QStackedWidget(self)
        self._shown: dict[str, QWidget] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, 0, theme.S4, 0)
        row.setSpacing(theme.S2)
        row.addWidget(self._pages, 1)
        for switch in switches:
            row.addWidget(switch)

    def show_tool(self, tool: Tool) -> None:
        """Show the options of *tool*."""
        if tool.id not in self._shown:
            page = tool.options(self._pages)
            if page is None:
                page = Text(tool.title, self._pages, role="small-strong", tone="text2")
            holder = QWidget(self._pages)
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(page)
            row.addStretch(1)
            self._shown[tool.id] = holder
            self._pages.addWidget(holder)
        self._pages.setCurrentWidget(self._shown[tool.id])
