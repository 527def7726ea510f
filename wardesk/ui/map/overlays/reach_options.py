"""For which kind of unit, and with how many points, the overlay of costs is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from wardesk.drawing.commands.change import Change
from wardesk.ui.map.options import OptionRow
from wardesk.ui.map.panels.palette_row import movement_classes
from wardesk.ui.widgets.stepper import Stepper

if TYPE_CHECKING:
    from wardesk.ui.map.overlays.reach_overlay import ReachOverlay
    from wardesk.ui.map.view import MapView


class ReachOptions(OptionRow):
    """Shown while the overlay is on."""

    def __init__(self, view: MapView, reach: ReachOverlay, parent: QWidget) -> None:
        super().__init__(parent)
        self._view, self._reach = view, reach
        self.classes = QComboBox(self)
        self.classes.setAccessibleName(self.tr("Kind of unit"))
        self.classes.setToolTip(self.tr("Kind of unit, as the palette's costs name them"))
        self.classes.activated.connect(lambda _k: self._choose())
        self.points = Stepper(self.tr("Movement points"), self, value=reach.points, most=99)
        self.points.setToolTip(self.tr("Movement points"))
        self.points.changed.connect(lambda points: reach.choose(points=points))
        self.add("", self.classes)
        self.add("", self.points)
        self.hide()
        self._fill()
        view.desk.changed.connect(self._changed)

    def _changed(self, change: Change) -> None:
        if "palette" in change.kinds:
            self._fill()

    def _fill(self) -> None:
        kinds = self._view.desk.document.palette.terrain.values()
        classes = movement_classes([kind.properties for kind in kinds])
        self.classes.clear()
        self.classes.addItems(classes)
        self.classes.setVisible(bool(classes))
        self._choose()

    def _choose(self) -> None:
        self._reach.choose(move_class=self.classes.currentText())
