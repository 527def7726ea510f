"""The whole sheet in a corner, with the part in view framed; click or drag to go there."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from wardesk.render.map.overlays import NIGHT
from wardesk.ui import theme
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.ground import on_view
from wardesk.ui.canvas.piles import Pile
from wardesk.ui.canvas.tiles import TileKey, draw_turned
from wardesk.ui.canvas.view import CanvasView
from wardesk.ui.widgets import paint
from wardesk.words import tr

_LONGEST = 190
"""Edge in px."""
_MARGIN = 4.0
_BESIDE = 12
"""Px from the edges of the view."""
_PROBES = 6
"""Points each way at which a corner is probed for what it would hide."""
_WORTH_IT = 4
"""Probes by which another corner must be better: a map that hops about helps nobody."""
_CORNERS = ((True, False), (True, True), (False, True))
"""Left or not, top or not; the zoom buttons have the last one."""
_REST = 60
"""Milliseconds without a move of the camera until a better corner is looked for."""
_ROOM = (520, 360)
"""A view smaller than this has no corner to spare."""


class Minimap(QWidget):
    """Lies over a view, in a corner, while a part of the sheet is out of view.

    Subclasses say what the ground looks like and when it looks otherwise.
    """

    def __init__(self, view: CanvasView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._wanted = True
        self._picture: tuple[Hashable, QPixmap] | None = None
        self.setAccessibleName(tr("Small map"))
        self.setAccessibleDescription(tr("Click or drag to look at another part of the map"))
        self.setToolTip(tr("Click or drag to look at another part"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self.follow)
        view.moved.connect(self._moved)

    def whole(self) -> QRectF:
        """What the small map shows, in units of the sheet."""
        return self._view.home()

    def state(self) -> Hashable:
        """What the picture of the ground hangs on besides its size."""
        raise NotImplementedError

    def paint_ground(self, painter: QPainter, camera: Camera, ratio: float) -> None:
        """Paint the ground once; *painter* is in px of this map."""
        raise NotImplementedError

    def paint_pieces(self, painter: QPainter, camera: Camera) -> None:
        """Paint what moves about on the ground."""

    def set_wanted(self, wanted: bool) -> None:
        """Whether a person wants it at all."""
        self._wanted = wanted
        self.follow()

    def sizeHint(self) -> QSize:
        box, turn = QSizeF(_LONGEST - 2 * _MARGIN, _LONGEST - 2 * _MARGIN), self._view.camera.turn
        lying = self.whole().size() * fitting(self.whole(), box, turn=turn).scale
        if turn % 2:
            lying.transpose()
        return QSize(round(lying.width() + 2 * _MARGIN), round(lying.height() + 2 * _MARGIN))

    def _moved(self) -> None:
        """The camera has moved: the frame follows at once, the corner is chosen when it rests."""
        if self.isVisible() and self._due() and self.size() == self.sizeHint():
            self._rest.start()
            self.update()
        else:
            self.follow()

    def _due(self) -> bool:
        """Whether a part of the sheet is out of view, and the small map wanted."""
        view = self._view
        hidden = not view.camera.seen().adjusted(-1, -1, 1, 1).contains(self.whole())
        room = view.width() >= _ROOM[0] and view.height() >= _ROOM[1]
        return self._wanted and hidden and room

    def follow(self) -> None:
        """Show in the best corner, hide, and redraw."""
        self._rest.stop()
        shown = self._due()
        if shown and self.size() != self.sizeHint():
            self.resize(self.sizeHint())
        spot = self.spot() if shown else None
        self.setVisible(spot is not None)
        if spot is not None:
            self.move(spot)
        self.update()

    def spot(self) -> QPoint | None:
        """Where it lies: in the lower left corner; None where no corner is free for it."""
        return QPoint(_BESIDE, self._view.height() - self.height() - _BESIDE)

    def _camera(self) -> Camera:
        return fitting(self.whole(), QSizeF(self.size()), _MARGIN, self._view.camera.turn)

    def _ground(self, camera: Camera, ratio: float) -> QPixmap:
        state = (self.state(), camera.scale, camera.turn, self.width(), self.height(), ratio)
        if self._picture is None or self._picture[0] != state:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self.paint_ground(painter, camera, ratio)
            painter.end()
            self._picture = (state, picture)
        return self._picture[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, camera = QPainter(self), self._camera()
        painter.drawPixmap(0, 0, self._ground(camera, self.devicePixelRatioF()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_pieces(painter, camera)
        seen = self._view.camera.seen()
        first, last = camera.to_view(seen.topLeft()), camera.to_view(seen.bottomRight())
        inside = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        box = QRectF(first, last).normalized().intersected(inside)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # White below, dark above: seen on any ground.
        for colour, width in (("#ffffff", 4.0), ("#10243e", 2.0)):
            painter.setPen(QPen(QColor(colour), width))
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


class BoardMinimap(Minimap):
    """The board as the view's own coarse tiles have it, and a dot for each pile."""

    def __init__(self, view: BoardView, parent: QWidget) -> None:
        super().__init__(view, parent)
        self._scene = view.scene()
        self._in = _CORNERS[0]
        """The corner that it lies in: at the left, at the top."""
        self._known: tuple[list[Pile], Camera] | None = None
        self._dots: dict[str, list[QRectF]] = {}
        """Where the dots of these piles lie under that camera."""
        view.settled.connect(self._moved)

    def spot(self) -> QPoint | None:
        """The corner in which it hides the least of the play area, and no other part at all.

        None where every corner has a place in it that the question is about.
        """
        boxes = {one: QRect(self._corner(*one), self.size()) for one in _CORNERS}
        free = [one for one in _CORNERS if not self._asked(boxes[one])]
        if not free:
            return None
        costs = {one: self._cost(boxes[one]) for one in free}
        best = min(free, key=costs.__getitem__)
        # It stays in its corner when the board changes its size, too.
        here = self._in if self._in in free else free[0]
        self._in = here if costs[here] <= costs[best] + _WORTH_IT else best
        return boxes[self._in].topLeft()

    def _asked(self, box: QRect) -> bool:
        """Whether *box* (view px) would hide something of a place that may be picked."""
        near = self._under(box)
        rings = self._scene.index.outlines
        lit = (ring for cell in self._scene.lit_cells() for ring in rings.get(cell, ())[:1])
        return any(ring.boundingRect().intersects(near) for ring in lit)

    def _under(self, box: QRect) -> QRectF:
        """What lies under *box* (view px), board units."""
        camera = self._view.camera
        first, last = camera.to_board(QPointF(box.topLeft())), QPointF(box.bottomRight())
        return QRectF(first, camera.to_board(last)).normalized()

    def _corner(self, left: bool, top: bool) -> QPoint:
        far = QPoint(self._view.width() - self.width(), self._view.height() - self.height())
        return QPoint(_BESIDE if left else far.x() - _BESIDE, _BESIDE if top else far.y() - _BESIDE)

    def _cost(self, box: QRect) -> int:
        """How many probes in *box* (view px) hit a place of the map; counters count twice."""
        around = self.parentWidget()
        for part in around.children() if around is not None else ():
            if not isinstance(part, QWidget) or part in (self, self._view):
                continue
            if part.isVisible() and part.geometry().intersects(box):
                return 10 * _PROBES**2
        camera, found = self._view.camera, 0
        piles = self._scene.piles_within(self._under(box))
        for number in range(_PROBES**2):
            row, column = divmod(number, _PROBES)
            x = box.left() + box.width() * (column + 0.5) / _PROBES
            y = box.top() + box.height() * (row + 0.5) / _PROBES
            at = camera.to_board(QPointF(x, y))
            found += bool(self._scene.index.at(at)) + 2 * any(
                bool(pile.card_at(at)) for pile in piles
            )
        return found

    def _keys(self) -> list[TileKey]:
        scene = self._scene
        keys = scene.ground.overview(scene.art.sheet)
        return [key for key in keys if scene.tiles.get(key) is not None]

    def state(self) -> Hashable:
        return tuple(self._keys()), theme.current(), self._scene.night

    def paint_ground(self, painter: QPainter, camera: Camera, ratio: float) -> None:
        painter.fillRect(self.rect(), self._scene.art.paper)
        for key in self._keys():
            image, rect = self._scene.tiles.get(key), key.rect()
            first, last = camera.to_view(rect.topLeft()), camera.to_view(rect.bottomRight())
            if image is not None:
                draw_turned(painter, QRectF(first, last).normalized(), image, camera.turn)
        if self._scene.night:
            painter.fillRect(on_view(camera, self._scene.art.sheet, ratio), NIGHT)

    def paint_pieces(self, painter: QPainter, camera: Camera) -> None:
        painter.setPen(QPen(theme.colour("surface"), 1))
        for side, rects in self._dots_of(camera).items():
            painter.setBrush(self._scene.side_ink(side))
            painter.drawRects(rects)

    def _dots_of(self, camera: Camera) -> dict[str, list[QRectF]]:
        """A dot for each pile by sides, px of this map; worked out once for piles that stay."""
        piles, known, dots = self._scene.piles, self._known, self._dots
        if known is None or known[0] is not piles or known[1] != camera:
            transform, dots = camera.transform(), {}
            for pile in piles:
                at = transform.map(pile.box.center())
                dots.setdefault(pile.side, []).append(QRectF(at.x() - 2.5, at.y() - 2.5, 5, 5))
            self._known, self._dots = (piles, camera), dots
        return dots
