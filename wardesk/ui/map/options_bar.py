"""The bar above the sheet: the options of the tool in use, and at its right the overlays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QStackedWidget, QWidget

from wardesk.ui import theme
from wardesk.ui.map.options import OptionRow
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
        self._pages = QStackedWidget(self)
        self._shown: dict[str, QWidget] = {}
        self._switches = QWidget(self)
        row = QHBoxLayout(self._switches)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        for switch in switches:
            row.addWidget(switch)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(theme.S4, theme.S1, theme.S4, theme.S1)
        self._grid.setVerticalSpacing(theme.S1)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._pages, 0, 0)
        self._apart = False
        self._place()

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
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._settle()  # an overlay has brought its own options, or taken them away
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height())  # options that want more get their names taken off

    # ---- room ----------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Overlays get a line of their own if both do not fit, for all tools seen so far.

        So the sheet does not jump with every change of tool. A tool whose options are too wide for
        a whole line goes without the names before its controls.
        """
        room = self.width() - 2 * theme.S4
        page = self._pages.currentWidget()
        if page is None or room <= 0:
            return
        rows = page.findChildren(OptionRow)
        for row in rows:
            row.set_named(named=row.width_named() <= room)
        widest = max(one.sizeHint().width() for one in self._shown.values())
        switches = self._switches.sizeHint().width()
        apart = switches > 0 and widest + theme.S2 + switches > room
        if apart != self._apart:
            self._apart = apart
            self._place()

    def _place(self) -> None:
        self._grid.removeWidget(self._switches)
        if self._apart:
            self._grid.addWidget(self._switches, 1, 0, Qt.AlignmentFlag.AlignRight)
        else:
            self._grid.addWidget(self._switches, 0, 1)
        lines = 2 if self._apart else 1
        self.setFixedHeight(lines * (theme.CONTROL_HEIGHT + theme.S1) + theme.S2)
