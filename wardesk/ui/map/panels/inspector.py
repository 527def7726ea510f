"""What is picked, with fields to change it; with nothing picked, the map itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.change import Change
from wardesk.ui.map.panels.pages import cells_page, edges_page, features_page, map_page
from wardesk.ui.map.words import tr
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.panel import Panel

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace


class InspectorPanel(Panel):
    """Shows one page at a time and makes it anew when what it shows has changed."""

    def __init__(self, workspace: MapWorkspace) -> None:
        self._rebuilt = Chip(tr("Rebuilt"), workspace, tone="warn", icon="pencil")
        super().__init__(tr("Map"), workspace, tools=(self._rebuilt,))
        self.workspace = workspace
        self._desk = workspace.desk
        self._page: QWidget | None = None
        self._desk.changed.connect(self._changed)
        self._desk.selected.connect(self.refresh)
        self._desk.gesture.connect(self._gesture)
        self._stale = False
        self.refresh()

    def _changed(self, change: Change) -> None:
        del change
        if self._desk.in_stroke:
            self._stale = True  # not with every cell of a stroke
        else:
            self.refresh()

    def _gesture(self, live: bool) -> None:
        if not live and self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Show what is picked as it is now; the field that was being used keeps the keyboard."""
        self._stale = False
        focused = self.focusWidget()
        kept = focused.accessibleName() if focused is not None and focused.hasFocus() else ""
        if self._page is not None:
            self._page.hide()
            self._page.setParent(None)
            self._page.deleteLater()
        picked = self._desk.selection
        if picked.cells:
            title, page = cells_page(self, self.workspace, picked.cells)
        elif picked.features:
            title, page = features_page(self, self.workspace, picked.features)
        elif picked.edges:
            title, page = edges_page(self, self.workspace, picked.edges)
        else:
            title, page = map_page(self, self.workspace)
        self._page = page
        self.add(page)
        page.show()
        self.set_title(title)
        provenance = self._desk.document.provenance
        self._rebuilt.setVisible(provenance.lower().startswith("reconstruction"))
        self._rebuilt.setToolTip(provenance)
        if kept:
            for child in page.findChildren(QWidget):
                wanted = child.focusPolicy() & Qt.FocusPolicy.TabFocus
                if child.accessibleName() == kept and wanted:
                    child.setFocus()
                    break
