"""The gaps of an area map, looked for beside the window after every edit."""

from __future__ import annotations

import shapely
from PySide6.QtCore import QObject, Signal

from wardesk.drawing.commands.repairs import gaps
from wardesk.drawing.document import MapDocument
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.ui.map.edit_desk import EditDesk
from wardesk.ui.map.rehearsal import snapshot
from wardesk.ui.tasks import Task


class GapFinder(QObject):
    """``found()``: `rings` are those of the map as it is."""

    found = Signal()

    def __init__(self, desk: EditDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self.rings: tuple[Ring, ...] = ()
        """The outline of every gap."""
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)

    @property
    def running(self) -> bool:
        """Whether an answer is still to come."""
        return self._task.running

    def look(self) -> None:
        """Look for them; those of the map before are forgotten."""
        self.rings = ()
        copy = snapshot(self._desk.document)
        self._task.start(lambda: _rings(copy))

    def at(self, point: Point) -> Ring:
        """The gap that holds a point; empty if none does."""
        spot = shapely.Point(point)
        return next((ring for ring in self.rings if shapely.Polygon(ring).contains(spot)), ())

    def _done(self, rings: tuple[Ring, ...]) -> None:
        self.rings = rings
        self.found.emit()

    def _failed(self, error: object) -> None:
        if isinstance(error, shapely.errors.GEOSException):
            return  # borders so broken that nothing can be reckoned; the issues tell of them
        if isinstance(error, BaseException):
            raise error


def _rings(document: MapDocument) -> tuple[Ring, ...]:
    return tuple(
        tuple((float(x), float(y)) for x, y in gap.exterior.coords[:-1])
        for gap in gaps(document.network)
    )
