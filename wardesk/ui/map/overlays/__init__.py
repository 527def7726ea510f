"""What can be laid over the sheet while drawing: neighbours, sight, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from wardesk.ui.map.board_keeper import BoardKeeper
from wardesk.ui.map.doubt_keeper import DoubtKeeper
from wardesk.ui.map.overlays.adjacency_overlay import AdjacencyOverlay
from wardesk.ui.map.overlays.reach_options import ReachOptions
from wardesk.ui.map.overlays.reach_overlay import ReachOverlay
from wardesk.ui.map.overlays.sight_overlay import SightOverlay
from wardesk.ui.widgets.toggle import Toggle

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from wardesk.ui.map.view import MapView

Layer = AdjacencyOverlay | SightOverlay | ReachOverlay


class Overlays(QObject):
    """The overlays of one map, their switches, and the board they read."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.boards = BoardKeeper(view.desk, self)
        self.doubts = DoubtKeeper(view.desk, self)
        self.adjacency = AdjacencyOverlay(view, self.boards, self.doubts)
        self.sight = SightOverlay(view, self.boards)
        self.reach = ReachOverlay(view, self.boards)
        view.over += [self.reach, self.adjacency, self.sight]
        self.switches: dict[str, Toggle] = {}

    def make_switches(self, parent: QWidget) -> list[QWidget]:
        """A switch for each, and their options, for the bar above the sheet."""
        rows: tuple[tuple[str, str, str, str, Layer], ...] = (
            ("adjacency", self.tr("Adjacency"), "graph", self.tr("Who borders on whom"),
             self.adjacency),
            ("sight", self.tr("Sight"), "eye", self.tr("What the picked cell sees"), self.sight),
            ("reach", self.tr("Costs"), "measure", self.tr("How far a unit gets"), self.reach),
        )  # fmt: skip
        for one, words, icon, tip, layer in rows:
            toggle = Toggle(words, parent, icon=icon)
            toggle.setToolTip(tip)
            toggle.toggled.connect(layer.switch)
            self.switches[one] = toggle
        options = ReachOptions(self._view, self.reach, parent)
        self.switches["reach"].toggled.connect(options.setVisible)
        return [options, *self.switches.values()]

    def stop(self) -> None:
        """The map is closed."""
        self.boards.stop()
        self.doubts.stop()
        self.sight.stop()
