"""The one view under map, table and country: a camera over a scene, moved by mouse and keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QBitmap,
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygon,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.layer import Draw, Layer
from wardesk.ui.preferences import preferences
from wardesk.ui.spoken import Role, tell_as

STEP = 1.25
"""How much closer one step of the wheel or of a key brings."""
ARROWS: Mapping[Qt.Key, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_ZOOM_TIME = 110
"""Milliseconds of one animated step."""
_GLIDE_TIME = 220
"""Milliseconds of the way to a place that somebody asked for."""
_NO_BUTTON = Qt.MouseButton.NoButton
_OF_THE_POINTER = frozenset({
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove, QEvent.Type.Wheel, QEvent.Type.ToolTip,
})  # fmt: skip
"""Events that mean what is seen, also where a part that lies over the view hands them on."""
_POINT = QSizeF(1e-9, 1e-9)
"""A scene as small as this always has room: Qt neither scrolls it nor moves it."""


Part: TypeAlias = "QRect | QRegion | QBitmap | QPolygon | int"


def take_the_keys(view: QGraphicsView) -> None:
    """The keyboard is the view's alone: nobody comes to its inside by Tab, or hears of it."""
    view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
    view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # The one above goes through to the view.


class CanvasView(QGraphicsView):
    """Looks at a scene through a camera: zoom, push, fit, resize, Tab, tooltips, the cell in use.

    The scene is in units of the paper. What lies on it are its items, from the ground upwards.

    Subclasses say what the paper is (`paper`, `home`, `limits`), what a press on it means
    (`grabs`, `gesture_begun`, `gesture_moved`, `gesture_ended`, `clicked`, `pointed`) and what lies
    there (`anchor`, `describe`, `tooltip`).

    ``moved()``: the camera moved. ``tabbed()``: Tab, which hides the docks where
    somebody listens, and else walks the controls. ``hovered(cell)``: the
    pointer is over another cell ("" outside). ``focused(cell)``: the keyboard is on another cell.
    """

    moved = Signal()
    tabbed = Signal()
    hovered = Signal(str)
    focused = Signal(str)
    usual_size, least_size = QSize(640, 480), QSize(240, 200)

    def __init__(
        self, camera: Camera, scene: QGraphicsScene, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        scene.setParent(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        scene.setSceneRect(QRectF(QPointF(0, 0), _POINT))
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setInteractive(False)
        # Items leave the painter as they found it, but for its pens and where it draws.
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for bar in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Views say themselves what looks otherwise: they know what shines out of its own place.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self._layers: list[Layer] = []
        self._spread = QRectF()
        """What the layers lie over: what is seen, with room to push the paper."""
        self._camera = camera
        self._painted = QRegion()
        self._fitted = True
        """Whether everything is shown, and shall be when the view changes its size."""
        self._hover = self._focus_cell = ""
        self._animation = ZoomAnimation(self)
        self.mouse = MouseController(self)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        take_the_keys(self)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._aim()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return self.usual_size

    def minimumSizeHint(self) -> QSize:
        return self.least_size

    # ---- what subclasses say --------------------------------------------------------------------

    def paper(self) -> QRectF:
        """Where the middle of the view may lie."""
        raise NotImplementedError

    def home(self) -> QRectF:
        """What a fitted view shows."""
        return self.paper()

    def limits(self) -> tuple[float, float]:
        """Least and most px per unit."""
        raise NotImplementedError

    def anchor(self, cell: str) -> QPointF | None:
        """Where a cell is, None if it is unknown."""
        return None

    def describe(self, cell: str) -> str:
        """A cell in words, for screen readers."""
        return ""

    def tooltip(self, point: QPointF) -> str | None:
        """The words for a view px; None if the view has no tooltips."""
        return None

    def camera_moved(self, before: Camera) -> None:
        """The camera is elsewhere now."""

    def usual_cursor(self) -> QCursor | Qt.CursorShape:
        """The pointer while nothing is held."""
        return Qt.CursorShape.ArrowCursor

    def grabs(self, point: QPointF) -> bool:
        """Whether the left button at a view px begins a gesture and does not push the paper."""
        return False

    def gesture_begun(self, event: QMouseEvent) -> None:
        """The left button went down on what the view grabs."""

    def gesture_moved(self, event: QMouseEvent) -> None:
        """The pointer moved in the middle of a gesture."""

    def gesture_ended(self, event: QMouseEvent) -> None:
        """The button came up."""

    def clicked(self, event: QMouseEvent) -> None:
        """A button went down and up, was no gesture and did not push the paper."""

    def pointed(self, event: QMouseEvent) -> None:
        """The pointer moved with no button down."""

    # ---- the camera -----------------------------------------------------------------------------

    @property
    def camera(self) -> Camera:
        """What part of the paper is seen, and how large."""
        return self._camera

    def look_at(self, camera: Camera) -> None:
        """Move the camera, within the limits."""
        before = self._camera
        self._camera = camera.clamped(self.paper(), *self.limits())
        self._fitted = False
        self._aim()
        self.camera_moved(before)
        self.moved.emit()

    def _aim(self) -> None:
        """Let Qt see the scene as the camera does."""
        self.setSceneRect(QRectF(self._camera.to_board(QPointF(0, 0)), _POINT))
        self.setTransform(self._camera.transform())
        seen = self._camera.seen()
        if not self._spread.contains(seen):
            across, down = 4 * seen.width(), 4 * seen.height()
            self._spread = seen.adjusted(-across, -down, across, down)
            for layer in self._layers:
                layer.setRect(self._spread)
        self.update()

    def lay(self, height: float, draw: Draw) -> Layer:
        """Lay something over all that is seen, so high above the ground; *draw* in view px."""
        layer = Layer(self, height, draw)
        layer.setRect(self._spread)
        self._layers.append(layer)
        self.scene().addItem(layer)
        return layer

    def fit(self) -> None:
        """Show everything, and keep showing it when the view changes its size."""
        self._animation.stop()
        self.look_at(fitting(self.home(), self._camera.size, turn=self._camera.turn))
        self._fitted = True

    def refit(self) -> None:
        """Show everything anew, if everything was shown; else the camera stays where it is."""
        if self._fitted:
            self.fit()

    def fit_around(self, box: QRectF, room: float) -> None:
        """Show a part of the paper with so much around it, in its units."""
        self._animation.stop()
        around = box.adjusted(-room, -room, room, room)
        self.look_at(fitting(around, self._camera.size, 24.0, self._camera.turn))

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Closer by *factor*, keeping the point *at* (the middle of the view by default)."""
        middle = QPointF(self._camera.size.width() / 2, self._camera.size.height() / 2)
        least, most = self.limits()
        factor = min(max(factor, least / self._camera.scale), most / self._camera.scale)
        self.look_at(self._camera.zoomed(factor, at if at is not None else middle))

    def hurry(self) -> None:
        """A hand zooms: what is painted next may be coarse, and is sharp as soon as it rests."""

    def closer(self) -> None:
        """One step closer."""
        self._animation.stop()
        self.zoom(STEP)

    def further(self) -> None:
        """One step away."""
        self._animation.stop()
        self.zoom(1 / STEP)

    def zoom_key(self, key: Qt.Key) -> bool:
        """Act on plus and minus; whether it was one of them."""
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.closer()
        elif key == Qt.Key.Key_Minus:
            self.further()
        else:
            return False
        return True

    def pan(self, by: QPointF) -> None:
        """Push the paper by px."""
        self._animation.stop()
        self.look_at(self._camera.moved(by))

    def glide_to(self, point: QPointF) -> None:
        """Bring a point of the paper into view as `show_point` does, so that eyes can follow."""
        push = self._push_to(point)
        if not push.isNull():
            self._animation.glide(push)

    def show_point(self, point: QPointF) -> None:
        """Bring a point of the paper into view with the least movement."""
        push = self._push_to(point)
        if not push.isNull():
            self.pan(push)

    def _push_to(self, point: QPointF) -> QPointF:
        """How far the paper must be pushed, in px, until a point is well in view."""
        if self._fitted and self._camera.seen().contains(point):
            return QPointF()  # All is in view: a click near the edge must not push it away.
        at, size = self._camera.to_view(point), self._camera.size
        edge = min(90.0, size.width() / 4, size.height() / 4)
        dx = min(0.0, size.width() - edge - at.x()) + max(0.0, edge - at.x())
        dy = min(0.0, size.height() - edge - at.y()) + max(0.0, edge - at.y())
        return QPointF(dx, dy)

    # ---- the cells under keyboard and pointer ---------------------------------------------------

    @property
    def focus_cell(self) -> str:
        """The cell that the keyboard is on; "" before it was used."""
        return self._focus_cell

    def set_focus_cell(self, cell: str, *, follow: bool = True) -> None:
        """Put the keyboard on a cell; nothing happens if it is unknown.

        *follow*: bring it into view; what was clicked is.
        """
        anchor = self.anchor(cell)
        if anchor is None:
            return
        before, self._focus_cell = self._focus_cell, cell
        if follow:
            self.show_point(anchor)
        self._describe()
        self.focused.emit(cell)
        self.redraw_cells((before, cell))

    def redraw_cells(self, cells: Iterable[str]) -> None:
        """Draw these cells anew; everything, where a view does not know where they lie."""
        self.update()

    def update(self, *part: Part) -> None:
        """Draw what is seen anew, or a part of it (view px)."""
        self.viewport().update(*part)

    def repaint(self, *part: Part) -> None:
        """As `update`, and now."""
        self.viewport().repaint(*part)

    @property
    def painted(self) -> QRegion:
        """What is being painted now, view px."""
        return self._painted

    def _describe(self) -> None:
        # A changed description is what makes screen readers speak.
        self.setAccessibleDescription(self.describe(self._focus_cell))

    @property
    def hover_cell(self) -> str:
        """The cell under the pointer; "" outside."""
        return self._hover

    def set_hover(self, cell: str) -> None:
        """The pointer is over another cell."""
        if cell != self._hover:
            self._hover = cell
            self.hovered.emit(cell)

    # ---- Qt's events ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self._painted = event.region()
        super().paintEvent(event)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        painter.resetTransform()
        painter.fillRect(self._painted.boundingRect(), theme.colour("window"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        fitted = self._fitted
        self._camera = replace(self._camera, size=QSizeF(event.size()))
        if fitted:
            self.fit()
        else:
            self.look_at(self._camera)

    def event(self, event: QEvent) -> bool:
        # Where Tab hides the docks, it must be caught before Qt moves the focus with it.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Tab and plain and self._tab_hides_docks():
                self.tabbed.emit()
                return True
        if event.type() in _OF_THE_POINTER:
            return self.viewportEvent(event)
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.tooltip(QPointF(event.pos()))
            if words is not None:
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().viewportEvent(event)

    def _tab_hides_docks(self) -> bool:
        # QMetaMethod.fromSignal would hold on to the view for ever, each time it is called.
        about = self.metaObject()
        return self.isSignalConnected(about.method(about.indexOfSignal("tabbed()")))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y() / 120
        if turns and event.pixelDelta().isNull():
            self._animation.zoom(STEP**turns, event.position())
        elif turns:
            self.zoom(STEP**turns, event.position())  # A touch pad is smooth by itself.
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse.release(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.set_hover("")
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt's own handler draws all of a view anew, and tells a scene that follows no keys.
        self.redraw_cells((self._focus_cell,))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.mouse.let_go()
        self.redraw_cells((self._focus_cell,))


tell_as(Role.Canvas, CanvasView)


class MouseController:
    """Follows one press from a button going down to its coming up again.

    The left button begins a gesture on what the view grabs. Any other press, or one while Space is
    held, pushes the paper once it has gone far enough, also in the middle of a gesture, and is a
    click if it did not.
    """

    def __init__(self, view: CanvasView) -> None:
        self._view = view
        self._from = self._last = QPointF()
        self._pushing = self._gesture = _NO_BUTTON
        """The buttons that push the paper and that a gesture began with."""
        self._pushed = False
        self.space = False
        """Whether Space is held."""
        self._space_used = False

    @property
    def at(self) -> QPointF:
        """Where the pointer was last, view px."""
        return self._last

    def space_down(self) -> None:
        """Space went down: the paper can be pushed."""
        self.space, self._space_used = True, False
        self._view.setCursor(Qt.CursorShape.OpenHandCursor)

    def space_up(self) -> bool:
        """Space came up; whether it stood for itself and not for a push."""
        alone = self.space and not self._space_used
        self.space = False
        if not self._pushing:
            self._show_cursor()
        return alone

    def let_go(self) -> None:
        """The view lost the keyboard: whatever is held counts as let go."""
        self.space = self._pushed = False
        self._pushing = self._gesture = _NO_BUTTON
        self._show_cursor()

    def _show_cursor(self) -> None:
        held = Qt.CursorShape.OpenHandCursor
        self._view.setCursor(held if self.space else self._view.usual_cursor())

    def far(self, here: QPointF) -> bool:
        """Whether the pointer has gone so far from where a button went down that it is a drag."""
        return (here - self._from).manhattanLength() >= QApplication.startDragDistance()

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        self._from = self._last = event.position()
        left = event.button() == Qt.MouseButton.LeftButton
        if left and not (self.space or self._gesture) and self._view.grabs(event.position()):
            self.grab(event.button())
            self._view.gesture_begun(event)
        elif not self._pushing:
            self._pushing, self._pushed = event.button(), False

    def grab(self, button: Qt.MouseButton) -> None:
        """A gesture has begun with this button."""
        self._gesture = button

    def move(self, event: QMouseEvent) -> None:
        """The pointer moved, with or without a button down."""
        view, here = self._view, event.position()
        if self._pushing or (self.space and self._gesture):
            if self._pushed or self.far(here):
                self._pushed, self._space_used = True, self.space
                view.setCursor(Qt.CursorShape.ClosedHandCursor)
                view.pan(here - self._last)
                self._last = here
            return
        self._last = here
        if self._gesture:
            view.gesture_moved(event)
        else:
            view.pointed(event)

    def release(self, event: QMouseEvent) -> None:
        """A button came up."""
        if self._pushing and self._pushing == event.button():
            pushed, self._pushed, self._pushing = self._pushed, False, _NO_BUTTON
            self._show_cursor()
            if not pushed:
                self._view.clicked(event)
        elif self._gesture and self._gesture == event.button():
            pushed, self._pushed, self._gesture = self._pushed, False, _NO_BUTTON
            if pushed:
                self._show_cursor()
            elif event.position() != self._last:  # a busy system leaves out the last moves
                self._view.gesture_moved(event)
            self._view.gesture_ended(event)


class ZoomAnimation(QObject):
    """Zooms a view around a point, or pushes it, softly: nobody loses the place. Steps add up."""

    def __init__(self, view: CanvasView) -> None:
        super().__init__(view)
        self._view = view
        self._at = QPointF()
        self._aim = 0.0
        self._run = QVariantAnimation(self)
        self._run.setDuration(_ZOOM_TIME)
        self._run.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._run.valueChanged.connect(self._step)
        self._way, self._gone = QPointF(), 0.0
        self._glide = QVariantAnimation(self)
        self._glide.setDuration(_GLIDE_TIME)
        self._glide.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._glide.setStartValue(0.0)
        self._glide.setEndValue(1.0)
        self._glide.valueChanged.connect(self._push)

    def glide(self, way: QPointF) -> None:
        """Push the paper by *way* (px) softly; at once where motion is not wanted."""
        self.stop()
        if preferences().now.reduced_motion or not self._view.isVisible():
            self._view.pan(way)
            return
        self._way, self._gone = way, 0.0
        self._glide.start()

    def _push(self, share: float) -> None:
        step, self._gone = share - self._gone, share
        if step:
            self._view.look_at(self._view.camera.moved(self._way * step))

    @property
    def running(self) -> bool:
        """Whether the camera is on its way."""
        return QVariantAnimation.State.Running in (self._run.state(), self._glide.state())

    def zoom(self, factor: float, at: QPointF) -> None:
        """Closer by *factor* around *at* (view px); at once where motion is not wanted."""
        now = self._view.camera.scale
        if preferences().now.reduced_motion or not self._view.isVisible():
            self._view.zoom(factor, at)
            return
        zooming = self._run.state() == QVariantAnimation.State.Running
        aim = (self._aim if zooming else now) * factor
        least, most = self._view.limits()
        self._aim, self._at = min(max(aim, least), most), at
        self.stop()
        self._run.setStartValue(now)
        self._run.setEndValue(self._aim)
        self._run.start()

    def stop(self) -> None:
        """Whoever moves the camera otherwise ends the animation."""
        self._run.stop()
        self._glide.stop()

    def _step(self, scale: float) -> None:
        self._view.hurry()
        self._view.zoom(scale / self._view.camera.scale, self._at)
