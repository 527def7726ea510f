"""The panels of the map editor's docks."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from wardesk.ui.map.panels.history import HistoryPanel
from wardesk.ui.map.panels.inspector import InspectorPanel
from wardesk.ui.map.panels.issues import IssuesPanel
from wardesk.ui.map.panels.layers import LayersPanel
from wardesk.ui.map.panels.palette import PalettePanel
from wardesk.ui.map.panels.review import ReviewPanel
from wardesk.ui.map.view import MapView


class Panels:
    """Every panel of one map by name, and which dock it stands in."""

    def __init__(self, view: MapView, parent: QWidget) -> None:
        self.palette = PalettePanel(view, parent)
        self.layers = LayersPanel(view, parent)
        self.inspector = InspectorPanel(view.model, parent)
        self.issues = IssuesPanel(view, parent)
        self.review = ReviewPanel(view, parent)
        self._findings = _Findings(self.issues, self.review, parent)
        self.history = HistoryPanel(view.model, parent)

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
