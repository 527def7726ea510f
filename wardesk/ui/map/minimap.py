"""The whole sheet in a corner of the editor, made anew a moment after the last stroke."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter

from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.minimap import Minimap
from wardesk.ui.map.view import MapView
from wardesk.ui.preferences import preferences

_PAUSE = 400
"""Milliseconds after the last stroke before the picture is made anew."""


class MapMinimap(Minimap):
    """Lies over a `MapView`."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view, view)
        self._map = view
        self._wanted = preferences().now.minimap
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self._forget)
        view.model.changed.connect(self._changed)
        theme.switch().changed.connect(self._forget)
        preferences().changed.connect(self._preferred)

    def _preferred(self, name: str) -> None:
        if name in ("minimap", "map_theme", "map_follows"):
            self._forget()
            self.set_wanted(preferences().now.minimap)

    def _changed(self, _change: object) -> None:
        self._timer.start()

    def _forget(self, _name: str = "") -> None:
        self._picture = None
        self.update()

    def whole(self) -> QRectF:
        return self._map.sheet.rect

    def state(self) -> Hashable:
        return None

    def paint_ground(self, painter: QPainter, camera: Camera, ratio: float) -> None:
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.setTransform(camera.transform(), True)
        self._map.sheet.paint_once(painter, self.whole(), camera.scale * ratio)
