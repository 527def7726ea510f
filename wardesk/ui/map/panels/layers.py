"""Layers: what of the map is shown, how strongly, and what is locked against the hand."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from wardesk.drawing.commands.all_commands import SetLayer
from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.layers import Layer, LayerState, layer_state
from wardesk.ui import theme
from wardesk.ui.map.view import MapView
from wardesk.ui.map.words import sides_of
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import tr

LAYERS = (
    *("labels", "zones", "lines", "sides", "numbers", "grid"),
    *("terrain", "elevation", "underlay"),
)
"""From the top. Numbers and grid are no part of the drawing: their eyes are not stored."""
_STORED = frozenset(get_args(Layer))


class LayerRow(QWidget):
    """An eye, a name, how strongly the layer is drawn, and a lock."""

    def __init__(self, panel: LayersPanel, layer: str, words: str) -> None:
        super().__init__(panel)
        self._panel, self._layer, self._words = panel, layer, words
        self.state = LayerState()
        self.eye = ToolButton("eye", "", self, size=16)
        self.lock = ToolButton("lock", "", self, checkable=True, size=16)
        self.strength = QSlider(Qt.Orientation.Horizontal, self)
        self.strength.setRange(10, 100)
        self.strength.setFixedSize(64, 24)  # room for the whole handle
        self.strength.setAccessibleName(tr("Strength of {0}").format(words))
        self.strength.setToolTip(tr("How strongly it is drawn"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        row.addWidget(self.eye)
        row.addWidget(ElidedLine(words, self))
        row.addWidget(self.strength)
        row.addWidget(self.lock)
        keeps = self.lock.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.lock.setSizePolicy(keeps)
        self.lock.setVisible(layer in _STORED)
        self.eye.clicked.connect(lambda: panel.set_layer(layer, visible=not self.state.visible))
        self.lock.clicked.connect(lambda: panel.set_layer(layer, locked=not self.state.locked))
        self.strength.valueChanged.connect(self._slid)
        self.strength.sliderReleased.connect(self._let_go)
        self.show_state(self.state)

    def show_state(self, state: LayerState) -> None:
        """Show what holds."""
        self.state = state
        see = tr("Hide {0}") if state.visible else tr("Show {0}")
        self.eye.set_name(see.format(self._words), icon="eye" if state.visible else "hidden")
        lock = tr("Unlock {0}") if state.locked else tr("Lock {0}")
        self.lock.set_name(lock.format(self._words))
        self.lock.setChecked(state.locked)
        was = self.strength.blockSignals(True)
        self.strength.setValue(round(100 * state.opacity))
        self.strength.blockSignals(was)
        self.strength.setEnabled(state.visible)

    @property
    def opacity(self) -> float:
        """0 while hidden."""
        return self.strength.value() / 100 if self.state.visible else 0.0

    def _slid(self, _value: int) -> None:
        # While the handle is held only the sheet follows; a key or the wheel counts at once.
        if self.strength.isSliderDown():
            self._panel.show_layers()
        else:
            self._let_go()

    def _let_go(self) -> None:
        self._panel.set_layer(self._layer, opacity=self.strength.value() / 100)


class LayersPanel(Panel):
    """Eyes, strengths and locks of the layers of the sheet, from the top."""

    def __init__(self, view: MapView, parent: QWidget) -> None:
        super().__init__(tr("Layers"), parent, gap=0)
        self._view, self._model = view, view.model
        words = {
            "labels": tr("Names"),
            "zones": tr("Zones"),
            "underlay": tr("Scanned boards"),
            "lines": tr("Roads and rivers"),
            "sides": sides_of(view.model.document.kind),
            "numbers": tr("Numbers"),
            "grid": tr("Grid"),
            "terrain": tr("Terrain"),
            "elevation": tr("Heights"),
        }
        area = view.model.is_area
        self.rows = {
            layer: LayerRow(self, layer, words[layer])
            for layer in LAYERS
            if not (area and layer in ("numbers", "grid"))
        }
        column = QVBoxLayout()
        column.setSpacing(0)
        for row in self.rows.values():
            column.addWidget(row)
        column.addStretch(1)
        self.add(column)
        self._model.changed.connect(self._changed)
        self._read()

    def set_layer(
        self,
        layer: str,
        *,
        visible: bool | None = None,
        locked: bool | None = None,
        opacity: float | None = None,
    ) -> None:
        """Change a layer: stored with the map, and undone like anything else."""
        stored = next((one for one in get_args(Layer) if one == layer), None)
        if stored is not None:
            self._model.do(SetLayer(stored, visible, locked, opacity))
            self._read()
            return
        now = self.rows[layer].state
        visible = now.visible if visible is None else visible
        opacity = now.opacity if opacity is None else opacity
        self.rows[layer].show_state(LayerState(visible=visible, opacity=opacity))
        self.show_layers()

    def show_layers(self) -> None:
        """Draw what is switched on."""
        self._view.sheet.set_layers({layer: row.opacity for layer, row in self.rows.items()})
        self._view.update()

    def _changed(self, change: DocumentChange) -> None:
        if "layers" in change.kinds:
            self._read()

    def _read(self) -> None:
        for layer in get_args(Layer):
            if layer in self.rows:
                self.rows[layer].show_state(layer_state(self._model.document, layer))
        self.show_layers()
