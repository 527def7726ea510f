"""The panels of the map editor: one dock at the right of the sheet, a tab for each."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.map.look.panel import LookPanel
from wardesk.ui.map.panels.history import HistoryPanel
from wardesk.ui.map.panels.inspector import InspectorPanel
from wardesk.ui.map.panels.issues import IssuesPanel
from wardesk.ui.map.panels.layers import LayersPanel
from wardesk.ui.map.panels.palette import TOOLS, PalettePanel
from wardesk.ui.map.panels.review import ReviewPanel
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.view import MapView
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

Tab = Literal["palette", "cell", "look", "issues", "layers", "history"]
_DRAWN_WITH = frozenset(tool for tools in TOOLS.values() for tool in tools)


class Panels(QObject):
    """Every panel of one map, one of them shown.

    Palette and cell follow the hand: who takes a brush up sees the palette, who picks with the
    hand sees what is picked. A tab that was chosen besides stays until another one is.
    """

    def __init__(self, view: MapView, parent: QWidget) -> None:
        super().__init__(parent)
        self.widget = _Stretching(parent)
        """Tabs and panels as they stand in the dock."""
        home = self.widget
        self._view = view
        self.palette = PalettePanel(view, home)
        self.layers = LayersPanel(view, home)
        self.inspector = InspectorPanel(view.model, home)
        self.look = LookPanel(view, home)
        self.issues = IssuesPanel(view, home)
        self.review = ReviewPanel(view, home)
        self.history = HistoryPanel(view.model, home)
        self._findings = QStackedWidget(home)
        """One place for what a person should look at: issues, or doubtful neighbours."""
        self._findings.addWidget(self.issues)
        self._findings.addWidget(self.review)
        self.tabs = Segment(
            (
                ("palette", tr("Palette"), "brush"),
                ("cell", tr("Area") if view.model.is_area else tr("Cell"), "select"),
                ("look", tr("Look"), "image"),
                ("issues", tr("Issues"), "warning"),
                ("layers", tr("Layers"), "layers"),
                ("history", tr("History"), "history"),
            ),
            home,
            name=tr("Panels"),
            tight=True,
        )
        self._pages = QStackedWidget(home)
        self._shown_by: dict[str, QWidget] = {
            "palette": self.palette,
            "cell": Scroller(_at_top(self.inspector, home), home),
            "look": Scroller(_at_top(self.look, home), home),
            "issues": self._findings,
            "layers": self.layers,
            "history": self.history,
        }
        for page in self._shown_by.values():
            self._pages.addWidget(page)
        column = QVBoxLayout(home)
        column.setContentsMargins(0, theme.S2, 0, 0)
        column.setSpacing(theme.S1)
        row = QHBoxLayout()
        row.setContentsMargins(theme.S2, 0, theme.S2, 0)
        row.addWidget(self.tabs)
        column.addLayout(row)
        column.addWidget(hairline(home))
        column.addWidget(self._pages, 1)
        self.tabs.chosen.connect(self._show)
        view.tool_changed.connect(self._tool_changed)
        view.model.selected.connect(self._picked)

    @property
    def tab(self) -> str:
        """The one that is shown."""
        return self.tabs.current

    def show_tab(self, tab: Tab) -> None:
        """Show another one."""
        self.tabs.set_current(tab)
        self._show(tab)

    def _show(self, tab: str) -> None:
        self._pages.setCurrentWidget(self._shown_by[tab])

    def show_review(self, *, shown: bool) -> None:
        """Doubtful neighbours take the place of the issues, or give it back."""
        self._findings.setCurrentWidget(self.review if shown else self.issues)
        if shown:
            self.show_tab("issues")

    def _tool_changed(self, tool: Tool) -> None:
        if tool.id in _DRAWN_WITH and self.tab == "cell":
            self.show_tab("palette")
        elif tool.id == "select":
            self._picked()

    def _picked(self) -> None:
        tool, picked = self._view.tool, self._view.model.selection
        by_hand = tool is not None and tool.id == "select"
        if self.tab == "palette" and by_hand and not picked.is_empty:
            self.show_tab("cell")


class _Stretching(QWidget):
    """Takes all the room of its dock."""

    stretch = True


def _at_top(panel: QWidget, parent: QWidget) -> QWidget:
    body = QWidget(parent)
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(panel)
    column.addStretch(1)
    return body
