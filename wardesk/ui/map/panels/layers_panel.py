"""Layers: what of the map is shown, and how strongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.text import Line

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace

LAYERS = ("labels", "zones", "lines", "sides", "numbers", "grid", "terrain", "elevation")


class LayerRow(QWidget):
    """An eye, a name and how strongly the layer is drawn."""

    def __init__(self, panel: LayersPanel, layer: str, words: str) -> None:
        super().__init__(panel)
        self._panel, self._layer = panel, layer
        self._words, self.shown = words, True
        self.eye = ToolButton("eye", "", self, size=16)
        self.eye.clicked.connect(self.toggle)
        self.strength = QSlider(Qt.Orientation.Horizontal, self)
        self.strength.setRange(10, 100)
        self.strength.setValue(100)
        self.strength.setFixedWidth(72)
        self.strength.setAccessibleName(panel.tr("Strength of {0}").format(words))
        self.strength.setToolTip(panel.tr("How strongly it is drawn"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        row.addWidget(self.eye)
        row.addWidget(Line(words, self))
        row.addWidget(self.strength)
        self.strength.valueChanged.connect(self._told)
        self._name()

    @property
    def opacity(self) -> float:
        """0 while hidden."""
        return self.strength.value() / 100 if self.shown else 0.0

    def toggle(self) -> None:
        """Show or hide the layer."""
        self.shown = not self.shown
        self.strength.setEnabled(self.shown)
        self._name()
        self._told()

    def _name(self) -> None:
        words = self._panel.tr("Hide {0}") if self.shown else self._panel.tr("Show {0}")
        self.eye.set_name(words.format(self._words), icon="eye" if self.shown else "hidden")

    def _told(self, _value: object = None) -> None:
        self._panel.show_layers()


class LayersPanel(Panel):
    """Eyes and strengths of the layers of the sheet, from the top."""

    def __init__(self, workspace: MapWorkspace) -> None:
        super().__init__(workspace.tr("Layers"), workspace, gap=0)
        self._view = workspace.view
        words = {
            "labels": self.tr("Names"),
            "zones": self.tr("Zones"),
            "lines": self.tr("Roads and rivers"),
            "sides": self.tr("Borders") if workspace.desk.is_area else self.tr("Hexsides"),
            "numbers": self.tr("Numbers"),
            "grid": self.tr("Grid"),
            "terrain": self.tr("Terrain"),
            "elevation": self.tr("Heights"),
        }
        area = workspace.desk.is_area
        self.rows = {
            layer: LayerRow(self, layer, words[layer])
            for layer in LAYERS
            if not (area and layer in ("numbers", "grid"))
        }
        column = QVBoxLayout()
        column.setSpacing(0)
        for row in self.rows.values():
            column.addWidget(row)
        self.add(column)

    def show_layers(self) -> None:
        """Draw what is switched on."""
        self._view.sheet.set_layers({layer: row.opacity for layer, row in self.rows.items()})
        self._view.update()
