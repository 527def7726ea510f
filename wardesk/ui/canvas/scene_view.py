"""A scene seen through a camera: what is drawn anew, where the view opens, what it follows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSizeF, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent, QPixmap, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from wardesk.model.board import Board
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import CLOSEST_COUNTER, Camera, fitting
from wardesk.ui.canvas.drag_view import HandView
from wardesk.ui.canvas.scene import BoardScene

_REST = 150
"""Milliseconds after the last step of a zoom until all is painted sharply again."""
_SQUARE = 32
"""Px to which parts that are drawn anew are rounded."""

_A_FEW_LINES = 150.0
"""Px by which the words above a board come and go; the paper does not move for these."""

_MARGIN = 24.0
"""Px left free around what comes into view."""


class SceneView(HandView):
    """A board and its counters under a camera; `scene` draws them, here is decided what and when.

    ``scaleChanged(px per board unit)``; ``settled()`` when ground and lettering have come.
    """

    scaleChanged = Signal(float)  # noqa: N815 - Qt's way with signal names
    settled = Signal()

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(fitting(art.sheet, QSizeF(100, 100)), BoardScene(board, art), parent)
        hints = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        self.setRenderHints(hints)
        self._tiles, self._lettering = self.scene().tiles, self.scene().lettering
        self._still: tuple[QPixmap, Camera] | None = None
        """While a hand zooms: what was seen before, and how."""
        self._rests = QTimer(self)
        self._rests.setSingleShot(True)
        self._rests.setInterval(_REST)
        self._rests.timeout.connect(self._rest)
        self._opening = True
        """Whether the view is still the one that the table opens with."""
        self._asked = False
        """Whether there was a question to open on."""
        self._covered = 0
        """Px of the lower edge under something that lies over the view."""
        self._origin = QPointF()
        """The upper left corner in the window, when the size changed last."""
        self._tiles.ready.connect(self._picture_came)
        self._lettering.ready.connect(self._picture_came)

    # ---- what is drawn anew ---------------------------------------------------------------------

    def redraw(self, boxes: Sequence[QRectF] | None) -> None:
        """Draw these parts of the board anew (board units), all of it for None."""
        if boxes is None:
            self.update()
            return
        transform, view = self._camera.transform(), self.rect()
        for box in boxes:
            self.update(_squared(transform.mapRect(box)) & view)

    def set_art(self, art: BoardArt) -> None:
        """Draw in another theme."""
        self.scene().set_art(art)
        self._tiles.repaint(art.paint_ground, art.paper)
        self._lettering.repaint(art.paint_lettering)
        self.update()

    @property
    def busy(self) -> bool:
        """Whether ground or lettering is still coming."""
        return self._tiles.busy or self._lettering.busy

    def _picture_came(self) -> None:
        self.scene().names_came()
        self.update()
        if not self.busy:
            self.settled.emit()

    # ---- the camera -----------------------------------------------------------------------------

    def paper(self) -> QRectF:
        """The whole sheet."""
        return self.scene().art.sheet

    def home(self) -> QRectF:
        """What a fitted view shows."""
        return self.scene().home()

    def limits(self) -> tuple[float, float]:
        """Least and most px per board unit."""
        whole = fitting(self.scene().art.sheet, self._camera.size, turn=self._camera.turn).scale
        closest = CLOSEST_COUNTER / self.scene().art.counter
        return min(whole * 0.6, closest), max(whole, closest)

    @property
    def fitted_scale(self) -> float:
        """Px per board unit when everything is just in view."""
        return fitting(self.scene().home(), self._camera.size, turn=self._camera.turn).scale

    def camera_moved(self, before: Camera) -> None:
        self.scene().set_scale(self._camera.scale, self._camera.size)
        if self._camera.scale != before.scale:
            self.scaleChanged.emit(self._camera.scale)

    # ---- while a hand zooms ---------------------------------------------------------------------

    def hurry(self) -> None:
        scene = self.scene()
        if not scene.hurried:
            ratio = self.devicePixelRatioF()
            picture = QPixmap(self.viewport().size() * ratio)
            picture.setDevicePixelRatio(ratio)
            whole, only_itself = QPoint(), QWidget.RenderFlag.DrawWindowBackground
            self.viewport().render(picture, whole, QRegion(), only_itself)
            self._still = picture, self._camera
            scene.hurried = True
        self._rests.start()

    def _rest(self) -> None:
        """The hand rests: all is painted as sharp as it is."""
        scene, self._still = self.scene(), None
        scene.hurried = False
        scene.set_scale(self._camera.scale, self._camera.size)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._still is None:
            super().paintEvent(event)
        else:
            self._paint_still(*self._still)

    def _paint_still(self, picture: QPixmap, before: Camera) -> None:
        """What was seen before the zoom, stretched; around it the print alone."""
        size, now = self._camera.size, self._camera
        corners = (QPointF(0, 0), QPointF(size.width(), size.height()))
        first, last = (now.to_view(before.to_board(corner)) for corner in corners)
        there = QRectF(first, last)
        painter = QPainter(self.viewport())
        if not there.contains(QRectF(*corners)):
            inside = there.adjusted(1, 1, -1, -1).toRect()  # its edge does not fill whole px
            painter.setClipRegion(QRegion(self.viewport().rect()) - QRegion(inside))
            self.scene().paint_ground(painter, now)
            painter.setClipping(False)
        painter.drawPixmap(there, picture, QRectF(picture.rect()))

    def look_at(self, camera: Camera) -> None:
        super().look_at(camera)
        self._opening = False

    def open(self) -> None:
        """Show the pieces and the question, so close that counters can be read.

        Everything, where that is close enough; always on areas.
        """
        scale = self.scene().readable_scale
        if scale <= self.fitted_scale:
            self.fit()
        else:
            self._show_pieces(scale)
        self._opening = True

    def fit_or_open(self) -> None:
        """Change between everything and what the table opens with."""
        if self._fitted:
            self.open()
        else:
            self.fit()

    def _show_pieces(self, scale: float) -> None:
        """Most piles of who acts in the middle of what nothing lies over, and the question."""
        size = self._camera.size
        clear = QSizeF(size.width(), max(size.height() - self._covered, size.height() / 2))
        camera = replace(self._camera, scale=scale, size=clear)
        lit = self.scene().box_of(self.scene().lit_cells())
        anchors = self.scene().index.anchors
        lying = self.scene().piles
        acting = {pile.side for pile in lying if pile.cell in self.scene().lit_cells()}
        held = {pile.cell: anchors[pile.cell] for pile in lying
                if not acting or pile.side in acting}  # fmt: skip
        home, room = self.scene().home(), self.scene().art.counter / 2
        # The first that shows most piles, and then these in its middle.
        around = self.scene().box_of(held).center()
        middles = [around, *held.values()] if held else [home.center()]
        views = [_over(replace(camera, centre=middle), home).seen() for middle in middles]
        inner = [view.adjusted(room, room, -room, -room) for view in views]
        shown = [[one for one in held if view.contains(held[one])] for view in inner]
        best = max(range(len(views)), key=lambda k: len(shown[k]))
        middle = self.scene().box_of(shown[best]).center() if shown[best] else middles[best]
        camera = replace(camera, centre=middle)
        camera = _over(_showing(_over(camera, home), lit), home)
        down = QPointF(0.0, (size.height() - clear.height()) / 2)
        self.look_at(replace(camera, size=size).moved(-down))

    def keep_clear_of(self, pixels: int) -> None:
        """Something lies over so much of the lower edge: the view opens on what is above it."""
        if pixels != self._covered:
            self._covered = pixels
            if self._opening:
                self.open()

    def follow(self, lit: frozenset[str]) -> None:
        """Another question: push the paper if all that it is about lies outside of the view."""
        if self._opening and not self._asked:
            self._asked = True
            self.open()
            return
        anchors, seen = self.scene().index.anchors, self._camera.seen()
        seen.setBottom(seen.bottom() - self._covered / self._camera.scale)
        if any(seen.contains(anchors[cell]) for cell in lit):
            return
        self._animation.stop()
        middle = self._camera.centre
        nearest = min(lit, key=lambda cell: (anchors[cell] - middle).manhattanLength())
        camera = self._camera
        for box in (self.scene().box_of(lit), self.scene().box_of([nearest])):
            camera = _showing(camera, box)
        self.look_at(camera)

    def anchor(self, cell: str) -> QPointF | None:
        """The middle of a cell, None if it is unknown."""
        return self.scene().index.anchors.get(cell)

    def show_cell(self, cell: str) -> None:
        """Bring a cell into view with the least movement."""
        if (anchor := self.anchor(cell)) is not None:
            self.show_point(anchor)

    def cell_point(self, cell: str) -> QPoint:
        """Where the anchor of a cell is in the view, px: for menus, and for tests to click."""
        return self._camera.to_view(self.scene().index.anchors[cell]).toPoint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        fitted, opening, before = self._fitted, self._opening, self._camera.size
        origin, self._origin = self._origin, QPointF(self.mapTo(self.window(), QPoint(0, 0)))
        size = QSizeF(event.size())
        # Where the middle was on the screen, seen from the middle of now.
        still = origin - self._origin + _middle(before) - _middle(size)
        self._camera = replace(self._camera, size=size)
        line_more = (
            size.width() == before.width() and abs(size.height() - before.height()) <= _A_FEW_LINES
        )
        beside = size.height() == before.height() and not fitted
        kept = self._camera.moved(still)
        as_large = math.isclose(self.fitted_scale, kept.scale, rel_tol=1e-3)
        still_whole = line_more and as_large and kept.seen().contains(self.scene().home())
        if beside:
            # A drawer came or went: the paper stays where it lay.
            self.look_at(kept)
            self._opening = opening
        elif opening and not (line_more and (still_whole or not fitted)):
            self.open()
        elif fitted and not still_whole:
            self.fit()
        else:
            self.look_at(kept if line_more else self._camera)
            self._fitted, self._opening = fitted, opening

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def stop(self) -> None:
        """End the work behind the scenes; whoever owns the view calls it before dropping it."""
        self._tiles.stop()
        self._lettering.stop()


def _middle(size: QSizeF) -> QPointF:
    return QPointF(size.width() / 2, size.height() / 2)


def _squared(box: QRectF) -> QRect:
    """The squares of a grid that *box* and its smoothed edges touch: unions of few rectangles."""
    left, top = math.floor(box.left() / _SQUARE - 0.1), math.floor(box.top() / _SQUARE - 0.1)
    right, bottom = math.ceil(box.right() / _SQUARE + 0.1), math.ceil(box.bottom() / _SQUARE + 0.1)
    return QRect(left * _SQUARE, top * _SQUARE, (right - left) * _SQUARE, (bottom - top) * _SQUARE)


def _showing(camera: Camera, box: QRectF) -> Camera:
    """*camera* pushed as little as shows *box*, or its middle where it is larger than the view."""
    if box.isEmpty():
        return camera
    room = _MARGIN / camera.scale
    seen, whole = camera.seen(), box.adjusted(-room, -room, room, room)
    ways = (
        _push(seen.left(), seen.right(), whole.left(), whole.right()),
        _push(seen.top(), seen.bottom(), whole.top(), whole.bottom()),
    )
    return replace(camera, centre=camera.centre + QPointF(*ways))


def _push(first: float, last: float, low: float, high: float) -> float:
    """How far the span *first* to *last* moves to hold *low* to *high*, or their middle."""
    if high - low > last - first:
        return (low + high) / 2 - (first + last) / 2
    return max(high - last, 0.0) + min(low - first, 0.0)


def _over(camera: Camera, home: QRectF) -> Camera:
    """*camera* with no more beside *home* in view than cannot be helped."""
    seen = camera.seen()
    middle, half = (
        home.center(),
        QPointF(
            max(home.width() - seen.width(), 0.0) / 2, max(home.height() - seen.height(), 0.0) / 2
        ),
    )
    x = min(max(camera.centre.x(), middle.x() - half.x()), middle.x() + half.x())
    y = min(max(camera.centre.y(), middle.y() - half.y()), middle.y() + half.y())
    return replace(camera, centre=QPointF(x, y))
