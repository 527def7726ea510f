"""A widget that looks at a sheet through a camera: zoom, push, bring into view."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QWidget

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.glide import Glide

STEP = 1.25
"""How much closer one step of the wheel or of a key brings."""


class EyeView(QWidget):
    """What boards and map sheets have in common; subclasses say where the limits are.

    ``moved()``: the eye moved.
    """

    moved = Signal()

    def __init__(self, camera: Camera, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._camera = camera
        self._fitted = True
        """Whether everything is shown, and shall be when the view changes its size."""
        self._glide = Glide(self)

    @property
    def camera(self) -> Camera:
        """Where the eye is."""
        return self._camera

    def limits(self) -> tuple[float, float]:
        """Least and most px per unit."""
        raise NotImplementedError

    def look_at(self, camera: Camera) -> None:
        """Move the eye, within the limits."""
        raise NotImplementedError

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Closer by *factor*, keeping the point *at* (the middle of the view by default)."""
        middle = QPointF(self._camera.size.width() / 2, self._camera.size.height() / 2)
        least, most = self.limits()
        factor = min(max(factor, least / self._camera.scale), most / self._camera.scale)
        self.look_at(self._camera.zoomed(factor, at if at is not None else middle))

    def closer(self) -> None:
        """One step closer."""
        self._glide.stop()
        self.zoom(STEP)

    def further(self) -> None:
        """One step away."""
        self._glide.stop()
        self.zoom(1 / STEP)

    def pan(self, by: QPointF) -> None:
        """Push the sheet by px."""
        self._glide.stop()
        self.look_at(self._camera.moved(by))

    def show_point(self, point: QPointF) -> None:
        """Bring a point of the sheet into view with the least movement."""
        if self._fitted and self._camera.seen().contains(point):
            return  # The whole sheet is in view: a click near its edge must not push it away.
        at, size = self._camera.to_view(point), self._camera.size
        edge = min(90.0, size.width() / 4, size.height() / 4)
        dx = min(0.0, size.width() - edge - at.x()) + max(0.0, edge - at.x())
        dy = min(0.0, size.height() - edge - at.y()) + max(0.0, edge - at.y())
        if dx or dy:
            self.pan(QPointF(dx, dy))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y() / 120
        if turns and event.pixelDelta().isNull():
            self._glide.zoom(STEP**turns, event.position())
        elif turns:
            self.zoom(STEP**turns, event.position())  # A touch pad is smooth by itself.
        event.accept()
