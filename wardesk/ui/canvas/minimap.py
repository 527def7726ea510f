"""The whole sheet in a corner, with the part in view framed; click or drag to go there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.tiles import draw_turned
from wardesk.ui.widgets import paint

if TYPE_CHECKING:
    from wardesk.ui.canvas.view import BoardView

LONGEST = 190
"""Edge in px."""

_MARGIN = 4.0
_ROOM = (520, 360)
"""A view smaller than this has no corner to spare."""


class Minimap(QWidget):
    """Lies over a `BoardView`. Shown only while a part of the sheet is out of view."""

    def __init__(self, view: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._wanted = True
        self._picture: tuple[object, QPixmap] | None = None
        self.setAccessibleName(self.tr("Small map"))
        self.setAccessibleDescription(self.tr("Click or drag to look at another part of the map"))
        self.setToolTip(self.tr("Click or drag to look at another part"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def set_wanted(self, wanted: bool) -> None:
        """Whether a person wants it at all."""
        self._wanted = wanted
        self.follow()

    def sizeHint(self) -> QSize:
        view = self._view
        box = QSizeF(LONGEST - 2 * _MARGIN, LONGEST - 2 * _MARGIN)
        camera = fitting(view.scene.home(), box, turn=view.camera.turn)
        lying = view.scene.home().size() * camera.scale
        if view.camera.turn % 2:
            lying.transpose()
        return QSize(round(lying.width() + 2 * _MARGIN), round(lying.height() + 2 * _MARGIN))

    def follow(self) -> None:
        """The eye has moved: show, hide or redraw."""
        view = self._view
        home, seen = view.scene.home(), view.camera.seen()
        hidden = not seen.adjusted(-1, -1, 1, 1).contains(home)
        room = view.width() >= _ROOM[0] and view.height() >= _ROOM[1]
        shown = self._wanted and hidden and room
        if shown and self.size() != self.sizeHint():
            self.resize(self.sizeHint())
        self.setVisible(shown)
        self.update()

    def _camera(self) -> Camera:
        size = QSizeF(self.size())
        return fitting(self._view.scene.home(), size, _MARGIN, self._view.camera.turn)

    def _ground(self, camera: Camera, ratio: float) -> QPixmap:
        """The sheet as the view's own coarse tiles have it, made again when they change."""
        scene, view = self._view.scene, self._view
        keys = [key for key in scene.overview_keys() if scene.tiles.get(key) is not None]
        state = (tuple(keys), camera, ratio, theme.current())
        if self._picture is None or self._picture[0] != state:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(scene.art.paper)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for key in keys:
                image, rect = scene.tiles.get(key), key.rect()
                first, last = camera.to_view(rect.topLeft()), camera.to_view(rect.bottomRight())
                if image is not None:
                    box = QRectF(first, last).normalized()
                    draw_turned(painter, box, image, view.camera.turn)
            painter.end()
            self._picture = (state, picture)
        return self._picture[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        camera, scene = self._camera(), self._view.scene
        painter.drawPixmap(0, 0, self._ground(camera, self.devicePixelRatioF()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pile in scene.piles:
            at = camera.to_view(pile.box.center())
            painter.setPen(QPen(theme.colour("surface"), 1))
            painter.setBrush(scene.side_ink(pile.side))
            painter.drawRect(QRectF(at.x() - 2.5, at.y() - 2.5, 5, 5))
        self._frame(painter, camera)
        edge = theme.colour("edge")
        paint.rounded(painter, QRectF(self.rect()), outline=edge, radius=2)
        painter.end()

    def _frame(self, painter: QPainter, camera: Camera) -> None:
        seen = self._view.camera.seen()
        first, last = camera.to_view(seen.topLeft()), camera.to_view(seen.bottomRight())
        inside = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        box = QRectF(first, last).normalized().intersected(inside)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # White below, dark above: seen on any ground.
        for ink, wide in (("#ffffff", 4.0), ("#10243e", 2.0)):
            painter.setPen(QPen(QColor(ink), wide))
            painter.drawRect(box)

    def go(self, point: QPointF) -> None:
        """Put the middle of the view on what lies under *point* (px of this map)."""
        view = self._view
        view.look_at(replace(view.camera, centre=self._camera().to_board(point)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go(event.position())
