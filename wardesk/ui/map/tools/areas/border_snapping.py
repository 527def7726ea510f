"""Snapping for area tools: it catches nodes, bends and borders, and can follow borders."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QKeyEvent

from wardesk.geometry.borders.border_trace import Line, Tracer
from wardesk.geometry.borders.snapping import Catch, Snapper
from wardesk.geometry.borders.topology import Network, ring_points, sides
from wardesk.geometry.grids.snap import Point, Ring, snap_point
from wardesk.ui.map.canvas.pointer import Pointer
from wardesk.ui.map.model import MapModel

REACH = 10.0
"""Px of the view within which something is caught."""
_DETOUR = 2.5
"""A border is followed if the way along it is at most so many times the straight one."""


class BorderSnapping(QObject):
    """Knows the borders as they are now. ``switched()``: snapping or following is on or off."""

    switched = Signal()

    def __init__(self, model: MapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.snaps = True
        self.follows = True
        self._snapper: Snapper | None = None
        self._tracer: Tracer | None = None
        self._owners: dict[int, tuple[str, ...]] | None = None
        self._boxes: dict[str, QRectF] | None = None
        model.changed.connect(self._forget)

    def _forget(self, _change: object) -> None:
        self._snapper = self._tracer = self._owners = self._boxes = None

    @property
    def network(self) -> Network:
        """The borders; not to be kept longer than a moment."""
        return self._model.document.network

    @property
    def snapper(self) -> Snapper:
        """Catches on the map as it is."""
        if self._snapper is None:
            self._snapper = Snapper(self.network)
        return self._snapper

    @property
    def tracer(self) -> Tracer:
        """Finds ways on the map as it is."""
        if self._tracer is None:
            self._tracer = Tracer(self.network)
        return self._tracer

    def owners(self, edge: int) -> tuple[str, ...]:
        """The areas on both sides of a border."""
        if self._owners is None:
            found = sides(self.network)
            self._owners = {
                number: tuple(one for one in (pair.left, pair.right) if one is not None)
                for number, pair in found.items()
            }
        return self._owners.get(edge, ())

    def areas_in(self, box: QRectF) -> list[str]:
        """The areas that may reach into a box of map units."""
        if self._boxes is None:
            network = self.network
            self._boxes = {
                name: _box(ring_points(network, face.outer)) for name, face in network.faces.items()
            }
        # rectangles without width intersect nothing, so the edges are compared
        return [
            name
            for name, at in self._boxes.items()
            if at.left() <= box.right() and box.left() <= at.right()
            and at.top() <= box.bottom() and box.top() <= at.bottom()
        ]  # fmt: skip

    # ---- catching ------------------------------------------------------------------------------

    def catch(self, at: Pointer, pixel: float) -> Catch | None:
        """What is caught there; nothing with Ctrl held or while snapping is off."""
        if at.ctrl or not self.snaps or not self.network.edges:
            return None
        return self.snapper.catch(at.point, REACH * pixel)

    def catch_edge(self, at: Pointer, pixel: float) -> Catch | None:
        """The border that is nearest, nodes or not."""
        if not self.network.edges:
            return None
        return self.snapper.edge(at.point, REACH * pixel)

    def way(self, start: Catch | None, end: Catch | None) -> Line:
        """The corners on the way along borders between two catches; none if it goes straight."""
        if start is None or end is None or not self.follows or start == end:
            return ()
        straight = math.dist(start.at, end.at)
        return self.tracer.way(start, end, most=max(straight * _DETOUR, 1e-9)) or ()

    # ---- switching -----------------------------------------------------------------------------

    def set_snaps(self, on: bool) -> None:
        """Switch snapping."""
        self.snaps = on
        self.switched.emit()

    def set_follows(self, on: bool) -> None:
        """Switch following borders."""
        self.follows = on
        self.switched.emit()

    def pressed_key(self, event: QKeyEvent, *, live: bool) -> bool:
        """``;`` switches snapping; ``T`` while something is drawn switches following."""
        if event.text() == ";":
            self.set_snaps(not self.snaps)
        elif event.text() in ("t", "T") and live:
            self.set_follows(not self.follows)
        else:
            return False
        return True


def _box(ring: Ring) -> QRectF:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def grid_point(at: QPointF) -> Point:
    """The point on the grid that commands would store."""
    return snap_point((at.x(), at.y()))
