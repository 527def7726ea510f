"""The whole sheet in a corner of the editor, with the part in view framed; click or drag to go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.minimap import LONGEST
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets import paint

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

_MARGIN = 4.0
_ROOM = (520, 360)
"""A view smaller than this has no corner to spare."""
_PAUSE = 400
"""Milliseconds after the last stroke before the picture is made anew."""


class SheetMinimap(QWidget):
    """Lies over a `MapView`. Shown only while a part of the sheet is out of view."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._picture: QPixmap | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self._forget)
        self.setAccessibleName(self.tr("Small map"))
        self.setAccessibleDescription(self.tr("Click or drag to look at another part of the map"))
        self.setToolTip(self.tr("Click or drag to look at another part"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()
        view.moved.connect(self.follow)
        view.model.changed.connect(self._changed)
        theme.switch().changed.connect(self._forget)
        preferences().changed.connect(self._preferred)

    def _preferred(self, name: str) -> None:
        if name in ("minimap", "map_theme", "map_follows"):
            self._forget()
            self.follow()

    def _changed(self, _change: object) -> None:
        self._timer.start()

    def _forget(self, _name: str = "") -> None:
        self._picture = None
        self.update()

    def _camera(self) -> Camera:
        return fitting(self._view.sheet.rect, QSizeF(self.size()), _MARGIN)

    def sizeHint(self) -> QSize:
        box = QSizeF(LONGEST - 2 * _MARGIN, LONGEST - 2 * _MARGIN)
        lying = self._view.sheet.rect.size() * fitting(self._view.sheet.rect, box).scale
        return QSize(round(lying.width() + 2 * _MARGIN), round(lying.height() + 2 * _MARGIN))

    def follow(self) -> None:
        """The eye has moved: show, hide or redraw, in the lower left corner."""
        view = self._view
        seen = view.camera.seen().adjusted(-1, -1, 1, 1)
        room = view.width() >= _ROOM[0] and view.height() >= _ROOM[1]
        shown = preferences().now.minimap and room and not seen.contains(view.sheet.rect)
        if shown and self.size() != self.sizeHint():
            self.resize(self.sizeHint())
            self._forget()
        self.setVisible(shown)
        self.move(12, view.height() - self.height() - 12)
        self.update()

    def _ground(self, ratio: float) -> QPixmap:
        if self._picture is None:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(theme.colour("surface"))
            camera = self._camera()
            painter = QPainter(picture)
            painter.setTransform(camera.transform(), True)
            self._view.sheet.paint_once(painter, self._view.sheet.rect, camera.scale * ratio)
            painter.end()
            self._picture = picture
        return self._picture

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._ground(self.devicePixelRatioF()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        camera, seen = self._camera(), self._view.camera.seen()
        first, last = camera.to_view(seen.topLeft()), camera.to_view(seen.bottomRight())
        inside = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        box = QRectF(first, last).normalized().intersected(inside)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, wide in (("#ffffff", 4.0), ("#10243e", 2.0)):  # seen on any ground
            painter.setPen(QPen(QColor(ink), wide))
            painter.drawRect(box)
        paint.rounded(painter, QRectF(self.rect()), outline=theme.colour("edge"), radius=2)
        painter.end()

    def go(self, point: QPointF) -> None:
        """Put the middle of the view on what lies under *point* (px of this map)."""
        view = self._view
        view.look_at(replace(view.camera, centre=self._camera().to_board(point)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go(event.position())
