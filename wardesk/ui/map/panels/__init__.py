"""The panels of the map editor's docks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardesk.ui.map.panels.history_panel import HistoryPanel
from wardesk.ui.map.panels.inspector import InspectorPanel
from wardesk.ui.map.panels.issues_panel import IssuesPanel
from wardesk.ui.map.panels.layers_panel import LayersPanel
from wardesk.ui.map.panels.palette_panel import PalettePanel

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace


class Panels:
    """Every panel of one map by name, and which dock it stands in."""

    def __init__(self, workspace: MapWorkspace) -> None:
        self.palette = PalettePanel(workspace)
        self.layers = LayersPanel(workspace)
        self.inspector = InspectorPanel(workspace)
        self.issues = IssuesPanel(workspace)
        self.history = HistoryPanel(workspace)

    @property
    def left(self) -> tuple[PalettePanel, LayersPanel]:
        """Left of the sheet, from the top."""
        return self.palette, self.layers

    @property
    def right(self) -> tuple[InspectorPanel, IssuesPanel, HistoryPanel]:
        """Right of the sheet, from the top."""
        return self.inspector, self.issues, self.history
