"""The panels of the map editor's docks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from wardesk.ui.map.panels.history_panel import HistoryPanel
from wardesk.ui.map.panels.inspector import InspectorPanel
from wardesk.ui.map.panels.issues_panel import IssuesPanel
from wardesk.ui.map.panels.layers_panel import LayersPanel
from wardesk.ui.map.panels.palette_panel import PalettePanel
from wardesk.ui.map.panels.review_panel import ReviewPanel

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace


class Panels:
    """Every panel of one map by name, and which dock it stands in."""

    def __init__(self, workspace: MapWorkspace) -> None:
        self.palette = PalettePanel(workspace)
        self.layers = LayersPanel(workspace)
        self.inspector = InspectorPanel(workspace)
        self.issues = IssuesPanel(workspace)
        self.review = ReviewPanel(workspace)
        self._findings = _Findings(self.issues, self.review, workspace)
        self.history = HistoryPanel(workspace)

    @property
    def left(self) -> tuple[PalettePanel, LayersPanel]:
        """Left of the sheet, from the top."""
        return self.palette, self.layers

    @property
    def right(self) -> tuple[InspectorPanel, QWidget, HistoryPanel]:
        """Right of the sheet, from the top."""
        return self.inspector, self._findings, self.history

    def show_review(self, *, shown: bool) -> None:
        """Doubtful neighbours take the place of the issues, or give it back."""
        self._findings.setCurrentWidget(self.review if shown else self.issues)


class _Findings(QStackedWidget):
    """One place in the dock for what a person should look at: issues, or doubtful neighbours."""

    stretch = True

    def __init__(self, issues: IssuesPanel, review: ReviewPanel, parent: QWidget) -> None:
        super().__init__(parent)
        self.addWidget(issues)
        self.addWidget(review)
