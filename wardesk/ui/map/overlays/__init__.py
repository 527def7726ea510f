"""What can be laid over the sheet while drawing: neighbours, sight, costs."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from wardesk.ui.map.overlays.adjacency import AdjacencyOverlay
from wardesk.ui.map.overlays.reach import ReachOptions, ReachOverlay
from wardesk.ui.map.overlays.sight import SightOverlay
from wardesk.ui.map.view import MapView
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import tr


class Overlays(QObject):
    """The overlays of one map, and their switches."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.sight = SightOverlay(view)
        self.adjacency = AdjacencyOverlay(view, self.sight)
        self.reach = ReachOverlay(view)
        self.switches: dict[str, Toggle] = {}

    def make_switches(self, parent: QWidget) -> list[QWidget]:
        """A switch for each, and their options, for the bar above the sheet."""
        rows = (
            (self.adjacency, tr("Adjacency"), "graph", tr("Who borders on whom")),
            (self.sight, tr("Sight"), "eye", tr("What the picked cell sees")),
            (self.reach, tr("Costs"), "measure", tr("How far a unit gets")),
        )
        for overlay, words, icon, tip in rows:
            toggle = Toggle(words, parent, icon=icon)
            toggle.setToolTip(tip)
            toggle.toggled.connect(overlay.switch)
            overlay.switched.connect(toggle.setChecked)
            self.switches[overlay.name] = toggle
        options = ReachOptions(self._view, self.reach, parent)
        self.reach.switched.connect(options.setVisible)
        return [options, *self.switches.values()]

    def stop(self) -> None:
        """The map is closed."""
        self.sight.stop()
